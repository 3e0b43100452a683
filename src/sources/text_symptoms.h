/* Symptoms of a text, one entry for each id. Internal to text.c. */
#pragma once

#include "formats/paste.h"
#include "knowledge/match.h"
#include "sources/reading.h"
#include "text_processes.h"

struct symptom_log {
    struct reading *reading;
    struct matcher *matcher;
    struct symptom_note *notes;
    size_t count, capacity;
    int64_t harmless; /* the line that noise claimed last */
};

/* What a line says of its process: an error of its own goes before one that others went away. */
enum symptom_error { NO_ERROR, PEERS_ERROR, OWN_ERROR };

enum symptom_error symptom_line(struct symptom_log *log, struct arena *scratch, const struct paste_line *line,
                                int process);
/* A line with what may go on with it in the next ones; counts only what none of them shows by itself. Where only the
 * whole is noise, what its parts showed, from that line to line `last`, is taken back. */
void symptom_joined(struct symptom_log *log, struct arena *scratch, const struct paste_line *line, int64_t last,
                    int process);
/* Counts the line's symptoms when each was seen often already, and then says so; else it notes nothing. */
bool symptom_count_known(struct symptom_log *log, const struct symptom_line *found);
/* Of several processes' lines the one is kept that the first failing process printed. */
void symptom_learn(const struct symptom_log *log, const struct process_log *processes);
