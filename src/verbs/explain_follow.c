/* plumb explain --follow: a stream, such as `tail -f log`, and each cause in the moment its line comes. The child reads
 * and hands facts up; here they are weighed each time there is something new. */
#include "explain.h"

#include "base/json.h"
#include "base/scrub.h"
#include "listener.h"
#include "os/stream.h"
#include "report/wrap.h"

struct follower {
    struct run *run;
    struct listener listener;
    struct child child;
    struct text *named; /* causes that have had their line */
    size_t named_count, named_capacity;
};

static bool has_line(const struct follower *follower, struct text cause) {
    for (size_t at = 0; at < follower->named_count; at++)
        if (text_equal(follower->named[at], cause))
            return true;
    return false;
}

static void remember(struct follower *follower, struct text cause) {
    struct arena *arena = follower->run->arena;
    follower->named =
        arena_grow(arena, follower->named, follower->named_count, &follower->named_capacity, sizeof cause);
    follower->named[follower->named_count++] = text_copy(arena, cause);
}

static struct text event_json(struct run *run, const struct model_finding *finding) {
    struct value line = value_map();
    struct buffer out = buffer_new(run->arena);
    bool seen = finding->evidence_count > 0;
    int64_t number = seen ? finding->evidence[0].line : 0;
    value_set(run->arena, &line, "line", number > 0 ? value_integer(number) : value_null());
    value_set(run->arena, &line, "cause", value_text(finding->cause));
    value_set(run->arena, &line, "severity", value_string(severity_id(finding->severity)));
    value_set(run->arena, &line, "certainty", value_string(certainty_id(finding->certainty)));
    value_set(run->arena, &line, "title", value_text(finding->title));
    value_set(run->arena, &line, "text", seen ? value_text(finding->evidence[0].text) : value_null());
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    return buffer_text(&out);
}

/* "line 12: certain · mem.oom_capacity: The work does not fit", and below it the line itself. */
static struct text event_text(struct run *run, const struct report_model *model, const struct model_finding *finding) {
    enum { LONGEST = 160 }; /* columns */
    struct buffer out = buffer_new(run->arena);
    const struct model_evidence *seen = finding->evidence_count ? &finding->evidence[0] : NULL;
    struct text number = text_replace(run->arena, model->labels.line, TEXT("{n}"),
                                      text_format(run->arena, "%lld", seen ? (long long)seen->line : 0));
    if (seen && seen->line > 0)
        buffer_format(&out, TEXT_FORMAT ": ", TEXT_ARGUMENTS(number));
    buffer_format(&out, TEXT_FORMAT " · " TEXT_FORMAT " · " TEXT_FORMAT "\n", TEXT_ARGUMENTS(finding->title),
                  TEXT_ARGUMENTS(model->labels.certainties[finding->certainty]), TEXT_ARGUMENTS(finding->cause));
    if (seen)
        buffer_format(
            &out, "    " TEXT_FORMAT "\n",
            TEXT_ARGUMENTS(shortened(run->arena, scrub_terminal(run->arena, seen->text, SCRUB_ONE_LINE), LONGEST)));
    return buffer_text(&out);
}

static void name(struct follower *follower, struct run *one, const struct report_model *model,
                 const struct model_finding *finding) {
    bool json = follower->run->options.format == FORMAT_JSON;
    remember(follower, finding->cause);
    if (!stream_write(STREAM_OUTPUT, json ? event_json(one, finding) : event_text(one, model, finding), NULL))
        follower->child.enough = true; /* nobody reads on */
}

/* All that is known by now, weighed anew in memory of its own. */
static void on_caught_up(void *context) {
    struct follower *follower = context;
    struct run one = *follower->run;
    one.arena = arena_new();
    struct collected collected = {.facts = follower->listener.facts, .missing = value_list(), .notes = value_list()};
    struct report_model model = explain_model(&one, TEXT("-"), &collected);
    for (size_t at = 0; at < model.finding_count && !follower->child.enough; at++)
        if (!has_line(follower, model.findings[at].cause))
            name(follower, &one, &model, &model.findings[at]);
    arena_free(one.arena);
}

static int print_summary(struct follower *follower, struct collected *collected) {
    struct run *run = follower->run;
    struct buffer out = buffer_new(run->arena);
    struct report_model model = explain_model(run, TEXT("-"), collected);
    if (run->options.format != FORMAT_JSON) {
        if (follower->named_count)
            run_print(run, TEXT("\n"), EXIT_NOTHING_BROKEN);
        return run_report(run, &model);
    }
    report_json_line(&out, run->arena, &model);
    return run_print(run, buffer_text(&out), run_status(run, &model));
}

/* The user ends a stream by an interrupt: that is no fault of it. */
int explain_follow(struct run *run) {
    struct follower follower = {.run = run, .listener = listener_new(run, "read")};
    struct collected collected = {.facts = fact_store_new(run->arena), .missing = value_list(), .notes = value_list()};
    struct error error;
    follower.listener.caught_up = on_caught_up;
    follower.listener.context = &follower;
    listener_argument(&follower.listener, TEXT("read"));
    listener_argument(&follower.listener, TEXT("--follow"));
    listener_argument(&follower.listener, TEXT("--"));
    listener_argument(&follower.listener, TEXT("-"));
    follower.child = listener_child(&follower.listener, 0);
    follower.child.inherit_input = true;
    if (!children_run(run->arena, &follower.child, 1, &collected.interrupted, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    if (follower.child.enough)
        return EXIT_NOTHING_BROKEN;
    listener_missing(&follower.listener, &follower.child, &collected);
    listener_merge(&follower.listener, &collected);
    return print_summary(&follower, &collected);
}
