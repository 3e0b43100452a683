/* What the tests of this room share: values compared as JSON, and texts of their exact size. */
#pragma once

#include "base/arena.h"
#include "base/json.h"
#include "unit_test.h"

#define assert_text(got, expected)                                                                                     \
    assert_spans((got), (struct text){"" expected, sizeof(expected) - 1}, __FILE__, __LINE__)
#define assert_json(arena, value, expected) assert_spans(to_json((arena), (value)), TEXT(expected), __FILE__, __LINE__)

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
