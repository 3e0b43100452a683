#include "run.h"

#include "base/json.h"
#include "os/process.h"
#include "os/stream.h"

#include <stdarg.h>
#include <stdio.h>

int run_print(struct run *run, struct text text, int status) {
    struct error error = {.message = ""};
    if (stream_write(STREAM_OUTPUT, text, &error) || !error.message[0])
        return status; /* a reader that went away has read what it wanted */
    return run_fail(run, EXIT_INTERNAL, "%s", error.message);
}

int run_print_json(struct run *run, const struct value *value) {
    struct buffer out = buffer_new(run->arena);
    json_write(&out, value, JSON_INDENTED);
    buffer_add_byte(&out, '\n');
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

int run_fail(struct run *run, int status, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    struct text line = text_format(run->arena, "plumb: %s\n", message);
    stream_write(STREAM_ERROR, line, NULL);
    return status;
}

struct text run_say(struct run *run, const char *id, const struct slot *slots, size_t count) {
    return say(run->arena, run->knowledge, run->language, id, slots, count);
}

bool options_language(struct arena *arena, const struct options *options, enum language *language) {
    if (options->language)
        return language_of(text_of(options->language), language);
    struct text wanted = process_language(arena), one;
    *language = LANGUAGE_ENGLISH;
    while (text_next_part(&wanted, ':', &one))
        if (language_of(one, language))
            break;
    return true;
}

static bool wants_colour(struct run *run) {
    if (text_is(text_of(run->options.color), "always"))
        return true;
    struct text no_color = process_variable(run->arena, "NO_COLOR"), terminal = process_variable(run->arena, "TERM");
    return !text_is(text_of(run->options.color), "never") && !no_color.size && !text_is(terminal, "dumb") &&
           stream_is_terminal(STREAM_OUTPUT);
}

struct report_style run_style(struct run *run) {
    unsigned columns = stream_columns(STREAM_OUTPUT);
    return (struct report_style){
        .columns = columns == 0    ? 80
                   : columns < 40  ? 40
                   : columns > 100 ? 100
                                   : columns,
        .colour = wants_colour(run),
        .verbose = run->options.verbose,
        .quiet = run->options.quiet,
    };
}

int run_status(struct run *run, const struct report_model *model) {
    if (model->status == STATUS_BROKEN)
        return EXIT_BROKEN;
    for (size_t at = 0; at < model->finding_count && run->options.strict; at++)
        if (model->findings[at].severity == SEVERITY_WARNING)
            return EXIT_BROKEN;
    return model->status == STATUS_UNKNOWN ? EXIT_NOT_JUDGED : EXIT_NOTHING_BROKEN;
}

int run_report(struct run *run, const struct report_model *model) {
    struct buffer out = buffer_new(run->arena);
    struct report_style style = run_style(run);
    if (run->options.format == FORMAT_JSON)
        report_json(&out, run->arena, model);
    else if (run->options.format == FORMAT_MARKDOWN)
        report_markdown(&out, run->arena, model);
    else
        report_text(&out, run->arena, model, &style);
    return run_print(run, buffer_text(&out), run_status(run, model));
}
