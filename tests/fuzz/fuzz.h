/* What the fuzzers share. Each is fed bytes by libFuzzer; nothing is checked but that all ends well, and what is said
 * of a result: that it can be written as JSON.
 *
 *     fuzz-elf -max_total_time=60 CORPUS tests/fuzz/seeds/elf */
#pragma once

#include "base/bytes.h"
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

/* What every reader of whole files is fed alike. */
static inline int fuzz_digest(bool (*digest)(struct arena *, const struct bytes *, struct value *, struct error *),
                              const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct text text = fuzz_text(arena, data, size);
    struct bytes bytes = bytes_of_text(&text);
    struct value value;
    struct error error;
    if (digest(arena, &bytes, &value, &error))
        fuzz_write(arena, &value);
    arena_free(arena);
    return 0;
}
