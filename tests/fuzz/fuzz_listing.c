#include "formats/listing.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new(), *scratch = arena_new();
    struct paste_reader reader = {.rest = fuzz_text(arena, data, size)};
    struct paste_line line;
    struct listing_reader *listing = listing_new(arena);
    while (paste_next(arena, &reader, &line)) {
        listing_line(listing, scratch, &line);
        arena_free(scratch); /* nothing of a line may be kept */
        scratch = arena_new();
    }
    struct value found = listing_found(listing);
    fuzz_write(arena, &found);
    arena_free(scratch);
    arena_free(arena);
    return 0;
}
