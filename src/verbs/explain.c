/* plumb explain: the root cause of what people paste - a log, a traceback, a listing of an environment. Reads, and
 * nothing else. */
#include "explain.h"

#include "base/json.h"
#include "base/scrub.h"
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

struct report_model explain_model(struct run *run, struct text path, struct collected *collected) {
    note_myths(run, collected);
    struct report_model model = make_report(run, "explain", path, collected, !collected->replayed);
    model.listing = reading_listing(collected->facts, run->arena);
    return model;
}

static void ask_to_paste(struct run *run, struct text path) {
    if (!text_is(path, "-") || !stream_is_terminal(STREAM_INPUT) || !stream_is_terminal(STREAM_ERROR))
        return;
    struct text said = run_say(run, "progress.paste", NULL, 0);
    stream_write(STREAM_ERROR, text_format(run->arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(said)), NULL);
}

static int print_line(struct run *run, const struct report_model *model) {
    struct buffer out = buffer_new(run->arena);
    report_json_line(&out, run->arena, model);
    return run_print(run, buffer_text(&out), run_status(run, model));
}

/* Silent, and content, where the root is less certain than was asked for. */
static int print_comment(struct run *run, const struct report_model *model, enum certainty least) {
    struct buffer out = buffer_new(run->arena);
    if (!model->finding_count || model->findings[0].certainty < least)
        return EXIT_NOTHING_BROKEN;
    report_comment(&out, run->arena, model);
    return run_print(run, buffer_text(&out), run_status(run, model));
}

/* With --json-lines a file that cannot be read has its line as well. */
static int print_error(struct run *run, struct text path, const struct error *error) {
    if (!run->options.explain.json_lines)
        return run_fail(run, EXIT_USAGE, "%s", error->message);
    struct value line = value_map();
    struct buffer out = buffer_new(run->arena);
    struct text why = text_of(error->message);
    if (text_starts(why, path.at) && text_starts(text_from(why, path.size), ": "))
        why = text_from(why, path.size + 2);
    value_set(run->arena, &line, "subject", value_text(path));
    value_set(run->arena, &line, "error", value_text(why));
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    return run_print(run, buffer_text(&out), EXIT_USAGE);
}

/* Several reports one below the other are told apart by their names. */
static void print_name(struct run *run, size_t at) {
    const struct options *options = &run->options;
    struct text name = scrub_terminal(run->arena, options->words[at], SCRUB_ONE_LINE);
    if (options->word_count < 2 || options->format != FORMAT_TEXT || options->explain.comment)
        return;
    run_print(run,
              text_format(run->arena, options->quiet ? "%s" TEXT_FORMAT ": " : "%s" TEXT_FORMAT ":\n",
                          at && !options->quiet ? "\n" : "", TEXT_ARGUMENTS(name)),
              EXIT_NOTHING_BROKEN);
}

static int explain_one(struct run *run, size_t index, const struct collected *machine, enum certainty least) {
    struct text path = run->options.word_count ? run->options.words[index] : TEXT("-");
    struct collected collected;
    struct error error;
    ask_to_paste(run, path);
    if (!collect_text(run, path, &collected, &error))
        return print_error(run, path, &error);
    struct value listing = reading_listing(collected.facts, run->arena); /* the text's own */
    if (machine)
        explain_add_machine(run, &collected, machine);
    struct report_model model = explain_model(run, path, &collected);
    model.listing = listing;
    if (run->options.word_count)
        print_name(run, index);
    if (run->options.explain.comment)
        return print_comment(run, &model, least);
    return run->options.explain.json_lines ? print_line(run, &model) : run_report(run, &model);
}

/* Each file in memory of its own; what one brings along (a site's knowledge) does not reach the next. */
static int explain_each(struct run *run, enum certainty least) {
    size_t count = run->options.word_count ? run->options.word_count : 1;
    int worst = EXIT_NOTHING_BROKEN;
    struct collected machine;
    struct error error;
    if (run->options.explain.here && !collect_machine(run, &machine, &error))
        return run_fail(run, machine.refused ? EXIT_USAGE : EXIT_INTERNAL, "%s", error.message);
    for (size_t at = 0; at < count; at++) {
        struct run one = *run;
        one.arena = arena_new();
        int status = explain_one(&one, at, run->options.explain.here ? &machine : NULL, least);
        arena_free(one.arena);
        worst = status > worst ? status : worst;
    }
    return worst;
}

static bool certainty_named(struct text name, enum certainty *certainty) {
    static const enum certainty all[] = {CERTAINTY_POSSIBLE, CERTAINTY_LIKELY, CERTAINTY_CERTAIN};
    for (size_t at = 0; at < 3; at++)
        if (text_is(name, certainty_id(all[at]))) {
            *certainty = all[at];
            return true;
        }
    return false;
}

/* What cannot be asked for together. */
static bool is_sensible(struct run *run, struct error *error) {
    const struct options *options = &run->options;
    const struct explain_options *explain = &options->explain;
    bool of_machine = options->replay.size || options->sysroot.size || options->python.size ||
                      options->environment.size || options->budget_ms || options->wake;
    if (of_machine && !explain->here)
        return error_set(error, "plumb explain does not take options of a machine without --here");
    if (explain->here && (explain->follow || explain->triage.size))
        return error_set(error, "--here goes neither with --follow nor with --triage");
    if (explain->triage.size && options->word_count)
        return error_set(error, "--triage takes a folder alone, no \"" TEXT_FORMAT "\"",
                         TEXT_ARGUMENTS(options->words[0]));
    if (explain->follow && (options->word_count > 1 || (options->word_count && !text_is(options->words[0], "-"))))
        return error_set(error, "--follow reads standard input: tail -f FILE | plumb explain --follow");
    if (explain->comment && (explain->json_lines || explain->follow || explain->triage.size))
        return error_set(error, "--comment goes with texts alone");
    return true;
}

int verb_explain(struct run *run) {
    enum certainty least = CERTAINTY_LIKELY;
    struct error error;
    if (run->options.schema) {
        struct value schema = report_schema(run->arena);
        return run_print_json(run, &schema);
    }
    if (!is_sensible(run, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    if (run->options.explain.least_certainty.size && !certainty_named(run->options.explain.least_certainty, &least))
        return run_fail(run, EXIT_USAGE, "--min-certainty " TEXT_FORMAT ": it is certain, likely or possible",
                        TEXT_ARGUMENTS(run->options.explain.least_certainty));
    if (run->options.explain.json_lines)
        run->options.format = FORMAT_JSON;
    if (run->options.explain.triage.size)
        return explain_triage(run, run->options.explain.triage);
    return run->options.explain.follow ? explain_follow(run) : explain_each(run, least);
}
