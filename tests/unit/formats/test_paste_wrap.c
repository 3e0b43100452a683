/* Lines that a console or a mail program broke. */
#include "formats_test.h"

#include "formats/paste.h"

#define SIXTY "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff "
#define EIGHTY SIXTY "ggggggggg hhhhhhhhhi"

static struct paste_wrapping wrapping_of(struct arena *arena, struct text paste) {
    return paste_wrapping_of(exactly(arena, paste));
}

static void a_console_breaks_at_its_last_column(void **state) {
    assert_int_equal(wrapping_of(*state, TEXT(EIGHTY "\nii\nshort\n")).edge, 80);
    assert_int_equal(wrapping_of(*state, TEXT(EIGHTY "\r\nii\r\nshort\r\n")).edge, 80);
    /* 71 is no console's width: several lines have to end there. */
    assert_int_equal(wrapping_of(*state, TEXT(SIXTY "01234567890\nx\n" SIXTY "x\n")).edge, 0);
    assert_int_equal(
        wrapping_of(*state, TEXT(SIXTY "01234567890\nx\nb" SIXTY "0123456789\ny\nc" SIXTY "0123456789\nz\n")).edge, 71);
}

/* Most lines end there, two of them within a word. */
static void a_broken_paragraph_is_told_by_its_words(void **state) {
    assert_int_equal(
        wrapping_of(*state, TEXT(SIXTY "aaaaaaaaaaa\nbbb " SIXTY "ccccccc\nddd" SIXTY "/eeeeeee\n/end\n")).edge, 71);
    assert_int_equal(
        wrapping_of(*state, TEXT(SIXTY "aaaaaaaaaaa\n/bbb" SIXTY "ccccccc\n/ddd" SIXTY "eeeeeee\n/end\n")).edge, 0);
}

static void what_only_looks_like_it_stays_apart(void **state) {
    assert_int_equal(wrapping_of(*state, TEXT(EIGHTY "jj\nii\n" EIGHTY "\nii\n")).edge, 0);
    assert_int_equal(wrapping_of(*state, TEXT(EIGHTY "\n" EIGHTY "\n" EIGHTY "\n")).edge, 0); /* records */
    assert_int_equal(wrapping_of(*state, TEXT(EIGHTY "\n\nnext\n")).edge, 0);
    /* Rows that count up. */
    assert_int_equal(wrapping_of(*state, TEXT("[0] " SIXTY "0123456789\n[1] " SIXTY "0123456789\n[2] " SIXTY
                                              "0123456789\n[3] " SIXTY "0123456789\n[4] x\n"))
                         .edge,
                     0);
    assert_int_equal(wrapping_of(*state, TEXT("|" SIXTY "          1        |\nnext\n")).edge, 0); /* a table's row */
    assert_int_equal(wrapping_of(*state, TEXT("==================================================================="
                                              "=============\nnext\n"))
                         .edge,
                     0);
    assert_int_equal(wrapping_of(*state, TEXT("torch                       1.11.0                       py3.8_cpu_0  "
                                              "   pytorch\nnext\n"))
                         .edge,
                     0);
}

static void a_mail_program_breaks_between_words(void **state) {
    assert_true(wrapping_of(*state, TEXT(SIXTY "gggg\nhhhhhhhhhhhhhhhhhhhhhh rest\n")).mail);
    assert_false(wrapping_of(*state, TEXT(SIXTY "gggg\nhhh rest\n")).mail); /* it would have fitted */
    assert_false(wrapping_of(*state, TEXT(SIXTY "gggg\n  hhhhhhhhhhhhhhhhhhhhhh\n")).mail);
    assert_false(wrapping_of(*state, TEXT(SIXTY "gggg\nhhhhhhhhhhhhhhhhhhhhhh rest\n" EIGHTY " and more\n")).mail);
    /* A long word cannot be broken. */
    assert_true(
        wrapping_of(*state, TEXT(SIXTY "gggg\n/a/path/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"))
            .mail);
    /* One that breaks early is told from two lines, quoted or not, one that breaks late from one. */
    assert_int_equal(wrapping_of(*state, TEXT(SIXTY "gggg\nhhh " SIXTY "\nhhhhh rest\n")).mail, 64);
    assert_int_equal(wrapping_of(*state, TEXT("> " SIXTY "gggg\n> hhh " SIXTY "\n> hhhhhhhhh rest\n")).mail, 66);
    assert_false(wrapping_of(*state, TEXT(SIXTY "gggg\nhhh rest\nhhh rest\n")).mail);
}

static bool answered(void *state, const char *question, const char *answer) {
    struct paste_line line = {.text = exactly(state, text_of(question))};
    struct paste_line next = {.text = exactly(state, text_of(answer))};
    return paste_is_answered(&line, &next);
}

static void python_is_asked_and_answers(void **state) {
    assert_true(answered(*state, ">>> tf.test.is_built_with_cuda()", "False"));
    assert_true(answered(*state, "In [3]: paddle.is_compiled_with_cuda()", "Out[3]: False"));
    assert_true(answered(*state, "$ python -c 'import jax; print(jax.devices())'", "[CpuDevice(id=0)]"));
    assert_true(answered(*state, ">>> import torch", ">>> torch.version.cuda")); /* it worked */
    assert_false(answered(*state, ">>> torch.version.cuda", ">>> torch.cuda.is_available()"));
    assert_false(answered(*state, ">>> for name in names:", "... "));
    assert_false(answered(*state, ">>> torch.version.cuda", ""));
    assert_false(answered(*state, "tf.test.is_built_with_cuda", "False"));
    assert_false(answered(*state, ">>> f()", SIXTY "and so on"));
}

static void lines_go_on_where_they_were_broken(void **state) {
    struct paste_line line[2];
    struct paste_wrapping console = {.edge = 80};
    struct paste_reader plain = {.rest = TEXT(EIGHTY "\nii\n")};
    assert_true(paste_next(*state, &plain, &line[0]) && paste_next(*state, &plain, &line[1]));
    assert_true(paste_goes_on(&console, &line[0], &line[1]));
    assert_false(paste_goes_on(&console, &line[1], &line[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_console_breaks_at_its_last_column), TEST(a_broken_paragraph_is_told_by_its_words),
        TEST(what_only_looks_like_it_stays_apart), TEST(a_mail_program_breaks_between_words),
        TEST(python_is_asked_and_answers),         TEST(lines_go_on_where_they_were_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
