/* Zip archives read forward: from a pipe as well as from a file, each byte once, without going back and in memory that
 * does not grow with the archive. Source: PKWARE, APPNOTE.TXT 6.3.10.
 *
 * Members come in the order in which they lie, by their local headers. Programs that unpack go by the directory at the
 * end instead; so when it comes by it is held against what was read, and an archive that says two different things is
 * refused. Stored and deflated members, data descriptors and zip64; no encryption, no parts.
 *
 * What an archive states of itself is believed only as far as it was seen: sizes, checksums and the directory are
 * compared. Limits, all refused with a message: members, length of a name, bytes of a member and of all, and how much
 * larger than its compressed form a member may become.
 *
 * A fault's message names the member and the byte of the archive, and what to do. */
#pragma once

#include "base/error.h"
#include "base/text.h"

/* Where the archive comes from: up to `size` bytes, 0 at its end, negative when reading failed. */
struct zip_source {
    void *context;
    int64_t (*read)(void *context, void *out, size_t size);
};

struct zip_member {
    struct text name; /* as stored, any bytes but NUL; good until the next member */
    uint64_t offset;  /* of its header in the archive */
    uint64_t size;    /* unpacked; stated, and kept to; ZIP_UNKNOWN when it stands behind the data */
};

#define ZIP_UNKNOWN UINT64_MAX

struct zip_stream;
enum zip_step { ZIP_MEMBER, ZIP_END, ZIP_FAULT };

struct zip_stream *zip_open(struct arena *arena, struct zip_source source);
/* The next member, past whatever of the one before was not read. ZIP_END: the archive ended, and well. */
enum zip_step zip_next(struct zip_stream *zip, struct zip_member *member, struct error *error);
/* Unpacks up to `size` bytes of the member into `out`: how many, 0 at its end, -1 at a fault. */
int64_t zip_read(struct zip_stream *zip, void *out, size_t size, struct error *error);

/* Behind ZIP_END: how many bytes and members the archive has. */
uint64_t zip_bytes(const struct zip_stream *zip);
uint64_t zip_members(const struct zip_stream *zip);
