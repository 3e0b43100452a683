/* Printed messages as evidence: what knowledge says each recognised line speaks for. The same records as the judges
 * make. */
#pragma once

#include "findings/judge.h"

void symptoms_judge(struct judging *judging);
