#include "text_meters.h"

enum {
    STEADILY = 4,      /* rises, and no fall, of a level that each line tells */
    IN_LONG = 8,       /* rows of which three rises are enough, where the level doubles */
    MOST_TIMES = 100,  /* that a step may wait longer than it works */
    SELDOM = 6,        /* a long wait among so many steps is an epoch that begins */
    ALWAYS = 12,       /* rows of which each is above the one before: then it need not be much */
    PEAKS = 6,         /* rows, each above the one before, of the highest level so far */
    IDLE_PERCENT = 5,  /* at most */
    BUSY_PERCENT = 50, /* at least */
};

/* --- Numbers --- */

static int64_t factor_of(char unit) {
    switch (unit) {
    case 'K':
    case 'k':
        return 1 << 10;
    case 'M':
        return 1 << 20;
    case 'G':
        return 1 << 30;
    case 'T':
        return (int64_t)1 << 40;
    default:
        return 1;
    }
}

/* The power of ten behind "3.163e-04". False where an "e" begins a word or the power is not to be reckoned with. */
static bool take_power(struct text *rest, int64_t *power) {
    bool begins =
        rest->size > 2 && (rest->at[0] == 'e' || rest->at[0] == 'E') && (rest->at[1] == '-' || rest->at[1] == '+');
    if (!begins)
        return false;
    struct text digits = text_from(*rest, 2);
    size_t end = 0;
    while (end < digits.size && text_find_byte(TEXT("0123456789"), digits.at[end]) != TEXT_NOWHERE)
        end++;
    if (!text_to_integer(text_until(digits, end), power) || *power > 15)
        return false;
    *power = rest->at[1] == '-' ? -*power : *power;
    *rest = text_from(digits, end);
    return true;
}

bool meter_number(struct text amount, int64_t *value) {
    size_t end = 0;
    while (end < amount.size && (text_find_byte(TEXT("0123456789."), amount.at[end]) != TEXT_NOWHERE))
        end++;
    struct text number = text_until(amount, end), behind = text_from(amount, end);
    int64_t whole, fraction = 0, power = 0;
    if (!take_power(&behind, &power))
        power = 0;
    struct text unit = text_trim(behind);
    size_t dot = text_find_byte(number, '.');
    struct text digits = dot == TEXT_NOWHERE ? (struct text){"", 0} : text_until(text_from(number, dot + 1), 3);
    int64_t factor = unit.size ? factor_of(unit.at[0]) : 1;
    if (!text_to_integer(text_until(number, dot), &whole) || whole < 0 || whole > 1000000000000 / factor ||
        (digits.size && !text_to_integer(digits, &fraction)))
        return false;
    for (size_t i = digits.size; i < 3; i++)
        fraction *= 10;
    *value = whole * 1000 + fraction;
    for (; power < 0; power++)
        *value /= 10;
    for (; power > 0 && *value <= 1000000000000000 / factor; power--)
        *value *= 10;
    *value *= factor;
    return power == 0;
}

static bool captured(const struct value *captures, const char *name, int64_t *value) {
    struct text text = value_get_text(captures, name);
    return text.size && meter_number(text, value);
}

/* --- Noting --- */

/* A level that goes down by less than a fiftieth stays where it is. */
static void note_level(struct meter *meter, struct arena *arena, struct text level) {
    int64_t before, after;
    if (!level.size || !meter_number(level, &after))
        return;
    if (meter->level.size && meter_number(meter->level, &before)) {
        int64_t less = meter->is_left ? after : before, more = meter->is_left ? before : after;
        meter->rises += more > less;
        meter->last_rise = more > less ? meter->rows + 1 : meter->last_rise;
        meter->falls += more < less - less / 50;
    }
    meter->rows++;
    meter->level = text_copy(arena, level);
    if (!meter->first_level.size)
        meter->first_level = meter->level;
}

static void note_step(struct meter *meter, const struct value *captures) {
    int64_t waited, took, worked;
    if (!captured(captures, "waited", &waited))
        return;
    if (captured(captures, "worked", &worked))
        took = waited + worked;
    else if (!captured(captures, "took", &took) || waited / MOST_TIMES > took)
        return;
    took = waited > took ? waited + took : took; /* some print the work beside it under the name of the whole */
    if (meter->steps++ == 0) {
        meter->first_waited = waited;
        meter->first_took = took;
    } else if (meter->took < INT64_MAX / 4) {
        meter->long_waits += waited > took / 2;
        meter->waited += waited;
        meter->took += took;
    }
}

static void note_percent(struct meter *meter, const struct value *captures) {
    int64_t percent;
    if (!captured(captures, "percent", &percent))
        return;
    bool idle = percent <= (int64_t)IDLE_PERCENT * 1000, busy = percent >= (int64_t)BUSY_PERCENT * 1000;
    meter->turns += (meter->busy > 0 && meter->was_busy && idle) || (meter->idle > 0 && !meter->was_busy && busy);
    meter->idle += idle;
    meter->busy += busy;
    if (idle || busy)
        meter->was_busy = busy;
}

static void note_card(struct meter *meter, struct arena *arena, const struct value *captures) {
    int64_t used, total;
    if (!captured(captures, "card_used", &used) || !captured(captures, "card_total", &total) || total <= 0)
        return;
    note_level(meter, arena, value_get_text(captures, "card_used"));
    int64_t percent = used >= total ? 100 : used / (total / 100 + 1);
    meter->fullest = percent > meter->fullest ? percent : meter->fullest;
}

void meter_note(struct meter *meter, struct arena *arena, const struct value *captures, int64_t line) {
    if (!value_count(captures))
        return;
    struct text peak = value_get_text(captures, "peak");
    meter->is_peak = meter->is_peak || peak.size;
    struct text left = value_get_text(captures, "left");
    meter->is_left = meter->is_left || left.size;
    note_level(meter, arena, peak.size ? peak : left.size ? left : value_get_text(captures, "level"));
    note_step(meter, captures);
    note_percent(meter, captures);
    note_card(meter, arena, captures);
    run_note(&meter->runs, arena, captures, line);
}

/* --- Telling --- */

/* A first step or two that need more are nothing; by a third and more from line to line is something that is kept. */
static bool rose_steadily(const struct meter *meter) {
    int64_t first, last;
    if (meter->is_peak && (meter->rows < PEAKS || meter->rises < meter->rows - 1))
        return false;
    if (meter->falls || !meter_number(meter->first_level, &first) || !meter_number(meter->level, &last))
        return false;
    /* What a start needs is no leak: it goes on rising. */
    if (meter->last_rise * 3 < meter->rows * 2)
        return false;
    if (meter->rows >= ALWAYS && meter->rises == meter->rows - 1)
        return last > first;
    if (meter->is_left)
        return meter->rises >= STEADILY && last / 3 <= first / 4;
    return (meter->rises >= STEADILY && last / 4 >= first / 3) ||
           (meter->rises == STEADILY - 1 && meter->rows >= IN_LONG && last / 2 >= first);
}

void meter_tell_number(struct arena *arena, struct value *captures, const char *name, int64_t number) {
    value_set(arena, captures, name, value_integer(number));
}

/* The first step starts the workers: it counts only where it is alone. */
static void tell_steps(const struct meter *meter, struct arena *arena, struct value *captures) {
    bool alone = meter->steps == 1;
    int64_t waited = alone ? meter->first_waited : meter->waited, took = alone ? meter->first_took : meter->took;
    if (took <= 0 || (!alone && meter->long_waits * SELDOM < meter->steps))
        return;
    meter_tell_number(arena, captures, "waited_percent", waited / (took / 100 + 1));
    meter_tell_number(arena, captures, "steps", meter->steps);
}

void meter_tell(const struct meter *meter, struct arena *arena, struct value *captures) {
    if (rose_steadily(meter)) {
        value_set(arena, captures, "level", value_text(meter->first_level));
        value_set(arena, captures, "risen_to", value_text(meter->level));
    }
    if (meter->steps)
        tell_steps(meter, arena, captures);
    if (meter->idle && meter->busy) {
        meter_tell_number(arena, captures, "idle", meter->idle);
        meter_tell_number(arena, captures, "busy", meter->busy);
        meter_tell_number(arena, captures, "turns", meter->turns);
    }
    if (meter->fullest)
        meter_tell_number(arena, captures, "fullest", meter->fullest);
    run_tell(&meter->runs, arena, captures);
}
