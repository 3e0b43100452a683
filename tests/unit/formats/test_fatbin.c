#include "formats/fatbin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

static void put(struct buffer *out, uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        buffer_add_byte(out, (char)(number >> 8 * i));
}

struct sample {
    unsigned kind, architecture, major, minor, head;
    uint64_t flags;
};

static void put_entry(struct buffer *out, const struct sample *sample) {
    enum { PAYLOAD = 24 };
    put(out, sample->kind, 2);
    put(out, 0x0101, 2);
    put(out, sample->head, 4);
    put(out, PAYLOAD, 8);
    put(out, 0, 8);
    put(out, sample->minor, 2);
    put(out, sample->major, 2);
    put(out, sample->architecture, 4);
    put(out, 0, 8);
    put(out, sample->flags, 8);
    put(out, 0, 8);
    put(out, 99, 8);
    buffer_add_repeated(out, 'x', sample->head - 64 + PAYLOAD);
}

static void put_container(struct buffer *out, const struct sample *samples, size_t count) {
    struct buffer body = buffer_new(out->arena);
    for (size_t i = 0; i < count; i++)
        put_entry(&body, &samples[i]);
    put(out, 0xBA55ED50, 4);
    put(out, 1, 2);
    put(out, 16, 2);
    put(out, body.size, 8);
    buffer_add(out, buffer_text(&body));
}

static struct text json_of(struct arena *arena, struct value value) {
    struct buffer out = buffer_new(arena);
    json_write(&out, &value, JSON_ONE_LINE);
    return buffer_text(&out);
}

static struct text stream_digest(struct arena *arena, struct text content, size_t piece) {
    struct fatbin_stream *stream = fatbin_stream_new(arena);
    fatbin_stream_begin(stream, 0); /* what another file left behind */
    fatbin_stream_add(stream, "\x50\xED\x55\xBA\1", 5);
    fatbin_stream_end(stream, arena);
    fatbin_stream_begin(stream, content.size);
    for (size_t at = 0; at < content.size; at += piece)
        fatbin_stream_add(stream, content.at + at, piece < content.size - at ? piece : content.size - at);
    return json_of(arena, fatbin_stream_end(stream, arena));
}

/* Of the file as a whole, and as it comes by in pieces. */
static struct text digest_of(struct arena *arena, struct text content) {
    static const size_t pieces[] = {1, 7, 8, 100, 1 << 20};
    struct bytes bytes = bytes_of_text(&content);
    struct value digest;
    assert_true(fatbin_digest(arena, &bytes, &digest, NULL));
    struct text whole = json_of(arena, digest);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct text piecewise = stream_digest(arena, content, pieces[i]);
        if (!text_equal(whole, piecewise))
            fail_msg("in pieces of %zu: " TEXT_FORMAT " instead of " TEXT_FORMAT, pieces[i], TEXT_ARGUMENTS(piecewise),
                     TEXT_ARGUMENTS(whole));
    }
    return whole;
}

static void expect(struct arena *arena, struct text content, const char *part) {
    struct text digest = digest_of(arena, content);
    if (!text_contains(digest, part))
        fail_msg(TEXT_FORMAT " does not hold %s", TEXT_ARGUMENTS(digest), part);
}

static const struct sample several[] = {
    {2, 90, 1, 8, 64, 0x8011}, {2, 90, 1, 8, 64, 0x108011}, {2, 120, 1, 8, 80, 0x208011},   {2, 80, 1, 7, 144, 0x2011},
    {1, 90, 9, 0, 120, 0x11},  {1, 80, 8, 7, 64, 0x11},     {8, 89, 1, 65, 64, 0x10000011}, {2, 80, 1, 7, 64, 0x11}};

static void architectures_are_named_once_and_in_order(void **state) {
    struct buffer file = buffer_new(*state);
    buffer_add_repeated(&file, 0, 64);
    put_container(&file, several, sizeof several / sizeof *several);
    expect(*state, buffer_text(&file),
           "\"architectures\": [\"sm_80\", \"sm_90\", \"sm_90a\", \"sm_120f\", \"compute_80\", \"compute_90\"]");
    expect(
        *state, buffer_text(&file),
        "\"containers\": 1, \"machine_code\": 5, \"ptx\": 2, \"ptx_isa\": \"9.0\", \"other\": 1, \"complete\": true");
}

static void containers_lie_anywhere_that_8_divides(void **state) {
    struct buffer file = buffer_new(*state);
    buffer_add_repeated(&file, 0, 8 * 1024 * 300); /* past the first windows */
    put_container(&file, several, 1);
    buffer_add_repeated(&file, 0, 16);
    put_container(&file, several + 4, 1);
    buffer_add_repeated(&file, 0, (8 - file.size % 8) % 8);
    put_container(&file, NULL, 0);
    expect(*state, buffer_text(&file), "fatbin\", \"architectures\": [\"sm_90\", \"compute_90\"], \"containers\": 3");
}

static void no_device_code_is_no_error(void **state) {
    expect(*state, TEXT(""), "\"architectures\": [], \"containers\": 0");
    expect(*state, TEXT("\177ELF\2\1 and so on"), "\"architectures\": []");
}

/* Each shorter file is read without leaving it, and claims nothing that is not whole. */
static void cut_files_hold_less(void **state) {
    struct buffer file = buffer_new(*state);
    put_container(&file, several, 3);
    for (size_t size = 0; size < file.size; size++) {
        char *exact = malloc(size + 1);
        memcpy(exact, file.at, size);
        struct text digest = digest_of(*state, (struct text){exact, size});
        assert_true(text_contains(digest, "\"architectures\": []"));
        free(exact);
    }
}

static void a_magic_alone_is_no_container(void **state) {
    static const struct {
        size_t offset;
        char byte;
    } changes[] = {{4, 2}, {6, 17}, {20, 1}, {22, 2}, {31, 127}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct buffer file = buffer_new(*state);
        put_container(&file, several, 1);
        file.at[changes[i].offset] = changes[i].byte;
        expect(*state, buffer_text(&file), "\"containers\": 0");
    }
}

/* --- sections --- */

struct section {
    const char *name;
    uint64_t start, size;
};

static void put_section(struct buffer *out, uint64_t name, const struct section *section) {
    put(out, name, 4);
    put(out, 1, 4);
    put(out, 2, 8);
    put(out, 0, 8);
    put(out, section->start, 8);
    put(out, section->size, 8);
    put(out, 0, 24);
}

static void begin_section(struct buffer *out, struct section *section, const char *name) {
    buffer_add_repeated(out, 0, (8 - out->size % 8) % 8);
    *section = (struct section){.name = name, .start = out->size};
}

enum { SECTIONS = 4 };

/* `far`: bytes between the names and the table; `linked`: of the section that is called .nv_fatbin. */
static struct text elf_file(struct arena *arena, size_t far, size_t linked) {
    struct buffer out = buffer_new(arena), names = buffer_new(arena);
    struct section sections[SECTIONS] = {{.name = ""}};
    uint64_t name_at[SECTIONS] = {0};
    buffer_add(&out, (struct text){"\177ELF\2\1\1", 7});
    buffer_add_repeated(&out, 0, 64 - 7);
    begin_section(&out, &sections[1], ".nv_fatbin");
    for (size_t i = 0; i < linked; i++) {
        buffer_add_repeated(&out, 0, (8 - out.size % 8) % 8);
        put_container(&out, several, 1); /* sm_90 */
    }
    sections[1].size = out.size - sections[1].start;
    begin_section(&out, &sections[2], "__nv_relfatbin");
    put_container(&out, several + 3, 1); /* sm_80 */
    sections[2].size = out.size - sections[2].start;
    buffer_add_repeated(&out, 0, 8);
    put_container(&out, several + 5, 1); /* compute_80, somewhere else */
    buffer_add_repeated(&out, 0, 8 * 1024);
    for (size_t i = 0; i < SECTIONS; i++) {
        name_at[i] = names.size;
        buffer_add_string(&names, i == 3 ? ".shstrtab" : sections[i].name);
        buffer_add_byte(&names, 0);
    }
    begin_section(&out, &sections[3], ".shstrtab");
    sections[3].size = names.size;
    buffer_add(&out, buffer_text(&names));
    buffer_add_repeated(&out, 0, far + (8 - (out.size + far) % 8) % 8);
    uint64_t table = out.size;
    for (size_t i = 0; i < SECTIONS; i++)
        put_section(&out, name_at[i], &sections[i]);
    for (size_t i = 0; i < 8; i++)
        out.at[40 + i] = (char)(table >> 8 * i);
    out.at[58] = 64;
    out.at[60] = SECTIONS;
    out.at[62] = SECTIONS - 1;
    return buffer_text(&out);
}

static void the_linked_section_alone_counts(void **state) {
    expect(*state, elf_file(*state, 0, 3), "fatbin\", \"architectures\": [\"sm_90\"], \"containers\": 3");
    expect(*state, elf_file(*state, 40000, 10), "fatbin\", \"architectures\": [\"sm_90\"], \"containers\": 10");
}

static void copies_for_linking_never_count(void **state) {
    expect(*state, elf_file(*state, 0, 0), "fatbin\", \"architectures\": [\"compute_80\"], \"containers\": 1");
}

static void what_is_elsewhere_counts_where_the_section_is_small(void **state) {
    expect(*state, elf_file(*state, 40000, 1),
           "fatbin\", \"architectures\": [\"sm_90\", \"compute_80\"], \"containers\": 2");
    expect(*state, elf_file(*state, 2 << 20, 500),
           "fatbin\", \"architectures\": [\"sm_90\"], \"containers\": 500"); /* BOLT */
    expect(*state, elf_file(*state, 0, 2), "fatbin\", \"architectures\": [\"sm_90\"], \"containers\": 2");
}

/* A stream that never saw the names says so, since it may count too much. */
static void names_far_from_their_table(void **state) {
    struct text content = elf_file(*state, 5 << 20, 900), stream = stream_digest(*state, content, 4096);
    assert_true(text_contains(stream, "\"complete\": false"));
    struct bytes bytes = bytes_of_text(&content);
    struct value digest;
    assert_true(fatbin_digest(*state, &bytes, &digest, NULL));
    assert_true(text_contains(json_of(*state, digest), "\"complete\": true"));
}

/* Noise of magics, heads and entries, so that many of them overlap: what is said to be complete is the same. */
static void noise_is_read_alike(void **state) {
    uint64_t seed = 88172645463325252u;
    size_t alike = 0;
    for (size_t round = 0; round < 3000; round++) {
        struct buffer file = buffer_new(*state);
        for (size_t part = 0; part < 6; part++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            size_t before = file.size;
            if (seed % 4 == 0)
                put(&file, 0x001000 << 12 | 0xBA55ED50, 8);
            else
                put_container(&file, several + seed % 6, seed / 8 % 3);
            if (seed / 64 % 2 && file.size > before) /* damage one byte of it */
                file.at[before + seed / 128 % (file.size - before)] = (char)(seed >> 40);
        }
        struct text content = buffer_text(&file), stream = stream_digest(*state, content, 1 + seed % 90);
        struct bytes bytes = bytes_of_text(&content);
        struct value digest;
        assert_true(fatbin_digest(*state, &bytes, &digest, NULL));
        bool equal = text_equal(json_of(*state, digest), stream);
        assert_true(equal || text_contains(stream, "\"complete\": false"));
        alike += equal;
    }
    assert_true(alike > 2000);
}

static int with_arena(void **state) {
    *state = arena_new();
    return 0;
}

static int without_arena(void **state) {
    arena_free(*state);
    return 0;
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, with_arena, without_arena)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(architectures_are_named_once_and_in_order),
        TEST(containers_lie_anywhere_that_8_divides),
        TEST(no_device_code_is_no_error),
        TEST(cut_files_hold_less),
        TEST(a_magic_alone_is_no_container),
        TEST(the_linked_section_alone_counts),
        TEST(copies_for_linking_never_count),
        TEST(what_is_elsewhere_counts_where_the_section_is_small),
        TEST(names_far_from_their_table),
        TEST(noise_is_read_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
