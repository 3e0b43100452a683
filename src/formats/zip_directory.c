/* The directory at an archive's end, held against the members that came by. APPNOTE 4.3.12 to 4.3.16. */
#include "zip_stream.h"

enum { END_SIZE = 22, LOCATOR_SIZE = 20, END64_SIZE = 56, NARROW = 0xFFFF };
#define WIDE_ELSEWHERE 0xFFFFFFFFu

/* FNV-1a, 64 bits. */
static uint64_t hash_of(struct text name) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

bool zip_remember(struct zip_stream *zip, struct error *error) {
    const struct zip_header *header = &zip->header;
    if (zip->seen_count == ZIP_MOST_MEMBERS)
        return zip_refused(zip, error, "more than 131072 members, which no wheel has");
    if (zip->seen_count == zip->seen_capacity)
        zip->seen = arena_grow(zip->arena, zip->seen, zip->seen_count, &zip->seen_capacity, sizeof *zip->seen);
    zip->seen[zip->seen_count++] = (struct zip_seen){.offset = header->offset,
                                                     .name_hash = hash_of(header->name),
                                                     .compressed = header->compressed,
                                                     .size = header->size,
                                                     .checksum = header->checksum,
                                                     .method = header->method};
    return true;
}

/* They lie in the order of their offsets. */
static struct zip_seen *seen_at(struct zip_stream *zip, uint64_t offset) {
    size_t low = 0, high = zip->seen_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (zip->seen[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < zip->seen_count && zip->seen[low].offset == offset ? &zip->seen[low] : NULL;
}

static bool compare(struct zip_stream *zip, const struct zip_header *header, struct error *error) {
    struct zip_seen *seen = seen_at(zip, header->offset);
    const char *fault = !seen                                      ? "no member begins there"
                        : seen->listed                             ? "for the second time"
                        : seen->name_hash != hash_of(header->name) ? "where the name is another"
                        : seen->size != header->size || seen->compressed != header->compressed
                            ? "where the size is another"
                        : seen->method != header->method     ? "where the compression is another"
                        : seen->checksum != header->checksum ? "where the checksum is another"
                                                             : NULL;
    if (fault)
        return error_set(error,
                         "at byte %llu: the directory lists " TEXT_FORMAT " at byte %llu, %s; programs would unpack "
                         "something else than what was read: do not install it",
                         (unsigned long long)zip->taken, TEXT_ARGUMENTS(text_until(header->name, 200)),
                         (unsigned long long)header->offset, fault);
    seen->listed = true;
    return true;
}

struct directory {
    uint64_t start, size, count;
};

static bool says_otherwise(struct zip_stream *zip, struct error *error) {
    return zip_damaged(zip, error, "the directory's own count, size or place is wrong");
}

static bool read_wide_end(struct zip_stream *zip, const struct directory *directory, struct error *error) {
    uint64_t start = zip->taken;
    if (!zip_need(zip, END64_SIZE))
        return zip_cut_off(zip, error);
    const unsigned char *at = zip_at(zip);
    uint64_t size = zip_u64(at + 4);
    if (size < END64_SIZE - 12 || size > ZIP_BUFFER / 2 || zip_u64(at + 32) != directory->count ||
        zip_u64(at + 40) != directory->size || zip_u64(at + 48) != directory->start)
        return says_otherwise(zip, error);
    if (!zip_need(zip, (size_t)size + 12 + LOCATOR_SIZE))
        return zip_cut_off(zip, error);
    zip_take(zip, (size_t)size + 12);
    at = zip_at(zip);
    if (zip_u32(at) != ZIP64_LOCATOR || zip_u64(at + 8) != start)
        return says_otherwise(zip, error);
    zip_take(zip, LOCATOR_SIZE);
    return true;
}

/* A number that does not fit stands in the zip64 record alone. */
static bool agrees(uint64_t stated, uint64_t real, uint64_t elsewhere, bool wide) {
    return stated == real || (wide && stated == elsewhere);
}

static bool read_end(struct zip_stream *zip, const struct directory *directory, bool wide, struct error *error) {
    if (!zip_need(zip, END_SIZE))
        return zip_cut_off(zip, error);
    const unsigned char *at = zip_at(zip);
    size_t comment = zip_u16(at + 20);
    if (zip_u32(at) != ZIP_DIRECTORY_END)
        return zip_damaged(zip, error, "the directory has no end");
    if (!agrees(zip_u16(at + 10), directory->count, NARROW, wide) ||
        !agrees(zip_u32(at + 12), directory->size, WIDE_ELSEWHERE, wide) ||
        !agrees(zip_u32(at + 16), directory->start, WIDE_ELSEWHERE, wide))
        return says_otherwise(zip, error);
    if (!zip_need(zip, END_SIZE + comment))
        return zip_cut_off(zip, error);
    zip_take(zip, END_SIZE + comment);
    if (zip_need(zip, 1))
        return zip_refused(zip, error, "something follows the end of the archive; programs may read that instead");
    return true;
}

bool zip_directory(struct zip_stream *zip, struct error *error) {
    struct directory directory = {.start = zip->taken};
    while (zip_need(zip, 4) && zip_u32(zip_at(zip)) == ZIP_CENTRAL) {
        struct zip_header header;
        if (directory.count++ == ZIP_MOST_MEMBERS)
            return zip_refused(zip, error, "more than 131072 members, which no wheel has");
        if (!zip_central_header(zip, &header, error) || !compare(zip, &header, error))
            return false;
    }
    if (!zip_need(zip, 4))
        return zip_cut_off(zip, error);
    directory.size = zip->taken - directory.start;
    for (size_t i = 0; i < zip->seen_count; i++)
        if (!zip->seen[i].listed)
            return error_set(error,
                             "the member at byte %llu is not in the directory; programs would not unpack what was "
                             "read: do not install it",
                             (unsigned long long)zip->seen[i].offset);
    bool wide = zip_need(zip, 4) && zip_u32(zip_at(zip)) == ZIP64_DIRECTORY_END;
    if (wide && !read_wide_end(zip, &directory, error))
        return false;
    return read_end(zip, &directory, wide, error);
}
