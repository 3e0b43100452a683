#include "formats/fatbin.h"

#include <stdlib.h>

#include "fuzz.h"

static struct text as_json(struct arena *arena, const struct value *value) {
    struct buffer buffer = buffer_new(arena);
    json_write(&buffer, value, JSON_ONE_LINE);
    return buffer_text(&buffer);
}

/* As a file and as it comes by: what both call complete is the same. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct text text = fuzz_text(arena, data, size);
    struct bytes bytes = bytes_of_text(&text);
    struct fatbin_stream *stream = fatbin_stream_new(arena);
    struct value file, passed;
    fatbin_stream_begin(stream, size);
    for (size_t at = 0, piece = 1; at < size; at += piece, piece = piece % 97 + 5)
        fatbin_stream_add(stream, text.at + at, piece < size - at ? piece : size - at);
    passed = fatbin_stream_end(stream, arena);
    if (fatbin_digest(arena, &bytes, &file, NULL) && value_get_boolean(&passed, "complete", false) &&
        value_get_boolean(&file, "complete", false) && !text_equal(as_json(arena, &file), as_json(arena, &passed)))
        abort();
    arena_free(arena);
    return 0;
}
