/* The hidden verb `read`: a child that takes a text apart and hands its facts to the parent. A text that crashes it
 * costs nothing else. */
#include "run.h"

#include "base/json.h"
#include "dropins.h"
#include "facts/exchange.h"
#include "os/stream.h"
#include "sources/reading.h"

struct text_input {
    struct input *input;
    struct error error;
};

static int64_t read_input(void *context, void *out, size_t size) {
    struct text_input *text = context;
    return input_read(text->input, out, size, &text->error);
}

/* Behind the facts nothing changes any more: what the site knows was used to recognise them, and the parent needs it to
 * judge them. */
static void add_dropins(struct run *run, struct buffer *out, const struct value *dropins) {
    struct value line = value_map();
    if (dropins->type != VALUE_MAP)
        return;
    value_set(run->arena, &line, "knowledge", *dropins);
    json_write(out, &line, JSON_ONE_LINE);
    buffer_add_byte(out, '\n');
}

static int print_facts(struct run *run, struct fact_store *store, const struct value *dropins) {
    struct buffer out = buffer_new(run->arena);
    add_dropins(run, &out, dropins);
    const struct fact *facts;
    size_t count = fact_all(store, &facts);
    for (size_t at = 0; at < count; at++) {
        struct value line = fact_to_value(run->arena, &facts[at]);
        json_write(&out, &line, JSON_ONE_LINE);
        buffer_add_byte(&out, '\n');
    }
    buffer_add_string(&out, "{\"end\": true}\n");
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

int verb_read(struct run *run) {
    struct text_input text = {0};
    struct error error;
    struct text path = run->options.word_count ? run->options.words[0] : TEXT("-");
    if (!input_open(run->arena, path, &text.input, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    struct machine *machine = machine_live(run->arena);
    struct value dropins = value_null();
    if (machine)
        dropins_read(run, machine, &dropins);
    struct reading reading = {.arena = run->arena,
                              .facts = fact_store_new(run->arena),
                              .knowledge = run->knowledge,
                              .read = read_input,
                              .context = &text};
    if (!reading_run(&reading, &error))
        return text.error.message[0]
                   ? run_fail(run, EXIT_USAGE, "%s", text.error.message)
                   : run_fail(run, EXIT_USAGE, TEXT_FORMAT ": %s", TEXT_ARGUMENTS(path), error.message);
    input_close(text.input);
    return print_facts(run, reading.facts, &dropins);
}
