#include "formats/zip.h"

#include "base/inflate.h"
#include "formats_test.h"

/* --- archives --- */

enum form { PLAIN, DEFLATED, DESCRIBED = 2, WIDE = 4, UNSIGNED = 8 }; /* PLAIN: stored */

struct file {
    const char *name, *content;
    int form;
};

struct archive {
    struct buffer members, directory;
    size_t count;
};

static void put(struct buffer *out, uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        buffer_add_byte(out, (char)(number >> 8 * i));
}

/* As deflate: one block that is stored. */
static struct text packed(struct arena *arena, struct text content, int form) {
    struct buffer out = buffer_new(arena);
    if (!(form & DEFLATED))
        return content;
    buffer_add_byte(&out, 1);
    put(&out, content.size, 2);
    put(&out, ~content.size, 2);
    buffer_add(&out, content);
    return buffer_text(&out);
}

static void put_common(struct buffer *out, int form, uint32_t checksum, uint64_t compressed, uint64_t size) {
    put(out, form & DESCRIBED ? 8 : 0, 2);
    put(out, form & DEFLATED ? 8 : 0, 2);
    put(out, 0, 4);
    put(out, checksum, 4);
    put(out, compressed, 4);
    put(out, size, 4);
}

static void put_descriptor(struct buffer *out, int form, uint32_t checksum, uint64_t compressed, uint64_t size) {
    unsigned width = form & WIDE ? 8 : 4;
    if (!(form & UNSIGNED))
        put(out, 0x08074B50, 4);
    put(out, checksum, 4);
    put(out, compressed, width);
    put(out, size, width);
}

static void put_member(struct archive *archive, struct arena *arena, const struct file *file) {
    struct text content = text_of(file->content), name = text_of(file->name), data = packed(arena, content, file->form);
    uint32_t checksum = checksum_crc32(0, content.at, content.size);
    uint64_t offset = archive->members.size;
    bool described = file->form & DESCRIBED, wide = file->form & WIDE && !described;
    struct buffer *out = &archive->members;
    put(out, 0x04034B50, 4);
    put(out, 20, 2);
    put_common(out, file->form, described ? 0 : checksum,
               described ? 0
               : wide    ? 0xFFFFFFFF
                         : data.size,
               described ? 0
               : wide    ? 0xFFFFFFFF
                         : content.size);
    put(out, name.size, 2);
    put(out, wide ? 24 : 0, 2);
    buffer_add(out, name);
    if (wide) {
        put(out, 0xCAFE, 2), put(out, 0, 2); /* another field in front */
        put(out, 1, 2), put(out, 16, 2);
        put(out, content.size, 8), put(out, data.size, 8);
    }
    buffer_add(out, data);
    if (described)
        put_descriptor(out, file->form, checksum, data.size, content.size);
    put(&archive->directory, 0x02014B50, 4);
    put(&archive->directory, 20, 4);
    put_common(&archive->directory, file->form, checksum, data.size, content.size);
    put(&archive->directory, name.size, 2);
    put(&archive->directory, 0, 12);
    put(&archive->directory, offset, 4);
    buffer_add(&archive->directory, name);
    archive->count++;
}

static struct text archive_of(struct arena *arena, const struct file *files, size_t count) {
    struct archive archive = {.members = buffer_new(arena), .directory = buffer_new(arena)};
    for (size_t i = 0; i < count; i++)
        put_member(&archive, arena, &files[i]);
    uint64_t start = archive.members.size, size = archive.directory.size;
    buffer_add(&archive.members, buffer_text(&archive.directory));
    put(&archive.members, 0x06054B50, 4);
    put(&archive.members, 0, 4);
    put(&archive.members, count, 2), put(&archive.members, count, 2);
    put(&archive.members, size, 4), put(&archive.members, start, 4);
    put(&archive.members, 4, 2);
    buffer_add_string(&archive.members, "note");
    return buffer_text(&archive.members);
}

/* --- reading --- */

struct pipe {
    struct text rest;
    size_t piece;
};

static int64_t read_pipe(void *context, void *out, size_t size) {
    struct pipe *pipe = context;
    size_t got = pipe->rest.size < pipe->piece ? pipe->rest.size : pipe->piece;
    got = got < size ? got : size;
    memcpy(out, pipe->rest.at, got);
    pipe->rest = text_from(pipe->rest, got);
    return (int64_t)got;
}

static bool wanted(struct text name, const char *skipped) {
    return !skipped || !text_is(name, skipped);
}

/* "name=content;" of each member, or the fault's message. */
static struct text told(struct arena *arena, struct text archive, size_t piece, const char *skipped) {
    struct pipe pipe = {archive, piece};
    struct zip_stream *zip = zip_open(arena, (struct zip_source){&pipe, read_pipe});
    struct buffer out = buffer_new(arena);
    struct zip_member member;
    struct error error = {{0}};
    enum zip_step step;
    char chunk[7];
    int64_t got;
    while ((step = zip_next(zip, &member, &error)) == ZIP_MEMBER) {
        if (!wanted(member.name, skipped))
            continue;
        buffer_format(&out, TEXT_FORMAT "=", TEXT_ARGUMENTS(member.name));
        while ((got = zip_read(zip, chunk, sizeof chunk, &error)) > 0)
            buffer_add(&out, (struct text){chunk, (size_t)got});
        if (got < 0)
            return text_copy(arena, text_of(error.message));
        buffer_add_byte(&out, ';');
    }
    if (step == ZIP_FAULT)
        return text_copy(arena, text_of(error.message));
    assert_int_equal(zip_bytes(zip), archive.size);
    return buffer_text(&out);
}

static void expect(struct arena *arena, struct text archive, const char *expected) {
    static const size_t pieces[] = {1, 13, 1 << 20};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct text got = told(arena, text_copy(arena, archive), pieces[i], NULL);
        if (!text_contains(got, expected))
            fail_msg("in pieces of %zu: " TEXT_FORMAT " does not hold %s", pieces[i], TEXT_ARGUMENTS(got), expected);
    }
}

static const struct file all_forms[] = {
    {"stored", "one", PLAIN},
    {"deflated", "two two two", DEFLATED},
    {"empty", "", PLAIN},
    {"wide", "three", DEFLATED | WIDE},
    {"wide/stored", "3", PLAIN | WIDE},
    {"described", "four", DEFLATED | DESCRIBED},
    {"described/wide", "five", DEFLATED | DESCRIBED | WIDE},
    {"described/plain", "six", DEFLATED | DESCRIBED | UNSIGNED},
    {"described/wide/plain", "seven", DEFLATED | DESCRIBED | WIDE | UNSIGNED},
    {"described/empty", "", PLAIN | DESCRIBED},
    {"last", "end", PLAIN},
};
enum { FORMS = sizeof all_forms / sizeof *all_forms };

static void members_of_every_form(void **state) {
    expect(*state, archive_of(*state, all_forms, FORMS),
           "stored=one;deflated=two two two;empty=;wide=three;wide/stored=3;described=four;described/wide=five;"
           "described/plain=six;described/wide/plain=seven;described/empty=;last=end;");
    expect(*state, archive_of(*state, NULL, 0), "");
}

static void members_may_be_passed_by(void **state) {
    for (size_t i = 0; i < FORMS; i++) {
        struct text got = told(*state, archive_of(*state, all_forms, FORMS), 64, all_forms[i].name);
        assert_true(text_contains(got, "=") && text_ends(got, i == FORMS - 1 ? "described/empty=;" : "last=end;"));
        assert_false(text_contains(got, text_format(*state, ";%s=", all_forms[i].name).at));
    }
}

static void another_file_is_no_archive(void **state) {
    expect(*state, TEXT("\177ELF and so on"), "not a zip archive");
    expect(*state, TEXT("no"), "at byte 0: the archive ends here");
    expect(*state, TEXT(""), "at byte 0: the archive ends here");
}

/* However short: an archive that was cut off says so, with the place, or finds that what is there cannot be right. */
static void cut_archives_are_told(void **state) {
    struct text archive = archive_of(*state, all_forms, FORMS);
    for (size_t size = 0; size < archive.size; size++) {
        struct text got = told(*state, exactly(*state, text_until(archive, size)), 1 << 20, NULL);
        if (!text_contains(got, "at byte ") || !text_contains(got, "fetch it again"))
            fail_msg("cut at %zu: " TEXT_FORMAT, size, TEXT_ARGUMENTS(got));
    }
}

/* No byte of the archive can be changed so that something else is read without a word; but for those that nobody looks
 * at, dates and versions. */
static void changed_bytes_are_never_taken_for_content(void **state) {
    struct text archive = archive_of(*state, all_forms, FORMS), right = told(*state, archive, 1 << 20, NULL);
    for (size_t at = 0; at < archive.size; at++)
        for (unsigned change = 1; change < 256; change *= 2) {
            struct text copy = exactly(*state, archive);
            ((char *)copy.at)[at] ^= (char)change;
            struct text got = told(*state, copy, 1 << 20, NULL);
            if (!text_equal(got, right) && text_contains(got, "=") && !text_contains(got, "byte "))
                fail_msg("byte %zu ^ %u: " TEXT_FORMAT, at, change, TEXT_ARGUMENTS(got));
        }
}

static struct text patched(struct arena *arena, const struct file *file, size_t at, uint64_t number, unsigned bytes) {
    struct text archive = text_copy(arena, archive_of(arena, file, 1));
    for (unsigned i = 0; i < bytes; i++)
        ((char *)archive.at)[at + i] = (char)(number >> 8 * i);
    return archive;
}

static void lies_are_told_with_their_place(void **state) {
    static const struct file deflated = {"lib.so", "0123456789", DEFLATED}, stored = {"lib.so", "0123456789", PLAIN},
                             described = {"lib.so", "0123456789", DEFLATED | DESCRIBED},
                             unsized = {"lib.so", "0123456789", PLAIN | DESCRIBED};
    expect(*state, patched(*state, &deflated, 6, 1, 2), "in lib.so: it is encrypted");
    expect(*state, patched(*state, &deflated, 8, 14, 2), "in lib.so: its compression is neither");
    expect(*state, patched(*state, &deflated, 14, 0, 4), "in lib.so: its checksum is not");
    expect(*state, patched(*state, &deflated, 18, 9, 4), "in lib.so: its compressed data ends too early");
    expect(*state, patched(*state, &deflated, 18, 16, 4), "in lib.so: the data ends before the size");
    expect(*state, patched(*state, &deflated, 22, 9, 4), "in lib.so: it is larger than");
    expect(*state, patched(*state, &deflated, 22, 11, 4), "in lib.so: it is smaller than");
    expect(*state, patched(*state, &deflated, 36, 7, 1), "in lib.so: its compressed data is broken");
    expect(*state, patched(*state, &stored, 18, 11, 4), "in lib.so: it is stored, with two different sizes");
    expect(*state, patched(*state, &stored, 18, 0xFFFFFFFF, 4), "zip64 sizes are missing");
    expect(*state, patched(*state, &described, 36 + 15 + 4, 0, 4), "in lib.so: sizes or checksum behind the data");
    expect(*state, archive_of(*state, &unsized, 1), "in lib.so: it is stored, and its size stands behind it");
    expect(*state, patched(*state, &deflated, 26, 0, 2), "a member without a name");
    expect(*state, patched(*state, &deflated, 31, 0, 1), "a name with a NUL byte");
}

/* Programs that unpack go by the directory: it has to say the same. */
static void the_directory_has_to_agree(void **state) {
    static const struct file two[] = {{"one", "1", PLAIN}, {"two", "2", PLAIN}};
    struct text archive = text_copy(*state, archive_of(*state, two, 2));
    size_t first = 2 * (30 + 3 + 1), second = first + 46 + 3, end = second + 46 + 3;
    static const struct {
        size_t entry, at;
        char byte;
        const char *says;
    } changes[] = {{0, 46, 'x', "the name is another"},     {0, 24, 9, "the size is another"},
                   {1, 16, 9, "the checksum is another"},   {1, 10, 8, "the compression is another"},
                   {1, 42, 1, "no member begins there"},    {1, 42, 0, "for the second time"},
                   {2, 10, 1, "the directory's own count"}, {2, 16, 1, "the directory's own count"},
                   {1, 0, 'X', "is not in the directory"},  {2, 0, 'X', "the directory has no end"},
                   {2, 20, 3, "something follows the end"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct text copy = text_copy(*state, archive);
        size_t entry = changes[i].entry == 0 ? first : changes[i].entry == 1 ? second : end;
        ((char *)copy.at)[entry + changes[i].at] = changes[i].byte;
        expect(*state, copy, changes[i].says);
    }
    expect(*state, text_join(*state, archive, archive), "something follows the end");
}

static void limits(void **state) {
    struct buffer name = buffer_new(*state);
    buffer_add_repeated(&name, 'n', 4097);
    struct file file = {buffer_text(&name).at, "", PLAIN};
    expect(*state, archive_of(*state, &file, 1), "a name of over 4096 bytes");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(members_of_every_form),
        TEST(members_may_be_passed_by),
        TEST(another_file_is_no_archive),
        TEST(cut_archives_are_told),
        TEST(changed_bytes_are_never_taken_for_content),
        TEST(lies_are_told_with_their_place),
        TEST(the_directory_has_to_agree),
        TEST(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
