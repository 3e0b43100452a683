#include "base/scrub.h"

#include "base/utf8.h"
#include "base_test.h"

static void what_a_terminal_would_obey_is_shown(void **state) {
    static const struct {
        const char *text, *scrubbed;
    } cases[] = {
        {"plain 显卡 😀 é", "plain 显卡 😀 é"},
        {"a\tb", "a b"},
        {"a\nb\r\nc\rd", "a?b?c?d"},
        {"\x1B[31mred\x1B[0m", "?red?"},
        {"\x1B[1;2 qx", "?x"},
        {"\x1B]0;title\x07x", "?x"},
        {"\x1B]8;;http://x\x1B\\link", "?link"},
        {"\x1B]0;never ended", "?0;never ended"},
        {"\x1BPq\x1B\\x", "?x"},
        {"\x1B(Bx", "?x"},
        {"\x1B"
         "7x",
         "?x"},
        {"\x1B", "?"},
        {"\x1B[", "?"},
        {"\x1B[显", "?显"},
        {"\xC2\x9B"
         "31mx",
         "?x"},
        {"\xC2\x9D"
         "0;t\xC2\x9Cx",
         "?x"},
        {"\x7F\x01", "??"},
        {"a\u202E\u202Cb\u2066\u2069c\u200Bd\uFEFFe\u061Cf\u2028g", "a??b??c?d?e?f?g"},
        {"\xFF\xC4x", "\uFFFD\uFFFDx"},
        {"\xC2\x1B[0m", "\uFFFD?"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text scrubbed = scrub_terminal(*state, text_of(cases[i].text), SCRUB_ONE_LINE);
        assert_string_equal(scrubbed.at, cases[i].scrubbed);
    }
    assert_text(scrub_terminal(*state, TEXT("a\0b"), SCRUB_ONE_LINE), "a?b");
    assert_text(scrub_terminal(*state, (struct text){NULL, 0}, SCRUB_ONE_LINE), "");
}

static void unended_strings_take_no_quadratic_time(void **state) {
    size_t size = 1000000;
    char *bytes = arena_alloc(*state, size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = "\x1B]"[i % 2];
    assert_int_equal(scrub_terminal(*state, (struct text){bytes, size}, SCRUB_ONE_LINE).size, size / 2);
}

static void lines_stay_where_they_may(void **state) {
    assert_text(scrub_terminal(*state, TEXT("a\nb\r\nc\rd\n"), SCRUB_KEEP_LINES), "a\nb\nc?d\n");
    assert_text(scrub_terminal(*state, TEXT("\x1B]0;hides\nthis\x07"), SCRUB_KEEP_LINES), "?0;hides\nthis?");
}

static void running_markdown_starts_nothing(void **state) {
    static const struct {
        const char *text, *scrubbed;
    } cases[] = {
        {"libcuda.so.1: cannot open", "libcuda.so.1: cannot open"},
        {"<script>", "&lt;script&gt;"},
        {"&lt;", "&amp;lt;"},
        {"`code`", "&#96;code&#96;"},
        {"@torvalds", "`@`torvalds"},
        {"a @b #12", "a `@`b `#`12"},
        {"# title", "`#` title"},
        {"#@##x", "`#@##`x"},
        {"[x](http://y)", "\\[x\\](http://y)"},
        {"![x](y)", "!\\[x\\](y)"},
        {"__init__ *x*", "\\_\\_init\\_\\_ \\*x\\*"},
        {"\\@x", "\\\\`@`x"},
        {"a\n---\n  - b\n==", "a\n\\---\n  \\- b\n\\=="},
        {"a-b", "a-b"},
        {"~~~", "\\~\\~\\~"},
        {"a|b$c$", "a\\|b\\$c\\$"},
        {"\x1B[0m\u202E\u202C", "?"
                                "??"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text scrubbed = scrub_markdown(*state, text_of(cases[i].text), SCRUB_KEEP_LINES);
        assert_string_equal(scrubbed.at, cases[i].scrubbed);
    }
    assert_text(scrub_markdown(*state, TEXT("a\n# b"), SCRUB_ONE_LINE), "a?`#` b");
}

static void code_closes_no_fence(void **state) {
    assert_text(scrub_markdown_code(*state, TEXT("a\n```\n<b> @x\x1B[0m"), SCRUB_KEEP_LINES), "a\n'''\n<b> @x?");
    assert_text(scrub_markdown_code(*state, TEXT("a`\n\nb"), SCRUB_ONE_LINE), "a'??b");
}

static void noise_leaves_nothing_unsafe(void **state) {
    uint64_t seed = 19;
    for (int i = 0; i < 50000; i++) {
        struct text alphabet =
            i % 2 ? TEXT("\x1B\x1B[]P;0m\\\x07\n\r\t\xC2\x9B\x9D\x9C\xE2\x80\xAE\xE2\x80\xAC\xF3\xA0\x81`@<"
                         "a")
                  : TEXT("");
        struct text text = noise_text(*state, &seed, alphabet, 16);
        struct text rest = scrub_terminal(*state, text, i % 3 ? SCRUB_KEEP_LINES : SCRUB_ONE_LINE);
        while (rest.size) {
            int32_t point = utf8_next(&rest);
            assert_true(point >= 0);
            assert_true(!scrub_is_unsafe((uint32_t)point) || (point == '\n' && i % 3));
        }
        assert_false(text_contains(scrub_markdown_code(*state, text, SCRUB_KEEP_LINES), "`"));
        assert_false(text_contains(scrub_markdown(*state, text, SCRUB_KEEP_LINES), "<"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_a_terminal_would_obey_is_shown),
        TEST(unended_strings_take_no_quadratic_time),
        TEST(lines_stay_where_they_may),
        TEST(running_markdown_starts_nothing),
        TEST(code_closes_no_fence),
        TEST(noise_leaves_nothing_unsafe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
