#include "base/buffer.h"
#include "facts/exchange.h"

static struct value of_type(struct arena *arena, const char *type) {
    struct value map = value_map();
    value_set(arena, &map, "type", value_string(type));
    return map;
}

static struct value object_of(struct arena *arena, struct value properties) {
    struct value map = of_type(arena, "object");
    value_set(arena, &map, "properties", properties);
    return map;
}

/* Text that is not UTF-8 appears as an object with its bytes. */
static struct value text_schema(struct arena *arena) {
    struct value map = value_map(), types = value_list();
    value_append(arena, &types, value_string("string"));
    value_append(arena, &types, value_string("object"));
    value_set(arena, &map, "type", types);
    return map;
}

static struct value list_schema(struct arena *arena) {
    struct value map = of_type(arena, "array");
    value_set(arena, &map, "items", text_schema(arena));
    return map;
}

static struct value value_schema(struct arena *arena, enum attribute_type type) {
    switch (type) {
    case ATTRIBUTE_TYPE_INTEGER:
        return of_type(arena, "integer");
    case ATTRIBUTE_TYPE_BOOLEAN:
        return of_type(arena, "boolean");
    case ATTRIBUTE_TYPE_LIST:
        return list_schema(arena);
    case ATTRIBUTE_TYPE_MAP:
        return of_type(arena, "object");
    case ATTRIBUTE_TYPE_TEXT:
    case ATTRIBUTE_TYPE_VERSION:
        break;
    }
    return text_schema(arena);
}

static struct value state_schema(struct arena *arena) {
    struct value map = value_map(), states = value_list();
    for (int state = FACT_KNOWN; state <= FACT_NOT_ASKED; state++)
        value_append(arena, &states, value_string(fact_state_name((enum fact_state)state)));
    value_set(arena, &map, "enum", states);
    return map;
}

static struct value attribute_schema(struct arena *arena, const struct attribute_row *row) {
    struct value properties = value_map(), required = value_list();
    value_set(arena, &properties, "state", state_schema(arena));
    value_set(arena, &properties, "value", value_schema(arena, row->type));
    value_set(arena, &properties, "reason", text_schema(arena));
    value_set(arena, &properties, "unit", of_type(arena, "string"));
    value_set(arena, &properties, "origin", of_type(arena, "object"));
    value_set(arena, &properties, "others", of_type(arena, "array"));
    value_append(arena, &required, value_string("state"));
    value_append(arena, &required, value_string("origin"));
    struct value schema = object_of(arena, properties);
    value_set(arena, &schema, "required", required);
    value_set(arena, &schema, "description", value_string(row->about));
    return schema;
}

static struct value kind_schema(struct arena *arena, enum entity_kind kind) {
    struct value attributes = value_map();
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        const struct attribute_row *row = attribute_row((enum attribute)at);
        if (row->kind == kind)
            value_set(arena, &attributes, row->name, attribute_schema(arena, row));
    }
    struct value entity = object_of(arena, attributes), schema = of_type(arena, "object");
    value_set(arena, &entity, "additionalProperties", value_boolean(false));
    value_set(arena, &schema, "description", value_string(kind_row(kind)->about));
    value_set(arena, &schema, "additionalProperties", entity);
    return schema;
}

struct value facts_schema(struct arena *arena) {
    struct value kinds = value_map();
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        value_set(arena, &kinds, kind_row((enum entity_kind)kind)->name, kind_schema(arena, (enum entity_kind)kind));
    struct value subject = object_of(arena, kinds), schema = value_map();
    value_set(arena, &subject, "additionalProperties", value_boolean(false));
    value_set(arena, &schema, "$schema", value_string("https://json-schema.org/draft/2020-12/schema"));
    value_set(arena, &schema, "title", value_string("plumb facts"));
    value_set(arena, &schema, "type", value_string("object"));
    value_set(arena, &schema, "additionalProperties", subject);
    return schema;
}

static void reference_of_kind(struct buffer *page, enum entity_kind kind) {
    const struct kind_row *row = kind_row(kind);
    buffer_format(page, "\n## %s\n\n%c%s. Key: %s.", row->name, row->about[0] - 'a' + 'A', row->about + 1,
                  row->key[0] == '-' ? "there is one" : row->key);
    if (row->parent != kind)
        buffer_format(page, " Belongs to: %s.", kind_row(row->parent)->name);
    buffer_add_string(page, "\n\n| attribute | type | unit | since | |\n|---|---|---|---|---|\n");
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        const struct attribute_row *attribute = attribute_row((enum attribute)at);
        if (attribute->kind == kind)
            buffer_format(page, "| `%s` | %s | %s | %s | %s%s |\n", attribute->name,
                          attribute_type_name(attribute->type), attribute->unit, attribute->since, attribute->about,
                          attribute->personal == PERSONAL_NOTHING ? "" : " (redacted)");
    }
}

struct text facts_reference(struct arena *arena) {
    struct buffer page = buffer_new(arena);
    buffer_add_string(
        &page,
        "# Facts\n\nMade from `src/facts/include/facts/attributes.def` by `plumb facts --reference`.\n\n"
        "A fact is (subject, entity, attribute) -> state, value, origin.\n\n"
        "- **Subject**: `machine` (this one or a replayed one), `text`, or `listing:1` for what a pasted listing "
        "states.\n"
        "- **Entity**: a kind and its natural key: a PCI address, an environment's prefix, a library's path.\n"
        "- **State**: `known`, `absent` (looked, and there is none), `unreadable` (with the reason), `timed_out`,\n"
        "  `not_asked`. None of these is zero or false.\n"
        "- **Origin**: the source that looked, the place (path, variable, call) and the line of a text.\n"
        "- All observations are kept. The first known one is shown; `others` holds those that add to it or disagree.\n"
        "  Judges conclude only from what nobody contradicts.\n\n"
        "Attributes are only ever added. Those marked *redacted* hold names or paths and pass redaction in what is "
        "meant\n"
        "for sharing.\n");
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        reference_of_kind(&page, (enum entity_kind)kind);
    return buffer_text(&page);
}
