#include "command_table.h"
#include "run.h"

#include <string.h>

static const char *about(const struct run *run, const struct verb *verb) {
    return run->language == LANGUAGE_CHINESE ? verb->about_zh : verb->about_en;
}

static const struct option_help options[] = {
    {TAKES_FORMAT, "--format text|json|markdown", "how to print", "输出格式"},
    {TAKES_FORMAT, "--json", "the same as --format json", "等同于 --format json"},
    {TAKES_FORMAT, "-q, --quiet", "one line", "只输出一行"},
    {TAKES_FORMAT, "-v, --verbose", "every link, every finding in full; with --json the facts too",
     "全部细节；与 --json 同用时还包括事实"},
    {TAKES_PYTHON, "--python PATH", "judge this interpreter", "检查这个解释器"},
    {TAKES_PYTHON, "--env PREFIX", "judge this environment", "检查这个环境"},
    {TAKES_MACHINE, "--sysroot DIR", "another disk or an unpacked image instead of this machine",
     "检查另一块磁盘或解开的镜像，而不是本机"},
    {TAKES_MACHINE, "--replay CAPTURE", "a capture instead of this machine", "回放保存的记录，而不是查看本机"},
    {TAKES_MACHINE, "--budget SECONDS", "how long may be looked (3 s; the driver 30 s)",
     "最多查看多久（3 秒；驱动 30 秒）"},
    {TAKES_MACHINE, "--wake", "ask the driver even when that wakes a sleeping card", "即使会唤醒休眠的显卡也询问驱动"},
    {TAKES_STRICT, "--strict", "warnings count as broken", "把“注意”也当作故障"},
    {TAKES_WHY, "--why", "how each cause's sum came about, to redo", "列出每个原因的得分是怎么算出来的"},
    {TAKES_TEXT, "--here", "the text is this machine's: what it does not state is looked up",
     "文字来自本机：没写到的就在本机上查"},
    {TAKES_TEXT, "--json-lines", "a line of JSON for each file", "每个文件输出一行 JSON"},
    {TAKES_TEXT, "--follow", "name a cause as soon as its line comes: tail -f log | plumb explain --follow",
     "原因所在的行一出现就报告：tail -f log | plumb explain --follow"},
    {TAKES_TEXT, "--comment", "a short answer to who reported it, Markdown", "给反馈者的简短答复（Markdown）"},
    {TAKES_TEXT, "--min-certainty certain|likely|possible", "silent below that; else likely",
     "低于它时不作声；默认 likely"},
    {TAKES_TEXT, "--triage DIR", "the reports in a folder as a table by cause", "把文件夹里的报告按原因列表"},
    {TAKES_OUTPUT, "-o, --output FILE", "write there instead of to standard output", "写入文件，而不是标准输出"},
    {TAKES_OUTPUT, "--no-redaction", "keep names of user, home and host", "保留用户名、主目录和主机名"},
    {TAKES_SCHEMA, "--schema", "the JSON Schema of the facts", "输出事实的 JSON Schema"},
    {TAKES_SCHEMA, "--reference", "the reference page of the facts, Markdown", "输出事实的参考页（Markdown）"},
    {TAKES_PLAN, "--gpu NAME|PCI|sm_89", "plan for this card, not this machine's; may be repeated",
     "为这块显卡规划，而不是本机的；可重复"},
    {TAKES_PLAN, "--driver VERSION", "with this driver", "使用这个版本的驱动"},
    {TAKES_PLAN, "--os linux|windows|wsl|macos", "for another machine: nothing is taken from this one",
     "为另一台机器规划：不取本机信息"},
    {TAKES_PLAN, "--arch x86_64|aarch64", "of that machine", "该机器的架构"},
    {TAKES_PYTHON_OPTION, "--python VERSION", "with this Python, such as 3.10 or 3.14t",
     "使用这个 Python，如 3.10 或 3.14t"},
    {TAKES_PLAN, "--torch SPEC", "2.3, 2.3.1+cu121, \">=2.1,<2.4\"", "2.3、2.3.1+cu121、\">=2.1,<2.4\""},
    {TAKES_PLAN, "--cuda VERSION", "12.1, 12, cu121, cpu", "12.1、12、cu121、cpu"},
    {TAKES_PLAN, "--with PACKAGE", "along with it; may be repeated", "一并安装；可重复"},
    {TAKES_PLAN, "--manager uv|pip|conda|pixi", "what installs it; else uv", "用什么安装；默认 uv"},
    {TAKES_PLAN, "--mirror NAME", "from a mirror where it has them: tuna, ustc, sjtu, aliyun ...",
     "镜像有的就从镜像安装：tuna、ustc、sjtu、aliyun 等"},
    {TAKES_PLAN, "--glibc VERSION", "with this C library, such as 2.28", "使用这个版本的 C 库，如 2.28"},
    {TAKES_PLAN, "--as-of DATE", "with what there was that day (uv)", "使用当天已有的包（uv）"},
    {TAKES_PLAN, "--build", "and what compiling extensions needs", "并列出编译扩展所需"},
    {TAKES_PLAN, "-r, --requirements FILE|DIR",
     "what a project asks for: requirements, environment.yml, pyproject, Dockerfile",
     "项目的要求：requirements、environment.yml、pyproject、Dockerfile"},
    {TAKES_PLAN, "--check COMMAND", "judge a copied pip, uv or conda command", "判断抄来的 pip、uv 或 conda 命令"},
    {TAKES_PLAN, "--pip VERSION", "that reads the command; else that of the environment",
     "读取该命令的 pip 版本；默认取环境中的"},
    {TAKES_PLAN, "--print index-url|torch|cuda|arch-list|requirements.txt|pyproject.toml|environment.yml|pixi.toml",
     "that alone: a value for scripts, or a file", "只输出这一项：供脚本使用的值，或一个文件"},
    {0, "--lang en|zh", "language; else that of the system", "语言；默认跟随系统"},
    {0, "--color auto|always|never", "colour; NO_COLOR is heeded", "颜色；遵守 NO_COLOR"},
    {0, "-h, --help", "what there is, or what a verb takes", "显示帮助，或某个动作的帮助"},
    {0, "--version", "the version of plumb and the date of its knowledge", "plumb 的版本与知识库日期"},
};

static const struct status_help statuses[] = {
    {EXIT_NOTHING_BROKEN, "nothing is broken", "没有故障"},
    {EXIT_BROKEN, "something is", "有故障"},
    {EXIT_USAGE, "wrong usage", "用法错误"},
    {EXIT_NOT_JUDGED, "nothing is broken but a whole link could not be judged", "没有故障但有一环看不到"},
    {EXIT_INTERNAL, "internal error", "内部错误"},
};

const struct option_help *help_option(size_t at) {
    return at < sizeof options / sizeof *options ? &options[at] : NULL;
}

const struct status_help *help_status(size_t at) {
    return at < sizeof statuses / sizeof *statuses ? &statuses[at] : NULL;
}

/* A name too long for its column has its sentence on the next line. */
static void add_option(struct buffer *out, const char *names, const char *about) {
    enum { COLUMN = 28 };
    if (strlen(names) > COLUMN)
        buffer_format(out, "  %s\n  %*s %s\n", names, COLUMN, "", about);
    else
        buffer_format(out, "  %-*s %s\n", COLUMN, names, about);
}

static void add_options(struct buffer *out, const struct run *run, unsigned takes) {
    bool chinese = run->language == LANGUAGE_CHINESE;
    buffer_add_string(out, chinese ? "\n选项\n" : "\nOptions\n");
    for (size_t at = 0; at < sizeof options / sizeof *options; at++)
        if (!options[at].takes || (options[at].takes & takes))
            add_option(out, options[at].names, chinese ? options[at].zh : options[at].en);
}

static struct text help_of_verb(struct run *run, const struct verb *verb) {
    struct buffer out = buffer_new(run->arena);
    buffer_format(&out, "plumb %s%s%s\n\n  %s\n", verb->name, verb->arguments[0] ? " " : "", verb->arguments,
                  about(run, verb));
    add_options(&out, run, verb->takes);
    return buffer_text(&out);
}

static struct text help_of_program(struct run *run) {
    struct buffer out = buffer_new(run->arena);
    bool chinese = run->language == LANGUAGE_CHINESE;
    buffer_add_string(
        &out, chinese ? "plumb 找出从芯片到张量的链路断在哪里，给出依据和修复办法。\n\n用法：plumb [动作] [选项]\n\n"
                      : "plumb finds where the chain from silicon to tensor breaks, says why and how to mend it.\n\n"
                        "Usage: plumb [VERB] [OPTIONS]\n\n");
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (!verb->hidden)
            buffer_format(&out, "  %-10s %s\n", verb->name, about(run, verb));
    add_options(&out, run, ~0u);
    buffer_add_string(&out, chinese ? "\n退出状态\n" : "\nExit status\n");
    for (size_t at = 0; at < sizeof statuses / sizeof *statuses; at++)
        buffer_format(&out, "  %d  %s\n", statuses[at].status, chinese ? statuses[at].zh : statuses[at].en);
    return buffer_text(&out);
}

struct text run_help(struct run *run, const struct verb *verb) {
    return verb ? help_of_verb(run, verb) : help_of_program(run);
}

int verb_help(struct run *run) {
    if (!run->options.word_count)
        return run_print(run, run_help(run, NULL), EXIT_NOTHING_BROKEN);
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (!verb->hidden && text_is(run->options.words[0], verb->name))
            return run_print(run, run_help(run, verb), EXIT_NOTHING_BROKEN);
    return run_fail(run, EXIT_USAGE, "there is no verb \"" TEXT_FORMAT "\"; see plumb --help",
                    TEXT_ARGUMENTS(run->options.words[0]));
}

int verb_version(struct run *run) {
    struct text date = node_text(node_get(node_get(knowledge_root(run->knowledge), "about"), "date"));
    struct text line =
        text_format(run->arena, "plumb %s, knowledge of " TEXT_FORMAT "\n", PLUMB_VERSION, TEXT_ARGUMENTS(date));
    if (run->options.format == FORMAT_JSON)
        line = text_format(run->arena, "{\"plumb\": \"%s\", \"knowledge\": \"" TEXT_FORMAT "\"}\n", PLUMB_VERSION,
                           TEXT_ARGUMENTS(date));
    return run_print(run, line, EXIT_NOTHING_BROKEN);
}
