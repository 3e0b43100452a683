/* A capture that somebody pastes is replayed by the child that reads the text. */
#pragma once

#include "run.h"

/* Streams what is learnt of the machine in `capture` (its whole content), as `gather --replay` would. */
int gather_replayed(struct run *run, struct text capture, struct text name);
