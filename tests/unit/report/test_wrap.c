#include "report/wrap.h"

#include "report_test.h"

static struct text prose(struct arena *arena, const char *text, size_t indent, size_t width) {
    struct buffer out = buffer_new(arena);
    struct flow flow = {&out, indent, width, 0};
    flow_prose(&flow, text_of(text));
    return buffer_text(&out);
}

static void prose_breaks_at_blanks(void **state) {
    static const struct {
        const char *text;
        size_t indent, width;
        const char *wrapped;
    } cases[] = {
        {"", 2, 10, ""},
        {"   ", 2, 10, ""},
        {"one two three", 0, 8, "one two\nthree"},
        {"one two three", 2, 9, "  one two\n  three"},
        {"one  two\nthree ", 0, 40, "one two three"},
        {"abcdefghijkl mn", 2, 8, "  abcdefghijkl\n  mn"},
        {"/a/b -> /c/d (e)", 0, 8, "/a/b -> /c/d\n(e)"},
        {"a -> ", 0, 40, "a ->"},
        {"a ->  b", 0, 4, "a ->\nb"},
    };
    for (size_t at = 0; at < COUNT(cases); at++)
        assert_text(prose(*state, cases[at].text, cases[at].indent, cases[at].width), cases[at].wrapped);
}

static void han_characters_count_two_and_break_between(void **state) {
    static const struct {
        const char *text;
        size_t width;
        const char *wrapped;
    } cases[] = {
        {"显卡驱动", 4, "显卡\n驱动"},
        {"显卡驱动", 5, "显卡\n驱动"},
        {"显卡，驱动", 4, "显\n卡，\n驱动"},
        {"显卡（驱动）好", 6, "显卡\n（驱\n动）好"},
        {"重装PyTorch吗", 8, "重装\nPyTorch\n吗"},
        {"文件 /home/用户/显卡驱动。好", 12, "文件\n/home/用户/显卡驱动。\n好"},
        {"看 C:\\用户\\显卡驱动", 6, "看\nC:\\用户\\显卡驱动"},
        {"用“显卡”吗", 6, "用“显\n卡”吗"},
    };
    for (size_t at = 0; at < COUNT(cases); at++)
        assert_text(prose(*state, cases[at].text, 0, cases[at].width), cases[at].wrapped);
}

static void a_command_at_the_end_stays_whole(void **state) {
    static const struct {
        const char *text, *wrapped;
    } cases[] = {
        {"Not proven: plumb verify now", "Not proven:\nplumb verify now"},
        {"尚未运算：plumb verify -v", "尚未运算：\nplumb verify -v"},
        {"It is: as it was before", "It is: as it\nwas before"},
    };
    for (size_t at = 0; at < COUNT(cases); at++) {
        struct buffer out = buffer_new(*state);
        struct flow flow = {&out, 0, 14, 0};
        flow_sentence(&flow, text_of(cases[at].text));
        assert_text(buffer_text(&out), cases[at].wrapped);
    }
}

static void a_label_stands_before_its_text(void **state) {
    struct buffer out = buffer_new(*state);
    buffer_add_string(&out, "  依据");
    struct flow flow = {&out, 8, 16, 6};
    flow_prose(&flow, TEXT("one two three"));
    flow_end(&flow);
    flow_whole(&flow, TEXT(" never to be broken "));
    flow_end(&flow);
    assert_text(buffer_text(&out), "  依据  one two\n        three\n        never to be broken\n");
}

static void what_is_too_long_gets_an_ellipsis(void **state) {
    assert_text(shortened(*state, TEXT("abcde"), 5), "abcde");
    assert_text(shortened(*state, TEXT("abcdef"), 5), "abcd…");
    assert_text(shortened(*state, TEXT("显卡驱动"), 6), "显卡…");
    assert_text(shortened(*state, TEXT("abc def"), 5), "abc…");
    assert_text(shortened(*state, TEXT("abc"), 0), "…");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(prose_breaks_at_blanks),
        TEST(han_characters_count_two_and_break_between),
        TEST(a_command_at_the_end_stays_whole),
        TEST(a_label_stands_before_its_text),
        TEST(what_is_too_long_gets_an_ellipsis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
