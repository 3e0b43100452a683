#include "formats/traceback.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct paste_reader reader = {.rest = fuzz_text(arena, data, size)};
    struct traceback_reader *traceback = traceback_new(arena);
    for (bool more = true; more;) {
        struct arena *scratch = arena_new(); /* nothing of a line may be kept */
        struct paste_line line;
        more = paste_next(scratch, &reader, &line);
        if (more)
            traceback_line(traceback, &line);
        arena_free(scratch);
    }
    struct value found = traceback_found(traceback);
    fuzz_write(arena, &found);
    arena_free(arena);
    return 0;
}
