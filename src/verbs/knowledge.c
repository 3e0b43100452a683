/* plumb knowledge: what plumb knows, and its compiler. Each subject is a file of its own. */
#include "command_table.h"
#include "dropins.h"
#include "knowledge_page.h"

static const struct {
    const char *name;
    bool bare;  /* may stand alone */
    bool looks; /* looks something up: what the site knows counts */
    int (*run)(struct run *run, const struct text *words, size_t count);
} subjects[] = {
    {"gpu", false, true, knowledge_gpu},
    {"cuda", false, true, knowledge_cuda},
    {"driver", false, true, knowledge_driver},
    {"torch", false, true, knowledge_torch},
    {"python", false, true, knowledge_python},
    {"mirror", true, true, knowledge_mirror},
    {"library", false, true, knowledge_library},
    {"package", false, true, knowledge_package},
    {"xid", false, true, knowledge_xid},
    {"sxid", false, true, knowledge_sxid},
    {"error", false, true, knowledge_error},
    {"myth", true, true, knowledge_myth},
    {"cause", true, true, knowledge_cause_page},
    {"compile", false, false, knowledge_compile_folder},
    {"check", false, false, knowledge_check_folder},
};

const char *knowledge_subject(size_t at) {
    return at < sizeof subjects / sizeof *subjects ? subjects[at].name : NULL;
}

int verb_knowledge(struct run *run) {
    const struct text *words = run->options.words;
    size_t count = run->options.word_count;
    for (size_t at = 0; at < sizeof subjects / sizeof *subjects; at++) {
        if (!count || !text_is(words[0], subjects[at].name) || (count == 1 && !subjects[at].bare))
            continue;
        if (subjects[at].looks)
            dropins_fetch(run);
        return subjects[at].run(run, words + 1, count - 1);
    }
    return run_fail(
        run, EXIT_USAGE,
        "knowledge takes: gpu NAME, cuda VERSION, torch VERSION, package NAME [VERSION], driver VERSION, "
        "python VERSION, mirror [NAME], library NAME, xid NUMBER, sxid NUMBER, error CODE, myth [ID], cause [ID], "
        "compile DIR -o FILE, check DIR; see plumb knowledge --help");
}
