/* What many lines of one symptom tell together, by the names of what its pattern captures:
 *
 *     level           an amount that only ever rises: "memory 7312 MB", line by line
 *     left            an amount of free memory that only ever falls
 *     peak            the highest level so far, which never falls; it counts only where each line tells a higher one
 *     waited, took    a part of each step and the whole step, in one unit
 *     waited, worked  two parts of each step
 *     percent         how busy a card is: now 0, now 100
 *     card_used, card_total   how full the fullest card is
 *     seed            what runs were given: it counts where lines give the same one
 *     run             a number by which a line says of which run it tells
 *     point, result   a loss at a step; the same steps once more, with other losses, are a second run
 *     one, other      the results of two runs in one line
 *
 * Internal to text.c. Everything belongs to the arena that is handed in; what is no number counts for nothing. */
#pragma once

#include "text_runs.h"

struct meter {
    struct text first_level, level;
    int64_t rows, rises, falls, last_rise; /* last_rise: the row */
    bool is_peak, is_left;
    int64_t steps, long_waits, first_waited, first_took, waited, took;
    int64_t idle, busy, turns; /* turns: from idle to busy or back */
    bool was_busy;
    int64_t fullest; /* percent */
    struct run_log runs;
};

/* "8.41" as 8410, "8.41 GB" as that times 2^30; false for what is no such number. */
bool meter_number(struct text amount, int64_t *value);
void meter_tell_number(struct arena *arena, struct value *captures, const char *name, int64_t number);
void meter_note(struct meter *meter, struct arena *arena, const struct value *captures, int64_t line);
/* Adds what came of it: risen_to; waited_percent, steps; idle, busy, turns; fullest; seeds; exploded_from, exploded_to;
 * runs_agree, runs_differ. */
void meter_tell(const struct meter *meter, struct arena *arena, struct value *captures);
