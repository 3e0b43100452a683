#include "report_test.h"

static struct text comment_of(struct arena *arena, const struct report_model *model) {
    struct buffer out = buffer_new(arena);
    report_comment(&out, arena, model);
    return buffer_text(&out);
}

#define WORDS                                                                                                          \
    {                                                                                                                  \
        SPAN("Thanks. The cause:"), SPAN("Mend:"), SPAN("Without root:"), SPAN("Prove:"), SPAN("Ask:"),                \
            SPAN("By plumb.")                                                                                          \
    }

/* As a reader sees it: prose wraps at 80 columns, a fence does not. */
static size_t lines_of(struct text text) {
    size_t lines = 0;
    struct text line;
    bool fenced = false;
    while (text_next_line(&text, &line)) {
        fenced = text_starts(line, "```") ? !fenced : fenced;
        lines += fenced || !line.size ? 1 : (utf8_columns(line) + 79) / 80;
    }
    assert_false(fenced);
    return lines;
}

static void it_says_cause_evidence_and_commands(void **state) {
    struct report_model model = broken_model;
    model.comment = (struct model_comment)WORDS;
    assert_text(comment_of(*state, &model),
                "Thanks. The cause: **PyTorch cannot use the GPU**\n"
                "\n"
                "Programs load a libcuda left by an older driver. Card, driver and PyTorch are fine: reinstall none of "
                "them.\n"
                "\n"
                "```text\n" LIBRARIES "libcuda.so.1 -> /usr/lib/nvidia-470/libcuda.so.470.82 (no package owns it); "
                "beside it the right one, libcuda.so.535.104.05\n"
                "```\n"
                "\n"
                "Mend:\n```\nsudo ln -sfn libcuda.so.535.104.05 " LIBRARIES "libcuda.so.1 && sudo ldconfig\n```\n"
                "\n"
                "Without root:\n```\nLD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05 python train.py\n```\n"
                "\n"
                "By plumb. `driver.libcuda_stub_or_stale`\n");
}

static void it_fits_a_screen_whatever_there_is_to_say(void **state) {
    struct buffer prose = buffer_new(*state);
    for (int words = 0; words < 200; words++) {
        buffer_add_string(&prose, words % 9 ? "word " : "汉字汉字 ");
        struct model_finding finding = broken_finding;
        struct report_model model = broken_model;
        finding.say = buffer_text(&prose);
        finding.ask_command = TEXT("nvidia-smi");
        finding.ask_say = finding.say;
        model.findings = &finding;
        model.comment = (struct model_comment)WORDS;
        struct text said = comment_of(*state, &model);
        assert_true(lines_of(said) <= COMMENT_LINES);
        assert_true(text_contains(said, "sudo ln -sfn") && text_contains(said, "PyTorch cannot use the GPU"));
    }
}

static void foreign_text_is_inert(void **state) {
    struct report_model model = hostile_model;
    model.comment = (struct model_comment)WORDS;
    struct text said = comment_of(*state, &model), line, rest = said;
    bool fenced = false;
    assert_true(text_contains(said, "gnirts"));
    assert_int_equal(text_find_byte(said, '\x1B'), TEXT_NOWHERE);
    assert_false(text_contains(said, "\xE2\x80\xAE"));
    while (text_next_line(&rest, &line)) {
        fenced = text_starts(line, "```") ? !fenced : fenced;
        assert_true(fenced || !text_contains(line, "<img"));
        assert_true(fenced || !text_contains(line, "[a]("));
    }
    /* A command that scrubbing would change is not there to be pasted. */
    assert_false(text_contains(said, "Prove:"));
}

static void without_a_finding_there_is_nothing_to_say(void **state) {
    const struct report_model nothing = {.status = STATUS_OK};
    assert_text(comment_of(*state, &nothing), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(it_says_cause_evidence_and_commands),
        TEST(it_fits_a_screen_whatever_there_is_to_say),
        TEST(foreign_text_is_inert),
        TEST(without_a_finding_there_is_nothing_to_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
