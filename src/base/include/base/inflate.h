/* Raw deflate data, as members of a zip archive hold it, decompressed piece by piece. By zlib, which stays in this
 * file's source. Source of the format: RFC 1951.
 *
 * An inflater is made once and reset for each stream; its memory (some 45 KiB) is the arena's and does not grow with
 * what passes through. Data that is no deflate stream is an answer, not an error: the caller knows whose it is. */
#pragma once

#include "base/text.h"

struct inflater;

enum inflate_state {
    INFLATE_MORE, /* all room was filled, or all input was taken */
    INFLATE_END,  /* the stream ended by itself; `*input` begins behind it */
    INFLATE_BROKEN
};

struct inflater *inflater_new(struct arena *arena);
void inflater_reset(struct inflater *inflater);
/* Takes from `*input`, which is moved on, and fills up to `room` bytes of `out`; `*made` says how many. */
enum inflate_state inflater_step(struct inflater *inflater, struct text *input, void *out, size_t room, size_t *made);

/* The CRC-32 of zip and gzip, gone on with from `before`; that of nothing is 0. */
uint32_t checksum_crc32(uint32_t before, const void *bytes, size_t size);
