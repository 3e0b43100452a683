/* What other programs put in front of a line: time stamps, ranks, containers, quote marks. Internal to paste.c. */
#pragma once

#include "base/text.h"

/* Takes prefixes off `line` until none is left; `*rank` is set when one names a rank. Indentation behind them stays. */
void paste_prefix_remove(struct text *line, int64_t *rank);
