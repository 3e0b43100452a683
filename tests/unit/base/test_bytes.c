#include "base/bytes.h"

#include "base_test.h"

static void numbers_are_little_endian(void **state) {
    (void)state;
    struct text text = TEXT("\x01\x02\x03\x04\x05\x06\x07\xF8");
    struct bytes bytes = bytes_of_text(&text);
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    assert_true(bytes_u16(&bytes, 6, &two));
    assert_int_equal(two, 0xF807);
    assert_true(bytes_u32(&bytes, 1, &four));
    assert_int_equal(four, 0x05040302);
    assert_true(bytes_u64(&bytes, 0, &eight));
    assert_true(eight == UINT64_C(0xF807060504030201));
}

static void past_the_end_is_false_and_touches_nothing(void **state) {
    (void)state;
    struct text text = TEXT("12345678");
    struct bytes bytes = bytes_of_text(&text);
    uint64_t number = 42;
    assert_false(bytes_u64(&bytes, 1, &number));
    assert_false(bytes_u64(&bytes, UINT64_MAX, &number));
    assert_false(bytes_u64(&bytes, UINT64_MAX - 3, &number));
    assert_int_equal(number, 42);
    uint16_t two = 42;
    assert_false(bytes_u16(&bytes, 7, &two));
    assert_int_equal(two, 42);
    char out[16];
    assert_false(bytes_read(&bytes, 1, out, SIZE_MAX));
    assert_true(bytes_read(&bytes, 8, out, 0));
    assert_false(bytes_read(&bytes, 9, out, 0));
    assert_true(bytes_read(&bytes, 5, out, 3));
    assert_memory_equal(out, "678", 3);
}

static int64_t fails(void *context, uint64_t offset, void *out, size_t size) {
    (void)context, (void)offset, (void)out, (void)size;
    return -1;
}

static int64_t is_shorter_than_it_was(void *context, uint64_t offset, void *out, size_t size) {
    (void)context, (void)offset, (void)out;
    return (int64_t)size - 1;
}

static void what_the_system_fails_to_read_is_false(void **state) {
    (void)state;
    struct bytes broken = {NULL, fails, 100}, truncated = {NULL, is_shorter_than_it_was, 100};
    uint32_t number = 42;
    assert_false(bytes_u32(&broken, 0, &number));
    assert_false(bytes_u32(&truncated, 0, &number));
    assert_int_equal(number, 42);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(numbers_are_little_endian),
        TEST(past_the_end_is_false_and_touches_nothing),
        TEST(what_the_system_fails_to_read_is_false),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
