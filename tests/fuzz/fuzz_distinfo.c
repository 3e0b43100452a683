#include "formats/distinfo.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct text text = fuzz_text(arena, data, size), name, version;
    struct value metadata = distinfo_metadata(arena, text), literals = distinfo_literals(arena, text);
    fuzz_write(arena, &metadata);
    fuzz_write(arena, &literals);
    distinfo_name(arena, text, &name, &version);
    arena_free(arena);
    return 0;
}
