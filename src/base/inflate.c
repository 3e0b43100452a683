#include "base/inflate.h"

#define ZLIB_CONST
#include <zlib.h>

struct inflater {
    z_stream stream;
    bool usable;
};

/* zlib counts in 32 bits. */
enum { MOST_AT_ONCE = 1 << 30, RAW = -MAX_WBITS };

static void *allocate(void *arena, unsigned count, unsigned size) {
    return arena_array(arena, count, size);
}

static void release(void *arena, void *memory) {
    (void)arena, (void)memory; /* the arena's, until its end */
}

struct inflater *inflater_new(struct arena *arena) {
    struct inflater *inflater = arena_alloc(arena, sizeof *inflater);
    inflater->stream = (z_stream){.zalloc = allocate, .zfree = release, .opaque = arena};
    inflater->usable = inflateInit2(&inflater->stream, RAW) == Z_OK;
    return inflater;
}

void inflater_reset(struct inflater *inflater) {
    inflater->usable = inflateReset2(&inflater->stream, RAW) == Z_OK;
}

enum inflate_state inflater_step(struct inflater *inflater, struct text *input, void *out, size_t room, size_t *made) {
    z_stream *stream = &inflater->stream;
    size_t given = input->size < MOST_AT_ONCE ? input->size : MOST_AT_ONCE;
    *made = 0;
    if (!inflater->usable)
        return INFLATE_BROKEN;
    room = room < MOST_AT_ONCE ? room : MOST_AT_ONCE;
    stream->next_in = (const unsigned char *)input->at;
    stream->avail_in = (unsigned)given;
    stream->next_out = out;
    stream->avail_out = (unsigned)room;
    int status = inflate(stream, Z_NO_FLUSH);
    *input = text_from(*input, given - stream->avail_in);
    *made = room - stream->avail_out;
    if (status == Z_STREAM_END)
        return INFLATE_END;
    /* Z_BUF_ERROR: nothing could be done for want of input or room, which is no fault. */
    return status == Z_OK || status == Z_BUF_ERROR ? INFLATE_MORE : INFLATE_BROKEN;
}

uint32_t checksum_crc32(uint32_t before, const void *bytes, size_t size) {
    return (uint32_t)crc32_z(before, bytes, size);
}
