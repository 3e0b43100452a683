/* Where a text and the machine that it is said to come from disagree: a note for each. Nobody concludes from such a
 * fact (judge_evidence() sees to it). */
#pragma once

#include "findings/judge.h"

void note_contradictions(struct judging *judging);
