#include "base/scrub.h"
#include "report_test.h"

static struct text printed(struct arena *arena, const struct report_model *model, struct report_style style) {
    struct buffer out = buffer_new(arena);
    report_text(&out, arena, model, &style);
    return buffer_text(&out);
}

#define FIRST_SCREEN                                                                                                   \
    "plumb 0.1 · 2 x RTX 4090 · driver 535.104.05 · Ubuntu 22.04\n"                                                 \
    "judged: ./.venv/bin/python 3.10, this project's; 4 others: plumb envs\n"                                          \
    "\n"                                                                                                               \
    " ok      graphics card   2 x RTX 4090 (sm_89), PCIe 4.0 x16\n"                                                    \
    " ok      kernel driver   535.104.05, open modules\n"                                                              \
    " ok      device access   you can open nvidia0, nvidia1, nvidiactl, nvidia-uvm\n"                                  \
    " BROKEN  driver library  libcuda.so.1 is 470.82, the kernel module 535.104.05\n"                                  \
    " ok      interpreter     terminal, PyCharm and Jupyter all use ./.venv\n"                                         \
    " ok      PyTorch         2.3.1+cu121 has code for this card; driver 525 would do\n"                               \
    " ok      CUDA libraries  complete, PyTorch's own (no CUDA toolkit needed)\n"                                      \
    " -       GPU run         not reached: waits for the driver library\n"                                             \
    "\n"                                                                                                               \
    "PyTorch cannot use the GPU                certain · driver.libcuda_stub_or_stale\n"                              \
    "  Programs load a libcuda left by an older driver. Card, driver and PyTorch are\n"                                \
    "  fine: reinstall none of them.\n"                                                                                \
    "  seen     " LIBRARIES "libcuda.so.1 -> /usr/lib/nvidia-470/libcuda.so.470.82\n"                                  \
    "           (no package owns it); beside it the right one, libcuda.so.535.104.05\n"                                \
    "  mend     sudo ln -sfn libcuda.so.535.104.05 " LIBRARIES "libcuda.so.1 && sudo ldconfig\n"                       \
    "  no root  LD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05 python train.py\n"                                       \
    "  prove    plumb verify\n"

static void the_first_screen_looks_as_designed(void **state) {
    assert_text(printed(*state, &broken_model, (struct report_style){.columns = 80}),
                FIRST_SCREEN "1 broken, nothing else in the way · more: plumb doctor -v\n");
}

static void a_healthy_machine_in_chinese(void **state) {
    const struct model_link links[] = {
        {TEXT("graphics_card"), TEXT("显卡"), TEXT("RTX 4090"), LINK_OK, true},
        {TEXT("driver_library"), TEXT("驱动库"), TEXT("535.104.05"), LINK_OK, true},
        {TEXT("session"), TEXT("会话"), TEXT("终端"), LINK_UNKNOWN, true},
        {TEXT("training_job"), TEXT("训练任务"), TEXT("没有"), LINK_UNKNOWN, false},
    };
    const struct report_model model = {
        .headline = TEXT("plumb 0.1 · RTX 4090"),
        .links = links,
        .link_count = COUNT(links),
        .closing = TEXT("文件检查未发现问题，尚未实际运算：plumb verify"),
        .labels = CHINESE,
    };
    assert_text(printed(*state, &model, (struct report_style){.columns = 80}),
                "plumb 0.1 · RTX 4090\n\n"
                " 正常    显卡    RTX 4090\n"
                " 正常    驱动库  535.104.05\n"
                " 看不到  会话    终端\n\n"
                "文件检查未发现问题，尚未实际运算：plumb verify\n");
    assert_text(printed(*state, &model, (struct report_style){.columns = 80, .quiet = true}),
                "正常 · 文件检查未发现问题，尚未实际运算：plumb verify\n");
}

static void a_chinese_finding_wraps_between_characters(void **state) {
    const struct model_evidence evidence[] = {
        {.text = TEXT("/usr/lib/libcuda.so.1 是 470.82，已载入的内核模块是 535.104.05"),
         .place = TEXT("/usr/lib/libcuda.so.1")}};
    const struct model_remedy remedies[] = {{.note = TEXT("没有 root 权限就只能找管理员装。")}};
    const struct model_finding finding = {
        .cause = TEXT("driver.library_kernel_mismatch"),
        .severity = SEVERITY_WARNING,
        .certainty = CERTAINTY_LIKELY,
        .title = TEXT("驱动升级后没有重启"),
        .say = TEXT("驱动库已经更新，但内核里还是旧模块。重启即可，显卡、PyTorch 都没问题，不需要重装。"),
        .evidence = evidence,
        .evidence_count = 1,
        .remedies = remedies,
        .remedy_count = 1,
    };
    const struct report_model model = {.findings = &finding, .finding_count = 1, .labels = CHINESE};
    assert_text(printed(*state, &model, (struct report_style){.columns = 40}),
                "驱动升级后没有重启\n"
                "  注意 · 很可能 · driver.library_kernel_mismatch\n"
                "  驱动库已经更新，但内核里还是旧模块。重\n"
                "  启即可，显卡、PyTorch 都没问题，不需要\n"
                "  重装。\n"
                "  依据    /usr/lib/libcuda.so.1 是\n"
                "          470.82，已载入的内核模块是\n"
                "          535.104.05\n"
                "  修复    没有 root 权限就只能找管理员\n"
                "          装。\n");
}

static const struct model_remedy pip_remedies[] = {
    {.command = SPAN("pip install torch==2.3.1"), .note = SPAN("Into this environment.")},
    {.command = SPAN("conda install pytorch")},
    {.command = SPAN("uv pip install torch")},
};

static struct report_model with_several(struct arena *arena, size_t count) {
    struct model_finding *findings = arena_array(arena, count, sizeof *findings);
    findings[0] = broken_finding;
    for (size_t at = 1; at < count; at++)
        findings[at] = (struct model_finding){
            .cause = TEXT("framework.cpu_build"),
            .severity = at == 1 ? SEVERITY_ERROR : SEVERITY_WARNING,
            .certainty = CERTAINTY_LIKELY,
            .title = TEXT("PyTorch was built without CUDA"),
            .say = TEXT("It can never use a GPU."),
            .remedies = pip_remedies,
            .remedy_count = COUNT(pip_remedies),
        };
    struct report_model model = broken_model;
    model.findings = findings;
    model.finding_count = count;
    model.closing = TEXT("the end");
    return model;
}

static void what_is_next_in_line_is_brief(void **state) {
    struct report_model model = with_several(*state, 3);
    assert_text(printed(*state, &model, (struct report_style){.columns = 80}),
                FIRST_SCREEN "\n"
                             "next in line\n"
                             "PyTorch was built without CUDA                      likely · framework.cpu_build\n"
                             "  mend     pip install torch==2.3.1\n"
                             "PyTorch was built without CUDA            warning · likely · framework.cpu_build\n"
                             "  mend     pip install torch==2.3.1\n"
                             "the end\n");
    model = with_several(*state, 6);
    assert_true(
        text_ends(printed(*state, &model, (struct report_style){.columns = 80}), "torch==2.3.1\n  +2 more\nthe end\n"));
}

static void verbose_leaves_nothing_out(void **state) {
    struct report_model model = with_several(*state, 2);
    struct text text = printed(*state, &model, (struct report_style){.columns = 80, .verbose = true});
    assert_true(text_contains(text, " ok      session         a terminal\n"));
    assert_true(text_contains(text, "libcuda.so.535.104.05\n            [+60]\n"));
    assert_true(
        text_contains(text, "  explains  driver.library_kernel_mismatch, framework.init_error\n  weight    60\n"));
    assert_true(text_ends(text, "\n"
                                "PyTorch was built without CUDA                      likely · framework.cpu_build\n"
                                "  It can never use a GPU.\n"
                                "  mend      pip install torch==2.3.1\n"
                                "            Into this environment.\n"
                                "  mend      conda install pytorch\n"
                                "  mend      uv pip install torch\n"
                                "  weight    0\n"
                                "the end\n"));
}

static void an_explained_text_shows_its_lines(void **state) {
    const struct model_evidence evidence[] = {
        {.text = TEXT("RuntimeError: CUDA error: no kernel image is available for execution on the device, and more"),
         .line = 12,
         .source = TEXT("symptom:a"),
         .weight = 30,
         .about = TEXT("rank 3")},
        {.text = TEXT("torch 1.13.1"), .line = 3, .source = TEXT("symptom:b"), .weight = 10},
        {.text = TEXT("capability is 8.9"),
         .place = TEXT("cuDeviceGetAttribute"),
         .source = TEXT("driver"),
         .weight = 10},
        {.text = TEXT("a fourth"), .source = TEXT("driver"), .weight = 1},
        {.text = TEXT("a fifth"), .source = TEXT("driver"), .weight = -5},
    };
    const struct model_finding finding = {
        .cause = TEXT("framework.arch"),
        .severity = SEVERITY_ERROR,
        .title = TEXT("No code for this card"),
        .evidence = evidence,
        .evidence_count = COUNT(evidence),
        .ask_command = TEXT("nvidia-smi --query-gpu=compute_cap --format=csv"),
        .ask_say = TEXT("Which capability has it?"),
    };
    const struct report_model model = {.findings = &finding, .finding_count = 1, .labels = ENGLISH};
    assert_text(printed(*state, &model, (struct report_style){.columns = 60}),
                "No code for this card              possible · framework.arch\n"
                "  seen     line 12, rank 3: RuntimeError: CUDA error: no\n"
                "           kernel image is available for execution on the\n"
                "           devi…\n"
                "           line 3: torch 1.13.1\n"
                "           +3 more\n"
                "  ask      nvidia-smi --query-gpu=compute_cap --format=csv\n"
                "           Which capability has it?\n");
    struct text text = printed(*state, &model, (struct report_style){.columns = 60, .verbose = true});
    assert_true(text_contains(text, "and more [+30]\n"));
    assert_true(text_contains(text, "            a fifth [-5]\n"));
}

static void what_is_missing_is_said_before_the_end(void **state) {
    const struct text missing[] = {TEXT("the kernel log: permission denied"), TEXT("b"), TEXT("c"), TEXT("d")};
    const struct text notes[] = {TEXT("CUDA 14.0 is newer than this plumb knows")};
    const struct report_model model = {
        .headline = TEXT("plumb 0.1"),
        .missing = missing,
        .missing_count = COUNT(missing),
        .notes = notes,
        .note_count = 1,
        .closing = TEXT("the end"),
        .labels = ENGLISH,
    };
    assert_text(printed(*state, &model, (struct report_style){.columns = 44}),
                "plumb 0.1\n\n"
                "could not look  the kernel log: permission\n"
                "                denied\n"
                "                b\n"
                "                c\n"
                "                +1 more\n"
                "CUDA 14.0 is newer than this plumb knows\n"
                "the end\n");
}

static void nothing_at_all_prints_nothing(void **state) {
    const struct report_model nothing = {.status = STATUS_OK};
    assert_text(printed(*state, &nothing, (struct report_style){.columns = 80}), "");
    const struct report_model closing = {.closing = TEXT("the end"), .labels = ENGLISH};
    assert_text(printed(*state, &closing, (struct report_style){.columns = 80}), "the end\n");
    const struct model_finding empty = {.severity = SEVERITY_NOTE};
    const struct report_model hollow = {
        .findings = &empty, .finding_count = 1, .links = &(struct model_link){.shown = true}, .link_count = 1};
    printed(*state, &hollow, (struct report_style){.columns = 80, .verbose = true, .colour = true});
}

static void quiet_is_one_line(void **state) {
    struct report_style quiet = {.columns = 80, .quiet = true};
    assert_text(printed(*state, &broken_model, quiet),
                "broken · PyTorch cannot use the GPU · driver.libcuda_stub_or_stale\n");
    struct text hostile = printed(*state, &hostile_model, quiet);
    assert_int_equal(text_find_byte(hostile, '\n'), hostile.size - 1);
}

/* Without its colours, a coloured report is the same. */
static void only_attributes_are_coloured(void **state) {
    struct text coloured = printed(*state, &broken_model, (struct report_style){.columns = 80, .colour = true});
    assert_true(text_contains(coloured, "\n \x1B[31mBROKEN\x1B[0m  driver library  libcuda"));
    assert_true(text_contains(coloured, "\n \x1B[32mok\x1B[0m      graphics card   2 x"));
    assert_true(text_contains(coloured, "\n -       GPU run"));
    assert_true(text_contains(coloured, "\n\x1B[1mPyTorch cannot use the GPU\x1B[0m      "));
    static const char *const codes[] = {"\x1B[0m", "\x1B[1m", "\x1B[31m", "\x1B[32m", "\x1B[33m"};
    for (size_t at = 0; at < COUNT(codes); at++)
        coloured = text_replace(*state, coloured, text_of(codes[at]), TEXT(""));
    assert_text(coloured, printed(*state, &broken_model, (struct report_style){.columns = 80}).at);
}

static void assert_harmless(struct text text) {
    assert_true(utf8_valid(text));
    struct text rest = text, line;
    while (text_next_line(&rest, &line))
        assert_false(text_ends(line, " "));
    while (text.size) {
        int32_t code_point = utf8_next(&text);
        assert_true(code_point == '\n' || !scrub_is_unsafe((uint32_t)code_point));
    }
}

static void hostile_texts_reach_no_terminal(void **state) {
    for (unsigned columns = 0; columns < 120; columns += 7) {
        assert_harmless(printed(*state, &hostile_model, (struct report_style){.columns = columns}));
        assert_harmless(printed(*state, &hostile_model, (struct report_style){.columns = columns, .verbose = true}));
        assert_harmless(printed(*state, &broken_model, (struct report_style){.columns = columns}));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_first_screen_looks_as_designed),
        TEST(a_healthy_machine_in_chinese),
        TEST(a_chinese_finding_wraps_between_characters),
        TEST(what_is_next_in_line_is_brief),
        TEST(verbose_leaves_nothing_out),
        TEST(an_explained_text_shows_its_lines),
        TEST(what_is_missing_is_said_before_the_end),
        TEST(nothing_at_all_prints_nothing),
        TEST(quiet_is_one_line),
        TEST(only_attributes_are_coloured),
        TEST(hostile_texts_reach_no_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
