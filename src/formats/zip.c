#include "formats/zip.h"

#include <string.h>

#include "zip_stream.h"

enum { ENCRYPTED = 1, SIZES_BEHIND = 8, PATCHED = 0x20, STRONGLY_ENCRYPTED = 0x40, MASKED = 0x2000 };

#define MOST_BYTES (UINT64_C(16) << 30) /* of a member */
#define MOST_TOTAL (UINT64_C(64) << 30) /* of all of them */
#define FREE_BYTES (UINT64_C(64) << 20) /* may come of anything, before the ratio counts */
enum { MOST_RATIO = 200 };              /* real libraries stay below 10 */

struct zip_stream *zip_open(struct arena *arena, struct zip_source source) {
    struct zip_stream *zip = arena_alloc(arena, sizeof *zip);
    *zip = (struct zip_stream){.arena = arena, .source = source};
    zip->buffer = arena_alloc(arena, ZIP_BUFFER);
    return zip;
}

uint64_t zip_bytes(const struct zip_stream *zip) {
    return zip->taken;
}

uint64_t zip_members(const struct zip_stream *zip) {
    return zip->seen_count;
}

/* --- the end of a member --- */

static bool unsized(const struct zip_stream *zip, struct error *error) {
    return zip_refused(zip, error,
                       "it is stored, and its size stands behind it: unpack the archive and inspect its libraries");
}

/* What was counted takes the place of what was stated; they are the same where something was stated. */
static bool finish(struct zip_stream *zip, struct error *error) {
    struct zip_header *header = &zip->header;
    if (zip->described) {
        if (!zip_descriptor(zip, error))
            return header->method == ZIP_STORED && !zip->done && zip_need(zip, 24) ? unsized(zip, error) : false;
        header->compressed = zip->raw_done;
        header->size = zip->done;
        header->checksum = zip->checksum;
    } else if (zip->raw_left) {
        return zip_damaged(zip, error, "the data ends before the size that is stated");
    } else if (zip->done != header->size) {
        return zip_damaged(zip, error, "it is smaller than the size that is stated");
    } else if (zip->checksum != header->checksum) {
        return zip_damaged(zip, error, "its checksum is not that of the data");
    }
    zip->ended = true;
    return zip_remember(zip, error);
}

/* Past a member of which nothing was read: its bytes are not looked at. */
static bool skip_unread(struct zip_stream *zip, struct error *error) {
    while (zip->raw_left) {
        struct text available = zip_available(zip);
        size_t size = available.size < zip->raw_left ? available.size : (size_t)zip->raw_left;
        if (!size)
            return zip_cut_off(zip, error);
        zip_take(zip, size);
        zip->raw_left -= size;
    }
    zip->ended = true;
    return zip_remember(zip, error);
}

static bool skip(struct zip_stream *zip, struct error *error) {
    int64_t got;
    if (zip->ended)
        return true;
    if (!zip->described && !zip->raw_done)
        return skip_unread(zip, error);
    if (!zip->sink)
        zip->sink = arena_alloc(zip->arena, ZIP_SINK);
    while ((got = zip_read(zip, zip->sink, ZIP_SINK, error)) > 0)
        continue;
    return got == 0;
}

/* --- the next member --- */

static bool begin(struct zip_stream *zip, struct error *error) {
    if (!zip_local_header(zip, &zip->header, error))
        return false;
    const struct zip_header *header = &zip->header;
    zip->open = true;
    zip->ended = false;
    zip->raw_done = zip->done = 0;
    zip->checksum = 0;
    if (header->flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED))
        return zip_refused(zip, error, "it is encrypted, which no wheel is");
    if (header->flags & PATCHED)
        return zip_refused(zip, error, "it is patch data, which no wheel holds");
    zip->described = header->flags & SIZES_BEHIND;
    /* Where sizes stand behind the data, those in front are none, whatever they say. A stored member has no other end,
     * though. */
    zip->raw_left = header->compressed;
    if (header->method == ZIP_STORED && header->compressed != header->size)
        return zip_damaged(zip, error, "it is stored, with two different sizes");
    if (header->method == ZIP_DEFLATED) {
        if (!zip->inflater)
            zip->inflater = inflater_new(zip->arena);
        else
            inflater_reset(zip->inflater);
    }
    return true;
}

enum zip_step zip_next(struct zip_stream *zip, struct zip_member *member, struct error *error) {
    if (zip->open && !skip(zip, error))
        return ZIP_FAULT;
    bool first = !zip->open;
    zip->open = false;
    if (!zip_need(zip, 4)) {
        zip_cut_off(zip, error);
        return ZIP_FAULT;
    }
    uint32_t signature = zip_u32(zip_at(zip));
    if (signature == ZIP_CENTRAL || (signature == ZIP_DIRECTORY_END && first))
        return zip_directory(zip, error) ? ZIP_END : ZIP_FAULT;
    if (signature != ZIP_LOCAL) {
        if (first)
            error_set(error, "not a zip archive; libraries have to be given as files");
        else
            zip_damaged(zip, error, "neither a member nor the directory begins here");
        return ZIP_FAULT;
    }
    if (!begin(zip, error))
        return ZIP_FAULT;
    *member = (struct zip_member){.name = zip->header.name,
                                  .offset = zip->header.offset,
                                  .size = zip->described ? ZIP_UNKNOWN : zip->header.size};
    return ZIP_MEMBER;
}

/* --- its data --- */

static bool within_limits(struct zip_stream *zip, size_t made, struct error *error) {
    zip->done += made;
    zip->total += made;
    if (!zip->described && zip->done > zip->header.size)
        return zip_damaged(zip, error, "it is larger than the size that is stated");
    if (zip->done > MOST_BYTES || zip->total > MOST_TOTAL)
        return zip_refused(zip, error, "it unpacks to more than plumb reads (16 GiB a member, 64 GiB in all)");
    if (zip->done > FREE_BYTES && zip->done / MOST_RATIO > zip->raw_done)
        return zip_refused(zip, error, "it unpacks to over 200 times its size, as only a zip bomb does");
    return true;
}

static int64_t read_stored(struct zip_stream *zip, void *out, size_t size, struct error *error) {
    struct text available = zip_available(zip);
    size_t got = size < zip->raw_left ? size : (size_t)zip->raw_left;
    if (!zip->raw_left)
        return finish(zip, error) ? 0 : -1;
    got = got < available.size ? got : available.size;
    if (!got)
        return zip_cut_off(zip, error) ? 0 : -1;
    memcpy(out, available.at, got);
    zip_take(zip, got);
    zip->raw_left -= got;
    zip->raw_done += got;
    zip->checksum = checksum_crc32(zip->checksum, out, got);
    return within_limits(zip, got, error) ? (int64_t)got : -1;
}

/* One step; `*end` when the deflate stream ended by itself. */
static bool inflate_once(struct zip_stream *zip, void *out, size_t size, size_t *made, bool *end, struct error *error) {
    struct text available = zip_available(zip);
    if (!zip->described)
        available = text_until(available, zip->raw_left < available.size ? (size_t)zip->raw_left : available.size);
    struct text rest = available;
    enum inflate_state state = inflater_step(zip->inflater, &rest, out, size, made);
    size_t used = available.size - rest.size;
    zip_take(zip, used);
    zip->raw_done += used;
    if (!zip->described)
        zip->raw_left -= used;
    *end = state == INFLATE_END;
    if (state == INFLATE_BROKEN)
        return zip_damaged(zip, error, "its compressed data is broken");
    if (*end || used || *made)
        return true;
    /* Nothing moves: there is no more input. */
    return !zip->described && !zip->raw_left ? zip_damaged(zip, error, "its compressed data ends too early")
                                             : zip_cut_off(zip, error);
}

static int64_t read_deflated(struct zip_stream *zip, void *out, size_t size, struct error *error) {
    size_t done = 0, made;
    bool end = false;
    while (!end && done < size) {
        if (!inflate_once(zip, (char *)out + done, size - done, &made, &end, error))
            return -1;
        done += made;
        if (!within_limits(zip, made, error))
            return -1;
    }
    zip->checksum = checksum_crc32(zip->checksum, out, done);
    if (end && !finish(zip, error))
        return -1;
    return (int64_t)done;
}

int64_t zip_read(struct zip_stream *zip, void *out, size_t size, struct error *error) {
    if (!zip->open || zip->ended || !size)
        return 0;
    if (zip->header.method == ZIP_DEFLATED)
        return read_deflated(zip, out, size, error);
    if (zip->header.method == ZIP_STORED)
        return read_stored(zip, out, size, error);
    return zip_refused(zip, error,
                       "its compression is neither deflate nor none; repack it, or unpack it and inspect its libraries")
               ? 0
               : -1;
}
