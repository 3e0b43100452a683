/* Evidence that a pasted report of plumb brings along. */
#pragma once

#include "findings/judge.h"

/* After all judges: a report has weighed its causes and its listing already, so what else speaks for them, or what the
 * listing says once more, is not counted again. */
void reported_settle(struct judging *judging);
