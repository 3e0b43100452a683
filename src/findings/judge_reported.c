/* What a pasted report of plumb found already: its findings are evidence as it weighed them. */
#include "reported.h"

static enum severity severity_of(struct text id) {
    static const enum severity all[] = {SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR};
    for (size_t at = 0; at < 3; at++)
        if (text_is(id, severity_id(all[at])))
            return all[at];
    return SEVERITY_WARNING;
}

static int weight_of(const struct judging *judging, const struct entity *reported) {
    int64_t weight = fact_integer(judging->facts, reported, ATTRIBUTE_REPORTED_WEIGHT, 0);
    return (int)(weight > WEIGHT_MOST ? WEIGHT_MOST : weight < -WEIGHT_MOST ? -WEIGHT_MOST : weight);
}

static void add(struct judging *judging, const struct entity *reported) {
    struct fact_store *facts = judging->facts;
    const struct fact *cause = fact_find(facts, reported, ATTRIBUTE_REPORTED_CAUSE);
    struct text source = fact_text(facts, reported, ATTRIBUTE_REPORTED_SOURCE);
    if (!cause || cause->state != FACT_KNOWN)
        return;
    struct evidence evidence = {
        .cause = cause->value.text,
        .weight = weight_of(judging, reported),
        .group = text_join(judging->arena, TEXT("report:"), reported->key),
        .subject = judging->subject,
        .severity = severity_of(fact_text(facts, reported, ATTRIBUTE_REPORTED_SEVERITY)),
        .text = fact_text(facts, reported, ATTRIBUTE_REPORTED_TEXT),
        .under = fact_text(facts, reported, ATTRIBUTE_REPORTED_UNDER),
        .origin = {source.size ? source : TEXT("report"), fact_text(facts, reported, ATTRIBUTE_REPORTED_PLACE),
                   cause->origin.line},
    };
    judging->evidence = arena_grow(judging->arena, judging->evidence, judging->evidence_count,
                                   &judging->evidence_capacity, sizeof evidence);
    judging->evidence[judging->evidence_count++] = evidence;
}

static void take_over_link(struct judging *judging, const struct entity *reported) {
    static const enum link_state all[] = {LINK_OK, LINK_WARNING, LINK_BROKEN, LINK_UNKNOWN, LINK_NOT_REACHED};
    enum chain_link link = chain_link_named(reported->key);
    struct text state = fact_text(judging->facts, reported, ATTRIBUTE_REPORTED_LINK_STATE);
    for (size_t at = 0; link != CHAIN_COUNT && at < sizeof all / sizeof *all; at++)
        if (text_is(state, link_state_id(all[at])))
            judging->chain[link] =
                (struct chain_state){all[at], fact_text(judging->facts, reported, ATTRIBUTE_REPORTED_LINK_TEXT), true};
}

static void judge_reported(struct judging *judging) {
    struct entity *reported;
    size_t count = judge_entities(judging, KIND_REPORTED, &reported);
    for (size_t at = 0; at < count; at++)
        add(judging, &reported[at]);
    count = judge_entities(judging, KIND_REPORTED_LINK, &reported);
    for (size_t at = 0; at < count; at++)
        take_over_link(judging, &reported[at]);
}

static bool is_reported(const struct evidence *evidence) {
    return text_starts(evidence->group, "report:");
}

void reported_settle(struct judging *judging) {
    struct evidence *kept = arena_array(judging->arena, judging->evidence_count, sizeof *kept);
    size_t count = 0, links;
    struct entity text = {TEXT("text"), KIND_REPORTED_LINK, TEXT("")}, *whole;
    links = fact_entities(judging->facts, judging->arena, text.subject, KIND_REPORTED_LINK, &whole);
    for (size_t at = 0; at < judging->evidence_count; at++) {
        const struct evidence *evidence = &judging->evidence[at];
        bool weighed = links && !is_reported(evidence) && text_starts(evidence->subject, "listing:");
        for (size_t other = 0; !weighed && !is_reported(evidence) && other < judging->evidence_count; other++)
            weighed =
                is_reported(&judging->evidence[other]) && text_equal(judging->evidence[other].cause, evidence->cause);
        if (!weighed)
            kept[count++] = *evidence;
    }
    judging->evidence = kept;
    judging->evidence_count = judging->evidence_capacity = count;
}

const struct judge judge_of_reported = {"reported", judge_reported, true};
