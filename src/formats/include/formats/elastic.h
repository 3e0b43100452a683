/* What a launcher says of processes that failed: which rank, how it ended, and which one it saw fail first. torchrun
 * prints a table, mpirun a sentence on the first one, srun a line for each.
 * Sources: torch/distributed/elastic/multiprocessing/errors/__init__.py of the releases since 1.9; Open MPI, Slurm.
 *
 * A reader is fed plain lines in order; a text may hold the tables of several nodes. It remembers a bounded number of
 * rows. */
#pragma once

#include "formats/paste.h"

struct elastic_reader;

struct elastic_reader *elastic_new(struct arena *arena);
/* Inside of a row whose rank is known, `*rank` becomes that rank; else it stays. */
void elastic_line(struct elastic_reader *reader, const struct paste_line *line, int64_t *rank);

/* A list of {"line": n, "root": bool, "rank": r, "local_rank": r, "exit_code": c, "pid": p, "time":
 * "2024-05-16_10:46:24", "stamp": milliseconds, "host": "...", "error_file": "..."}; what a row does not state, or
 * states as "<N/A>", is left out. */
struct value elastic_found(const struct elastic_reader *reader);
