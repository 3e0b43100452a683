#include "base/text.h"

#include "base_test.h"

static const struct text nothing = {NULL, 0};

static void empty_spans_are_safe_everywhere(void **state) {
    assert_text(text_of(NULL), "");
    assert_text(text_copy(*state, nothing), "");
    assert_text(text_join(*state, nothing, nothing), "");
    assert_text(text_replace(*state, nothing, TEXT("a"), TEXT("b")), "");
    assert_text(text_lower(*state, nothing), "");
    assert_text(text_trim(nothing), "");
    assert_text(text_from(nothing, 3), "");
    assert_text(text_until(nothing, 3), "");
    assert_true(text_equal(nothing, text_of("")));
    assert_int_equal(text_compare(nothing, text_of("")), 0);
    assert_true(text_starts(nothing, ""));
    assert_true(text_ends(nothing, ""));
    assert_int_equal(text_find(nothing, TEXT("a")), TEXT_NOWHERE);
    assert_int_equal(text_find_last_byte(nothing, 'a'), TEXT_NOWHERE);
}

static void what_is_made_ends_with_nul(void **state) {
    assert_string_equal(text_copy(*state, text_until(TEXT("abcdef"), 3)).at, "abc");
    assert_string_equal(text_format(*state, "%s-%d", "sm", 90).at, "sm-90");
    assert_string_equal(text_format(*state, "%s", "").at, "");
    assert_string_equal(text_join(*state, TEXT("lib"), TEXT("cuda")).at, "libcuda");
    assert_string_equal(text_lower(*state, TEXT("CuDNN @AZ[`az{")).at, "cudnn @az[`az{");
    const struct text parts[] = {TEXT("a"), TEXT(""), TEXT("b")};
    assert_string_equal(text_join_all(*state, parts, 3, TEXT(", ")).at, "a, , b");
    assert_text(text_join_all(*state, NULL, 0, TEXT(", ")), "");
}

static void replacing_takes_every_occurrence_once(void **state) {
    assert_text(text_replace(*state, TEXT("aXbXX"), TEXT("X"), TEXT("--")), "a--b----");
    assert_text(text_replace(*state, TEXT("aaa"), TEXT("aa"), TEXT("a")), "aa");
    assert_text(text_replace(*state, TEXT("abc"), TEXT("x"), TEXT("y")), "abc");
    assert_text(text_replace(*state, TEXT("abc"), TEXT(""), TEXT("y")), "abc");
    assert_text(text_replace(*state, TEXT("abc"), TEXT("abc"), nothing), "");
}

static void comparing(void **state) {
    (void)state;
    assert_true(text_compare(TEXT("ab"), TEXT("abc")) < 0);
    assert_true(text_compare(TEXT("b"), TEXT("abc")) > 0);
    assert_true(text_compare(TEXT("\xFF"), TEXT("a")) > 0);
    assert_true(text_equal_folded(TEXT("PyTorch"), TEXT("pytorch")));
    assert_false(text_equal_folded(TEXT("\xC3\x84"), TEXT("\xC3\xA4")));
    assert_false(text_is(TEXT("ab"), "abc"));
    assert_true(text_starts(TEXT("libcuda.so"), "lib"));
    assert_false(text_starts(TEXT("li"), "lib"));
    assert_true(text_ends(TEXT("libcuda.so"), ".so"));
    assert_false(text_ends(TEXT("so"), ".so"));
}

static void finding(void **state) {
    (void)state;
    assert_int_equal(text_find(TEXT("ababac"), TEXT("abac")), 2);
    assert_int_equal(text_find(TEXT("abc"), TEXT("abcd")), TEXT_NOWHERE);
    assert_int_equal(text_find(TEXT("abc"), TEXT("")), 0);
    assert_int_equal(text_find(TEXT("aab"), TEXT("ab")), 1);
    assert_int_equal(text_find_byte(TEXT("a\0b"), '\0'), 1);
    assert_int_equal(text_find_last_byte(TEXT("a/b/c"), '/'), 3);
    assert_true(text_contains(TEXT("nvidia-smi"), "a-s"));
    assert_text(text_trim(TEXT(" \t x y\r\n")), "x y");
}

static void lines(void **state) {
    (void)state;
    struct text rest = TEXT("one\r\n\ntwo\rhalf\r"), line;
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "one");
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "");
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "two\rhalf\r");
    assert_false(text_next_line(&rest, &line));
    rest = TEXT("\n");
    assert_true(text_next_line(&rest, &line));
    assert_text(line, "");
    assert_false(text_next_line(&rest, &line));
}

static void parts_and_words(void **state) {
    (void)state;
    struct text rest = TEXT("a,,b,"), part;
    const char *expected[] = {"a", "", "b"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(text_next_part(&rest, ',', &part));
        assert_true(text_is(part, expected[i]));
    }
    assert_false(text_next_part(&rest, ',', &part));

    rest = TEXT("  GPU\t0:  ");
    assert_true(text_next_word(&rest, &part));
    assert_text(part, "GPU");
    assert_true(text_next_word(&rest, &part));
    assert_text(part, "0:");
    assert_false(text_next_word(&rest, &part));
    assert_int_equal(rest.size, 0);
}

static void numbers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool good;
        int64_t number;
    } cases[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"007", true, 7},
        {"0x1F", true, 31},
        {"-0x10", true, -16},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"18446744073709551616", false, 0},
        {"99999999999999999999999999", false, 0},
        {"", false, 0},
        {"-", false, 0},
        {"0x", false, 0},
        {"1 ", false, 0},
        {" 1", false, 0},
        {"+1", false, 0},
        {"1f", false, 0},
        {"0xaF", true, 0xAF},
        {"0xg", false, 0},
        {"--1", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t number = 42;
        assert_int_equal(text_to_integer(text_of(cases[i].text), &number), cases[i].good);
        assert_int_equal(number, cases[i].good ? cases[i].number : 42);
    }
    uint64_t number = 0;
    assert_true(text_to_hexadecimal(TEXT("0xffffffffffffffff"), &number));
    assert_true(number == UINT64_MAX);
    assert_true(text_to_hexadecimal(TEXT("10DE"), &number));
    assert_int_equal(number, 0x10DE);
    assert_false(text_to_hexadecimal(TEXT("10000000000000000"), &number));
    assert_false(text_to_hexadecimal(nothing, &number));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(empty_spans_are_safe_everywhere),
        TEST(what_is_made_ends_with_nul),
        TEST(replacing_takes_every_occurrence_once),
        TEST(comparing),
        TEST(finding),
        TEST(lines),
        TEST(parts_and_words),
        TEST(numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
