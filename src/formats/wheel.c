#include "formats/wheel.h"

#include "base/buffer.h"
#include "base/bytes.h"
#include "formats/distinfo.h"
#include "formats/elf.h"
#include "formats/fatbin.h"

enum {
    PIECE = 1 << 18,
    MOST_METADATA = 4 << 20,
    MOST_LIBRARIES = 4096,
    MOST_TAGS = 64,
};

struct wheel {
    struct arena *arena;
    struct zip_stream *zip;
    struct fatbin_stream *fatbin;
    wheel_reading *reading;
    void *context;
    unsigned char *piece;
    struct value *digest, libraries;
    struct text folder; /* the .dist-info */
    bool metadata_read, tags_read;
};

/* --- which members matter --- */

static struct text base_name(struct text path) {
    size_t slash = text_find_last_byte(path, '/');
    return slash == TEXT_NOWHERE ? path : text_from(path, slash + 1);
}

/* "12", "1.2.3" */
static bool is_number(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] != '.' && (text.at[i] < '0' || text.at[i] > '9'))
            return false;
    return text.size > 0;
}

static bool is_library(struct text path) {
    static const struct text endings[] = {{".so", 3}, {".dll", 4}, {".pyd", 4}, {".node", 5}};
    struct text name = base_name(path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (name.size > endings[i].size && text_equal_folded(text_from(name, name.size - endings[i].size), endings[i]))
            return true;
    size_t so = text_find(name, TEXT(".so."));
    return so != TEXT_NOWHERE && is_number(text_from(name, so + 4));
}

/* "torch-2.3.1.dist-info" of its METADATA or WHEEL, which lie nowhere else. */
static bool is_metadata(struct text path, const char *wanted, struct text *folder) {
    size_t slash = text_find_byte(path, '/');
    if (slash == TEXT_NOWHERE || !text_ends(text_until(path, slash), ".dist-info") ||
        !text_is(text_from(path, slash + 1), wanted))
        return false;
    *folder = text_until(path, slash);
    return true;
}

/* --- metadata --- */

static bool read_text(struct wheel *wheel, struct text path, struct text *content, struct error *error) {
    struct buffer whole = buffer_new(wheel->arena);
    int64_t got;
    while ((got = zip_read(wheel->zip, wheel->piece, PIECE, error)) > 0) {
        if (whole.size + (size_t)got > MOST_METADATA)
            return error_set(error, TEXT_FORMAT ": over 4 MiB of metadata, which no wheel has",
                             TEXT_ARGUMENTS(text_until(path, 200)));
        buffer_add(&whole, (struct text){(const char *)wheel->piece, (size_t)got});
    }
    *content = buffer_text(&whole);
    return got == 0;
}

/* WHEEL has the form of METADATA's head. */
static void take_tags(struct wheel *wheel, struct text content) {
    struct value tags = value_list();
    struct text line;
    while (text_next_line(&content, &line) && value_count(&tags) < MOST_TAGS) {
        size_t colon = text_find_byte(line, ':');
        struct text name = text_trim(text_until(line, colon)),
                    value = text_trim(text_from(line, colon == TEXT_NOWHERE ? line.size : colon + 1));
        if (text_equal_folded(name, TEXT("Tag")))
            value_append(wheel->arena, &tags, value_text(value));
        else if (text_equal_folded(name, TEXT("Build")))
            value_set(wheel->arena, wheel->digest, "build", value_text(value));
    }
    value_set(wheel->arena, wheel->digest, "tags", tags);
}

static void take_metadata(struct wheel *wheel, struct text content) {
    static const char *const names[] = {"name", "version", "requires", "requires_python"};
    struct value metadata = distinfo_metadata(wheel->arena, content);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (value_get(&metadata, names[i]))
            value_set(wheel->arena, wheel->digest, names[i], *value_get(&metadata, names[i]));
}

static bool add_metadata(struct wheel *wheel, struct text path, struct text folder, bool tags, struct error *error) {
    struct text content = TEXT("");
    if (!wheel->folder.size)
        wheel->folder = text_copy(wheel->arena, folder);
    else if (!text_equal(wheel->folder, folder))
        return error_set(error, "two folders with metadata, " TEXT_FORMAT " and " TEXT_FORMAT ": no wheel has that",
                         TEXT_ARGUMENTS(text_until(wheel->folder, 100)), TEXT_ARGUMENTS(text_until(folder, 100)));
    bool *read = tags ? &wheel->tags_read : &wheel->metadata_read;
    if (*read)
        return error_set(error, TEXT_FORMAT " is there twice: programs would read either; do not install it",
                         TEXT_ARGUMENTS(text_until(path, 200)));
    *read = true;
    if (!read_text(wheel, path, &content, error))
        return false;
    if (tags)
        take_tags(wheel, content);
    else
        take_metadata(wheel, content);
    return true;
}

/* --- libraries --- */

/* Source: PE format, "COFF file header". */
static void add_windows_head(struct wheel *wheel, struct value *library, const struct bytes *head) {
    static const struct {
        uint16_t number;
        const char *name;
    } machines[] = {{0x14C, "x86"}, {0x8664, "x86_64"}, {0xAA64, "aarch64"}};
    uint32_t place, signature;
    uint16_t machine;
    if (!bytes_u32(head, 60, &place) || !bytes_u32(head, place, &signature) || signature != 0x4550 ||
        !bytes_u16(head, (uint64_t)place + 4, &machine))
        return;
    value_set(wheel->arena, library, "format", value_string("pe"));
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].number == machine)
            value_set(wheel->arena, library, "machine", value_string(machines[i].name));
}

static void add_head(struct wheel *wheel, struct value *library) {
    struct text content = fatbin_stream_head(wheel->fatbin);
    struct bytes head = bytes_of_text(&content);
    struct value elf;
    if (text_starts(content, "MZ")) {
        add_windows_head(wheel, library, &head);
        return;
    }
    if (!elf_digest(wheel->arena, &head, &elf, NULL))
        return;
    value_set(wheel->arena, library, "format", value_string("elf"));
    value_set(wheel->arena, library, "machine", *value_get(&elf, "machine"));
    if (value_get(&elf, "build_id"))
        value_set(wheel->arena, library, "build_id", *value_get(&elf, "build_id"));
}

static bool was_there(const struct wheel *wheel, struct text path) {
    for (size_t i = 0; i < value_count(&wheel->libraries); i++)
        if (text_equal(value_get_text(value_at(&wheel->libraries, i), "path"), path))
            return true;
    return false;
}

static bool add_library(struct wheel *wheel, const struct zip_member *member, struct error *error) {
    struct value library = value_map();
    struct text path = text_copy(wheel->arena, member->name);
    uint64_t size = 0;
    int64_t got;
    if (value_count(&wheel->libraries) == MOST_LIBRARIES)
        return error_set(error, "over 4096 libraries, which no wheel has");
    if (was_there(wheel, path))
        return error_set(error, TEXT_FORMAT " is there twice: programs would unpack either; do not install it",
                         TEXT_ARGUMENTS(text_until(path, 200)));
    if (wheel->reading)
        wheel->reading(wheel->context, path, member->offset);
    fatbin_stream_begin(wheel->fatbin, member->size);
    while ((got = zip_read(wheel->zip, wheel->piece, PIECE, error)) > 0) {
        fatbin_stream_add(wheel->fatbin, wheel->piece, (size_t)got);
        size += (uint64_t)got;
    }
    if (got < 0)
        return false;
    value_set(wheel->arena, &library, "path", value_text(path));
    value_set(wheel->arena, &library, "size", value_integer((int64_t)size));
    add_head(wheel, &library);
    value_set(wheel->arena, &library, "fatbin", fatbin_stream_end(wheel->fatbin, wheel->arena));
    value_append(wheel->arena, &wheel->libraries, library);
    return true;
}

/* --- the whole --- */

static bool add_member(struct wheel *wheel, const struct zip_member *member, struct error *error) {
    struct text folder;
    if (is_metadata(member->name, "METADATA", &folder))
        return add_metadata(wheel, member->name, folder, false, error);
    if (is_metadata(member->name, "WHEEL", &folder))
        return add_metadata(wheel, member->name, folder, true, error);
    return !is_library(member->name) || add_library(wheel, member, error);
}

bool wheel_digest(struct arena *arena, struct zip_source source, wheel_reading *reading, void *context,
                  struct value *digest, struct error *error) {
    struct value made = value_map();
    struct wheel wheel = {.arena = arena,
                          .zip = zip_open(arena, source),
                          .fatbin = fatbin_stream_new(arena),
                          .reading = reading,
                          .context = context,
                          .piece = arena_alloc(arena, PIECE),
                          .digest = &made,
                          .libraries = value_list()};
    struct zip_member member;
    enum zip_step step;
    value_set(arena, &made, "format", value_string("wheel"));
    while ((step = zip_next(wheel.zip, &member, error)) == ZIP_MEMBER)
        if (!add_member(&wheel, &member, error))
            return false;
    if (step == ZIP_FAULT)
        return false;
    if (!wheel.metadata_read && !value_count(&wheel.libraries))
        return error_set(error, "no wheel: the archive holds neither a .dist-info folder with METADATA nor a library");
    value_set(arena, &made, "bytes", value_integer((int64_t)zip_bytes(wheel.zip)));
    value_set(arena, &made, "members", value_integer((int64_t)zip_members(wheel.zip)));
    value_set(arena, &made, "libraries", wheel.libraries);
    *digest = made;
    return true;
}
