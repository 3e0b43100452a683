#include "formats/elf.h"

#include <stdio.h>

#include "formats_test.h"

enum { HEADER = 64, SEGMENT = 56, STRINGS_AT = 0x400, DYNAMIC_AT = 0x200, NOTE_AT = 0x300, WHOLE = 0x500 };

struct image {
    unsigned char bytes[WHOLE];
    size_t segments;
};

static void put(struct image *image, size_t at, uint64_t number, size_t size) {
    for (size_t i = 0; i < size; i++)
        image->bytes[at + i] = (unsigned char)(number >> (8 * i));
}

static void add_segment(struct image *image, uint32_t type, uint64_t offset, uint64_t address, uint64_t size) {
    size_t at = HEADER + SEGMENT * image->segments++;
    put(image, at, type, 4);
    put(image, at + 8, offset, 8);
    put(image, at + 16, address, 8);
    put(image, at + 32, size, 8);
    put(image, 56, image->segments, 2);
}

static void set_dynamic(struct image *image, size_t index, uint64_t tag, uint64_t value) {
    put(image, DYNAMIC_AT + 16 * index, tag, 8);
    put(image, DYNAMIC_AT + 16 * index + 8, value, 8);
}

/* A library of 64 bits: loaded at 0x10000, its strings at offset 0x400. */
static struct image library(void) {
    static const char strings[] = "\0libcuda.so.1\0libc.so.6\0libdl.so.2\0$ORIGIN/../lib\0/opt/old";
    static const unsigned char note[] = {4, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 'G', 'N', 'U', 0, 0xde, 0xad, 0xbe, 0xef};
    struct image image = {.bytes = {0x7F, 'E', 'L', 'F', 2, 1, 1}};
    put(&image, 16, 3, 2);   /* ET_DYN */
    put(&image, 18, 183, 2); /* AArch64 */
    put(&image, 32, HEADER, 8);
    put(&image, 54, SEGMENT, 2);
    add_segment(&image, 1, 0, 0x10000, WHOLE);
    add_segment(&image, 2, DYNAMIC_AT, 0x10000 + DYNAMIC_AT, 16 * 8);
    add_segment(&image, 4, NOTE_AT, 0x10000 + NOTE_AT, sizeof note);
    set_dynamic(&image, 0, 1, 14);
    set_dynamic(&image, 1, 1, 24);
    set_dynamic(&image, 2, 14, 1);
    set_dynamic(&image, 3, 29, 35);
    set_dynamic(&image, 4, 15, 50);
    set_dynamic(&image, 5, 5, 0x10000 + STRINGS_AT);
    set_dynamic(&image, 6, 10, sizeof strings);
    memcpy(image.bytes + STRINGS_AT, strings, sizeof strings);
    memcpy(image.bytes + NOTE_AT, note, sizeof note);
    return image;
}

static bool digest(struct arena *arena, struct text file, struct value *made, struct error *error) {
    struct text copy = exactly(arena, file);
    struct bytes bytes = bytes_of_text(&copy);
    return elf_digest(arena, &bytes, made, error);
}

static struct value digest_image(struct arena *arena, const struct image *image) {
    struct value made = value_null();
    struct error error;
    if (!digest(arena, (struct text){(const char *)image->bytes, WHOLE}, &made, &error))
        fail_msg("%s", error.message);
    return made;
}

static void a_library_states_what_it_needs(void **state) {
    struct image image = library();
    assert_json(
        *state, digest_image(*state, &image),
        "{\"format\": \"elf\", \"class\": 64, \"machine\": \"aarch64\", \"soname\": \"libcuda.so.1\", \"runpath\": "
        "\"$ORIGIN/../lib\", \"rpath\": \"/opt/old\", \"needed\": [\"libc.so.6\", \"libdl.so.2\"], \"build_id\": "
        "\"deadbeef\", \"type\": \"shared\"}");
}

static void what_a_file_lacks_is_left_out(void **state) {
    struct image image = library();
    image.segments = 0;
    put(&image, 56, 0, 2);
    put(&image, 16, 1, 2);
    put(&image, 18, 4711, 2);
    assert_json(*state, digest_image(*state, &image),
                "{\"format\": \"elf\", \"class\": 64, \"machine\": \"4711\", \"type\": \"object\"}");
}

static void a_program_is_told_from_a_library(void **state) {
    struct image image = library();
    set_dynamic(&image, 4, 0x6ffffffb, 0x08000000); /* DF_1_PIE */
    struct value made = digest_image(*state, &image);
    assert_text(value_get_text(&made, "type"), "program");
    put(&image, 16, 2, 2); /* ET_EXEC */
    made = digest_image(*state, &image);
    assert_text(value_get_text(&made, "type"), "program");
}

/* Every cut of a file, and every byte set to its worst, gives an error or a digest, never a read outside of the file.
 */
static void a_damaged_file_is_no_danger(void **state) {
    struct image image = library();
    struct value made;
    for (size_t size = 0; size < WHOLE; size += 7)
        digest(*state, (struct text){(const char *)image.bytes, size}, &made, NULL);
    for (size_t at = 0; at < WHOLE; at++) {
        unsigned char before = image.bytes[at];
        image.bytes[at] = 0xFF;
        digest(*state, (struct text){(const char *)image.bytes, WHOLE}, &made, NULL);
        image.bytes[at] = before;
    }
}

static void another_file_is_refused(void **state) {
    static const char *const files[] = {"", "/* GNU ld script */\nINPUT(-lnccl)\n", "\177ELF\2\2\1", "MZ"};
    struct value made = value_null();
    struct error error = {""};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_false(digest(*state, text_of(files[i]), &made, &error));
    assert_int_equal(made.type, VALUE_NULL);
    assert_true(strlen(error.message) > 0);
}

/* A true program of this system, whatever its processor. */
static void bin_true_is_a_program_that_needs_libc(void **state) {
    FILE *file = fopen("/bin/true", "rb");
    if (!file)
        skip();
    size_t limit = 1 << 20;
    char *memory = arena_alloc(*state, limit);
    struct text content = {memory, fread(memory, 1, limit, file)};
    fclose(file);
    struct value made = value_null();
    if (!digest(*state, content, &made, NULL))
        skip();
    assert_text(value_get_text(&made, "type"), "program");
    assert_true(value_get(&made, "interpreter") != NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_library_states_what_it_needs),   TEST(what_a_file_lacks_is_left_out),
        TEST(a_program_is_told_from_a_library), TEST(a_damaged_file_is_no_danger),
        TEST(another_file_is_refused),          TEST(bin_true_is_a_program_that_needs_libc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
