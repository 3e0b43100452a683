#include "formats/wheel.h"

#include <string.h>

#include "base/inflate.h"
#include "fuzz.h"

struct fed {
    const uint8_t *at;
    size_t size;
};

static int64_t read_fed(void *context, void *out, size_t size) {
    struct fed *fed = context;
    size_t got = fed->size < size ? fed->size : size;
    if (got)
        memcpy(out, fed->at, got);
    fed->at += got;
    fed->size -= got;
    return (int64_t)got;
}

/* A fuzzer does not find checksums: so its bytes are also the content of a stored library whose checksum is right. */
static size_t wrap(struct arena *arena, const uint8_t *data, size_t size, uint8_t **archive) {
    static const char head[] = "PK\3\4\24", name[] = "a/lib.so";
    uint8_t *at = *archive = arena_alloc(arena, size + 64);
    uint32_t checksum = checksum_crc32(0, data, size);
    memcpy(at, head, sizeof head - 1);
    for (unsigned i = 0; i < 4; i++) {
        at[14 + i] = (uint8_t)(checksum >> 8 * i);
        at[18 + i] = at[22 + i] = (uint8_t)(size >> 8 * i);
    }
    at[26] = sizeof name - 1;
    memcpy(at + 30, name, sizeof name - 1);
    if (size)
        memcpy(at + 30 + sizeof name - 1, data, size);
    return 30 + sizeof name - 1 + size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    uint8_t *wrapped;
    struct fed feds[2] = {{data, size}, {.size = wrap(arena, data, size, &wrapped)}};
    struct value digest;
    struct error error;
    feds[1].at = wrapped;
    for (size_t i = 0; i < 2; i++)
        if (wheel_digest(arena, (struct zip_source){&feds[i], read_fed}, NULL, NULL, &digest, &error))
            fuzz_write(arena, &digest);
    arena_free(arena);
    return 0;
}
