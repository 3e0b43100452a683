/* The processes of a run that a text tells apart, and which of them failed first. Internal to text.c.
 *
 * A process is known by its rank, else by its number in the system, as prefixes of lines and torchrun's table give
 * them. What fails first is told by that table, else by the time stamps of the failures, else by their order; a process
 * that only says that others went away is the first only where no process has an error of its own. */
#pragma once

#include "formats/elastic.h"
#include "sources/reading.h"

enum { NO_PROCESS = -1 };

struct process {
    int64_t rank, pid, local_rank; /* -1 when nobody says */
    int64_t last_time;
    int64_t lines;                /* since its last failure */
    int64_t own_line, peers_line; /* the first line of an error of its own, of one that others went away; 0 without */
    int64_t own_time, peers_time;
    int64_t exit_code, table_line; /* of torchrun's table; 0 without */
    bool has_exit_code, is_root;
    int64_t stamp;
    struct text time, host, error_file;
};

struct process_log {
    struct reading *reading;
    struct elastic_reader *elastic;
    struct process *items;
    size_t count, capacity;
    int first; /* index, or NO_PROCESS; behind process_decide() */
    const char *told_by;
};

/* Returns the index of the line's process, or NO_PROCESS; gives the line the rank of the table's row it stands in. */
int process_line(struct process_log *log, struct paste_line *line);
void process_failed(struct process_log *log, int process, const struct paste_line *line, bool peers);
void process_decide(struct process_log *log);
/* "rank 3", "process 4711" */
struct text process_key(const struct process_log *log, int process);
void process_learn(const struct process_log *log);
