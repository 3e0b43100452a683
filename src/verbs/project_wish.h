/* What a project's files wish, read by a child: a file may lie on a dead network folder or crash its reader. */
#pragma once

#include "plan/plan.h"
#include "run.h"

/* Fills what the wish leaves open from the file, or the first file in the folder that says something; nothing when the
 * run names none. False with the reason when there is nothing to be read. */
bool project_wish(struct run *run, struct plan_wish *wish, struct error *error);
