#include "collect.h"

#include "listener.h"

enum {
    FILES_BUDGET_MS = 3000,
    REPLAY_BUDGET_MS = 30000, /* a capture is one file that is there: only a busy machine takes long over it */
    DRIVER_SLOW_MS = 5000,
    DRIVER_LIMIT_MS = 30000,
    MOST_RESTARTS = 2, /* of the files part, each without the source that failed */
};

static void gather_arguments(struct listener *listener, const char *part) {
    struct run *run = listener->run;
    listener_argument(listener, TEXT("gather"));
    listener_option(listener, "--part", text_of(part));
    listener_option(listener, "--replay", run->options.replay);
    listener_option(listener, "--sysroot", run->options.sysroot);
    listener_option(listener, "--python", run->options.python);
    listener_option(listener, "--env", run->options.environment);
    if (run->options.wake)
        listener_argument(listener, TEXT("--wake"));
    if (run->options.answers)
        listener_argument(listener, TEXT("--answers"));
}

static void begin(struct run *run, struct collected *collected) {
    *collected =
        (struct collected){.facts = fact_store_new(run->arena), .missing = value_list(), .notes = value_list()};
}

/* What a child said on standard error before it refused its arguments: "plumb: <file>: <why>". */
static bool refused(const struct child *child, struct collected *collected, struct error *error) {
    struct text said = text_trim(child->output);
    if (child->exit_status != EXIT_USAGE)
        return false;
    said = text_starts(said, "plumb: ") ? text_from(said, 7) : said;
    error_set(error, TEXT_FORMAT, TEXT_ARGUMENTS(said));
    collected->refused = true;
    return true;
}

/* A driver that sleeps in the kernel cannot be killed; only then it is called hung. */
static void note_hung(struct collected *collected, const struct child *driver) {
    if (!driver->left_behind)
        return;
    struct fact fact = {.subject = TEXT("machine"),
                        .kind = KIND_DRIVER,
                        .attribute = ATTRIBUTE_DRIVER_HUNG,
                        .state = FACT_KNOWN,
                        .value = value_boolean(true),
                        .origin = {TEXT("driver"), TEXT("worker"), 0}};
    fact_add(collected->facts, &fact);
}

/* A crash or a hang costs one source: the part runs again without it, within what is left of the budget. */
static bool restart_without_failed(struct run *run, struct listener *files, struct collected *collected,
                                   struct child *child, int64_t limit_ms) {
    struct text skipped = {0};
    for (unsigned restart = 0;
         restart < MOST_RESTARTS && !files->ended && files->source.size && !collected->interrupted; restart++) {
        struct text failed = files->source;
        listener_missing(files, child, collected);
        skipped = skipped.size ? text_format(run->arena, TEXT_FORMAT "," TEXT_FORMAT, TEXT_ARGUMENTS(skipped),
                                             TEXT_ARGUMENTS(failed))
                               : failed;
        listener_restart(files, failed);
        listener_option(files, "--skip", skipped);
        *child = listener_child(files, limit_ms);
        if (!children_run(run->arena, child, 1, &collected->interrupted, NULL))
            return false;
    }
    return true;
}

bool collect_machine(struct run *run, struct collected *collected, struct error *error) {
    bool live = !run->options.replay.size && !run->options.sysroot.size;
    int64_t budget = run->options.budget_ms     ? run->options.budget_ms
                     : run->options.replay.size ? REPLAY_BUDGET_MS
                                                : FILES_BUDGET_MS;
    begin(run, collected);
    struct listener files = listener_new(run, "files"), driver = listener_new(run, "driver");
    gather_arguments(&files, live ? "files" : "");
    gather_arguments(&driver, "driver");
    /* The first try may take three fifths of the budget, each restart one. */
    struct child children[] = {listener_child(&files, budget * 3 / 5),
                               listener_child(&driver, run->options.budget_ms ? budget : DRIVER_LIMIT_MS)};
    children[1].slow_ms = DRIVER_SLOW_MS;
    bool started = children_run(run->arena, children, live ? 2 : 1, &collected->interrupted, error);
    if ((!started && !children[0].started) || refused(&children[0], collected, error))
        return false;
    restart_without_failed(run, &files, collected, &children[0], budget / 5);
    listener_missing(&files, &children[0], collected);
    if (live)
        listener_missing(&driver, &children[1], collected);
    listener_merge(&files, collected);
    listener_merge(&driver, collected);
    note_hung(collected, &children[1]);
    if (collected->interrupted)
        value_append(run->arena, &collected->missing, value_text(run_say(run, "missing.interrupted", NULL, 0)));
    collected->done = files.ended;
    return true;
}

/* What is heard of one text of several; each has a run of its own, since what a site adds is handed up by the child. */
static void prepare(struct text_collection *text, struct listener *reader, struct child *child, int64_t limit_ms) {
    begin(&text->run, &text->collected);
    *reader = listener_new(&text->run, "read");
    listener_argument(reader, TEXT("read"));
    listener_argument(reader, TEXT("--"));
    listener_argument(reader, text->path);
    *child = listener_child(reader, limit_ms);
    child->inherit_input = text_is(text->path, "-");
}

static bool take(struct text_collection *text, struct listener *reader, const struct child *child) {
    text->run = *reader->run;
    if (!child->started || refused(child, &text->collected, &text->error))
        return false;
    listener_missing(reader, child, &text->collected);
    listener_merge(reader, &text->collected);
    text->collected.done = reader->ended;
    return true;
}

void collect_texts(struct arena *arena, struct text_collection *texts, size_t count, int64_t limit_ms,
                   bool *interrupted) {
    struct listener *readers = arena_array(arena, count, sizeof *readers);
    struct child *children = arena_array(arena, count, sizeof *children);
    struct error error = {.message = "it was not read"};
    for (size_t at = 0; at < count; at++)
        prepare(&texts[at], &readers[at], &children[at], limit_ms);
    children_run(arena, children, count, interrupted, &error);
    for (size_t at = 0; at < count; at++) {
        texts[at].error = error;
        texts[at].collected.interrupted = *interrupted;
        texts[at].good = take(&texts[at], &readers[at], &children[at]);
    }
}

bool collect_text(struct run *run, struct text path, struct collected *collected, struct error *error) {
    struct text_collection text = {.run = *run, .path = path};
    bool interrupted = false;
    collect_texts(run->arena, &text, 1, 0, &interrupted);
    *run = text.run;
    *collected = text.collected;
    if (!text.good)
        *error = text.error;
    return text.good;
}
