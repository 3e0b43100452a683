/* plumb capture: saves what a machine answers, so that it can be replayed elsewhere. What names a person or a host is
 * replaced unless --no-redaction says otherwise. */
#include "os/capture.h"
#include "base/json.h"
#include "collect.h"
#include "facts/redaction.h"
#include "os/stream.h"

/* The answer of one kind of question among the captured lines, to learn whose names to take out. */
static struct text answered(struct run *run, const struct collected *collected, const char *kind, const char *name,
                            const char *member) {
    for (size_t at = 0; at < collected->line_count; at++) {
        struct value line;
        struct question question;
        struct answer answer;
        if (!text_contains(collected->lines[at], kind) ||
            !json_parse(run->arena, collected->lines[at], "capture", &line, NULL))
            continue;
        if (!capture_read_answer(run->arena, &line, &question, &answer) || answer.state != ANSWER_KNOWN)
            continue;
        const struct value *ask = value_get(&line, "ask");
        if (text_is(value_at(ask, 0)->text, kind) && (!name || text_is(value_at(ask, 1)->text, name)))
            return value_get_text(&answer.value, member);
    }
    return (struct text){0};
}

static struct redaction *redaction_for(struct run *run, const struct collected *collected) {
    struct text user = answered(run, collected, "user", NULL, "name"),
                home = answered(run, collected, "user", NULL, "home");
    struct redaction *redaction =
        redaction_new(run->arena, user, home, answered(run, collected, "system", NULL, "host"));
    /* HOME may be another than the account's. It stands among the first answers, so it is found at once. */
    redaction_add_home(redaction, answered(run, collected, "variable", "HOME", "value"));
    return redaction;
}

static void write_line(struct run *run, struct buffer *out, struct text line, const struct redaction *redaction) {
    struct arena *scratch = arena_new();
    struct value value;
    if (!run->options.no_redaction && json_parse(scratch, line, "capture", &value, NULL)) {
        struct value redacted = redact_value(redaction, scratch, &value);
        struct buffer text = buffer_new(scratch);
        json_write(&text, &redacted, JSON_ONE_LINE);
        buffer_add(out, buffer_text(&text));
    } else if (run->options.no_redaction) {
        buffer_add(out, line);
    }
    buffer_add_byte(out, '\n');
    arena_free(scratch);
}

static struct text write_capture(struct run *run, const struct collected *collected) {
    struct buffer out = buffer_new(run->arena);
    const struct redaction *redaction = redaction_for(run, collected);
    buffer_add_string(&out, CAPTURE_FIRST_LINE "\n");
    buffer_add(&out, collected->machine_line);
    buffer_add_byte(&out, '\n');
    for (size_t at = 0; at < collected->line_count; at++)
        write_line(run, &out, collected->lines[at], redaction);
    buffer_format(&out, "{\"end\": %s}\n", collected->done ? "true" : "false");
    return buffer_text(&out);
}

int verb_capture(struct run *run) {
    struct collected collected;
    struct error error;
    run->options.answers = true;
    if (!collect_machine(run, &collected, &error))
        return run_fail(run, collected.refused ? EXIT_USAGE : EXIT_INTERNAL, "%s", error.message);
    struct text capture = write_capture(run, &collected);
    if (!run->options.output.size)
        return run_print(run, capture, EXIT_NOTHING_BROKEN);
    if (!output_write(run->arena, run->options.output, capture, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    struct text said =
        text_format(run->arena, "plumb: wrote " TEXT_FORMAT ", %zu lines; look at it before you share it\n",
                    TEXT_ARGUMENTS(run->options.output), collected.line_count);
    stream_write(STREAM_ERROR, said, NULL);
    return EXIT_NOTHING_BROKEN;
}
