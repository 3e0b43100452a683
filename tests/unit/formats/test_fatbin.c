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

static struct text digest_of(struct arena *arena, struct text content) {
    struct bytes bytes = bytes_of_text(&content);
    struct value digest;
    struct buffer out = buffer_new(arena);
    assert_true(fatbin_digest(arena, &bytes, &digest, NULL));
    json_write(&out, &digest, JSON_ONE_LINE);
    return buffer_text(&out);
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
    expect(*state, buffer_text(&file), "\"architectures\": [\"sm_90\", \"compute_90\"], \"containers\": 3");
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
