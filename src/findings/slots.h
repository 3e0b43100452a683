/* What remedies may fill in, from the facts of the subject that is judged. docs/findings.md lists the names. */
#pragma once

#include "findings/judge.h"

/* After the judges, which set what only they know. */
void slots_fill(struct judging *judging);
