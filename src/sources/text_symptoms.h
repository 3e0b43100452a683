/* Symptoms of a text, one entry for each id. Internal to text.c. */
#pragma once

#include "formats/paste.h"
#include "knowledge/match.h"
#include "sources/reading.h"

struct symptom_log {
    struct reading *reading;
    struct matcher *matcher;
    struct symptom_note *notes;
    size_t count, capacity;
};

void symptom_line(struct symptom_log *log, struct arena *scratch, const struct paste_line *line);
/* Counts the line's symptoms when each was seen often already, and then says so; else it notes nothing. */
bool symptom_count_known(struct symptom_log *log, const struct symptom_line *found);
void symptom_learn(const struct symptom_log *log);
