/* plumb: finds where the chain from silicon to tensor breaks. The verbs, global options and the exit status. */
#include "os/process.h"
#include "os/stream.h"
#include "verbs/run.h"

#include "knowledge_image.h"

const struct verb verbs[] = {
    {"doctor", "", "walk both branches of this machine and name the first broken link (the default)",
     "检查本机的两条链路，指出第一处断点（默认动作）",
     TAKES_FORMAT | TAKES_MACHINE | TAKES_PYTHON | TAKES_STRICT | TAKES_SCHEMA | TAKES_WHY, false, verb_doctor},
    {"explain", "[FILE...|-]", "the root cause of a log, a traceback, a pasted listing",
     "从日志、报错或粘贴的环境信息中找出根因",
     TAKES_FORMAT | TAKES_WORDS | TAKES_STRICT | TAKES_SCHEMA | TAKES_WHY | TAKES_TEXT | TAKES_MACHINE | TAKES_PYTHON,
     false, verb_explain},
    {"facts", "", "everything that was learnt, by key", "列出查到的全部事实",
     TAKES_FORMAT | TAKES_MACHINE | TAKES_PYTHON | TAKES_SCHEMA, false, verb_facts},
    {"capture", "", "save what this machine answers, to replay it elsewhere", "保存本机的回答，供别处回放",
     TAKES_MACHINE | TAKES_PYTHON | TAKES_OUTPUT, false, verb_capture},
    {"knowledge",
     "gpu NAME | cuda VERSION | torch VERSION | package NAME [VERSION] | driver VERSION | python VERSION | "
     "mirror [NAME] | library NAME | xid NUMBER | sxid NUMBER | error CODE | myth [ID] | cause [ID] | "
     "compile DIR | check DIR",
     "what plumb knows, and its compiler", "查询 plumb 的知识库；及其编译器", TAKES_FORMAT | TAKES_WORDS | TAKES_OUTPUT,
     false, verb_knowledge},
    {"plan", "[--gpu NAME] [--torch SPEC] ...", "the stack that fits a card, driver, system, Python and wish, and why",
     "为显卡、驱动、系统、Python 和要求选出合适的版本组合，并说明原因",
     TAKES_FORMAT | TAKES_MACHINE | TAKES_PLAN | TAKES_PYTHON_OPTION, false, verb_plan},
    {"inspect", "FILE|-", "for which cards a library or a wheel holds code, and what it needs; executes nothing",
     "查看库文件或 wheel 含有哪些显卡的代码、依赖什么；不执行任何东西", TAKES_FORMAT | TAKES_WORDS, false,
     verb_inspect},
    {"help", "[VERB]", "what there is, or what a verb takes", "显示帮助", TAKES_WORDS, false, verb_help},
    {"version", "", "the version of plumb and the date of its knowledge", "plumb 的版本与知识库日期", TAKES_FORMAT,
     false, verb_version},
    {"list-commands", "", "", "", 0, true, verb_list_commands},
    {"gather", "", "", "", TAKES_MACHINE | TAKES_PYTHON | TAKES_INTERNAL, true, verb_gather},
    {"inspect-file", "", "", "", TAKES_WORDS, true, verb_inspect_file},
    {"read-project", "", "", "", TAKES_WORDS, true, verb_read_project},
    {"list-texts", "", "", "", TAKES_WORDS, true, verb_list_texts},
    {"read", "", "", "", TAKES_WORDS | TAKES_INTERNAL | TAKES_TEXT, true, verb_read},
    {NULL, NULL, NULL, NULL, 0, false, NULL},
};

int main(int count, char **arguments) {
    struct run run = {.arena = arena_new(), .dropins = {.type = VALUE_LIST}};
    struct error error;
    const struct verb *verb;
    process_start(run.arena, &count, &arguments);
    run.knowledge = knowledge_open_own(run.arena, knowledge_image);
    run.program = count ? arguments[0] : "plumb";
    int status = EXIT_INTERNAL;
    if (!options_read(run.arena, count, arguments, &run.options, &verb, &error))
        status = run_fail(&run, EXIT_USAGE, "%s", error.message);
    else if (!options_language(run.arena, &run.options, &run.language))
        status = run_fail(&run, EXIT_USAGE, "--lang %s: it is en or zh", run.options.language);
    else
        status = verb->run(&run);
    arena_free(run.arena);
    return status;
}
