#include "text.h"

#include "base/scrub.h"
#include "base/utf8.h"

#define BOLD "1"
#define RED "31"
#define GREEN "32"
#define YELLOW "33"

enum { FEWEST_COLUMNS = 40, MOST_NEXT = 3, MOST_MISSING = 3 };

struct text text_shown(const struct text_printer *printer, struct text foreign) {
    return scrub_terminal(printer->arena, text_trim(foreign), SCRUB_ONE_LINE);
}

struct text text_prose(const struct text_printer *printer, struct text foreign) {
    return scrub_terminal(printer->arena, text_trim(foreign), SCRUB_KEEP_LINES);
}

void text_paint(struct text_printer *printer, const char *code) {
    if (printer->style->colour && code)
        buffer_format(printer->out, "\x1B[%sm", code);
}

struct flow text_flow(struct text_printer *printer, size_t indent, size_t column) {
    return (struct flow){printer->out, indent, printer->columns, column};
}

struct text text_numbered(struct arena *arena, struct text label, long long number) {
    return text_replace(arena, label, TEXT("{n}"), text_format(arena, "%lld", number));
}

void text_more(struct text_printer *printer, size_t indent, size_t count) {
    struct flow flow = text_flow(printer, indent, 0);
    struct text word = text_shown(printer, printer->model->labels.and_more);
    flow_whole(&flow, text_numbered(printer->arena, word, (long long)count));
    flow_end(&flow);
}

void text_gap(struct text_printer *printer) {
    if (printer->out->size > printer->start)
        buffer_add_byte(printer->out, '\n');
}

size_t text_limit(const struct text_printer *printer, size_t count, size_t most) {
    return printer->style->verbose || count <= most ? count : most;
}

static void show_line(struct text_printer *printer, struct text text) {
    if (!text.size)
        return;
    struct flow flow = text_flow(printer, 0, 0);
    flow_sentence(&flow, text_prose(printer, text));
    flow_end(&flow);
}

static const char *colour_of(enum link_state state) {
    switch (state) {
    case LINK_OK:
        return GREEN;
    case LINK_WARNING:
        return YELLOW;
    case LINK_BROKEN:
        return RED;
    case LINK_UNKNOWN:
    case LINK_NOT_REACHED:
        break;
    }
    return NULL;
}

static bool is_shown(const struct text_printer *printer, const struct model_link *link) {
    return link->shown || printer->style->verbose;
}

static void show_link(struct text_printer *printer, const struct model_link *link, size_t state_columns,
                      size_t label_columns) {
    struct text state = text_shown(printer, printer->model->labels.states[link->state]);
    struct text label = text_shown(printer, link->label);
    const char *colour = colour_of(link->state);
    buffer_add_byte(printer->out, ' ');
    text_paint(printer, colour);
    buffer_add(printer->out, state);
    text_paint(printer, colour ? "0" : NULL);
    size_t label_start = 1 + state_columns + 2;
    struct flow flow = text_flow(printer, label_start, 1 + utf8_columns(state));
    flow_whole(&flow, label);
    flow.indent = label_start + label_columns + 2;
    flow_prose(&flow, text_prose(printer, link->text));
    flow_end(&flow);
}

static void show_chain(struct text_printer *printer) {
    const struct report_model *model = printer->model;
    size_t state_columns = 0, label_columns = 0;
    for (size_t at = 0; at < model->link_count; at++) {
        const struct model_link *link = &model->links[at];
        if (!is_shown(printer, link))
            continue;
        size_t state = utf8_columns(text_shown(printer, model->labels.states[link->state]));
        size_t label = utf8_columns(text_shown(printer, link->label));
        state_columns = state > state_columns ? state : state_columns;
        label_columns = label > label_columns ? label : label_columns;
    }
    if (label_columns)
        text_gap(printer);
    for (size_t at = 0; at < model->link_count; at++)
        if (is_shown(printer, &model->links[at]))
            show_link(printer, &model->links[at], state_columns, label_columns);
}

/* What stands behind the root: in brief, so that the root stays the thing to do first. */
static void show_next(struct text_printer *printer) {
    const struct report_model *model = printer->model;
    size_t rest = model->finding_count - 1, most = text_limit(printer, rest, MOST_NEXT);
    if (!printer->style->verbose) {
        text_gap(printer);
        show_line(printer, model->labels.next);
    }
    for (size_t at = 1; at <= most; at++) {
        if (printer->style->verbose) {
            text_gap(printer);
            text_finding(printer, &model->findings[at]);
        } else {
            text_finding_in_brief(printer, &model->findings[at]);
        }
    }
    if (most < rest)
        text_more(printer, 2, rest - most);
}

static void show_findings(struct text_printer *printer) {
    if (!printer->model->finding_count)
        return;
    text_gap(printer);
    text_finding(printer, &printer->model->findings[0]);
    if (printer->model->finding_count > 1)
        show_next(printer);
}

static void show_missing(struct text_printer *printer) {
    const struct report_model *model = printer->model;
    struct text label = text_shown(printer, model->labels.missing);
    size_t indent = utf8_columns(label) + 2, most = text_limit(printer, model->missing_count, MOST_MISSING);
    for (size_t at = 0; at < most; at++) {
        if (at == 0)
            buffer_add(printer->out, label);
        struct flow flow = text_flow(printer, indent, at == 0 ? indent - 2 : 0);
        flow_prose(&flow, text_prose(printer, model->missing[at]));
        flow_end(&flow);
    }
    if (most < model->missing_count)
        text_more(printer, indent, model->missing_count - most);
}

static void show_end(struct text_printer *printer) {
    const struct report_model *model = printer->model;
    bool remarks = model->missing_count || model->note_count;
    if (remarks || (!model->finding_count && model->closing.size))
        text_gap(printer);
    show_missing(printer);
    for (size_t at = 0; at < model->note_count; at++)
        show_line(printer, model->notes[at]);
    show_line(printer, model->closing);
}

static void show_one_line(struct text_printer *printer) {
    const struct report_model *model = printer->model;
    struct text parts[3] = {text_shown(printer, model->labels.statuses[model->status])};
    size_t count = 1;
    if (model->finding_count) {
        parts[count++] = text_shown(printer, model->findings[0].title);
        parts[count++] = text_shown(printer, model->findings[0].cause);
    } else if (model->closing.size) {
        parts[count++] = text_shown(printer, model->closing);
    }
    buffer_add(printer->out, text_join_all(printer->arena, parts, count, TEXT(" · ")));
    buffer_add_byte(printer->out, '\n');
}

void report_text(struct buffer *out, struct arena *arena, const struct report_model *model,
                 const struct report_style *style) {
    struct text_printer printer = {
        .out = out,
        .arena = arena,
        .model = model,
        .style = style,
        .columns = style->columns < FEWEST_COLUMNS ? FEWEST_COLUMNS : style->columns,
        .start = out->size,
    };
    if (style->quiet) {
        show_one_line(&printer);
        return;
    }
    show_line(&printer, model->headline);
    show_line(&printer, model->judged_line);
    show_chain(&printer);
    show_findings(&printer);
    text_why(&printer);
    show_end(&printer);
}
