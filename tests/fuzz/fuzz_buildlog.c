#include "formats/buildlog.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct paste_reader reader = {.rest = fuzz_text(arena, data, size)};
    struct buildlog_reader *buildlog = buildlog_new(arena);
    for (bool more = true; more;) {
        struct arena *scratch = arena_new(); /* nothing of a line may be kept */
        struct paste_line line;
        more = paste_next(scratch, &reader, &line);
        if (more)
            buildlog_line(buildlog, &line);
        arena_free(scratch);
    }
    struct value found = buildlog_found(buildlog);
    fuzz_write(arena, &found);
    arena_free(arena);
    return 0;
}
