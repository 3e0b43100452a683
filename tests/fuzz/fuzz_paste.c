/* Any bytes become lines of UTF-8, whose numbers never go back. */
#include "formats/paste.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct paste_reader reader = {.rest = paste_decode(arena, fuzz_text(arena, data, size))};
    struct paste_line line;
    int64_t number = 0;
    struct paste_wrapping wrapping = paste_wrapping_of(reader.rest);
    struct paste_line last = {0};
    if (!utf8_valid(reader.rest))
        abort();
    while (paste_next(arena, &reader, &line)) {
        if (line.number < number || !utf8_valid(line.text))
            abort();
        number = line.number;
        paste_goes_on(&wrapping, &last, &line);
        paste_may_go_on(&wrapping, &last, &line);
        last = line;
    }
    arena_free(arena);
    return 0;
}
