/* What the tests of this room share: cmocka's includes in its order, an arena per test, and reproducible noise. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/text.h"

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

/* A text of up to `most` bytes out of `alphabet`, or of any bytes where that is empty. With AddressSanitizer an arena
 * gives each its exact size, and a read past the end is seen. */
static inline struct text noise_text(struct arena *arena, uint64_t *seed, struct text alphabet, size_t most) {
    size_t size = noise(seed) % (most + 1);
    char *bytes = arena_alloc(arena, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = alphabet.size ? alphabet.at[noise(seed) % alphabet.size] : (char)noise(seed);
    return (struct text){bytes, size};
}
