#include "base/error.h"

#include "base/utf8.h"
#include "base_test.h"

static void nobody_has_to_ask(void **state) {
    (void)state;
    assert_false(error_set(NULL, "%s", "lost"));
}

static void it_says_what_it_is_told(void **state) {
    (void)state;
    struct error error;
    assert_false(error_set(&error, "%s:%d: %s", "causes.yaml", 3, "驱动"));
    assert_string_equal(error.message, "causes.yaml:3: 驱动");
}

static void a_cut_parts_no_character(void **state) {
    (void)state;
    for (int blanks = 0; blanks < 8; blanks++) {
        struct error error;
        char han[601];
        for (size_t i = 0; i < 600; i += 3)
            memcpy(han + i, "显", 3);
        han[600] = '\0';
        error_set(&error, "%*s%s", blanks, "", han);
        struct text message = text_of(error.message);
        assert_true(utf8_valid(message));
        assert_false(text_contains(message, "?"));
        assert_in_range(message.size, sizeof error.message - 4, sizeof error.message - 1);
    }
}

static void foreign_bytes_become_question_marks(void **state) {
    (void)state;
    struct error error;
    error_set(&error, "/home/\xC4\xE3/x\xE6\x98");
    assert_string_equal(error.message, "/home/?"
                                       "?/x?"
                                       "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nobody_has_to_ask),
        TEST(it_says_what_it_is_told),
        TEST(a_cut_parts_no_character),
        TEST(foreign_bytes_become_question_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
