/* The kinds of entity and their attributes, from attributes.def: one list that JSON, diff, redaction, the schema and
 * the reference page follow. */
#pragma once

#include "base/text.h"

enum entity_kind {
#define KIND(identifier, json_name, parent, key, about) KIND_##identifier,
#include "facts/attributes.def"
    KIND_COUNT
};

enum attribute {
#define ATTRIBUTE(identifier, kind, json_name, type, unit, personal, since, about) ATTRIBUTE_##identifier,
#include "facts/attributes.def"
    ATTRIBUTE_COUNT
};

enum attribute_type {
    ATTRIBUTE_TYPE_TEXT,
    ATTRIBUTE_TYPE_VERSION,
    ATTRIBUTE_TYPE_INTEGER,
    ATTRIBUTE_TYPE_BOOLEAN,
    ATTRIBUTE_TYPE_LIST, /* of texts */
    ATTRIBUTE_TYPE_MAP,
};

enum personal { PERSONAL_NOTHING, PERSONAL_PATH, PERSONAL_HIDE };

struct kind_row {
    const char *name;
    enum entity_kind parent; /* itself at the top */
    const char *key;
    const char *about;
};

struct attribute_row {
    enum entity_kind kind;
    const char *name;
    enum attribute_type type;
    const char *unit;
    enum personal personal;
    const char *since;
    const char *about;
};

const struct kind_row *kind_row(enum entity_kind kind);
const struct attribute_row *attribute_row(enum attribute attribute);
const char *attribute_type_name(enum attribute_type type);
/* KIND_COUNT, ATTRIBUTE_COUNT for a name nobody knows. */
enum entity_kind kind_named(struct text name);
enum attribute attribute_named(enum entity_kind kind, struct text name);
