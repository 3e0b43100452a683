/* What the tests of this room share: cmocka's includes in its order, an arena per test, and values compared as JSON. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/json.h"

static inline int set_up(void **state) {
    *state = arena_new();
    return 0;
}

static inline int tear_down(void **state) {
    arena_free(*state);
    return 0;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

#define assert_text(got, expected)                                                                                     \
    assert_spans((got), (struct text){"" expected, sizeof(expected) - 1}, __FILE__, __LINE__)
#define assert_json(arena, value, expected) assert_spans(to_json((arena), (value)), TEXT(expected), __FILE__, __LINE__)

static inline void assert_spans(struct text got, struct text expected, const char *file, int line) {
    if (text_equal(got, expected))
        return;
    print_error("got      |" TEXT_FORMAT "|\nexpected |" TEXT_FORMAT "|\n", TEXT_ARGUMENTS(got),
                TEXT_ARGUMENTS(expected));
    _fail(file, line);
}

static inline struct text to_json(struct arena *arena, struct value value) {
    struct buffer buffer = buffer_new(arena);
    json_write(&buffer, &value, JSON_ONE_LINE);
    return buffer_text(&buffer);
}

/* A copy in a block of its exact size, so that a sanitizer sees one byte too far. */
static inline struct text exactly(struct arena *arena, struct text text) {
    char *bytes = arena_alloc(arena, text.size);
    if (text.size)
        memcpy(bytes, text.at, text.size);
    return (struct text){bytes, text.size};
}
