#include "contradictions.h"

#include "base/json.h"

static bool is_listed(const struct fact *fact) {
    return text_is(fact->origin.source, "listing");
}

static struct text value_said(const struct judging *judging, const struct fact *fact) {
    struct buffer out = buffer_new(judging->arena);
    if (fact->state != FACT_KNOWN)
        return say(judging->arena, judging->knowledge, judging->language, "note.here_none", NULL, 0);
    if (fact->value.type == VALUE_TEXT)
        return fact->value.text;
    json_write(&out, &fact->value, JSON_ONE_LINE);
    return buffer_text(&out);
}

/* "torch version", "driver version", "gpu capability" */
static struct text named(const struct judging *judging, const struct fact *fact) {
    size_t bar = text_find_last_byte(fact->key, '|');
    struct text entity = fact->kind == KIND_PACKAGE && bar != TEXT_NOWHERE ? text_from(fact->key, bar + 1)
                                                                           : text_of(kind_row(fact->kind)->name);
    return text_format(judging->arena, TEXT_FORMAT " %s", TEXT_ARGUMENTS(entity), attribute_row(fact->attribute)->name);
}

static void note(struct judging *judging, const struct fact *stated, const struct fact *seen) {
    const struct slot slots[] = {{"what", named(judging, stated)},
                                 {"text", value_said(judging, stated)},
                                 {"machine", value_said(judging, seen)}};
    judge_note(judging, "note.here_differs", slots, 3);
}

void note_contradictions(struct judging *judging) {
    const struct fact *facts;
    size_t count = fact_all(judging->facts, &facts);
    for (size_t at = 0; at < count; at++) {
        struct entity entity = {facts[at].subject, facts[at].kind, facts[at].key};
        const struct fact **all;
        if (!is_listed(&facts[at]) || !text_is(facts[at].subject, "machine"))
            continue;
        size_t seen = fact_observations(judging->facts, judging->arena, &entity, facts[at].attribute, &all);
        for (size_t other = 0; other < seen; other++)
            if (!is_listed(all[other]) &&
                (judge_contradicts(&facts[at], all[other]) || judge_contradicts(all[other], &facts[at]))) {
                note(judging, &facts[at], all[other]);
                break;
            }
    }
}
