#include "formats/ldcache.h"

#include "base/buffer.h"
#include "formats_test.h"

static void put(struct buffer *buffer, uint64_t number, size_t size) {
    for (size_t i = 0; i < size; i++)
        buffer_add_byte(buffer, (char)(number >> (8 * i)));
}

/* Pairs of a name and a path in the format of glibc 2.2 and later; behind `old` entries of the one before, when there
 * are any. */
static struct text cache(struct arena *arena, const char *const *strings, uint32_t libraries, uint32_t old) {
    struct buffer buffer = buffer_new(arena);
    if (old) {
        buffer_add(&buffer, TEXT("ld.so-1.7.0\0"));
        put(&buffer, old, 4);
        buffer_add_repeated(&buffer, '\0', (old * 12 + 7) / 8 * 8);
    }
    buffer_add(&buffer, TEXT("glibc-ld.so.cache1.1"));
    put(&buffer, libraries, 4);
    put(&buffer, 0, 4);
    buffer_add_repeated(&buffer, '\0', 20);
    uint64_t offset = 48 + 24 * (uint64_t)libraries;
    for (uint32_t i = 0; i < 2 * libraries; i += 2) {
        put(&buffer, 0x0303, 4);
        put(&buffer, offset, 4);
        offset += strlen(strings[i]) + 1;
        put(&buffer, offset, 4);
        offset += strlen(strings[i + 1]) + 1;
        buffer_add_repeated(&buffer, '\0', 12);
    }
    for (uint32_t i = 0; i < 2 * libraries; i++)
        buffer_add(&buffer, (struct text){strings[i], strlen(strings[i]) + 1});
    return buffer_text(&buffer);
}

static bool digest(struct arena *arena, struct text file, struct value *made) {
    struct text copy = exactly(arena, file);
    struct bytes bytes = bytes_of_text(&copy);
    struct error error;
    return ldcache_digest(arena, &bytes, made, &error);
}

static const char *const strings[] = {
    "libz.so.1",       "/lib/libz.so.1",
    "libcuda.so.1",    "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
    "libcuda.so.1",    "/usr/lib/i386-linux-gnu/libcuda.so.1",
    "libcudart.so.12", "/usr/local/cuda/lib64/libcudart.so.12",
};

static const char expected[] =
    "{\"format\": \"ldcache\", \"libraries\": {\"libcuda.so.1\": [\"/usr/lib/x86_64-linux-gnu/libcuda.so.1\", "
    "\"/usr/lib/i386-linux-gnu/libcuda.so.1\"], \"libcudart.so.12\": [\"/usr/local/cuda/lib64/libcudart.so.12\"]}}";

static void paths_keep_the_order_of_the_cache(void **state) {
    struct value made = value_null();
    assert_true(digest(*state, cache(*state, strings, 4, 0), &made));
    assert_spans(to_json(*state, made), text_of(expected), __FILE__, __LINE__);
}

static void the_old_table_in_front_is_passed_over(void **state) {
    for (uint32_t old = 1; old < 5; old++) {
        struct value made = value_null();
        assert_true(digest(*state, cache(*state, strings, 4, old), &made));
        assert_spans(to_json(*state, made), text_of(expected), __FILE__, __LINE__);
    }
}

static void a_damaged_cache_is_no_danger(void **state) {
    struct text whole = cache(*state, strings, 4, 3);
    struct value made = value_null();
    for (size_t size = 0; size < whole.size; size++)
        assert_false(digest(*state, text_until(whole, size), &made));
    char *bytes = (char *)exactly(*state, whole).at;
    for (size_t at = 0; at < whole.size; at++) {
        char before = bytes[at];
        bytes[at] = (char)0xFF;
        digest(*state, (struct text){bytes, whole.size}, &made);
        bytes[at] = before;
    }
}

static void another_file_is_refused(void **state) {
    struct value made = value_null();
    assert_false(digest(*state, TEXT(""), &made));
    assert_false(digest(*state, TEXT("ld.so-1.7.0\0\xFF\xFF\xFF\xFF"), &made));
    assert_false(digest(*state, TEXT("glibc-ld.so.cache1.1\xFF\xFF\xFF\xFF"), &made));
    assert_int_equal(made.type, VALUE_NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(paths_keep_the_order_of_the_cache),
        TEST(the_old_table_in_front_is_passed_over),
        TEST(a_damaged_cache_is_no_danger),
        TEST(another_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
