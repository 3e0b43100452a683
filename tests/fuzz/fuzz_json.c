/* What was read and written reads back as the same. */
#include <stdlib.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct value value, again;
    struct error error;
    if (json_parse(arena, fuzz_text(arena, data, size), "-", &value, &error)) {
        struct buffer buffer = buffer_new(arena);
        json_write(&buffer, &value, JSON_INDENTED);
        if (!json_parse(arena, buffer_text(&buffer), "-", &again, &error) || !value_equal(&value, &again))
            abort();
    }
    arena_free(arena);
    return 0;
}
