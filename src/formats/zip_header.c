/* Headers of members, and what may stand behind their data. APPNOTE 4.3.7, 4.3.9, 4.3.12, 4.5.3. */
#include "zip_stream.h"

#include <string.h>

enum { LOCAL_SIZE = 30, CENTRAL_SIZE = 46, ZIP64_FIELD = 1 };
#define WIDE_ELSEWHERE 0xFFFFFFFFu

/* Which of a header's numbers were too large for their places; the zip64 field holds these, in this order. */
struct wide {
    uint64_t *number[3];
    size_t count;
};

static void add_wide(struct wide *wide, uint64_t *number) {
    if (*number == WIDE_ELSEWHERE)
        wide->number[wide->count++] = number;
}

static bool read_wide(const unsigned char *extra, size_t size, const struct wide *wide) {
    while (wide->count && size >= 4) {
        size_t field = zip_u16(extra + 2);
        if (field > size - 4)
            return false;
        if (zip_u16(extra) == ZIP64_FIELD) {
            if (field < 8 * wide->count)
                return false;
            for (size_t i = 0; i < wide->count; i++)
                *wide->number[i] = zip_u64(extra + 4 + 8 * i);
            return true;
        }
        extra += 4 + field;
        size -= 4 + field;
    }
    return wide->count == 0;
}

static bool good_name(struct zip_stream *zip, struct text name, struct error *error) {
    if (!name.size)
        return zip_damaged(zip, error, "a member without a name");
    if (name.size > ZIP_MOST_NAME)
        return zip_refused(zip, error, "a name of over 4096 bytes, which no wheel has");
    if (text_find_byte(name, '\0') != TEXT_NOWHERE)
        return zip_refused(zip, error, "a name with a NUL byte, which programs would read differently");
    return true;
}

/* `size`: of the fixed part. Name, extra fields and comment lie behind it, in this order. */
static bool take_rest(struct zip_stream *zip, size_t size, size_t name_size, size_t extra_size, size_t comment_size,
                      char *room, struct zip_header *header, const struct wide *wide, struct error *error) {
    if (!zip_need(zip, size + name_size + extra_size + comment_size))
        return zip_cut_off(zip, error);
    struct text name = {(const char *)zip_at(zip) + size, name_size};
    if (!good_name(zip, name, error))
        return false;
    if (!read_wide(zip_at(zip) + size + name_size, extra_size, wide))
        return zip_damaged(zip, error, "a header whose zip64 sizes are missing");
    memcpy(room, name.at, name.size);
    header->name = (struct text){room, name.size};
    zip_take(zip, size + name_size + extra_size + comment_size);
    return true;
}

bool zip_local_header(struct zip_stream *zip, struct zip_header *header, struct error *error) {
    struct zip_header read = {.offset = zip->taken};
    struct wide wide = {.count = 0};
    if (!zip_need(zip, LOCAL_SIZE))
        return zip_cut_off(zip, error);
    const unsigned char *at = zip_at(zip);
    read.flags = zip_u16(at + 6);
    read.method = zip_u16(at + 8);
    read.checksum = zip_u32(at + 14);
    read.compressed = zip_u32(at + 18);
    read.size = zip_u32(at + 22);
    add_wide(&wide, &read.size);
    add_wide(&wide, &read.compressed);
    if (!take_rest(zip, LOCAL_SIZE, zip_u16(at + 26), zip_u16(at + 28), 0, zip->local_name, &read, &wide, error))
        return false;
    *header = read;
    return true;
}

bool zip_central_header(struct zip_stream *zip, struct zip_header *header, struct error *error) {
    struct zip_header read = {.offset = 0};
    struct wide wide = {.count = 0};
    if (!zip_need(zip, CENTRAL_SIZE))
        return zip_cut_off(zip, error);
    const unsigned char *at = zip_at(zip);
    read.flags = zip_u16(at + 8);
    read.method = zip_u16(at + 10);
    read.checksum = zip_u32(at + 16);
    read.compressed = zip_u32(at + 20);
    read.size = zip_u32(at + 24);
    read.offset = zip_u32(at + 42);
    add_wide(&wide, &read.size);
    add_wide(&wide, &read.compressed);
    add_wide(&wide, &read.offset);
    if (!take_rest(zip, CENTRAL_SIZE, zip_u16(at + 28), zip_u16(at + 30), zip_u16(at + 32), zip->central_name, &read,
                   &wide, error))
        return false;
    *header = read;
    return true;
}

static bool counted(const struct zip_stream *zip, const unsigned char *at, bool wide) {
    if (zip_u32(at) != zip->checksum)
        return false;
    if (wide)
        return zip_u64(at + 4) == zip->raw_done && zip_u64(at + 12) == zip->done;
    return zip_u32(at + 4) == (uint32_t)zip->raw_done && zip_u32(at + 8) == (uint32_t)zip->done;
}

/* With or without a signature, with sizes of 32 or 64 bits: nothing says which, but one alone is right. */
bool zip_descriptor(struct zip_stream *zip, struct error *error) {
    static const struct {
        size_t size;
        bool signature, wide;
    } forms[] = {{24, true, true}, {16, true, false}, {20, false, true}, {12, false, false}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!zip_need(zip, forms[i].size))
            continue;
        const unsigned char *at = zip_at(zip);
        if (forms[i].signature && zip_u32(at) != ZIP_DESCRIPTOR)
            continue;
        if (!counted(zip, at + (forms[i].signature ? 4 : 0), forms[i].wide))
            continue;
        zip_take(zip, forms[i].size);
        return true;
    }
    return zip_need(zip, 24) ? zip_damaged(zip, error, "sizes or checksum behind the data are not those of the data")
                             : zip_cut_off(zip, error);
}
