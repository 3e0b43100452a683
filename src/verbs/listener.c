#include "listener.h"

#include "base/json.h"
#include "dropins.h"
#include "facts/exchange.h"
#include "os/stream.h"

struct listener listener_new(struct run *run, const char *name) {
    return (struct listener){.run = run, .name = name, .facts = fact_store_new(run->arena)};
}

void listener_argument(struct listener *listener, struct text argument) {
    if (listener->argument_count < LISTENER_ARGUMENTS)
        listener->arguments[listener->argument_count++] = argument;
}

void listener_option(struct listener *listener, const char *name, struct text value) {
    if (value.size)
        listener_argument(listener, text_format(listener->run->arena, "%s=" TEXT_FORMAT, name, TEXT_ARGUMENTS(value)));
}

static void hear_fact(struct listener *listener, const struct value *line) {
    struct fact fact;
    struct value copy = value_copy(listener->run->arena, line);
    if (!fact_from_value(listener->run->arena, &copy, &fact))
        return;
    listener->asleep = listener->asleep || fact.attribute == ATTRIBUTE_DRIVER_ASLEEP;
    fact_add(listener->facts, &fact);
}

static void keep_line(struct listener *listener, struct text line) {
    struct arena *arena = listener->run->arena;
    listener->lines = arena_grow(arena, listener->lines, listener->line_count, &listener->line_capacity, sizeof line);
    listener->lines[listener->line_count++] = text_copy(arena, line);
}

static void hear(struct listener *listener, const struct value *value, struct text line) {
    struct arena *arena = listener->run->arena;
    const struct value *fact = value_get(value, "fact"), *asking = value_get(value, "asking");
    if (asking) {
        listener->asking = value_copy(arena, asking);
        listener->source = text_copy(arena, value_get_text(value, "source"));
    } else if (value_get(value, "caught_up")) {
        if (listener->caught_up)
            listener->caught_up(listener->context);
    } else if (value_get(value, "end")) {
        listener->ended = true;
    } else if (value_get(value, "replayed")) {
        listener->replayed = true;
    } else if (value_get(value, "knowledge")) {
        dropins_use(listener->run, value_get(value, "knowledge"));
    } else if (value_get(value, "machine")) {
        listener->machine_line = text_copy(arena, line);
    } else {
        if (fact)
            hear_fact(listener, fact);
        if (listener->run->options.answers)
            keep_line(listener, line);
    }
}

static void on_line(void *context, struct text line) {
    struct listener *listener = context;
    struct arena *scratch = arena_new();
    struct value value;
    if (json_parse(scratch, line, listener->name, &value, NULL))
        hear(listener, &value, line);
    arena_free(scratch);
}

/* Said on a terminal only: a pipe gets the answer, not the waiting. */
static void on_slow(void *context) {
    struct listener *listener = context;
    if (!stream_is_terminal(STREAM_ERROR))
        return;
    struct text said = run_say(listener->run, "progress.driver_slow", NULL, 0);
    stream_write(STREAM_ERROR, text_format(listener->run->arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(said)), NULL);
}

struct child listener_child(struct listener *listener, int64_t limit_ms) {
    return (struct child){.arguments = listener->arguments,
                          .argument_count = listener->argument_count,
                          .limit_ms = (unsigned)limit_ms,
                          .line = on_line,
                          .slow = on_slow,
                          .context = listener};
}

void listener_restart(struct listener *listener, struct text kept_source) {
    struct fact_store *kept = fact_store_new(listener->run->arena);
    const struct fact *facts;
    size_t count = fact_all(listener->facts, &facts);
    for (size_t at = 0; at < count; at++)
        if (text_equal(facts[at].origin.source, kept_source))
            fact_add(kept, &facts[at]);
    listener->facts = kept;
    listener->line_count = 0; /* the answers are asked again, but for those of the source that is left out */
    listener->asking = value_null();
    listener->source = (struct text){0};
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

static void add_missing(struct listener *listener, struct collected *collected, const char *id,
                        const struct slot *slots, size_t count) {
    value_append(listener->run->arena, &collected->missing, value_text(run_say(listener->run, id, slots, count)));
}

void listener_missing(struct listener *listener, const struct child *child, struct collected *collected) {
    const struct slot slots[] = {{"source", listener->source.size ? listener->source : text_of(listener->name)},
                                 {"place", place_of(listener)},
                                 {"process", text_format(listener->run->arena, "%lld", (long long)child->process)}};
    if (!child->started || listener->ended)
        return;
    if (child->timed_out)
        add_missing(listener, collected, "missing.source_stuck", slots, 3);
    else if (!collected->interrupted)
        add_missing(listener, collected, "missing.source_crashed", slots, 3);
    if (child->left_behind)
        add_missing(listener, collected, "missing.left_behind", slots, 3);
}

void listener_merge(struct listener *listener, struct collected *collected) {
    const struct fact *facts;
    size_t count = fact_all(listener->facts, &facts);
    for (size_t at = 0; at < count; at++)
        fact_add(collected->facts, &facts[at]);
    struct text *lines = arena_array(listener->run->arena, collected->line_count + listener->line_count, sizeof *lines);
    for (size_t at = 0; at < collected->line_count; at++)
        lines[at] = collected->lines[at];
    for (size_t at = 0; at < listener->line_count; at++)
        lines[collected->line_count + at] = listener->lines[at];
    collected->lines = lines;
    collected->line_count += listener->line_count;
    collected->replayed = collected->replayed || listener->replayed;
    collected->asleep = collected->asleep || listener->asleep;
    if (listener->machine_line.size && !collected->machine_line.size)
        collected->machine_line = listener->machine_line;
}
