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

/* A record for each cause that `weights` names, with all that `seen` says of where and what. Its weight is the most
 * that any may have. */
static void speak(struct judging *judging, struct node weights, struct evidence seen) {
    int most = seen.weight;
    for (size_t at = 0; at < node_count(weights); at++) {
        int weight = (int)node_integer(node_at(weights, at), 0);
        seen.cause = node_name_at(weights, at);
        seen.weight = weight < most ? weight : most;
        if (most < WEIGHT_MOST && weight > 0) /* two such messages are not more than one */
            seen.group = text_format(judging->arena, "anybody:" TEXT_FORMAT, TEXT_ARGUMENTS(seen.cause));
        if (weight) /* 0: it is only looked for by others */
            add(judging, &seen);
    }
}

/* `name` is a symptom's or a group's. Which of a group's messages stands there does not matter then, and new wordings
 * join without being named everywhere. */
static bool was_printed(const struct judging *judging, struct text name, const struct entity *except,
                        const struct entity *entities, size_t count) {
    for (size_t at = 0; at < count; at++) {
        struct text id = fact_text(judging->facts, &entities[at], ATTRIBUTE_SYMPTOM_ID);
        if (text_equal(id, name))
            return true;
        struct text group = node_text(node_get(knowledge_symptom(judging->knowledge, id), "group"));
        if (group.size && text_equal(group, name) && !text_equal(entities[at].key, except->key))
            return true;
    }
    return false;
}

/* Programs of every kind print it, and nothing here shows that the text is about ours. */
static bool is_anybodys(const struct judging *judging, const struct entity *entity, struct text id,
                        const struct entity *all, size_t count) {
    size_t from = 0;
    struct node row = table_find(judging->knowledge, "general_messages", "symptom", id, &from);
    if (!node_present(row))
        return false;
    struct text fields = row_text(row, "field"), field;
    while (text_next_word(&fields, &field))
        if (was_printed(judging, field, entity, all, count))
            return false;
    return true;
}

/* What one recognised line says by itself, and what it says because another one was printed too. All of it is one
 * group: seen once, whatever it is seen beside. */
static void from_symptom(struct judging *judging, const struct entity *entity, const struct entity *all, size_t count) {
    const struct fact *id = fact_find(judging->facts, entity, ATTRIBUTE_SYMPTOM_ID);
    if (!id || id->state != FACT_KNOWN)
        return;
    struct node symptom = knowledge_symptom(judging->knowledge, id->value.text), beside = node_get(symptom, "beside");
    struct text group = node_text(node_get(symptom, "group"));
    struct text name = text_format(judging->arena, "symptom:" TEXT_FORMAT, TEXT_ARGUMENTS(id->value.text));
    const struct evidence seen = {
        .weight = is_anybodys(judging, entity, id->value.text, all, count) ? WEIGHT_ANYBODYS : WEIGHT_MOST,
        .group = group.size ? group : id->value.text,
        .subject = judging->subject,
        .severity = severity_of(symptom),
        .text = fact_text(judging->facts, entity, ATTRIBUTE_SYMPTOM_TEXT),
        .origin = {name, (struct text){0}, fact_integer(judging->facts, entity, ATTRIBUTE_SYMPTOM_LINE, 0)},
        .process = fact_text(judging->facts, entity, ATTRIBUTE_SYMPTOM_PROCESS),
        .count = fact_integer(judging->facts, entity, ATTRIBUTE_SYMPTOM_COUNT, 1),
        .order = order_of(judging, entity),
    };
    speak(judging, node_get(symptom, "speaks"), seen);
    for (size_t at = 0; at < node_count(beside); at++)
        if (was_printed(judging, node_name_at(beside, at), entity, all, count))
            speak(judging, node_at(beside, at), seen);
}

void symptoms_judge(struct judging *judging) {
    struct entity *entities;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &entities);
    for (size_t at = 0; at < count; at++)
        from_symptom(judging, &entities[at], entities, count);
}
