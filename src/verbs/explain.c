/* plumb explain: the root cause of what people paste - a log, a traceback, a listing of an environment. Reads, and nothing else. */
#include "machine_report.h"

#include "os/stream.h"
#include "sources/reading.h"

static int explain_one(struct run *run, struct text path) {
    struct collected collected;
    struct error error;
    if (text_is(path, "-") && stream_is_terminal(STREAM_INPUT) && stream_is_terminal(STREAM_ERROR))
        stream_write(STREAM_ERROR, text_format(run->arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(run_say(run, "progress.paste", NULL, 0))), NULL);
    if (!collect_text(run, path, &collected, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    struct report_model model = make_report(run, "explain", path, &collected, true);
    model.listing = reading_listing(collected.facts, run->arena);
    return run_report(run, &model);
}

int verb_explain(struct run *run) {
    static const struct text standard_input = {"-", 1};
    int worst = EXIT_NOTHING_BROKEN;
    if (run->options.schema) {
        struct value schema = report_schema(run->arena);
        return run_print_json(run, &schema);
    }
    if (!run->options.word_count)
        return explain_one(run, standard_input);
    for (size_t at = 0; at < run->options.word_count; at++) {
        int status = explain_one(run, run->options.words[at]);
        worst = status > worst ? status : worst;
    }
    return worst;
}
