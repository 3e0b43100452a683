/* What the tests of this room share: models made by hand, in both languages, and how a report is compared. */
#pragma once

#include "base/utf8.h"
#include "report/report.h"
#include "unit_test.h"

#define assert_text(got, expected) assert_spans((got), text_of(expected), __FILE__, __LINE__)

/* TEXT() is no constant expression, and static objects need one. */
#define SPAN(literal)                                                                                                  \
    { literal, sizeof(literal) - 1 }

#define ENGLISH                                                                                                        \
    {                                                                                                                  \
        .states = {SPAN("ok"), SPAN("warning"), SPAN("BROKEN"), SPAN("unknown"), SPAN("-")},                           \
        .certainties = {SPAN("possible"), SPAN("likely"), SPAN("certain")},                                            \
        .severities = {SPAN("note"), SPAN("warning"), SPAN("error")},                                                  \
        .statuses = {SPAN("ok"), SPAN("broken"), SPAN("unknown")}, .seen = SPAN("seen"), .mend = SPAN("mend"),         \
        .no_root = SPAN("no root"), .prove = SPAN("prove"), .ask = SPAN("ask"), .line = SPAN("line {n}"),              \
        .and_more = SPAN("+{n} more"), .missing = SPAN("could not look"), .next = SPAN("next in line"),                \
        .explains = SPAN("explains"), .judged = SPAN("judged"), .weight = SPAN("weight"),                              \
    }

#define CHINESE                                                                                                        \
    {                                                                                                                  \
        .states = {SPAN("正常"), SPAN("注意"), SPAN("故障"), SPAN("看不到"), SPAN("待测")},                            \
        .certainties = {SPAN("可能"), SPAN("很可能"), SPAN("确定")},                                                   \
        .severities = {SPAN("提示"), SPAN("注意"), SPAN("错误")},                                                      \
        .statuses = {SPAN("正常"), SPAN("故障"), SPAN("看不到")}, .seen = SPAN("依据"), .mend = SPAN("修复"),          \
        .no_root = SPAN("无root"), .prove = SPAN("验证"), .ask = SPAN("再查"), .line = SPAN("第 {n} 行"),              \
        .and_more = SPAN("另有 {n} 条"), .missing = SPAN("没能查看"), .next = SPAN("接下来"),                          \
        .explains = SPAN("由此引起"), .judged = SPAN("检查对象"), .weight = SPAN("权重"),                              \
    }

/* The first screen of the design. */
#define LIBRARIES "/usr/lib/x86_64-linux-gnu/"

static const struct model_link broken_chain[] = {
    {SPAN("graphics_card"), SPAN("graphics card"), SPAN("2 x RTX 4090 (sm_89), PCIe 4.0 x16"), LINK_OK, true},
    {SPAN("kernel_driver"), SPAN("kernel driver"), SPAN("535.104.05, open modules"), LINK_OK, true},
    {SPAN("device_access"), SPAN("device access"), SPAN("you can open nvidia0, nvidia1, nvidiactl, nvidia-uvm"),
     LINK_OK, true},
    {SPAN("driver_library"), SPAN("driver library"), SPAN("libcuda.so.1 is 470.82, the kernel module 535.104.05"),
     LINK_BROKEN, true},
    {SPAN("session"), SPAN("session"), SPAN("a terminal"), LINK_OK, false},
    {SPAN("interpreter"), SPAN("interpreter"), SPAN("terminal, PyCharm and Jupyter all use ./.venv"), LINK_OK, true},
    {SPAN("framework"), SPAN("PyTorch"), SPAN("2.3.1+cu121 has code for this card; driver 525 would do"), LINK_OK,
     true},
    {SPAN("cuda_libraries"), SPAN("CUDA libraries"), SPAN("complete, PyTorch's own (no CUDA toolkit needed)"), LINK_OK,
     true},
    {SPAN("gpu_run"), SPAN("GPU run"), SPAN("not reached: waits for the driver library"), LINK_NOT_REACHED, true},
};

static const struct model_evidence broken_evidence[] = {{
    .text = SPAN(LIBRARIES "libcuda.so.1 -> /usr/lib/nvidia-470/libcuda.so.470.82 (no package owns it); beside it the "
                           "right one, libcuda.so.535.104.05"),
    .place = SPAN(LIBRARIES "libcuda.so.1"),
    .source = SPAN("driver_library"),
    .weight = 60,
}};

static const struct text mend_arguments[] = {SPAN("sudo"), SPAN("ln"), SPAN("-sfn"), SPAN("libcuda.so.535.104.05"),
                                             SPAN(LIBRARIES "libcuda.so.1")};
static const struct text preload_arguments[] = {SPAN("env"), SPAN("LD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05"),
                                                SPAN("python"), SPAN("train.py")};

static const struct model_remedy broken_remedies[] = {
    {mend_arguments, COUNT(mend_arguments),
     SPAN("sudo ln -sfn libcuda.so.535.104.05 " LIBRARIES "libcuda.so.1 && sudo ldconfig"), .root = true},
    {preload_arguments, COUNT(preload_arguments), SPAN("LD_PRELOAD=" LIBRARIES "libcuda.so.535.104.05 python train.py"),
     .root = false},
};

static const struct text broken_explains[] = {SPAN("driver.library_kernel_mismatch"), SPAN("framework.init_error")};

static const struct model_finding broken_finding = {
    .cause = SPAN("driver.libcuda_stub_or_stale"),
    .link = SPAN("driver_library"),
    .severity = SEVERITY_ERROR,
    .certainty = CERTAINTY_CERTAIN,
    .weight = 60,
    .title = SPAN("PyTorch cannot use the GPU"),
    .say = SPAN("Programs load a libcuda left by an older driver. Card, driver and PyTorch are fine: reinstall none of "
                "them."),
    .evidence = broken_evidence,
    .evidence_count = COUNT(broken_evidence),
    .explains = broken_explains,
    .explains_count = COUNT(broken_explains),
    .remedies = broken_remedies,
    .remedy_count = COUNT(broken_remedies),
    .prove = SPAN("plumb verify"),
};

static const struct report_model broken_model = {
    .version = SPAN("0.1.0"),
    .knowledge = SPAN("2026-11-30"),
    .verb = SPAN("doctor"),
    .subject = SPAN("machine"),
    .status = STATUS_BROKEN,
    .headline = SPAN("plumb 0.1 · 2 x RTX 4090 · driver 535.104.05 · Ubuntu 22.04"),
    .judged_line = SPAN("judged: ./.venv/bin/python 3.10, this project's; 4 others: plumb envs"),
    .links = broken_chain,
    .link_count = COUNT(broken_chain),
    .findings = &broken_finding,
    .finding_count = 1,
    .closing = SPAN("1 broken, nothing else in the way · more: plumb doctor -v"),
    .labels = ENGLISH,
};

/* Texts that try what foreign text tries. */
#define HOSTILE                                                                                                        \
    "\x1B[31mred\x1B]0;title\x07 \u202Egnirts <img src=x> @everyone #1 `code`\n```\n| x | \xFF </details> "            \
    "[a](javascript:b)"

static const struct model_link hostile_chain[] = {
    {SPAN("framework"), SPAN("PyTorch"), SPAN(HOSTILE), LINK_WARNING, true}};
static const struct model_evidence hostile_evidence[] = {
    {SPAN(HOSTILE), SPAN("/tmp/" HOSTILE), 7, SPAN("symptom:x"), 20, SPAN(HOSTILE), 7, SPAN(HOSTILE)},
    {SPAN(HOSTILE), SPAN("/tmp/" HOSTILE), 0, SPAN("torch"), 20, SPAN(HOSTILE), 7, SPAN(HOSTILE)},
};
static const struct text hostile_arguments[] = {SPAN("pip"), SPAN(HOSTILE)};
static const struct model_remedy hostile_remedies[] = {{hostile_arguments, 2, SPAN(HOSTILE), SPAN(HOSTILE), true}};
static const struct text hostile_texts[] = {SPAN(HOSTILE)};
static const struct model_finding hostile_finding = {
    .cause = SPAN("framework.x"),
    .link = SPAN("framework"),
    .title = SPAN(HOSTILE),
    .say = SPAN(HOSTILE),
    .evidence = hostile_evidence,
    .evidence_count = COUNT(hostile_evidence),
    .remedies = hostile_remedies,
    .remedy_count = 1,
    .prove = SPAN(HOSTILE),
    .ask_command = SPAN(HOSTILE),
    .ask_say = SPAN(HOSTILE),
};
static const struct report_model hostile_model = {
    .version = SPAN("0.1.0"),
    .knowledge = SPAN("2026-11-30"),
    .verb = SPAN("explain"),
    .subject = SPAN(HOSTILE),
    .headline = SPAN(HOSTILE),
    .judged_line = SPAN(HOSTILE),
    .links = hostile_chain,
    .link_count = COUNT(hostile_chain),
    .findings = &hostile_finding,
    .finding_count = 1,
    .missing = hostile_texts,
    .missing_count = 1,
    .notes = hostile_texts,
    .note_count = 1,
    .closing = SPAN(HOSTILE),
    .labels = ENGLISH,
};
