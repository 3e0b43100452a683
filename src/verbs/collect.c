#include "collect.h"

#include "base/json.h"
#include "facts/exchange.h"
#include "os/child.h"
#include "os/stream.h"

enum { FILES_BUDGET_MS = 3000, DRIVER_SLOW_MS = 5000, DRIVER_LIMIT_MS = 30000, MOST_ARGUMENTS = 24 };

/* One child and what is heard from it. */
struct listener {
    struct run *run;
    struct collected *collected;
    const char *name; /* of the part, for people */
    struct value asking;
    struct text source;
    bool ended;
    size_t capacity;
    struct text arguments[MOST_ARGUMENTS];
    size_t argument_count;
};

static void add_argument(struct listener *listener, struct text argument) {
    if (listener->argument_count < MOST_ARGUMENTS)
        listener->arguments[listener->argument_count++] = argument;
}

static void add_option(struct listener *listener, const char *name, struct text value) {
    if (value.size)
        add_argument(listener, text_format(listener->run->arena, "%s=" TEXT_FORMAT, name, TEXT_ARGUMENTS(value)));
}

static void hear_fact(struct listener *listener, const struct value *line) {
    struct fact fact;
    struct value copy = value_copy(listener->run->arena, line);
    if (!fact_from_value(listener->run->arena, &copy, &fact))
        return;
    if (fact.attribute == ATTRIBUTE_DRIVER_ASLEEP)
        listener->collected->asleep = true;
    fact_add(listener->collected->facts, &fact);
}

static void keep_line(struct listener *listener, struct text line) {
    struct collected *collected = listener->collected;
    collected->lines = arena_grow(listener->run->arena, (void *)collected->lines, collected->line_count, &listener->capacity, sizeof line);
    ((struct text *)collected->lines)[collected->line_count++] = text_copy(listener->run->arena, line);
}

static void on_line(void *context, struct text line) {
    struct listener *listener = context;
    struct arena *scratch = arena_new();
    struct value value;
    if (json_parse(scratch, line, listener->name, &value, NULL)) {
        const struct value *fact = value_get(&value, "fact"), *asking = value_get(&value, "asking");
        if (fact)
            hear_fact(listener, fact);
        else if (asking) {
            listener->asking = value_copy(listener->run->arena, asking);
            listener->source = text_copy(listener->run->arena, value_get_text(&value, "source"));
        } else if (value_get(&value, "end"))
            listener->ended = true;
        else if (value_get(&value, "machine"))
            listener->collected->machine_line = text_copy(listener->run->arena, line);
        if (listener->run->options.answers && !asking && !value_get(&value, "end") && !value_get(&value, "machine"))
            keep_line(listener, line);
    }
    arena_free(scratch);
}

/* Said on a terminal only: a pipe gets the answer, not the waiting. */
static void on_slow(void *context) {
    struct listener *listener = context;
    if (stream_is_terminal(STREAM_ERROR)) {
        struct text line = text_format(listener->run->arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(run_say(listener->run, "progress.driver_slow", NULL, 0)));
        stream_write(STREAM_ERROR, line, NULL);
    }
}

/* "text /sys/...": what was being asked when nothing more was heard. */
static struct text place_of(struct listener *listener) {
    struct buffer out = buffer_new(listener->run->arena);
    for (size_t at = 0; at < value_count(&listener->asking); at++) {
        buffer_add_string(&out, at ? " " : "");
        buffer_add(&out, value_at(&listener->asking, at)->text);
    }
    return out.size ? buffer_text(&out) : text_of(listener->name);
}

static void add_missing(struct listener *listener, const char *id, const struct slot *slots, size_t count) {
    value_append(listener->run->arena, &listener->collected->missing, value_text(run_say(listener->run, id, slots, count)));
}

static void conclude(struct listener *listener, const struct child *child) {
    struct slot slots[] = {{"source", listener->source.size ? listener->source : text_of(listener->name)},
                           {"place", place_of(listener)},
                           {"process", text_format(listener->run->arena, "%lld", (long long)child->process)}};
    if (!child->started || listener->ended)
        return;
    if (child->timed_out)
        add_missing(listener, "missing.source_stuck", slots, 3);
    else if (!listener->collected->interrupted)
        add_missing(listener, "missing.source_crashed", slots, 3);
    if (child->left_behind)
        add_missing(listener, "missing.left_behind", slots, 3);
}

static struct listener listener_new(struct run *run, struct collected *collected, const char *name) {
    return (struct listener){.run = run, .collected = collected, .name = name};
}

static void gather_arguments(struct listener *listener, const char *part) {
    struct run *run = listener->run;
    add_argument(listener, TEXT("gather"));
    add_option(listener, "--part", text_of(part));
    add_option(listener, "--replay", run->options.replay);
    add_option(listener, "--sysroot", run->options.sysroot);
    add_option(listener, "--python", run->options.python);
    add_option(listener, "--env", run->options.environment);
    if (run->options.wake)
        add_argument(listener, TEXT("--wake"));
    if (run->options.answers)
        add_argument(listener, TEXT("--answers"));
}

static struct child child_of(struct listener *listener, int64_t limit_ms) {
    return (struct child){.arguments = listener->arguments,
                          .argument_count = listener->argument_count,
                          .limit_ms = (unsigned)limit_ms,
                          .line = on_line,
                          .slow = on_slow,
                          .context = listener};
}

static void begin(struct run *run, struct collected *collected) {
    *collected = (struct collected){.facts = fact_store_new(run->arena), .missing = value_list(), .notes = value_list()};
}

/* A driver that sleeps in the kernel cannot be killed; only then it is called hung. */
static void note_hung(struct collected *collected, const struct child *driver) {
    if (!driver->left_behind)
        return;
    struct fact fact = {.subject = TEXT("machine"), .kind = KIND_DRIVER, .attribute = ATTRIBUTE_DRIVER_HUNG, .state = FACT_KNOWN,
                        .value = value_boolean(true), .origin = {TEXT("driver"), TEXT("worker"), 0}};
    fact_add(collected->facts, &fact);
}

bool collect_machine(struct run *run, struct collected *collected, struct error *error) {
    bool live = !run->options.replay.size && !run->options.sysroot.size;
    int64_t budget = run->options.budget_ms ? run->options.budget_ms : FILES_BUDGET_MS;
    begin(run, collected);
    struct listener files = listener_new(run, collected, "files"), driver = listener_new(run, collected, "driver");
    gather_arguments(&files, live ? "files" : "");
    gather_arguments(&driver, "driver");
    struct child children[] = {child_of(&files, budget), child_of(&driver, run->options.budget_ms ? budget : DRIVER_LIMIT_MS)};
    children[1].slow_ms = DRIVER_SLOW_MS;
    bool started = children_run(run->arena, children, live ? 2 : 1, &collected->interrupted, error);
    if (!started && !children[0].started)
        return false;
    if (children[0].exit_status == EXIT_USAGE)
        return error_set(error, TEXT_FORMAT, TEXT_ARGUMENTS(text_trim(text_starts(children[0].output, "plumb: ") ? text_from(children[0].output, 7) : children[0].output)));
    conclude(&files, &children[0]);
    if (live)
        conclude(&driver, &children[1]);
    note_hung(collected, &children[1]);
    if (collected->interrupted)
        value_append(run->arena, &collected->missing, value_text(run_say(run, "missing.interrupted", NULL, 0)));
    collected->done = files.ended;
    return true;
}

bool collect_text(struct run *run, struct text path, struct collected *collected, struct error *error) {
    begin(run, collected);
    struct listener reader = listener_new(run, collected, "read");
    add_argument(&reader, TEXT("read"));
    add_argument(&reader, TEXT("--"));
    add_argument(&reader, path);
    struct child child = child_of(&reader, 0);
    child.inherit_input = text_is(path, "-");
    if (!children_run(run->arena, &child, 1, &collected->interrupted, error))
        return false;
    if (child.exit_status == EXIT_USAGE)
        return error_set(error, TEXT_FORMAT, TEXT_ARGUMENTS(text_trim(text_starts(child.output, "plumb: ") ? text_from(child.output, 7) : child.output)));
    conclude(&reader, &child);
    collected->done = reader.ended;
    return true;
}
