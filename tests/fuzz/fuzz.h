/* What the fuzzers share. Each is fed bytes by libFuzzer; nothing is checked but that all ends well, and what is said
 * of a result: that it can be written as JSON.
 *
 *     fuzz-elf -max_total_time=60 CORPUS tests/fuzz/seeds/elf */
#pragma once

#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input in a block of its exact size, as a program would hold it. */
static inline struct text fuzz_text(struct arena *arena, const uint8_t *data, size_t size) {
    return text_copy(arena, (struct text){(const char *)data, size});
}

static inline void fuzz_write(struct arena *arena, const struct value *value) {
    struct buffer buffer = buffer_new(arena);
    json_write(&buffer, value, JSON_ONE_LINE);
}
