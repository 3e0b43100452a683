/* What the tests of this room share: cmocka's includes in its order, an arena per test, reproducible noise, and facts
 * in one line. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "facts/store.h"

static inline int set_up(void **state) {
    *state = arena_new();
    return 0;
}

static inline int tear_down(void **state) {
    arena_free(*state);
    return 0;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
#define COUNT(array) (sizeof(array) / sizeof *(array))

#define assert_text(got, expected) assert_spans((got), text_of(expected), __FILE__, __LINE__)

static inline void assert_spans(struct text got, struct text expected, const char *file, int line) {
    if (text_equal(got, expected))
        return;
    print_error("got      |" TEXT_FORMAT "|\nexpected |" TEXT_FORMAT "|\n", TEXT_ARGUMENTS(got),
                TEXT_ARGUMENTS(expected));
    _fail(file, line);
}

/* xorshift64: the same noise in every run. */
static inline uint64_t noise(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* A text of up to `most` bytes out of `alphabet`, in exactly its own memory. */
static inline struct text noise_text(struct arena *arena, uint64_t *seed, struct text alphabet, size_t most) {
    size_t size = noise(seed) % (most + 1);
    char *bytes = arena_alloc(arena, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = alphabet.at[noise(seed) % alphabet.size];
    return (struct text){bytes, size};
}

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
