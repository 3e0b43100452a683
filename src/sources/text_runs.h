/* Runs that a text tells of one after the other, or beside each other, and where their results differ. Internal to
 * text_meters.c, whose names of captures it reads. Everything belongs to the arena that is handed in. */
#pragma once

#include "base/value.h"

struct meter_run;

struct run_log {
    struct meter_run *run; /* once a point was seen */
    struct text seed;
    int64_t seeds; /* lines that give it */
    bool seeds_differ;
    struct text least_result, result;               /* the least so far, and the last one */
    int64_t pairs_agree, pairs_differ, pairs_apart; /* results in one line; apart: too far to be of two equal runs */
};

void run_note(struct run_log *log, struct arena *arena, const struct value *captures, int64_t line);
void run_tell(const struct run_log *log, struct arena *arena, struct value *captures);
