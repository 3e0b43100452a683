#include "symptoms.h"
#include "findings/judge.h"

static enum severity severity_of(struct node symptom) {
    return text_is(node_text(node_get(symptom, "severity")), "warning") ? SEVERITY_WARNING : SEVERITY_ERROR;
}

static void add(struct judging *judging, const struct evidence *evidence) {
    judging->evidence = arena_grow(judging->arena, judging->evidence, judging->evidence_count,
                                   &judging->evidence_capacity, sizeof *evidence);
    judging->evidence[judging->evidence_count++] = *evidence;
}

static enum process_order order_of(const struct judging *judging, const struct entity *symptom) {
    if (fact_is_true(judging->facts, symptom, ATTRIBUTE_SYMPTOM_LATER))
        return ORDER_LATER;
    struct text key = fact_text(judging->facts, symptom, ATTRIBUTE_SYMPTOM_PROCESS);
    struct entity process = {judging->subject, KIND_PROCESS, key};
    return key.size && fact_is_true(judging->facts, &process, ATTRIBUTE_PROCESS_FIRST) ? ORDER_FIRST : ORDER_UNKNOWN;
}

/* What one recognised line says: a record for each cause it speaks for or against. */
static void from_symptom(struct judging *judging, const struct entity *entity) {
    const struct fact *id = fact_find(judging->facts, entity, ATTRIBUTE_SYMPTOM_ID);
    if (!id || id->state != FACT_KNOWN)
        return;
    struct node symptom = knowledge_symptom(judging->knowledge, id->value.text), speaks = node_get(symptom, "speaks");
    struct text group = node_text(node_get(symptom, "group"));
    struct text name = text_format(judging->arena, "symptom:" TEXT_FORMAT, TEXT_ARGUMENTS(id->value.text));
    for (size_t at = 0; at < node_count(speaks); at++) {
        struct evidence evidence = {
            .cause = node_name_at(speaks, at),
            .weight = (int)node_integer(node_at(speaks, at), 0),
            .group = group.size ? group : id->value.text,
            .subject = judging->subject,
            .severity = severity_of(symptom),
            .text = fact_text(judging->facts, entity, ATTRIBUTE_SYMPTOM_TEXT),
            .origin = {name, (struct text){0}, fact_integer(judging->facts, entity, ATTRIBUTE_SYMPTOM_LINE, 0)},
            .process = fact_text(judging->facts, entity, ATTRIBUTE_SYMPTOM_PROCESS),
            .count = fact_integer(judging->facts, entity, ATTRIBUTE_SYMPTOM_COUNT, 1),
            .order = order_of(judging, entity),
        };
        add(judging, &evidence);
    }
}

void symptoms_judge(struct judging *judging) {
    struct entity *entities;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &entities);
    for (size_t at = 0; at < count; at++)
        from_symptom(judging, &entities[at]);
}
