#include "base/yaml.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct value value;
    struct error error;
    if (yaml_parse(arena, fuzz_text(arena, data, size), "-", &value, &error))
        fuzz_write(arena, &value);
    arena_free(arena);
    return 0;
}
