#include "facts/exchange.h"

#include "base/json.h"

static const char *const state_names[] = {"known", "absent", "unreadable", "timed_out", "not_asked"};

const char *fact_state_name(enum fact_state state) {
    return state_names[state];
}

static bool state_named(struct text name, enum fact_state *state) {
    for (int at = FACT_KNOWN; at <= FACT_NOT_ASKED; at++)
        if (text_is(name, state_names[at])) {
            *state = (enum fact_state)at;
            return true;
        }
    return false;
}

static struct value origin_to_value(struct arena *arena, const struct origin *origin) {
    struct value map = value_map();
    value_set(arena, &map, "source", value_text(origin->source));
    if (origin->place.size)
        value_set(arena, &map, "place", value_text(origin->place));
    if (origin->line)
        value_set(arena, &map, "line", value_integer(origin->line));
    return map;
}

struct value fact_to_value(struct arena *arena, const struct fact *fact) {
    struct value inner = value_map(), outer = value_map();
    value_set(arena, &inner, "subject", value_text(fact->subject));
    value_set(arena, &inner, "kind", value_string(kind_row(fact->kind)->name));
    value_set(arena, &inner, "key", value_text(fact->key));
    value_set(arena, &inner, "attribute", value_string(attribute_row(fact->attribute)->name));
    value_set(arena, &inner, "state", value_string(state_names[fact->state]));
    if (fact->state == FACT_KNOWN)
        value_set(arena, &inner, "value", fact->value);
    if (fact->reason.size)
        value_set(arena, &inner, "reason", value_text(fact->reason));
    value_set(arena, &inner, "origin", origin_to_value(arena, &fact->origin));
    value_set(arena, &outer, "fact", inner);
    return outer;
}

static bool all_texts(const struct value *list) {
    for (size_t at = 0; at < value_count(list); at++)
        if (value_at(list, at)->type != VALUE_TEXT)
            return false;
    return list->type == VALUE_LIST;
}

/* A value from outside must have the type that its attribute declares, so that judges may rely on it. */
static bool fits(const struct value *value, enum attribute_type type) {
    switch (type) {
    case ATTRIBUTE_TYPE_TEXT:
    case ATTRIBUTE_TYPE_VERSION:
        return value->type == VALUE_TEXT;
    case ATTRIBUTE_TYPE_INTEGER:
        return value->type == VALUE_INTEGER;
    case ATTRIBUTE_TYPE_BOOLEAN:
        return value->type == VALUE_BOOLEAN;
    case ATTRIBUTE_TYPE_LIST:
        return all_texts(value);
    case ATTRIBUTE_TYPE_MAP:
        return value->type == VALUE_MAP;
    }
    return false;
}

/* A text may have been written as {"bytes": "<base64>"}; in a map that goes for its members, since a member may be
 * called "bytes". */
static struct value read_value(struct arena *arena, const struct value *value, enum attribute_type type) {
    struct text bytes;
    struct value read = *value;
    if (type == ATTRIBUTE_TYPE_LIST && value->type == VALUE_LIST) {
        read = value_list();
        for (size_t at = 0; at < value_count(value); at++)
            value_append(arena, &read, read_value(arena, value_at(value, at), ATTRIBUTE_TYPE_TEXT));
    } else if (type == ATTRIBUTE_TYPE_MAP && value->type == VALUE_MAP) {
        read = value_map();
        for (size_t at = 0; at < value_count(value); at++)
            value_add(arena, &read, value->map.members[at].name,
                      read_value(arena, &value->map.members[at].value, ATTRIBUTE_TYPE_TEXT));
    } else if (value->type == VALUE_MAP && json_bytes(arena, value, &bytes)) {
        read = value_text(bytes);
    }
    return read;
}

static struct text read_text(struct arena *arena, const struct value *map, const char *name) {
    struct text text = {0};
    json_bytes(arena, value_get(map, name), &text);
    return text;
}

bool fact_from_value(struct arena *arena, const struct value *value, struct fact *fact) {
    struct fact read = {.subject = value_get_text(value, "subject")};
    read.kind = kind_named(value_get_text(value, "kind"));
    if (read.kind == KIND_COUNT || !read.subject.size || !json_bytes(arena, value_get(value, "key"), &read.key))
        return false;
    read.attribute = attribute_named(read.kind, value_get_text(value, "attribute"));
    if (read.attribute == ATTRIBUTE_COUNT || !state_named(value_get_text(value, "state"), &read.state))
        return false;
    if (read.state == FACT_KNOWN) {
        const struct value *known = value_get(value, "value");
        enum attribute_type type = attribute_row(read.attribute)->type;
        read.value = known ? read_value(arena, known, type) : value_null();
        if (!fits(&read.value, type))
            return false;
    }
    const struct value *origin = value_get(value, "origin");
    int64_t line = value_get_integer(origin, "line", 0);
    read.reason = read_text(arena, value, "reason");
    read.origin =
        (struct origin){read_text(arena, origin, "source"), read_text(arena, origin, "place"), line > 0 ? line : 0};
    *fact = read;
    return true;
}

static struct value observation_to_value(struct arena *arena, const struct fact *fact) {
    struct value map = value_map();
    value_set(arena, &map, "state", value_string(state_names[fact->state]));
    if (fact->state == FACT_KNOWN)
        value_set(arena, &map, "value", fact->value);
    if (fact->reason.size)
        value_set(arena, &map, "reason", value_text(fact->reason));
    const char *unit = attribute_row(fact->attribute)->unit;
    if (unit[0] != '-')
        value_set(arena, &map, "unit", value_string(unit));
    value_set(arena, &map, "origin", origin_to_value(arena, &fact->origin));
    return map;
}

/* All attributes of one entity: the best observation of each, the others below it. */
static struct value entity_to_value(struct fact_store *store, struct arena *arena, const struct entity *entity) {
    struct value map = value_map();
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        if (attribute_row((enum attribute)at)->kind != entity->kind)
            continue;
        const struct fact **facts;
        size_t count = fact_observations(store, arena, entity, (enum attribute)at, &facts);
        if (!count)
            continue;
        struct value best = observation_to_value(arena, facts[0]), others = value_list();
        for (size_t other = 1; other < count; other++)
            value_append(arena, &others, observation_to_value(arena, facts[other]));
        if (count > 1)
            value_set(arena, &best, "others", others);
        value_set(arena, &map, attribute_row((enum attribute)at)->name, best);
    }
    return map;
}

static struct value subject_to_value(struct fact_store *store, struct arena *arena, struct text subject) {
    struct value map = value_map();
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        struct entity *entities;
        size_t count = fact_entities(store, arena, subject, (enum entity_kind)kind, &entities);
        if (!count)
            continue;
        struct value of_kind = value_map();
        for (size_t at = 0; at < count; at++)
            value_add(arena, &of_kind, entities[at].key, entity_to_value(store, arena, &entities[at]));
        value_set(arena, &map, kind_row((enum entity_kind)kind)->name, of_kind);
    }
    return map;
}

struct value facts_to_value(struct fact_store *store, struct arena *arena) {
    struct text *subjects;
    size_t count = fact_subjects(store, arena, &subjects);
    struct value map = value_map();
    for (size_t at = 0; at < count; at++)
        value_add(arena, &map, subjects[at], subject_to_value(store, arena, subjects[at]));
    return map;
}
