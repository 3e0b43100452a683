/* What the tests of this room share: facts in one line. */
#pragma once

#include "facts/store.h"
#include "unit_test.h"

#define assert_text(got, expected) assert_spans((got), text_of(expected), __FILE__, __LINE__)

static inline struct fact fact_of(enum attribute attribute, const char *key, struct value value) {
    return (struct fact){.subject = TEXT("machine"),
                         .kind = attribute_row(attribute)->kind,
                         .key = text_of(key),
                         .attribute = attribute,
                         .state = FACT_KNOWN,
                         .value = value,
                         .origin = {TEXT("test"), TEXT("here"), 0}};
}

static inline void know(struct fact_store *store, enum attribute attribute, const char *key, struct value value) {
    struct fact fact = fact_of(attribute, key, value);
    fact_add(store, &fact);
}

static inline void know_text(struct fact_store *store, enum attribute attribute, const char *key, const char *text) {
    know(store, attribute, key, value_string(text));
}

static inline void know_state(struct fact_store *store, enum attribute attribute, const char *key,
                              enum fact_state state) {
    struct fact fact = fact_of(attribute, key, value_null());
    fact.state = state;
    fact_add(store, &fact);
}

static inline struct entity entity_of(enum entity_kind kind, const char *key) {
    return (struct entity){TEXT("machine"), kind, text_of(key)};
}
