/* What the reader of zip archives is made of: zip_input.c buffers the source, zip_header.c takes headers apart,
 * zip_directory.c compares the directory, zip.c unpacks. For these files alone. */
#pragma once

#include "base/inflate.h"
#include "formats/zip.h"

enum {
    ZIP_LOCAL = 0x04034B50,
    ZIP_CENTRAL = 0x02014B50,
    ZIP_DESCRIPTOR = 0x08074B50,
    ZIP_DIRECTORY_END = 0x06054B50,
    ZIP64_DIRECTORY_END = 0x06064B50,
    ZIP64_LOCATOR = 0x07064B50,
};

enum { ZIP_STORED = 0, ZIP_DEFLATED = 8 };

enum {
    ZIP_MOST_MEMBERS = 1 << 17,
    ZIP_MOST_NAME = 4096,
    ZIP_BUFFER = 1 << 18, /* holds any header with its name, extra fields and comment */
    ZIP_SINK = 1 << 16,
};

/* What a header says of a member, in the archive's own directory too. */
struct zip_header {
    struct text name;
    uint16_t flags, method;
    uint32_t checksum;
    uint64_t compressed, size, offset;
};

/* What the directory is compared with later. */
struct zip_seen {
    uint64_t offset, name_hash, compressed, size;
    uint32_t checksum;
    uint16_t method;
    bool listed;
};

struct zip_stream {
    struct arena *arena;
    struct zip_source source;
    unsigned char *buffer;
    size_t at, end; /* what of the buffer is not taken yet */
    uint64_t taken; /* of the archive: the offset of buffer[at] */
    bool source_ended;

    struct zip_seen *seen;
    size_t seen_count, seen_capacity;

    /* The member that is being read. */
    bool open, ended;
    struct zip_header header;
    bool described;    /* checksum and sizes stand behind the data */
    uint64_t raw_left; /* of its compressed bytes, when that is known */
    uint64_t raw_done, done;
    uint64_t total; /* unpacked of all members */
    uint32_t checksum;
    struct inflater *inflater;
    unsigned char *sink; /* for what nobody wants */

    char local_name[ZIP_MOST_NAME + 1], central_name[ZIP_MOST_NAME + 1]; /* of the last header of each kind */
};

/* Makes `size` bytes (at most ZIP_BUFFER) available at once; false when the archive ends before, or cannot be read. */
bool zip_need(struct zip_stream *zip, size_t size);
/* What is available now, at least one byte; empty at the end. */
struct text zip_available(struct zip_stream *zip);
void zip_take(struct zip_stream *zip, size_t size);
const unsigned char *zip_at(const struct zip_stream *zip);
/* "at byte N, in NAME: ..." and what helps; always false. */
bool zip_damaged(const struct zip_stream *zip, struct error *error, const char *what);
bool zip_refused(const struct zip_stream *zip, struct error *error, const char *what);
bool zip_cut_off(const struct zip_stream *zip, struct error *error);

uint16_t zip_u16(const unsigned char *at);
uint32_t zip_u32(const unsigned char *at);
uint64_t zip_u64(const unsigned char *at);

/* The header that begins here, taken; its name is good until the next of its kind. False is a fault. */
bool zip_local_header(struct zip_stream *zip, struct zip_header *header, struct error *error);
bool zip_central_header(struct zip_stream *zip, struct zip_header *header, struct error *error);
/* The sizes behind the data, in any of their four forms; they have to be those that were counted. */
bool zip_descriptor(struct zip_stream *zip, struct error *error);

bool zip_remember(struct zip_stream *zip, struct error *error);
/* The directory up to the archive's end. */
bool zip_directory(struct zip_stream *zip, struct error *error);
