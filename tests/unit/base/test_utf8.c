#include "base/utf8.h"

#include "base_test.h"

static void every_code_point_comes_back(void **state) {
    (void)state;
    for (uint32_t point = 0; point <= 0x110005; point++) {
        char bytes[4];
        size_t size = utf8_put(bytes, point);
        if ((point >= 0xD800 && point <= 0xDFFF) || point > 0x10FFFF) {
            assert_int_equal(size, 0);
            continue;
        }
        struct text rest = {bytes, size};
        assert_int_equal(utf8_next(&rest), point);
        assert_int_equal(rest.size, 0);
    }
}

static void what_is_not_utf8_takes_one_byte(void **state) {
    (void)state;
    static const char *const bad[] = {"\x80",
                                      "\xC0\xAF",
                                      "\xC1\xBF",
                                      "\xE0\x80\xAF",
                                      "\xE0\x9F\xBF",
                                      "\xED\xA0\x80",
                                      "\xF0\x8F\xBF\xBF",
                                      "\xF4\x90\x80\x80",
                                      "\xF5\x80\x80\x80",
                                      "\xFF",
                                      "\xE6\x98",
                                      "\xE6\x98x",
                                      "\xF0\x9F\x98",
                                      "\xC3"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text rest = text_of(bad[i]);
        size_t size = rest.size;
        assert_false(utf8_valid(rest));
        assert_int_equal(utf8_next(&rest), -1);
        assert_int_equal(rest.size, size - 1);
    }
    assert_true(utf8_valid((struct text){NULL, 0}));
}

static void columns(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t columns;
    } cases[] = {
        {"", 0},
        {"plumb", 5},
        {"显卡", 4},
        {"CUDA 库", 7},
        {"é", 1},
        {"e\u0301", 1},
        {"ｆｕｌｌ", 8},
        {"ﾊﾝ", 2},
        {"한글", 4},
        {"\u1112\u1161", 2},
        {"😀", 2},
        {"❌", 2},
        {"·", 1},
        {"→", 1},
        {"—", 1},
        {"\xFF\xFE", 2},
        {"\x1B[0m", 3},
        {"a\u200Bb", 2},
        {"𠮷", 2},
        {"…", 1},
        {"，。", 4},
        {"µ", 1},
        {"°", 1},
        {"Ж", 1},
        {"\xC2\x9B", 0},
        {"\u0E01\u0E34", 1},
        {"\u05D0\u05B0", 1},
        {"⚠️", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (utf8_columns(text_of(cases[i].text)) != cases[i].columns)
            fail_msg("case %zu has %zu columns, not %zu", i, utf8_columns(text_of(cases[i].text)), cases[i].columns);
}

static void fitting_parts_no_character(void **state) {
    (void)state;
    assert_text(utf8_fit(TEXT("显卡"), 3), "显");
    assert_text(utf8_fit(TEXT("显卡"), 4), "显卡");
    assert_text(utf8_fit(TEXT("显卡"), 1), "");
    assert_text(utf8_fit(TEXT("ae\u0301b"), 2), "ae\u0301");
    assert_text(utf8_fit((struct text){NULL, 0}, 2), "");
}

static void repairing(void **state) {
    assert_text(utf8_repair(*state, TEXT("a\xC4\xE3\xE6\x98\xBE")), "a\uFFFD\uFFFD显");
    assert_text(utf8_repair(*state, TEXT("")), "");
}

static void noise_is_always_repaired(void **state) {
    uint64_t seed = 17;
    for (int i = 0; i < 50000; i++) {
        struct text text = noise_text(*state, &seed,
                                      i % 2 ? TEXT("\xE6\x98\xBE\xC2\x80\xBF\xED\xA0\xF0\x9F\xF4\x90"
                                                   "a")
                                            : TEXT(""),
                                      12);
        struct text repaired = utf8_repair(*state, text);
        assert_true(utf8_valid(repaired));
        assert_int_equal(utf8_valid(text), text_equal(text, repaired));
        assert_int_equal(utf8_columns(text), utf8_columns(repaired));
        for (size_t most = 0; most < 6; most++)
            assert_true(utf8_columns(utf8_fit(text, most)) <= most);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_code_point_comes_back),
        TEST(what_is_not_utf8_takes_one_byte),
        TEST(columns),
        TEST(fitting_parts_no_character),
        TEST(repairing),
        TEST(noise_is_always_repaired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
