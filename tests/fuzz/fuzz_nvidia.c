#include "formats/nvidia.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct text text = fuzz_text(arena, data, size);
    struct value found;
    if (nvidia_module_version(arena, text, &found))
        fuzz_write(arena, &found);
    nvidia_library_version(text);
    arena_free(arena);
    return 0;
}
