#include "formats/columns.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(), *scratch = arena_new();
    struct paste_reader reader = {.rest = fuzz_text(arena, data, size)};
    struct paste_line line;
    struct columns_reader columns = {0};
    while (paste_next(arena, &reader, &line)) {
        columns_row(&columns, scratch, &line);
        arena_free(scratch); /* nothing of a line may be kept */
        scratch = arena_new();
    }
    arena_free(scratch);
    arena_free(arena);
    return 0;
}
