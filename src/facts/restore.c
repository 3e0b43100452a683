#include "facts/exchange.h"

/* A place in the map that facts_to_value() gave. */
struct place {
    struct arena *arena;
    struct fact_store *store;
    struct text subject, kind, key, attribute;
    size_t taken;
};

/* The line that a gatherer would have sent for this observation. */
static void take(struct place *place, const struct value *observation) {
    static const char *const same[] = {"state", "value", "reason", "origin"};
    struct value line = value_map();
    struct fact fact;
    value_set(place->arena, &line, "subject", value_text(place->subject));
    value_set(place->arena, &line, "kind", value_text(place->kind));
    value_set(place->arena, &line, "key", value_text(place->key));
    value_set(place->arena, &line, "attribute", value_text(place->attribute));
    for (size_t at = 0; at < sizeof same / sizeof *same; at++)
        if (value_get(observation, same[at]))
            value_set(place->arena, &line, same[at], *value_get(observation, same[at]));
    if (!fact_from_value(place->arena, &line, &fact))
        return;
    fact_add(place->store, &fact);
    place->taken++;
}

static void take_entity(struct place *place, const struct value *entity) {
    for (size_t at = 0; entity->type == VALUE_MAP && at < value_count(entity); at++) {
        const struct value *observation = &entity->map.members[at].value, *others = value_get(observation, "others");
        place->attribute = entity->map.members[at].name;
        take(place, observation);
        for (size_t other = 0; other < value_count(others); other++)
            take(place, value_at(others, other));
    }
}

static void take_subject(struct place *place, const struct value *subject) {
    for (size_t kind = 0; subject->type == VALUE_MAP && kind < value_count(subject); kind++) {
        const struct value *entities = &subject->map.members[kind].value;
        place->kind = subject->map.members[kind].name;
        for (size_t at = 0; entities->type == VALUE_MAP && at < value_count(entities); at++) {
            place->key = entities->map.members[at].name;
            take_entity(place, &entities->map.members[at].value);
        }
    }
}

size_t facts_from_value(struct fact_store *store, struct arena *arena, const struct value *facts) {
    struct place place = {.arena = arena, .store = store};
    for (size_t at = 0; facts && facts->type == VALUE_MAP && at < value_count(facts); at++) {
        place.subject = facts->map.members[at].name;
        take_subject(&place, &facts->map.members[at].value);
    }
    return place.taken;
}
