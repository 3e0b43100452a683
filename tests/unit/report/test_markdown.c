#include "report_test.h"

static struct text printed(struct arena *arena, const struct report_model *model) {
    struct buffer out = buffer_new(arena);
    report_markdown(&out, arena, model);
    return buffer_text(&out);
}

static void an_issue_gets_what_it_needs(void **state) {
    struct report_model model = broken_model;
    model.links = broken_chain + 3;
    model.link_count = 2; /* the second is not shown */
    assert_text(printed(*state, &model),
                "**plumb 0.1 · 2 x RTX 4090 · driver 535.104.05 · Ubuntu 22.04**\n\n"
                "judged: ./.venv/bin/python 3.10, this project's; 4 others: plumb envs\n\n"
                "| | | |\n|---|---|---|\n"
                "| BROKEN | driver library | libcuda.so.1 is 470.82, the kernel module 535.104.05 |\n\n"
                "### PyTorch cannot use the GPU\n\n"
                "error · certain · `driver.libcuda_stub_or_stale`\n\n"
                "Programs load a libcuda left by an older driver. Card, driver and PyTorch are fine: reinstall none of "
                "them.\n\n"
                "seen\n\n```text\n" LIBRARIES "libcuda.so.1 -> /usr/lib/nvidia-470/libcuda.so.470.82 (no package owns "
                "it); beside it the right one, libcuda.so.535.104.05\n```\n\n"
                "mend\n\n```\nsudo ln -sfn libcuda.so.535.104.05 " LIBRARIES "libcuda.so.1 && sudo ldconfig\n```\n\n"
                "no root\n\n```\nLD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05 python train.py\n```\n\n"
                "prove\n\n```\nplumb verify\n```\n\n"
                "1 broken, nothing else in the way · more: plumb doctor -v\n\n"
                "plumb 0.1.0 · knowledge 2026-11-30 · doctor `machine`\n");
}

static void nothing_at_all_names_its_origin(void **state) {
    const struct report_model nothing = {
        .version = TEXT("0.1.0"), .knowledge = TEXT("2026-11-30"), .verb = TEXT("explain")};
    assert_text(printed(*state, &nothing), "plumb 0.1.0 · knowledge 2026-11-30 · explain\n");
}

static void lines_and_remarks_are_listed(void **state) {
    const struct model_evidence evidence[] = {{.text = TEXT("no kernel image"),
                                               .place = TEXT("train.log"),
                                               .line = 12,
                                               .source = TEXT("symptom:x"),
                                               .weight = 30}};
    const struct model_finding finding = {
        .cause = TEXT("a.b"), .title = TEXT("标题"), .evidence = evidence, .evidence_count = 1};
    const struct text missing[] = {TEXT("内核日志")}, notes[] = {TEXT("更新")};
    const struct report_model model = {
        .version = TEXT("1"),
        .knowledge = TEXT("2"),
        .verb = TEXT("explain"),
        .findings = &finding,
        .finding_count = 1,
        .missing = missing,
        .missing_count = 1,
        .notes = notes,
        .note_count = 1,
        .labels = CHINESE,
    };
    assert_text(printed(*state, &model), "### 标题\n\n提示 · 可能 · `a.b`\n\n"
                                         "依据\n\n```text\n第 12 行: no kernel image (train.log)\n```\n\n"
                                         "- 没能查看: 内核日志\n- 更新\n\n"
                                         "plumb 1 · knowledge 2 · explain\n");
}

/* Outside fences nothing may start HTML, a link or a mention; a fence ends only where the printer ends it. */
static void hostile_texts_start_nothing(void **state) {
    struct text rest = printed(*state, &hostile_model), line;
    bool fenced = false;
    assert_int_equal(text_find(rest, TEXT("\x1B")), TEXT_NOWHERE);
    while (text_next_line(&rest, &line)) {
        if (text_starts(line, "```")) {
            assert_true(fenced ? text_is(line, "```") : text_is(line, "```text"));
            fenced = !fenced;
        } else if (!fenced && !text_starts(line, "plumb 0.1.0")) {
            assert_int_equal(text_find_byte(line, '<'), TEXT_NOWHERE);
            assert_int_equal(text_find(line, TEXT("](")), text_find(line, TEXT("](javascript")));
            assert_false(text_contains(line, "@everyone"));
        }
    }
    assert_false(fenced);
}

static void a_command_that_cannot_be_shown_is_not(void **state) {
    const struct model_remedy remedies[] = {{.command = TEXT("rm 'a`b'")},
                                            {.command = TEXT("plumb fix"), .note = TEXT("or this")}};
    const struct model_finding finding = {
        .cause = TEXT("a.b"), .title = TEXT("T"), .remedies = remedies, .remedy_count = 2};
    const struct report_model model = {.findings = &finding, .finding_count = 1, .labels = ENGLISH};
    struct text text = printed(*state, &model);
    assert_false(text_contains(text, "rm"));
    assert_true(text_contains(text, "mend\n\n```\nplumb fix\n```\n\nor this\n\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(an_issue_gets_what_it_needs),           TEST(nothing_at_all_names_its_origin),
        TEST(lines_and_remarks_are_listed),          TEST(hostile_texts_start_nothing),
        TEST(a_command_that_cannot_be_shown_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
