#include "formats/paste.h"

#include "formats_test.h"

#define DECODES(bytes, expected) assert_text(paste_decode(*state, exactly(*state, TEXT(bytes))), expected)

static void utf8_stays_as_it_is(void **state) {
    struct text plain = TEXT("RuntimeError: CUDA out of memory \xE6\x98\xBE\xE5\xAD\x98");
    struct text decoded = paste_decode(*state, plain);
    assert_ptr_equal(decoded.at, plain.at);
    DECODES("\xEF\xBB\xBF"
            "a",
            "a");
    DECODES("", "");
}

static void utf16_is_told_by_its_mark_or_its_zeros(void **state) {
    DECODES("\xFF\xFE"
            "a\0\x3E\x66\n\0",
            "a\xE6\x98\xBE\n");
    DECODES("\xFE\xFF\0a\x66\x3E\0\n", "a\xE6\x98\xBE\n");
    DECODES("t\0o\0r\0c\0h\0", "torch");
    DECODES("\0t\0o\0r\0c\0h", "torch");
    DECODES("\xFF\xFE\x3D\xD8\x80\xDE", "\xF0\x9F\x9A\x80"); /* a surrogate pair */
    DECODES("\xFF\xFE\x3D\xD8"
            "a\0",
            "\xEF\xBF\xBD"
            "a"); /* half of one */
    DECODES("\xFF\xFE"
            "a\0b",
            "a"); /* a cut unit */
}

/* "系统找不到指定的文件" as cmd.exe prints it */
#define NOT_FOUND_GBK "\xCF\xB5\xCD\xB3\xD5\xD2\xB2\xBB\xB5\xBD\xD6\xB8\xB6\xA8\xB5\xC4\xCE\xC4\xBC\xFE"
#define NOT_FOUND                                                                                                      \
    "\xE7\xB3\xBB\xE7\xBB\x9F\xE6\x89\xBE\xE4\xB8\x8D\xE5\x88\xB0\xE6\x8C\x87\xE5\xAE\x9A\xE7\x9A\x84\xE6\x96\x87\xE4" \
    "\xBB\xB6"

static void gbk_is_told_from_utf8(void **state) {
    DECODES("cl : " NOT_FOUND_GBK "\n", "cl : " NOT_FOUND "\n");
    assert_int_equal(paste_detect(TEXT(NOT_FOUND_GBK)), PASTE_GBK);
    assert_int_equal(paste_detect(TEXT(NOT_FOUND)), PASTE_UTF8);
}

static void each_line_may_be_in_another_encoding(void **state) {
    DECODES(NOT_FOUND "\n" NOT_FOUND_GBK "\n" NOT_FOUND "\n", NOT_FOUND "\n" NOT_FOUND "\n" NOT_FOUND "\n");
}

static void other_bytes_are_replaced(void **state) {
    DECODES("proc\xE9"
            "dure\n",
            "proc\xEF\xBF\xBD"
            "dure\n"); /* Latin-1 */
    DECODES("\xE7\xB3\xBB\xE7\xBB\n", "\xE7\xB3\xBB\xEF\xBF\xBD\xEF\xBF\xBD\n");
    DECODES("\xFF", "\xEF\xBF\xBD");
}

static void blocks_give_what_the_whole_gives(void **state) {
    struct text whole = TEXT(NOT_FOUND_GBK "\nplain\n" NOT_FOUND_GBK "\n"), rest = whole, line;
    enum paste_encoding encoding = paste_detect(whole);
    struct text parts[3];
    for (size_t i = 0; i < 3 && text_next_line(&rest, &line); i++)
        parts[i] = paste_decode_as(*state, line, encoding);
    assert_text(text_join_all(*state, parts, 3, TEXT("\n")), NOT_FOUND "\nplain\n" NOT_FOUND);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(utf8_stays_as_it_is),      TEST(utf16_is_told_by_its_mark_or_its_zeros),
        TEST(gbk_is_told_from_utf8),    TEST(each_line_may_be_in_another_encoding),
        TEST(other_bytes_are_replaced), TEST(blocks_give_what_the_whole_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
