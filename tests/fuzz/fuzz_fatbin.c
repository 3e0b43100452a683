#include "formats/fatbin.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct text text = fuzz_text(arena, data, size);
    struct bytes bytes = bytes_of_text(&text);
    struct value digest;
    struct error error;
    if (fatbin_digest(arena, &bytes, &digest, &error))
        fuzz_write(arena, &digest);
    arena_free(arena);
    return 0;
}
