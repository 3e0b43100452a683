#include "base/inflate.h"

#include "base_test.h"

/* "a" 300 times and "\n": made by another program (Python's zlib, raw). */
static const char DEFLATED[] = "\x4b\x4c\x1c\x05\xc4\x02\x2e\x00";
enum { LETTERS = 300 };

static struct text deflated(struct arena *arena) {
    return text_copy(arena, TEXT(DEFLATED));
}

static void whole_and_byte_by_byte(void **state) {
    struct inflater *inflater = inflater_new(*state);
    for (size_t room = LETTERS + 1; room > 0; room = room > 7 ? 7 : room - 1) {
        char out[LETTERS + 1];
        size_t done = 0, made;
        struct text input = deflated(*state), one;
        enum inflate_state end = INFLATE_MORE;
        inflater_reset(inflater);
        for (size_t steps = 0; end == INFLATE_MORE && steps < 5000; steps++) {
            one = text_until(input, room > 7 ? input.size : 1);
            size_t before = one.size, left = sizeof out - done;
            end = inflater_step(inflater, &one, out + done, left < room ? left : room, &made);
            input = text_from(input, before - one.size);
            done += made;
        }
        assert_int_equal(end, INFLATE_END);
        assert_int_equal(input.size, 0);
        assert_int_equal(done, LETTERS + 1);
        for (size_t i = 0; i < LETTERS; i++)
            assert_int_equal(out[i], 'a');
        assert_int_equal(out[LETTERS], '\n');
    }
}

static void what_follows_is_left(void **state) {
    struct inflater *inflater = inflater_new(*state);
    char out[LETTERS + 1];
    size_t made;
    struct text input = text_copy(*state, text_join(*state, TEXT(DEFLATED), TEXT("PK")));
    assert_int_equal(inflater_step(inflater, &input, out, sizeof out, &made), INFLATE_END);
    assert_text(input, "PK");
}

static void other_data_is_broken_and_a_cut_one_wants_more(void **state) {
    struct inflater *inflater = inflater_new(*state);
    char out[16];
    size_t made;
    struct text input = text_copy(*state, TEXT("\xFF\xFF\xFF\xFF"));
    assert_int_equal(inflater_step(inflater, &input, out, sizeof out, &made), INFLATE_BROKEN);
    inflater_reset(inflater);
    input = text_until(deflated(*state), 3);
    assert_int_equal(inflater_step(inflater, &input, out, sizeof out, &made), INFLATE_MORE);
    assert_int_equal(inflater_step(inflater, &input, out, sizeof out, &made), INFLATE_MORE);
}

static void checksum_of_the_check_value(void **state) {
    (void)state;
    assert_int_equal(checksum_crc32(0, "123456789", 9), 0xCBF43926);
    assert_int_equal(checksum_crc32(checksum_crc32(0, "1234", 4), "56789", 5), 0xCBF43926);
    assert_int_equal(checksum_crc32(0, "", 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(whole_and_byte_by_byte),
        TEST(what_follows_is_left),
        TEST(other_data_is_broken_and_a_cut_one_wants_more),
        TEST(checksum_of_the_check_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
