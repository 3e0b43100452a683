#include "fill.h"

static struct text say_here(const struct judging *judging, const char *id, const struct slot *slots, size_t count) {
    return say(judging->arena, judging->knowledge, judging->language, id, slots, count);
}

static struct text number(const struct judging *judging, int number) {
    return text_format(judging->arena, "%d", number);
}

static struct text note_of(const struct judging *judging, const struct weighed_record *record) {
    const struct slot slots[] = {{"cause", record->spent_by}};
    if (record->counts)
        return (struct text){0};
    return say_here(judging, record->spent_by.size ? "why.accounted_for" : "why.weaker", slots, 1);
}

static const struct model_record *records_of(const struct judging *judging, const struct weighed *weighed) {
    struct model_record *records = arena_array(judging->arena, weighed->record_count, sizeof *records);
    for (size_t at = 0; at < weighed->record_count; at++) {
        const struct weighed_record *record = &weighed->records[at];
        const struct evidence *from = record->evidence;
        records[at] = (struct model_record){
            .evidence = {.text = from->text,
                         .place = from->origin.place,
                         .line = from->origin.line,
                         .source = from->origin.source,
                         .weight = from->weight,
                         .process = from->process,
                         .count = from->count},
            .group = from->group,
            .counts = record->counts,
            .spent_by = record->spent_by,
            .note = note_of(judging, record),
        };
    }
    return records;
}

static struct text outcome_said(const struct judging *judging, const struct weighed *weighed) {
    static const char *const certainties[] = {"certainty.possible", "certainty.likely", "certainty.certain"};
    enum certainty certainty = certainty_of(weighed->sum, weighed->contested_by);
    const struct slot slots[] = {{"cause", weighed->fate == FATE_ROOT ? weighed->contested_by : weighed->by},
                                 {"least", number(judging, ACCEPTED_FROM)},
                                 {"certainty", say_here(judging, certainties[certainty], NULL, 0)}};
    if (weighed->fate == FATE_ROOT)
        return weighed->contested_by.size ? say_here(judging, "why.contested", slots, 3) : slots[2].value;
    return say_here(judging, weighed->fate == FATE_EXPLAINED ? "why.explained" : "why.refused", slots, 2);
}

void fill_why(struct report_model *model, const struct judging *judging) {
    static const enum outcome outcomes[] = {
        [FATE_REFUSED] = OUTCOME_REFUSED, [FATE_ROOT] = OUTCOME_ROOT, [FATE_EXPLAINED] = OUTCOME_EXPLAINED};
    struct weighed *weighed;
    size_t count = weigh_all(judging->arena, judging->knowledge, judging->evidence, judging->evidence_count, &weighed);
    struct model_sum *sums = arena_array(judging->arena, count, sizeof *sums);
    for (size_t at = 0; at < count; at++)
        sums[at] = (struct model_sum){
            .cause = weighed[at].cause,
            .sum = weighed[at].sum,
            .outcome = outcomes[weighed[at].fate],
            .by = weighed[at].by,
            .contested_by = weighed[at].contested_by,
            .said = outcome_said(judging, &weighed[at]),
            .records = records_of(judging, &weighed[at]),
            .record_count = weighed[at].record_count,
        };
    const struct slot slots[] = {{"possible", number(judging, ACCEPTED_FROM)},
                                 {"likely", number(judging, LIKELY_FROM)},
                                 {"certain", number(judging, CERTAIN_FROM)}};
    model->why = (struct model_why){
        .possible_from = ACCEPTED_FROM,
        .likely_from = LIKELY_FROM,
        .certain_from = CERTAIN_FROM,
        .said = say_here(judging, count ? "why.said" : "why.nothing", slots, 3),
        .sums = sums,
        .count = count,
        .asked = true,
    };
}
