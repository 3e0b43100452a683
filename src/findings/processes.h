/* What is said of a run with several processes - which of them failed first, and that the others followed - and of a
 * build: what failed first in it. */
#pragma once

#include "findings/judge.h"

/* "rank 3", "process 4711": the key of a process in the reader's language. */
struct text processes_name(const struct judging *judging, struct text key);

/* A note in the reader's language; nothing where a text tells of one process only. */
void processes_note(struct judging *judging);

/* A note for each build that stopped. */
void builds_note(struct judging *judging);

/* The report's "processes": {"first": "rank 3", "told_by": "launcher", "exit_code": -9, "failed": ["rank 0", "rank
 * 3"]}; empty where no process is told apart. */
struct value processes_map(const struct judging *judging);
