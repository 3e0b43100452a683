#include "facts/tables.h"

static const struct kind_row kind_rows[KIND_COUNT] = {
#define KIND(identifier, json_name, parent, key, about) [KIND_##identifier] = {json_name, KIND_##parent, key, about},
#include "facts/attributes.def"
};

static const struct attribute_row attribute_rows[ATTRIBUTE_COUNT] = {
#define ATTRIBUTE(identifier, kind, json_name, type, unit, personal, since, about)                                     \
    [ATTRIBUTE_##identifier] = {KIND_##kind, json_name, ATTRIBUTE_TYPE_##type, unit, PERSONAL_##personal, since, about},
#include "facts/attributes.def"
};

const struct kind_row *kind_row(enum entity_kind kind) {
    return &kind_rows[kind];
}

const struct attribute_row *attribute_row(enum attribute attribute) {
    return &attribute_rows[attribute];
}

const char *attribute_type_name(enum attribute_type type) {
    static const char *const names[] = {"text", "version", "integer", "boolean", "list", "map"};
    return names[type];
}

enum entity_kind kind_named(struct text name) {
    unsigned kind = 0;
    while (kind < KIND_COUNT && !text_is(name, kind_rows[kind].name))
        kind++;
    return (enum entity_kind)kind;
}

enum attribute attribute_named(enum entity_kind kind, struct text name) {
    unsigned at = 0;
    while (at < ATTRIBUTE_COUNT && !(attribute_rows[at].kind == kind && text_is(name, attribute_rows[at].name)))
        at++;
    return (enum attribute)at;
}
