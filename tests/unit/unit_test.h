/* What the unit tests of all rooms share: cmocka's includes in its order, an arena for each test, spans compared and
 * shown, reproducible noise. A room's own header adds what only its tests need, and how they compare texts
 * (assert_text): some have NULs in them. */
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
#define COUNT(array) (sizeof(array) / sizeof *(array))

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
