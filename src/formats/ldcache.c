#include "formats/ldcache.h"

#define OLD_MAGIC "ld.so-1.7.0"
#define NEW_MAGIC "glibc-ld.so.cache1.1"

enum {
    OLD_HEADER = 16,
    OLD_ENTRY = 12,
    NEW_HEADER = 48,
    NEW_ENTRY = 24,
    MOST_BYTES = 16 * 1024 * 1024,
    MOST_ENTRIES = 128 * 1024,
    MOST_LIBRARIES = 1024, /* that begin with one of the names below */
};

static bool wanted(struct text name) {
    static const char *const beginnings[] = {"libcu",   "libnv",   "libnccl",  "libstdc++",
                                             "libgomp", "libiomp", "libtorch", "libc10"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (text_starts(name, beginnings[i]))
            return true;
    return false;
}

/* Where the new format begins: at once, or behind a table of the old one, aligned for its widest member. */
static bool find_new_format(struct text *cache) {
    struct bytes bytes = bytes_of_text(cache);
    uint32_t count;
    if (text_starts(*cache, OLD_MAGIC) && bytes_u32(&bytes, 12, &count)) {
        uint64_t end = OLD_HEADER + (uint64_t)count * OLD_ENTRY;
        uint64_t aligned = (end + 7) & ~(uint64_t)7;
        *cache = text_from(*cache, aligned < cache->size ? (size_t)aligned : cache->size);
    }
    return text_starts(*cache, NEW_MAGIC);
}

/* A string of the table: offsets count from the beginning of the new format. */
static bool string_at(struct text cache, const struct bytes *bytes, uint64_t entry, struct text *string) {
    uint32_t offset;
    if (!bytes_u32(bytes, entry, &offset))
        return false;
    struct text rest = text_from(cache, offset);
    size_t size = text_find_byte(rest, '\0');
    if (size == TEXT_NOWHERE)
        return false;
    *string = text_until(rest, size);
    return true;
}

static bool add_library(struct arena *arena, struct value *libraries, struct text name, struct text path) {
    struct value first = value_list();
    struct value *paths = NULL;
    for (size_t i = 0; i < libraries->map.count && !paths; i++)
        if (text_equal(libraries->map.members[i].name, name))
            paths = &libraries->map.members[i].value;
    if (paths) {
        value_append(arena, paths, value_text(path));
        return true;
    }
    value_append(arena, &first, value_text(path));
    value_add(arena, libraries, name, first);
    return value_count(libraries) <= MOST_LIBRARIES;
}

bool ldcache_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    if (bytes->size > MOST_BYTES)
        return error_set(error, "%llu bytes are no cache of the loader", (unsigned long long)bytes->size);
    char *memory = arena_alloc(arena, (size_t)bytes->size);
    struct text cache = {memory, (size_t)bytes->size};
    if (!bytes_read(bytes, 0, memory, cache.size))
        return error_set(error, "the cache cannot be read");
    if (!find_new_format(&cache))
        return error_set(error, "not a cache of glibc's loader in the format that glibc 2.2 introduced");

    struct bytes table = bytes_of_text(&cache);
    uint32_t count;
    if (!bytes_u32(&table, 20, &count) || count > MOST_ENTRIES || NEW_HEADER + (uint64_t)count * NEW_ENTRY > cache.size)
        return error_set(error, "the loader's cache is cut off");
    struct value libraries = value_map();
    for (uint32_t i = 0; i < count; i++) {
        uint64_t entry = NEW_HEADER + (uint64_t)i * NEW_ENTRY;
        struct text name, path;
        if (!string_at(cache, &table, entry + 4, &name) || !string_at(cache, &table, entry + 8, &path))
            return error_set(error, "entry %u of the loader's cache points outside of it", i);
        if (wanted(name) && !add_library(arena, &libraries, name, path))
            return error_set(error, "the loader's cache holds more CUDA libraries than a system has");
    }
    struct value made = value_map();
    value_set(arena, &made, "format", value_string("ldcache"));
    value_set(arena, &made, "libraries", libraries);
    *digest = made;
    return true;
}
