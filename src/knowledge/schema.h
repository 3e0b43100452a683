/* What may stand in an entry: rows of {key, type, required}, in schema.c; the types are in schema_types.c. */
#pragma once

#include "base/printf_like.h"
#include "compilation.h"

struct field;

/* Where a check is: which entry of which file. */
struct check {
    struct compilation *compilation;
    const struct entry *entry;
};

typedef void field_type(const struct check *check, const struct field *field, const struct value *value);

struct field {
    const char *name; /* NULL ends a record */
    field_type *type;
    enum { OPTIONAL, REQUIRED } need;
    const void *detail; /* for choices: `const char *const *`, NULL at the end; for records: `const struct field *` */
};

void field_fault(const struct check *check, const struct field *field, unsigned line, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* A map with these keys. `field` is what the map is the value of, NULL for the entry itself. */
void check_record(const struct check *check, const struct field *record, const struct field *field,
                  const struct value *value);

field_type type_text, type_texts, type_choice, type_date, type_url;
field_type type_sentence, type_title, type_slotted_sentence; /* a pair of languages: without slots, short, with slots */
field_type type_command, type_record, type_records;
field_type type_causes, type_sources, type_weights, type_beside;
