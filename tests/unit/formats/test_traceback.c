#include "formats/traceback.h"

#include "formats_test.h"

/* One line for each exception: "line chain[*] type: message @file:line", with '*' for a cause. */
static struct text exceptions(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct traceback_reader *traceback = traceback_new(arena);
    while (paste_next(arena, &reader, &line))
        traceback_line(traceback, &line);
    struct value found = traceback_found(traceback);
    struct buffer shown = buffer_new(arena);
    for (size_t i = 0; i < value_count(&found); i++) {
        const struct value *entry = value_at(&found, i);
        struct text file = value_get_text(entry, "file");
        buffer_format(&shown, "%lld %lld%s " TEXT_FORMAT ": " TEXT_FORMAT,
                      (long long)value_get_integer(entry, "line", 0), (long long)value_get_integer(entry, "chain", 0),
                      value_get_boolean(entry, "cause", false) ? "*" : "",
                      TEXT_ARGUMENTS(value_get_text(entry, "type")), TEXT_ARGUMENTS(value_get_text(entry, "message")));
        if (file.size)
            buffer_format(&shown, " @" TEXT_FORMAT ":%lld", TEXT_ARGUMENTS(file),
                          (long long)value_get_integer(entry, "frame_line", 0));
        if (value_get_integer(entry, "rank", -1) >= 0)
            buffer_format(&shown, " {%lld}", (long long)value_get_integer(entry, "rank", -1));
        buffer_add_byte(&shown, '\n');
    }
    return buffer_text(&shown);
}

#define RAISES(paste, expected) assert_text(exceptions(*state, TEXT(paste)), expected)
#define HEAD "Traceback (most recent call last):\n"

static void the_innermost_frame_is_named(void **state) {
    RAISES(HEAD "  File \"train.py\", line 10, in <module>\n    main()\n    ^^^^^^\n"
                "  File \"/usr/lib/python3.8/torch/x.py\", line 71, in f\n    raise RuntimeError(\nRuntimeError: CUDA "
                "error: x\nCUDA kernel errors\n",
           "7 1 RuntimeError: CUDA error: x @/usr/lib/python3.8/torch/x.py:71\n");
    RAISES(HEAD "  File \"a.py\", line 1, in <module>\n  File \"<frozen importlib._bootstrap>\", line 228, in "
                "f\nImportError: x\n",
           "4 1 ImportError: x @a.py:1\n");
    RAISES(HEAD "  File \"a.py\", line 1, in <module>\nKeyboardInterrupt\n", "3 1 KeyboardInterrupt:  @a.py:1\n");
}

static void processes_without_a_rank_are_told_by_their_number(void **state) {
    RAISES("(W pid=1) " HEAD "(W pid=2) " HEAD "(W pid=1)   File \"a.py\", line 1, in f\n"
           "(W pid=2)   File \"b.py\", line 2, in g\n(W pid=1) ValueError: a\n(W pid=2) KeyError: b\n",
           "5 1 ValueError: a @a.py:1\n6 2 KeyError: b @b.py:2\n");
}

static void chains_come_in_the_order_raised(void **state) {
    RAISES(HEAD "  File \"a.py\", line 1, in f\nValueError: a\n\nThe above exception was the direct cause of the "
                "following exception:\n\n" HEAD "  File \"b.py\", line 2, in g\nRuntimeError: b\n\nDuring handling of "
                "the above exception, another exception occurred:\n\n" HEAD
                "  File \"c.py\", line 3, in h\nOSError: c\n" HEAD "  File \"d.py\", line 4, in i\nKeyError: 'd'\n",
           "3 1* ValueError: a @a.py:1\n9 1 RuntimeError: b @b.py:2\n15 1 OSError: c @c.py:3\n18 2 KeyError: 'd' "
           "@d.py:4\n");
}

static void an_exception_in_the_message_of_another_was_first(void **state) {
    RAISES("RuntimeError: Caught RuntimeError in DataLoader worker process 0.\nOriginal " HEAD
           "  File \"worker.py\", line 302, in _worker_loop\n"
           "RuntimeError: stack expects each tensor\n",
           "4 1 RuntimeError: stack expects each tensor @worker.py:302\n1 1 RuntimeError: Caught RuntimeError in "
           "DataLoader worker process 0.\n");
    RAISES(HEAD "  File \"dataloader.py\", line 357, in next\nRuntimeError: " HEAD
                "  File \"dataloader.py\", line 106, in loop\nRuntimeError: CUDA error\n",
           "5 1 RuntimeError: CUDA error @dataloader.py:106\n3 1 RuntimeError:  @dataloader.py:357\n");
    RAISES("torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:\nImportError: cannot import\n",
           "2 1 ImportError: cannot import\n1 1 torch._dynamo.exc.BackendCompilerFailed: backend='inductor' raised:\n");
}

static void damaged_tracebacks_are_read(void **state) {
    RAISES("Sanity:   0%|  | 0/2 [00:00<?]" HEAD "  File \"a.py\", line 1, in f\nOSError: x\n",
           "3 1 OSError: x @a.py:1\n");
    RAISES("Traceback (most recent call last):  File \"a.py\", line 7, in <module>\n    import infer\nOSError: x\n",
           "3 1 OSError: x @a.py:7\n");
    RAISES("    return f(x)\n  File \"a.py\", line 1, in f\nOSError: x\n",
           "3 1 OSError: x @a.py:1\n"); /* without its head */
    RAISES("      " HEAD "        File \"a.py\", line 1, in f\n          Foo: not this\n      Custom: x\n",
           "4 1 Custom: x @a.py:1\n");
    RAISES("15.12 " HEAD "15.12   File \"a.py\", line 1, in f\n15.12 RuntimeError:\n15.12 The detected CUDA version\n",
           "3 1 RuntimeError: The detected CUDA version @a.py:1\n");
}

static void other_ways_of_showing_are_read(void **state) {
    RAISES("---------------------------------------------------------------------------\nRuntimeError                  "
           "            Traceback (most recent call last)\n"
           "File ~/proj/x.py:12, in f(a)\n     11 x = 1\n---> 12 raise\n\nRuntimeError: boom\n",
           "7 1 RuntimeError: boom @~/proj/x.py:12\n");
    RAISES("\xE2\x94\x82 /home/user/x.py:2784 in compute_loss   \xE2\x94\x82\n\xE2\x94\x82   2783 \xE2\x94\x82   "
           "labels = None \xE2\x94\x82\nRuntimeError: x\n",
           "3 1 RuntimeError: x @/home/user/x.py:2784\n");
    RAISES("  + Exception Group " HEAD "  |   File \"a.py\", line 1, in f\n  | OSError: x\n",
           "3 1 OSError: x @a.py:1\n");
}

/* The numbers of the lines that only stand around an executed one: "3 5 ". */
static struct text around(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct traceback_reader *traceback = traceback_new(arena);
    struct buffer shown = buffer_new(arena);
    while (paste_next(arena, &reader, &line)) {
        traceback_line(traceback, &line);
        if (traceback_was_around(traceback))
            buffer_format(&shown, "%lld ", (long long)line.number);
    }
    return buffer_text(&shown);
}

static void source_around_the_executed_line_is_told(void **state) {
    assert_text(around(*state, TEXT("~/opt/lib/torch/cuda/__init__.py in _lazy_init()\n    164     \"x\" + msg)\n"
                                    "--> 166     raise AssertionError(\"x\")\n    167     y\n\nAssertionError: x\n")),
                "2 4 ");
    assert_text(around(*state, TEXT("File ~/x.py:12, in f(a)\n     11 a\n---> 12 b\n     13\n")), "2 4 ");
    assert_text(around(*state, TEXT("<ipython-input-8-4aa> in forward(self, x)\n     24 a\n---> 26 b\n")), "2 ");
    assert_text(around(*state, TEXT("Cell In[3], line 2\n      1 a\n----> 2 b\n      3 c\n")), "2 4 ");
    /* Numbers in front of other lines, and what comes behind the source. */
    assert_text(around(*state, TEXT("  1234 pts/0 python train.py\n")), "");
    assert_text(around(*state, TEXT("x.py in f(a)\n---> 12 b\nRuntimeError: x\n 13 y\n")), "");
}

/* "2 ValueError(\"x\" | " for each traceback that ends with its statement. */
static struct text cut_off(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line, lines[TRACEBACK_STREAMS];
    struct traceback_reader *traceback = traceback_new(arena);
    struct buffer shown = buffer_new(arena);
    while (paste_next(arena, &reader, &line))
        traceback_line(traceback, &line);
    size_t count = traceback_cut_off(traceback, arena, lines);
    for (size_t i = 0; i < count; i++)
        buffer_format(&shown, "%lld " TEXT_FORMAT " | ", (long long)lines[i].number, TEXT_ARGUMENTS(lines[i].text));
    return buffer_text(&shown);
}

static void a_traceback_without_its_exception_tells_what_was_raised(void **state) {
#define CUT_OFF(paste, expected) assert_text(cut_off(*state, TEXT(paste)), expected)
    CUT_OFF(HEAD "  File \"a.py\", line 1, in f\n    raise ValueError(\"x\"\n", "3 ValueError(\"x\" | ");
    CUT_OFF(HEAD "  File \"a.py\", line 1, in f\n    raise ValueError(\"x\")\nValueError: x\n", "");
    /* Not what the innermost frame did, and not what any frame did. */
    CUT_OFF(HEAD "  File \"a.py\", line 1, in f\n    raise ValueError(\"x\")\n  File \"b.py\", line 1, in g\n    h()\n",
            "");
    CUT_OFF(HEAD "  File \"a.py\", line 1, in f\n    y()\n    raise ValueError(\"x\")\n", "");
    CUT_OFF("    raise ValueError(\"x\")\n", "");
    /* Of each rank. */
    CUT_OFF("[rank0]: " HEAD "[rank0]:   File \"a.py\", line 1, in f\n[rank0]:     raise OSError(\"x\")\n"
            "[rank1]:   File \"a.py\", line 1, in f\n[rank1]:     raise OSError(\"y\")\n",
            "3 OSError(\"x\") | 5 OSError(\"y\") | ");
#undef CUT_OFF
}

static void ranks_are_kept_apart(void **state) {
    RAISES("[rank0]: " HEAD "[rank1]: " HEAD
           "[rank0]:   File \"a.py\", line 1, in f\n[rank1]:   File \"b.py\", line 2, in g\n[rank1]: ValueError: b\n"
           "[rank0]: OSError: a\n",
           "5 1 ValueError: b @b.py:2 {1}\n6 2 OSError: a @a.py:1 {0}\n");
}

static void an_exception_line_alone_counts_once(void **state) {
    RAISES("ImportError: x\nImportError: x\nRuntimeError: y\n", "1 1 ImportError: x\n3 2 RuntimeError: y\n");
}

static void other_lines_are_no_exceptions(void **state) {
    RAISES("CUDA error: x\nError: x\nerror: y\nWARNING: z\nUserWarning: a\nxError:\n    else:\nRuntimeError is "
           "raised\nFileNotFoundError:x\n",
           "");
}

static void a_flood_is_bounded(void **state) {
    struct buffer flood = buffer_new(*state);
    for (int i = 0; i < 5000; i++)
        buffer_format(&flood, "RuntimeError: %d\n", i);
    assert_true(exceptions(*state, buffer_text(&flood)).size < 64 * 1024);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_innermost_frame_is_named),
        TEST(processes_without_a_rank_are_told_by_their_number),
        TEST(chains_come_in_the_order_raised),
        TEST(an_exception_in_the_message_of_another_was_first),
        TEST(damaged_tracebacks_are_read),
        TEST(other_ways_of_showing_are_read),
        TEST(source_around_the_executed_line_is_told),
        TEST(a_traceback_without_its_exception_tells_what_was_raised),
        TEST(ranks_are_kept_apart),
        TEST(an_exception_line_alone_counts_once),
        TEST(other_lines_are_no_exceptions),
        TEST(a_flood_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
