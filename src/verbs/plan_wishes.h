/* The hidden option --wishes of `plumb plan`: many questions in one process, for tests. */
#pragma once

#include "run.h"

/* Lines of "name=value" parted by tabs; one line of JSON for each. */
int plan_answer_lines(struct run *run);
