/* Out of memory: the figures that PyTorch prints tell whether the work is too large, memory is held by others, or it is
 * in too small pieces. */
#include "findings/judge.h"

#include "judge_common.h"

/* "2.81 GiB" in hundredths of a MiB; negative for anything else. */
static int64_t hundredths(struct text amount) {
    int64_t whole = 0, fraction = 0;
    size_t dot = text_find_byte(amount, '.'), blank = text_find_byte(amount, ' ');
    if (blank == TEXT_NOWHERE)
        return -1;
    struct text number = text_until(amount, blank), unit = text_trim(text_from(amount, blank)), digits = {0};
    if (dot != TEXT_NOWHERE && dot < blank) {
        digits = text_until(text_from(number, dot + 1), 2);
        number = text_until(number, dot);
    }
    bool good = text_to_integer(number, &whole) && whole >= 0 && whole < 100000000 &&
                (!digits.size || text_to_integer(digits, &fraction));
    if (!good)
        return -1;
    fraction = digits.size == 1 ? fraction * 10 : fraction;
    int64_t scaled = whole * 100 + fraction;
    return text_is(unit, "GiB")   ? scaled * 1024
           : text_is(unit, "MiB") ? scaled
           : text_is(unit, "KiB") ? scaled / 1024
                                  : -1;
}

static int64_t captured(const struct value *captures, const char *name) {
    return hundredths(value_get_text(captures, name));
}

struct figures {
    int64_t tried, total, free, own, allocated;
};

/* Older releases print what is reserved, newer ones what the process holds and what of it lies idle. */
static bool read_figures(const struct value *captures, struct figures *figures) {
    int64_t reserved = captured(captures, "reserved"), process = captured(captures, "process");
    if (reserved < 0 && captured(captures, "idle") >= 0)
        reserved = captured(captures, "allocated") + captured(captures, "idle");
    /* Up to 1.4 "cached" was what lies idle, not all that is reserved. */
    if (reserved >= 0 && reserved < captured(captures, "allocated"))
        reserved += captured(captures, "allocated");
    *figures = (struct figures){captured(captures, "tried"), captured(captures, "total"), captured(captures, "free"),
                                process >= 0 ? process : reserved, captured(captures, "allocated")};
    return figures->tried >= 0 && figures->total > 0 && figures->free >= 0 && figures->own >= 0 &&
           figures->allocated >= 0;
}

static void judge_figures(struct judging *judging, const struct fact *fact) {
    struct figures figures;
    if (!read_figures(&fact->value, &figures))
        return;
    int64_t others = figures.total - figures.free - figures.own, idle = figures.own - figures.allocated;
    const struct slot slots[] = {{"total", value_get_text(&fact->value, "total")},
                                 {"allocated", value_get_text(&fact->value, "allocated")},
                                 {"others", text_format(judging->arena, "%d MiB", (int)(others / 100))},
                                 {"idle", text_format(judging->arena, "%d MiB", (int)(idle / 100))}};
    /* The figures are rounded for the reader, so what just would not fit counts as fitting. */
    bool pieces = idle * 100 >= figures.tried * 98 && idle * 100 >= figures.total * 15;
    if (others * 10 >= figures.total * 3 && !(pieces && idle > others)) {
        judge_evidence(judging, "mem.oom_other_process", WEIGHT_LIKELY, SEVERITY_ERROR, fact, "seen.memory_of_others",
                       slots, 4);
        judge_evidence(judging, "mem.oom_capacity", -WEIGHT_LIKELY, SEVERITY_ERROR, fact, "seen.memory_of_others",
                       slots, 4);
    } else if (pieces) {
        judge_evidence(judging, "mem.oom_fragmentation", WEIGHT_LIKELY, SEVERITY_ERROR, fact, "seen.memory_in_pieces",
                       slots, 4);
        judge_evidence(judging, "mem.oom_capacity", -WEIGHT_LIKELY, SEVERITY_ERROR, fact, "seen.memory_in_pieces",
                       slots, 4);
    } else {
        judge_evidence(judging, "mem.oom_capacity", WEIGHT_POSSIBLE, SEVERITY_ERROR, fact, "seen.memory_is_ours", slots,
                       4);
    }
}

static void judge_memory(struct judging *judging) {
    struct entity *symptoms;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        const struct fact *captures = common_captures(judging, &symptoms[at]);
        if (captures && value_get(&captures->value, "total"))
            judge_figures(judging, captures);
    }
}

const struct judge judge_of_memory = {"memory", judge_memory, true};
