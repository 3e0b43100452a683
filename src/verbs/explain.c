/* plumb explain: the root cause of what people paste - a log, a traceback, a listing of an environment. Reads, and
 * nothing else. */
#include "machine_report.h"

#include "os/stream.h"
#include "sources/reading.h"

/* Claims that the text repeats and that are not so: a note each, never a finding. */
static void note_myths(struct run *run, struct collected *collected) {
    struct node myths = node_get(knowledge_root(run->knowledge), "myths");
    const struct fact *facts;
    size_t count = fact_all(collected->facts, &facts);
    for (size_t at = 0; at < count; at++) {
        struct text id = facts[at].attribute == ATTRIBUTE_SYMPTOM_ID && facts[at].state == FACT_KNOWN
                             ? facts[at].value.text
                             : TEXT("");
        struct node myth = text_starts(id, "myth.") ? node_get_text(myths, text_from(id, 5)) : (struct node){0};
        struct text verdict = node_text(node_get(myth, "verdict")),
                    note = text_format(run->arena, "note.myth." TEXT_FORMAT, TEXT_ARGUMENTS(verdict));
        struct slot slots[] = {{"claim", say_node(run->arena, node_get(myth, "claim"), run->language, NULL, 0)},
                               {"truth", say_node(run->arena, node_get(myth, "truth"), run->language, NULL, 0)},
                               {"id", text_from(id, 5)}};
        if (node_present(myth) && !text_is(verdict, "right"))
            value_append(run->arena, &collected->notes, value_text(run_say(run, note.at, slots, 3)));
    }
}

static int explain_one(struct run *run, struct text path) {
    struct collected collected;
    struct error error;
    if (text_is(path, "-") && stream_is_terminal(STREAM_INPUT) && stream_is_terminal(STREAM_ERROR))
        stream_write(STREAM_ERROR,
                     text_format(run->arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(run_say(run, "progress.paste", NULL, 0))),
                     NULL);
    if (!collect_text(run, path, &collected, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    note_myths(run, &collected);
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
