#include "base/buffer.h"

#include "base_test.h"

static void an_empty_one_is_an_empty_text(void **state) {
    struct buffer buffer = buffer_new(*state);
    assert_string_equal(buffer_text(&buffer).at, "");
    buffer_add(&buffer, (struct text){NULL, 0});
    buffer_add_repeated(&buffer, ' ', 0);
    buffer_format(&buffer, "%s", "");
    assert_int_equal(buffer_text(&buffer).size, 0);
}

static void everything_added_stands_in_order(void **state) {
    struct buffer buffer = buffer_new(*state);
    buffer_add_string(&buffer, "sm");
    buffer_add_byte(&buffer, '_');
    buffer_format(&buffer, "%d%c", 9, '0');
    buffer_add(&buffer, TEXT("\0a"));
    buffer_add_repeated(&buffer, '=', 3);
    assert_text(buffer_text(&buffer), "sm_90\0a===");
    assert_int_equal(buffer_text(&buffer).at[buffer.size], 0);
}

static void growing_loses_nothing(void **state) {
    struct buffer buffer = buffer_new(*state);
    for (unsigned i = 0; i < 20000; i++) {
        buffer_format(&buffer, "%05u", i);
        /* A text between additions must not change what follows. */
        assert_int_equal(buffer_text(&buffer).size, 5 * (i + 1));
    }
    struct text text = buffer_text(&buffer);
    for (unsigned i = 0; i < 20000; i += 997) {
        int64_t number;
        assert_true(text_to_integer(text_until(text_from(text, (size_t)5 * i), 5), &number));
        assert_int_equal(number, i);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_empty_one_is_an_empty_text),
        TEST(everything_added_stands_in_order),
        TEST(growing_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
