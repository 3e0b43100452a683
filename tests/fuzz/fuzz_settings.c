#include "formats/settings.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct value settings = settings_read(arena, fuzz_text(arena, data, size));
    fuzz_write(arena, &settings);
    arena_free(arena);
    return 0;
}
