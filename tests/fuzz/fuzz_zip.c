#include "formats/zip.h"

#include <string.h>

#include "fuzz.h"

struct fed {
    const uint8_t *at;
    size_t size, piece;
};

static int64_t read_fed(void *context, void *out, size_t size) {
    struct fed *fed = context;
    size_t got = fed->size < fed->piece ? fed->size : fed->piece;
    got = got < size ? got : size;
    if (got)
        memcpy(out, fed->at, got);
    fed->at += got;
    fed->size -= got;
    return (int64_t)got;
}

/* Every other member is read, the rest is passed by; once in one piece, once in small ones. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const size_t pieces[] = {1 << 20, 11};
    for (size_t i = 0; i < 2; i++) {
        struct arena *arena = arena_new();
        struct fed fed = {data, size, pieces[i]};
        struct zip_stream *zip = zip_open(arena, (struct zip_source){&fed, read_fed});
        struct zip_member member;
        struct error error;
        unsigned char chunk[1000];
        for (size_t at = 0; zip_next(zip, &member, &error) == ZIP_MEMBER; at++)
            while (at % 2 == 0 && zip_read(zip, chunk, sizeof chunk, &error) > 0)
                continue;
        arena_free(arena);
    }
    return 0;
}
