#include "base/utf8.h"
#include "text.h"

enum { TITLE_COLUMNS = 80, FOREIGN_LINES = 2, MOST_EVIDENCE = 2, MOST_REMEDIES = 1 };

/* Where the text behind a label starts: the same for every finding of a report, whatever it has. */
static size_t label_indent(const struct text_printer *printer) {
    const struct model_labels *labels = &printer->model->labels;
    const struct text usual[] = {labels->seen, labels->mend,     labels->no_root, labels->prove,
                                 labels->ask,  labels->explains, labels->weight};
    size_t count = sizeof usual / sizeof *usual, widest = 0;
    for (size_t at = 0; at < (printer->style->verbose ? count : count - 2); at++) {
        size_t columns = utf8_columns(text_shown(printer, usual[at]));
        widest = columns > widest ? columns : widest;
    }
    return 2 + widest + 2;
}

/* Begins a line with its label; an empty one only indents. */
static struct flow labelled(struct text_printer *printer, struct text label) {
    label = text_shown(printer, label);
    size_t column = 0;
    if (label.size) {
        buffer_add_string(printer->out, "  ");
        buffer_add(printer->out, label);
        column = 2 + utf8_columns(label);
    }
    return text_flow(printer, label_indent(printer), column);
}

/* "certain · driver.libcuda_stub_or_stale"; what is no error says so. */
static struct text tail_of(const struct text_printer *printer, const struct model_finding *finding) {
    const struct model_labels *labels = &printer->model->labels;
    const struct text parts[] = {
        text_shown(printer, labels->severities[finding->severity]),
        text_shown(printer, labels->certainties[finding->certainty]),
        text_shown(printer, finding->cause),
    };
    size_t first = finding->severity == SEVERITY_ERROR ? 1 : 0;
    return text_join_all(printer->arena, parts + first, 3 - first, TEXT(" · "));
}

static void show_title(struct text_printer *printer, const struct model_finding *finding) {
    struct text title = text_prose(printer, finding->title), tail = tail_of(printer, finding);
    size_t right = printer->columns < TITLE_COLUMNS ? printer->columns : TITLE_COLUMNS;
    size_t needed = utf8_columns(title) + 2 + utf8_columns(tail);
    text_paint(printer, "1");
    struct flow flow = text_flow(printer, 0, 0);
    flow_prose(&flow, title);
    text_paint(printer, "0");
    if (needed <= right)
        flow.indent = right - utf8_columns(tail);
    else {
        flow_end(&flow);
        flow.indent = 2;
    }
    flow_whole(&flow, tail);
    flow_end(&flow);
}

/* A line that another program printed may be of any length: it is cut after FOREIGN_LINES. */
static bool is_foreign(const struct model_evidence *evidence) {
    return text_starts(evidence->source, "symptom:");
}

static void show_foreign(struct text_printer *printer, struct flow *flow, const struct model_evidence *evidence) {
    struct text line = text_shown(printer, evidence->text), label = text_shown(printer, printer->model->labels.line);
    if (evidence->line > 0) {
        struct text number = text_numbered(printer->arena, label, (long long)evidence->line);
        struct text parts[] = {number, text_shown(printer, evidence->about)};
        number = text_join_all(printer->arena, parts, evidence->about.size ? 2 : 1, TEXT(", "));
        line = text_join_all(printer->arena, (const struct text[]){number, line}, 2, TEXT(": "));
    }
    size_t room = (flow->width - flow->indent) * FOREIGN_LINES;
    flow_prose(flow, printer->style->verbose ? line : shortened(printer->arena, line, room));
}

/* A call or a table names itself in the sentence; a file is worth its own line. */
static bool is_path(struct text place) {
    return text_find_byte(place, '/') != TEXT_NOWHERE || text_find_byte(place, '\\') != TEXT_NOWHERE;
}

static void show_evidence(struct text_printer *printer, const struct model_evidence *evidence, struct text label) {
    struct flow flow = labelled(printer, label);
    if (is_foreign(evidence)) {
        show_foreign(printer, &flow, evidence);
    } else {
        struct text seen = text_prose(printer, evidence->text);
        if (evidence->line > 0)
            seen = text_join_all(
                printer->arena,
                (const struct text[]){text_numbered(printer->arena, text_shown(printer, printer->model->labels.line),
                                                    (long long)evidence->line),
                                      seen},
                2, TEXT(": "));
        flow_prose(&flow, seen);
    }
    if (is_path(evidence->place) && text_find(evidence->text, evidence->place) == TEXT_NOWHERE) {
        const struct text parts[] = {TEXT("("), text_shown(printer, evidence->place), TEXT(")")};
        flow_whole(&flow, text_join_all(printer->arena, parts, 3, TEXT("")));
    }
    if (printer->style->verbose)
        flow_whole(&flow, text_format(printer->arena, "[%+d]", evidence->weight));
    flow_end(&flow);
}

static void show_all_evidence(struct text_printer *printer, const struct model_finding *finding) {
    size_t most = text_limit(printer, finding->evidence_count, MOST_EVIDENCE);
    for (size_t at = 0; at < most; at++)
        show_evidence(printer, &finding->evidence[at], at == 0 ? printer->model->labels.seen : (struct text){0});
    if (most < finding->evidence_count)
        text_more(printer, label_indent(printer), finding->evidence_count - most);
}

/* A command, and what is to be said of it; either may be empty. */
static void show_command(struct text_printer *printer, struct text label, struct text command, struct text note) {
    if (!command.size && !note.size)
        return;
    struct flow flow = labelled(printer, label);
    flow_whole(&flow, text_shown(printer, command));
    if (command.size && note.size)
        flow_end(&flow);
    flow_prose(&flow, text_prose(printer, note));
    flow_end(&flow);
}

static bool has_root_remedy(const struct model_finding *finding) {
    for (size_t at = 0; at < finding->remedy_count; at++)
        if (finding->remedies[at].root)
            return true;
    return false;
}

/* Each remedy has its label: they are alternatives, not steps. */
static void show_remedies(struct text_printer *printer, const struct model_finding *finding, bool without_root,
                          size_t most) {
    const struct model_labels *labels = &printer->model->labels;
    bool any_root = has_root_remedy(finding);
    size_t left_out = 0, shown = 0;
    for (size_t at = 0; at < finding->remedy_count; at++) {
        const struct model_remedy *remedy = &finding->remedies[at];
        if ((any_root && !remedy->root) != without_root)
            continue;
        if (!printer->style->verbose && shown == most) {
            left_out++;
            continue;
        }
        show_command(printer, without_root ? labels->no_root : labels->mend, remedy->command, remedy->note);
        shown++;
    }
    if (left_out)
        text_more(printer, label_indent(printer), left_out);
}

static void show_workings(struct text_printer *printer, const struct model_finding *finding) {
    const struct model_labels *labels = &printer->model->labels;
    if (finding->explains_count) {
        struct text explains = text_join_all(printer->arena, finding->explains, finding->explains_count, TEXT(", "));
        show_command(printer, labels->explains, (struct text){0}, explains);
    }
    show_command(printer, labels->weight, text_format(printer->arena, "%d", finding->weight), (struct text){0});
}

static void show_rivals(struct text_printer *printer, const struct model_finding *finding) {
    for (size_t at = 0; at < finding->rival_count; at++) {
        const struct text parts[] = {finding->rival_titles[at], finding->rivals[at]};
        show_command(printer, at ? (struct text){0} : printer->model->labels.rivals, (struct text){0},
                     text_join_all(printer->arena, parts, 2, TEXT(" · ")));
    }
}

void text_finding(struct text_printer *printer, const struct model_finding *finding) {
    const struct model_labels *labels = &printer->model->labels;
    show_title(printer, finding);
    if (finding->say.size) {
        struct flow flow = text_flow(printer, 2, 0);
        flow_prose(&flow, text_prose(printer, finding->say));
        flow_end(&flow);
    }
    show_all_evidence(printer, finding);
    show_remedies(printer, finding, false, MOST_REMEDIES);
    show_remedies(printer, finding, true, MOST_REMEDIES);
    show_command(printer, labels->prove, finding->prove, (struct text){0});
    show_command(printer, labels->ask, finding->ask_command, finding->ask_say);
    show_rivals(printer, finding);
    if (printer->style->verbose)
        show_workings(printer, finding);
}

void text_finding_in_brief(struct text_printer *printer, const struct model_finding *finding) {
    show_title(printer, finding);
    if (finding->remedy_count) {
        const struct model_remedy *remedy = &finding->remedies[0];
        struct text note = remedy->command.size ? (struct text){0} : remedy->note;
        show_command(printer, printer->model->labels.mend, remedy->command, note);
    }
}
