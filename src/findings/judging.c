#include "findings/judge.h"

#include "base/version.h"

/* "2.3.1" in a folder's name and "2.3.1+cu121" in the file inside say the same of one torch. */
static bool same_version(struct text left, struct text right) {
    struct version a, b;
    if (!version_parse(left, &a) || !version_parse(right, &b))
        return text_equal(left, right);
    return version_compare(&a, &b) == 0 && (!a.local.size || !b.local.size || text_equal(a.local, b.local));
}

/* Does another observation say otherwise: another value, or that there is none? Who could not look says nothing. */
bool judge_contradicts(const struct fact *best, const struct fact *other) {
    if (best->state != FACT_KNOWN || (other->state != FACT_KNOWN && other->state != FACT_ABSENT))
        return false;
    if (other->state == FACT_ABSENT)
        return true;
    if (attribute_row(best->attribute)->type == ATTRIBUTE_TYPE_VERSION)
        return !same_version(best->value.text, other->value.text);
    return !value_equal(&best->value, &other->value);
}

int judge_weight(const struct judging *judging, const struct entity *entity, enum attribute attribute) {
    const struct fact **facts;
    size_t count = fact_observations(judging->facts, judging->arena, entity, attribute, &facts);
    for (size_t at = 1; at < count; at++)
        if (judge_contradicts(facts[0], facts[at]))
            return WEIGHT_DISPUTED;
    return WEIGHT_CONCLUDES;
}

/* Nobody concludes from a fact that another observation contradicts. */
static int weight_from(const struct judging *judging, int weight, const struct fact *fact) {
    if (!fact || weight <= WEIGHT_LIKELY)
        return weight;
    struct entity entity = {fact->subject, fact->kind, fact->key};
    int most = judge_weight(judging, &entity, fact->attribute);
    return most == WEIGHT_DISPUTED ? WEIGHT_DISPUTED : weight;
}

void judge_evidence(struct judging *judging, const char *cause, int weight, enum severity severity,
                    const struct fact *fact, const char *text_id, const struct slot *slots, size_t slot_count) {
    struct evidence evidence = {
        .cause = text_of(cause),
        .weight = weight_from(judging, weight, fact),
        .group = text_of(text_id),
        .subject = judging->subject,
        .severity = severity,
        .text = say(judging->arena, judging->knowledge, judging->language, text_id, slots, slot_count),
    };
    if (fact)
        evidence.origin = fact->origin;
    judging->evidence = arena_grow(judging->arena, judging->evidence, judging->evidence_count,
                                   &judging->evidence_capacity, sizeof evidence);
    judging->evidence[judging->evidence_count++] = evidence;
}

/* From best to worst, so that what breaks a link is what its line shows. */
static int badness(enum link_state state) {
    static const int order[] = {
        [LINK_OK] = 1, [LINK_NOT_REACHED] = 0, [LINK_UNKNOWN] = 2, [LINK_WARNING] = 3, [LINK_BROKEN] = 4};
    return order[state];
}

void judge_link(struct judging *judging, enum chain_link link, enum link_state state, const char *text_id,
                const struct slot *slots, size_t slot_count) {
    struct chain_state *chain = &judging->chain[link];
    if (chain->set && badness(state) <= badness(chain->state))
        return;
    *chain = (struct chain_state){
        state, say(judging->arena, judging->knowledge, judging->language, text_id, slots, slot_count), true};
}

void judge_slot(struct judging *judging, const char *name, struct text value) {
    if (value.size && !value_get(&judging->slots, name))
        value_set(judging->arena, &judging->slots, name, value_text(value));
}

void judge_slot_for(struct judging *judging, const char *cause, const char *name, struct text value) {
    judge_slot(judging, text_format(judging->arena, "%s/%s", cause, name).at, value);
}

static bool has_text(const struct value *list, struct text text) {
    for (size_t at = 0; at < value_count(list); at++)
        if (text_equal(value_at(list, at)->text, text))
            return true;
    return false;
}

static void add_text(struct judging *judging, struct value *list, const char *text_id, const struct slot *slots,
                     size_t slot_count) {
    struct text text = say(judging->arena, judging->knowledge, judging->language, text_id, slots, slot_count);
    if (!has_text(list, text)) /* eight cards of a kind are one remark */
        value_append(judging->arena, list, value_text(text));
}

void judge_note(struct judging *judging, const char *text_id, const struct slot *slots, size_t slot_count) {
    add_text(judging, &judging->notes, text_id, slots, slot_count);
}

struct entity judge_entity(const struct judging *judging, enum entity_kind kind) {
    return (struct entity){judging->subject, kind, TEXT("")};
}

size_t judge_entities(const struct judging *judging, enum entity_kind kind, struct entity **entities) {
    return fact_entities(judging->facts, judging->arena, judging->subject, kind, entities);
}

bool judge_environment(const struct judging *judging, struct entity *environment) {
    struct entity *all;
    size_t count = judge_entities(judging, KIND_ENVIRONMENT, &all);
    for (size_t at = 0; at < count; at++)
        if (fact_is_true(judging->facts, &all[at], ATTRIBUTE_ENVIRONMENT_JUDGED)) {
            *environment = all[at];
            return true;
        }
    return false;
}

struct entity judge_package(const struct judging *judging, const struct entity *environment, const char *name) {
    struct text key = text_format(judging->arena, TEXT_FORMAT "|%s", TEXT_ARGUMENTS(environment->key), name);
    return (struct entity){judging->subject, KIND_PACKAGE, key};
}

bool judge_has_system(const struct judging *judging, const char *system) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    return text_is(fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_SYSTEM), system);
}
