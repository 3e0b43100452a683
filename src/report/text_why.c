#include "text.h"

/* Who saw it, and the group where it is called otherwise. */
static void show_source(struct text_printer *printer, struct flow *flow, const struct model_record *record) {
    struct text who = text_shown(printer, record->evidence.source), group = text_shown(printer, record->group);
    struct text parts[] = {TEXT("["), who, TEXT("; "), group, TEXT("]")};
    if (text_equal(text_from(who, who.size - (group.size < who.size ? group.size : who.size)), group))
        parts[2] = parts[3] = TEXT("");
    flow_prose(flow, text_join_all(printer->arena, parts, 5, TEXT("")));
}

/* "+14  line 1: torch-2.2.0+cpu (symptom:framework.cpu_wheel)"; in brackets what does not count, and why. */
static void show_record(struct text_printer *printer, const struct model_record *record) {
    const struct model_evidence *evidence = &record->evidence;
    struct text weight = text_format(printer->arena, record->counts ? "%+d" : "(%+d)", evidence->weight);
    size_t blanks = weight.size < 6 ? 6 - weight.size : 0;
    buffer_add_string(printer->out, "    ");
    buffer_add_repeated(printer->out, ' ', blanks);
    buffer_add(printer->out, weight);
    struct flow flow = text_flow(printer, 12, 4 + blanks + weight.size);
    if (evidence->line > 0) {
        struct text label = text_shown(printer, printer->model->labels.line);
        flow_prose(&flow, text_join(printer->arena, text_numbered(printer->arena, label, (long long)evidence->line),
                                    TEXT(":")));
    }
    struct text seen = text_shown(printer, evidence->text);
    flow_prose(&flow, printer->style->verbose ? seen : shortened(printer->arena, seen, flow.width - flow.indent));
    show_source(printer, &flow, record);
    flow_prose(&flow, text_prose(printer, record->note));
    flow_end(&flow);
}

void text_why(struct text_printer *printer) {
    const struct model_why *why = &printer->model->why;
    if (!why->asked)
        return;
    text_gap(printer);
    struct flow flow = text_flow(printer, 0, 0);
    flow_prose(&flow, text_prose(printer, why->said));
    flow_end(&flow);
    for (size_t at = 0; at < why->count; at++) {
        const struct model_sum *sum = &why->sums[at];
        flow = text_flow(printer, 2, 0);
        flow_prose(&flow, text_shown(printer, sum->cause));
        flow_prose(&flow, text_format(printer->arena, "%+d ·", sum->sum));
        flow_prose(&flow, text_prose(printer, sum->said));
        flow_end(&flow);
        for (size_t record = 0; record < sum->record_count; record++)
            show_record(printer, &sum->records[record]);
    }
}
