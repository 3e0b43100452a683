/* The hidden verb `gather`: a child that asks a machine and streams what it learns, in the capture's own lines. --part
 * files runs the sources that read, --part driver the one that calls the driver's libraries; without it all run, which
 * is how captures are replayed. --skip leaves out what crashed or hung before. */
#include "run.h"

#include "base/json.h"
#include "dropins.h"
#include "facts/exchange.h"
#include "gather.h"
#include "gpu/worker.h"
#include "os/capture.h"
#include "os/process.h"
#include "os/stream.h"
#include "sources/gathering.h"

struct gatherer {
    struct run *run;
    struct gathering gathering;
    struct arena *scratch; /* of one line */
    struct text capture;   /* when one is replayed */
    int output;            /* where lines go: standard output may belong to a chatty library */
    bool silent;           /* the parent went away */
};

static void emit(struct gatherer *gatherer, const struct value *line) {
    struct buffer out = buffer_new(gatherer->scratch);
    json_write(&out, line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    gatherer->silent = gatherer->silent || !stream_write_descriptor(gatherer->output, buffer_text(&out), NULL);
}

static void emit_named(struct gatherer *gatherer, const char *name, struct value value) {
    struct value line = value_map();
    value_set(gatherer->scratch, &line, name, value);
    emit(gatherer, &line);
}

static void renew_scratch(struct gatherer *gatherer) {
    arena_free(gatherer->scratch);
    gatherer->scratch = arena_new();
}

static void on_asking(void *context, const struct question *question) {
    struct gatherer *gatherer = context;
    struct value line = value_map();
    renew_scratch(gatherer);
    value_set(gatherer->scratch, &line, "asking", capture_question(gatherer->scratch, question));
    value_set(gatherer->scratch, &line, "source", value_text(gatherer->gathering.source));
    emit(gatherer, &line);
}

static void on_answer(void *context, const struct question *question, const struct answer *answer) {
    struct gatherer *gatherer = context;
    struct value line = capture_answer(gatherer->scratch, question, answer);
    emit(gatherer, &line);
}

static void on_fact(void *context, const struct fact *fact) {
    struct gatherer *gatherer = context;
    struct value line = fact_to_value(gatherer->scratch, fact);
    emit(gatherer, &line);
}

static bool open_machine(struct gatherer *gatherer, struct machine **machine, struct error *error) {
    struct run *run = gatherer->run;
    if (run->options.replay.size) {
        enum { CAPTURE_LIMIT = 256 << 20 };
        return input_read_all(run->arena, run->options.replay, CAPTURE_LIMIT, &gatherer->capture, error) &&
               machine_replay(run->arena, gatherer->capture, run->options.replay, machine, error);
    }
    if (run->options.sysroot.size)
        return machine_sysroot(run->arena, run->options.sysroot, machine, error);
    *machine = machine_live(run->arena);
    return *machine != NULL;
}

/* A driver may write files, print and hang: this process gives up what it can before one is loaded. What
 * CUDA_VISIBLE_DEVICES does is judged, so the driver must not see it. */
static void become_worker(struct gatherer *gatherer, struct machine *machine) {
    process_restrain();
    process_clear_variable("CUDA_VISIBLE_DEVICES");
    int output = process_set_output_aside();
    if (output >= 0)
        gatherer->output = output;
    machine_set_caller(machine, gpu_worker_call, gpu_worker_new(gatherer->run->arena));
}

/* Facts as they were computed at capture time stand in where this version asks something that was not recorded. */
static void learn_recorded(struct gatherer *gatherer) {
    const struct value *values;
    size_t count;
    if (!gatherer->capture.size || !capture_lines(gatherer->run->arena, gatherer->capture,
                                                  gatherer->run->options.replay, "fact", &values, &count, NULL))
        return;
    for (size_t at = 0; at < count; at++) {
        struct fact fact;
        if (!fact_from_value(gatherer->run->arena, &values[at], &fact) || fact.state != FACT_KNOWN)
            continue;
        struct entity entity = {fact.subject, fact.kind, fact.key};
        if (fact_state_of(gatherer->gathering.facts, &entity, fact.attribute) != FACT_NOT_ASKED)
            continue;
        fact_add(gatherer->gathering.facts, &fact);
        on_fact(gatherer, &fact);
    }
}

/* --skip names sources that crashed or hung before, with commas between. */
static bool is_skipped(const struct gatherer *gatherer, const char *source) {
    struct text rest = gatherer->run->options.skip, name;
    while (text_next_part(&rest, ',', &name))
        if (text_is(name, source))
            return true;
    return false;
}

static void run_sources(struct gatherer *gatherer) {
    struct text part = gatherer->run->options.part;
    for (const struct source *const *source = sources; *source; source++)
        if ((!part.size || (*source)->in_driver_worker == text_is(part, "driver")) &&
            !is_skipped(gatherer, (*source)->name))
            gather_source(&gatherer->gathering, *source);
    learn_recorded(gatherer);
}

/* What the site knows goes first, so that the sources see it and the parent judges with it. The driver's part needs
 * none. */
static void add_dropins(struct gatherer *gatherer) {
    struct text part = gatherer->run->options.part;
    struct value read;
    if (text_is(part, "driver") || is_skipped(gatherer, DROPINS_SOURCE))
        return;
    struct machine *machine = machine_live(gatherer->run->arena);
    gatherer->gathering.source = TEXT(DROPINS_SOURCE);
    if (machine)
        machine_set_asking(machine, on_asking, gatherer);
    if (machine && dropins_read(gatherer->run, machine, &read))
        emit_named(gatherer, "knowledge", read);
}

/* A path that was typed wrong is not a broken environment: nothing at all stands there. */
static bool option_is_there(struct gatherer *gatherer, struct machine *machine, struct text path) {
    bool absent = path.size && path_absolute(machine, path) &&
                  ask_stat(machine, gatherer->run->arena, path).state == ANSWER_ABSENT &&
                  ask_link(machine, gatherer->run->arena, path).state == ANSWER_ABSENT;
    if (absent)
        run_fail(gatherer->run, EXIT_USAGE, TEXT_FORMAT ": there is no such file", TEXT_ARGUMENTS(path));
    return !absent;
}

/* Judged by its name alone, since nothing is run: "python3.11", "pypy3", "python.exe". */
static bool is_interpreter(struct gatherer *gatherer, struct machine *machine, struct text path) {
    struct text name = text_lower(gatherer->run->arena, path_name(machine, path));
    bool looks_right = !path.size || text_starts(name, "python") || text_starts(name, "pypy");
    if (!looks_right)
        run_fail(gatherer->run, EXIT_USAGE, TEXT_FORMAT ": the name is no Python interpreter's", TEXT_ARGUMENTS(path));
    return looks_right;
}

/* Streams what the sources learn of a machine, and whose it is. */
static int gather_from(struct gatherer *gatherer, struct machine *machine) {
    struct run *run = gatherer->run;
    stream_write_descriptor(gatherer->output, TEXT(CAPTURE_FIRST_LINE "\n"), NULL);
    struct text date = node_text(node_get(node_get(knowledge_root(run->knowledge), "about"), "date"));
    struct value traits = capture_machine(run->arena, machine, PLUMB_VERSION_TEXT, date);
    emit(gatherer, &traits);
    add_dropins(gatherer);
    if (text_is(run->options.part, "knowledge")) {
        emit_named(gatherer, "end", value_boolean(true));
        return EXIT_NOTHING_BROKEN;
    }
    struct machine *asked =
        run->options.answers ? machine_recording(run->arena, machine, on_answer, gatherer) : machine;
    machine_set_asking(asked, on_asking, gatherer);
    gatherer->gathering = (struct gathering){
        .arena = run->arena,
        .machine = asked,
        .facts = fact_store_new(run->arena),
        .knowledge = run->knowledge,
        .subject = TEXT("machine"),
        .options = {.python = run->options.python, .environment = run->options.environment, .wake = run->options.wake},
        .learnt = on_fact,
        .context = gatherer,
    };
    run_sources(gatherer);
    emit_named(gatherer, "end", value_boolean(true));
    arena_free(gatherer->scratch);
    return EXIT_NOTHING_BROKEN;
}

int verb_gather(struct run *run) {
    struct gatherer gatherer = {.run = run, .scratch = arena_new(), .output = STREAM_OUTPUT};
    struct machine *machine;
    struct error error = {.message = "this system cannot be asked"};
    if (!open_machine(&gatherer, &machine, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    if (!option_is_there(&gatherer, machine, run->options.python) ||
        !option_is_there(&gatherer, machine, run->options.environment) ||
        !is_interpreter(&gatherer, machine, run->options.python))
        return EXIT_USAGE;
    if (text_is(run->options.part, "driver"))
        become_worker(&gatherer, machine);
    return gather_from(&gatherer, machine);
}

int gather_replayed(struct run *run, struct text capture, struct text name) {
    struct gatherer gatherer = {.run = run, .scratch = arena_new(), .output = STREAM_OUTPUT, .capture = capture};
    struct machine *machine;
    struct error error;
    if (!machine_replay(run->arena, capture, name, &machine, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    run->options.replay = name;
    return gather_from(&gatherer, machine);
}
