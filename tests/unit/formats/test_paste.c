#include "formats/paste.h"

#include "formats_test.h"

/* All lines of a paste, "|" behind each; a rank in front of its line. */
static struct text lines_of(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct buffer lines = buffer_new(arena);
    while (paste_next(arena, &reader, &line)) {
        if (line.rank >= 0)
            buffer_format(&lines, "{%lld}", (long long)line.rank);
        buffer_add(&lines, line.text);
        buffer_add_byte(&lines, '|');
    }
    return buffer_text(&lines);
}

#define PLAIN(paste, expected) assert_text(lines_of(*state, TEXT(paste)), expected)

static void line_ends_of_every_system_count(void **state) {
    PLAIN("", "");
    PLAIN("a\nb\r\nc\r\r\n\nd", "a|b|c||d|");
    PLAIN("a\rb\rc", "a|b|c|"); /* no line feed at all */
}

static void lines_keep_the_numbers_of_the_paste(void **state) {
    struct paste_reader reader = {.rest = TEXT("one\r\n 5%|x\r 9%|y\rtwo\n<br>three<br/>four\n")};
    static const struct {
        const char *text;
        int64_t number;
    } expected[] = {{"one", 1}, {"two", 2}, {"", 3}, {"three", 3}, {"four", 3}};
    struct paste_line line;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        assert_true(paste_next(*state, &reader, &line));
        assert_spans(line.text, text_of(expected[i].text), __FILE__, __LINE__);
        assert_int_equal(line.number, expected[i].number);
    }
    assert_false(paste_next(*state, &reader, &line));
}

static void only_the_last_state_of_a_progress_bar_is_kept(void **state) {
    PLAIN(" 10%|#   | 1/9 [00:01<00:09, 1.0it/s]\r 20%|##  | 2/9 [00:02<00:08, 1.0it/s]\rdone\n", "done|");
    PLAIN("RuntimeError: x\r 10%| 1/9\n", "RuntimeError: x| 10%| 1/9|");
}

static void stamps_and_processes_are_told(void **state) {
    static const struct {
        const char *text;
        int64_t time, rank, pid;
    } expected[] = {
        {"1970-01-02T00:00:01.250Z a\n", 86401250, -1, -1},
        {"[2024-02-29 12:00:00,5] a\n", 1709208000500, -1, -1},
        {"[rank2]: 00:01:00 a\n", 60000, 2, -1},
        {"(VllmWorker rank=1 pid=34) INFO 02-18 21:25:53 [a.py:1] a\n", (2 * 31 + 18 + 1) * 86400000LL + 77153000, 1,
         34},
        {"E0115 09:31:22.111000 139 a/b.py:869] a\n", (31 + 15 + 1) * 86400000LL + 34282111, -1, -1},
        {"(RayWorker pid=12, ip=10.0.0.2) a\n", -1, -1, 12},
        {"[    2.829492] a\n", -1, -1, -1},
        {"a\n", -1, -1, -1},
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct paste_reader reader = {.rest = exactly(*state, text_of(expected[i].text))};
        struct paste_line line;
        assert_true(paste_next(*state, &reader, &line));
        assert_text(line.text, "a");
        assert_int_equal(line.time, expected[i].time);
        assert_int_equal(line.rank, expected[i].rank);
        assert_int_equal(line.pid, expected[i].pid);
    }
    assert_true(paste_comparable(1, 86399999));
    assert_true(paste_comparable(1709208000500, 86400000LL * 500));
    assert_false(paste_comparable(1, 1709208000500));
    assert_false(paste_comparable(PASTE_NO_TIME, 1));
}

static void escape_sequences_go(void **state) {
    PLAIN("\x1B[31mRuntime\x1B[0mError\x1B[K\n", "RuntimeError|");
    PLAIN("\x1B]0;title\x07text \x1B(B\x1B[1;38;5;9mred\x1B[m\n", "text red|");
    PLAIN("[31mred[0m [m[1;32mgreen[0m a[1] [m]\n", "red green a[1] [m]|"); /* the escape character got lost */
    PLAIN("\\u001b[31mred\\u001b[0m ^[[1mbold^[[0m \xE2\x90\x9B[4mx\n", "red bold x|");
    PLAIN("\x1B]0;no end\n\x1B\xE6\x98\xBE\n", "0;no end|\xE6\x98\xBE|");
    PLAIN("a\x08\x01\0b\x7F\tc\n", "ab\tc|");
}

static void marks_of_web_pages_go(void **state) {
    PLAIN("<details><summary>log</summary>\n<pre><code class=\"x\">a &lt;module&gt; &amp; b&nbsp;c</code></pre>\n",
          "log|a <module> & b c|");
    PLAIN("File \"<stdin>\", line 1, in <module> <b>bold</b> vector<i> <class 'torch'> <p>\n",
          "File \"<stdin>\", line 1, in <module> bold vector <class 'torch'> |");
    PLAIN("zero\xE2\x80\x8Bwidth \xEF\xBB\xBF"
          "no\xC2\xA0"
          "break\n",
          "zerowidth no break|");
}

static void quote_marks_go_but_not_a_prompt(void **state) {
    PLAIN("> a\n> > b\n>> c\n>   File\n>\n", "a|b|c|  File||");
    PLAIN(">>> import torch\n> >>> torch\n>=2.0\n->x\n", ">>> import torch|>>> torch|>=2.0|->x|");
}

static void time_stamps_go(void **state) {
    PLAIN("2026-01-02T03:04:05.123Z a\n2026-01-02 03:04:05,123 - INFO - b\n[2023-06-06 07:59:27,351] c\n", "a|b|c|");
    PLAIN("03:04:05 a\n[03:04:05] b\n16:03:01-549432 INFO     c\n2025-01-13 23:58:38.521514: E d\n", "a|b|c|E d|");
    PLAIN("INFO 02-18 21:25:53 __init__.py:190] a\nERROR 07-07 02:26:35 [engine.py:448]   File \"x\"\n",
          "a|  File \"x\"|");
    PLAIN("E0115 09:31:22.111000 139 torch/distributed/api.py:869] failed\n", "failed|");
    PLAIN("[    2.829492] nvidia: a\n[  +0.000005] b\n[Tue Apr 22 21:25:20 2026] NVRM: c\n", "nvidia: a|b|NVRM: c|");
    PLAIN("Jan  2 03:04:05 host kernel: [  2.829492] NVRM: a\nJan 12 03:04:05 host python[12]: b\n", "NVRM: a|b|");
    PLAIN("14.90 Warning: a\n15.12   File \"x\"\n#12 3.456 b\n", "Warning: a|  File \"x\"|b|");
}

static void numbers_that_are_no_time_stay(void **state) {
    PLAIN("12.99 673.20  22.20\n13.00 M    Trainable params\n10.50 GiB\n1.25 - x\n",
          "12.99 673.20  22.20|13.00 M    Trainable params|10.50 GiB|1.25 - x|");
    PLAIN("01:00.0 VGA compatible controller\nSun Jul 27 12:01:45 2025\n2026-01-02\n",
          "01:00.0 VGA compatible controller|Sun Jul 27 12:01:45 2025|2026-01-02|");
}

static void ranks_and_containers_go(void **state) {
    PLAIN("[rank0]: a\n[rank12]:[W515 x] b\n[Rank 1] c\n[default3]:d\n[1,4]<stderr>:e\n[2]: f\n",
          "{0}a|{12}[W515 x] b|{1}c|{3}d|{4}e|{2}f|");
    PLAIN("0: a\n 3:   File\nworker-0: b\nmy-job-worker-1  | c\nnode3: d\n", "{0}a|{3}  File|{0}b|{1}c|{3}d|");
    PLAIN("(EngineCore_0 pid=3856547) a\n(RayWorker pid=12, ip=10.0.0.2)   b\n", "a|  b|");
    PLAIN("2026-01-02T03:04:05.123Z worker-0: > a\n", "{0}a|");
}

static void what_looks_like_a_rank_stays(void **state) {
    PLAIN("GPU 0: NVIDIA\nlibcudart.so.12: cannot open\nnvidia-driver-535: x\n[0] NCCL INFO\n[1/3] x\n(base) "
          "user@host\n0 | net | x\n",
          "GPU 0: NVIDIA|libcudart.so.12: cannot open|nvidia-driver-535: x|[0] NCCL INFO|[1/3] x|(base) user@host|0 | "
          "net | x|");
}

static void frames_of_rich_go(void **state) {
    PLAIN(
        "\xE2\x95\xAD\xE2\x94\x80\xE2\x94\x80 Traceback (most recent call last) \xE2\x94\x80\xE2\x94\x80\xE2\x95\xAE\n"
        "\xE2\x94\x82 /home/user/x.py:12 in f   \xE2\x94\x82\n\xE2\x95\xB0\xE2\x94\x80\xE2\x94\x80\xE2\x95\xAF\n",
        "Traceback (most recent call last)|/home/user/x.py:12 in f||");
    PLAIN("  \xE2\x94\x82 exit code: 1\n", "exit code: 1|");
}

static void indentation_is_kept(void **state) {
    PLAIN("    code\n> \t  File\n[rank0]:     x\n", "    code|\t  File|{0}    x|");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(line_ends_of_every_system_count),
        TEST(lines_keep_the_numbers_of_the_paste),
        TEST(only_the_last_state_of_a_progress_bar_is_kept),
        TEST(stamps_and_processes_are_told),
        TEST(escape_sequences_go),
        TEST(marks_of_web_pages_go),
        TEST(quote_marks_go_but_not_a_prompt),
        TEST(time_stamps_go),
        TEST(numbers_that_are_no_time_stay),
        TEST(ranks_and_containers_go),
        TEST(what_looks_like_a_rank_stays),
        TEST(frames_of_rich_go),
        TEST(indentation_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
