#include "text_runs.h"

#include "text_meters.h"

enum {
    MOST_POINTS = 128,    /* of a run that are kept */
    MOST_LEFT_OUT = 1024, /* further points, after which no second run is looked for */
    EXPLODED = 10000,     /* a last loss so many times the least one, and no less by itself */
    NEARLY = 20,          /* results of two runs in one line differ by less than a twentieth */
};

struct meter_point {
    struct text point, result;
    int64_t line;
};

/* The first run's points, and where a later run is in them. */
struct meter_run {
    struct meter_point points[MOST_POINTS];
    size_t count, left_out;
    int64_t again, agree, differ; /* again: points that came a second time */
    bool named;                   /* each line says which run it is of */
    bool muddled;                 /* the same point in lines that follow each other: it names no step */
};

static void come_again(struct meter_run *run, struct meter_point *known, struct text result, int64_t line) {
    run->muddled = run->muddled || (known->line + 1 >= line && !run->named);
    known->line = line;
    run->again++;
    run->agree += text_equal(known->result, result);
    run->differ += !text_equal(known->result, result);
}

static void note_result(struct run_log *log, struct arena *arena, struct text result) {
    int64_t least, now;
    if (!meter_number(result, &now))
        return;
    log->result = text_copy(arena, result);
    if (!log->least_result.size || (meter_number(log->least_result, &least) && now < least))
        log->least_result = log->result;
}

static void note_point(struct run_log *log, struct arena *arena, const struct value *captures, int64_t line) {
    struct text point = text_trim(value_get_text(captures, "point")), result = value_get_text(captures, "result");
    if (!point.size || !result.size)
        return;
    note_result(log, arena, result);
    if (!log->run)
        log->run = arena_alloc(arena, sizeof *log->run);
    struct meter_run *run = log->run;
    if (run->left_out > MOST_LEFT_OUT)
        return;
    run->named = run->named || value_get_text(captures, "run").size;
    for (size_t i = 0; i < run->count; i++) {
        if (text_equal(run->points[i].point, point)) {
            come_again(run, &run->points[i], result, line);
            return;
        }
    }
    run->left_out += run->count == MOST_POINTS;
    if (run->count < MOST_POINTS)
        run->points[run->count++] = (struct meter_point){text_copy(arena, point), text_copy(arena, result), line};
}

static void note_seed(struct run_log *log, struct arena *arena, struct text seed) {
    if (!seed.size)
        return;
    log->seeds++;
    log->seeds_differ = log->seeds_differ || (log->seed.size && !text_equal(log->seed, seed));
    if (!log->seed.size)
        log->seed = text_copy(arena, seed);
}

/* Two runs' results beside each other in one line. */
static void note_pair(struct run_log *log, struct text one, struct text other) {
    int64_t a, b;
    if (!one.size || !other.size || !meter_number(one, &a) || !meter_number(other, &b))
        return;
    int64_t apart = a > b ? a - b : b - a;
    log->pairs_agree += text_equal(one, other);
    log->pairs_differ += !text_equal(one, other) && apart <= a / NEARLY;
    log->pairs_apart += apart > a / NEARLY;
}

void run_note(struct run_log *log, struct arena *arena, const struct value *captures, int64_t line) {
    note_seed(log, arena, value_get_text(captures, "seed"));
    note_point(log, arena, captures, line);
    note_pair(log, value_get_text(captures, "one"), value_get_text(captures, "other"));
}

static void tell_explosion(const struct run_log *log, struct arena *arena, struct value *captures) {
    int64_t least, last;
    if (!log->result.size || !meter_number(log->least_result, &least) || !meter_number(log->result, &last) ||
        least <= 0 || last / EXPLODED < least || last / EXPLODED < 1000)
        return;
    value_set(arena, captures, "exploded_from", value_text(log->least_result));
    value_set(arena, captures, "exploded_to", value_text(log->result));
}

/* A second run goes through the same points in the same order: hardly any comes more than a few times. */
static void tell_runs(const struct meter_run *run, struct arena *arena, struct value *captures) {
    if (!run || run->muddled || !run->differ || run->again > 4 * (int64_t)run->count)
        return;
    meter_tell_number(arena, captures, "runs_agree", run->agree);
    meter_tell_number(arena, captures, "runs_differ", run->differ);
}

/* They begin alike and part by little: no columns of two different things. */
static void tell_pairs(const struct run_log *log, struct arena *arena, struct value *captures) {
    if (log->pairs_agree == 0 || log->pairs_differ == 0 || log->pairs_apart > 0)
        return;
    meter_tell_number(arena, captures, "runs_agree", log->pairs_agree);
    meter_tell_number(arena, captures, "runs_differ", log->pairs_differ);
}

void run_tell(const struct run_log *log, struct arena *arena, struct value *captures) {
    if (log->seeds)
        meter_tell_number(arena, captures, log->seeds_differ ? "seeds_that_differ" : "seeds", log->seeds);
    tell_explosion(log, arena, captures);
    tell_runs(log->run, arena, captures);
    tell_pairs(log, arena, captures);
}
