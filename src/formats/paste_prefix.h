/* Prefixes of lines. Internal to paste.c. */
#pragma once

#include "formats/paste.h"

/* Takes prefixes off the line's text until none is left; they fill rank, pid, process and time. Indentation behind them
 * stays. */
void paste_prefix_remove(struct paste_line *line);

/* Takes one time stamp off `line` (not empty); `*time` is set where it can be told. */
bool paste_stamp_remove(struct text *line, int64_t *time);
