#include "base/json.h"

#include "report/report.h"

/* What is not there is null: an empty text would look like an answer. */
static struct value optional(struct text text) {
    return text.size ? value_text(text) : value_null();
}

static struct value texts(struct arena *arena, const struct text *items, size_t count) {
    struct value list = value_list();
    for (size_t at = 0; at < count; at++)
        value_append(arena, &list, value_text(items[at]));
    return list;
}

static struct value chain(struct arena *arena, const struct report_model *model) {
    struct value list = value_list();
    for (size_t at = 0; at < model->link_count; at++) {
        const struct model_link *link = &model->links[at];
        struct value map = value_map();
        value_set(arena, &map, "link", value_text(link->id));
        value_set(arena, &map, "state", value_string(link_state_id(link->state)));
        value_set(arena, &map, "text", value_text(link->text));
        value_append(arena, &list, map);
    }
    return list;
}

static struct value evidence_value(struct arena *arena, const struct model_evidence *one) {
    struct value map = value_map();
    value_set(arena, &map, "text", value_text(one->text));
    value_set(arena, &map, "source", value_text(one->source));
    value_set(arena, &map, "place", optional(one->place));
    value_set(arena, &map, "line", one->line > 0 ? value_integer(one->line) : value_null());
    value_set(arena, &map, "weight", value_integer(one->weight));
    if (one->process.size)
        value_set(arena, &map, "process", value_text(one->process));
    if (one->count > 1)
        value_set(arena, &map, "count", value_integer(one->count));
    return map;
}

static struct value evidence(struct arena *arena, const struct model_finding *finding) {
    struct value list = value_list();
    for (size_t at = 0; at < finding->evidence_count; at++)
        value_append(arena, &list, evidence_value(arena, &finding->evidence[at]));
    return list;
}

static struct value remedies(struct arena *arena, const struct model_finding *finding) {
    struct value list = value_list();
    for (size_t at = 0; at < finding->remedy_count; at++) {
        const struct model_remedy *remedy = &finding->remedies[at];
        struct value map = value_map();
        value_set(arena, &map, "command", optional(remedy->command));
        value_set(arena, &map, "arguments", texts(arena, remedy->arguments, remedy->argument_count));
        value_set(arena, &map, "root", value_boolean(remedy->root));
        value_set(arena, &map, "note", optional(remedy->note));
        value_append(arena, &list, map);
    }
    return list;
}

static struct value ask(struct arena *arena, struct text command, struct text said) {
    if (!command.size)
        return value_null();
    struct value map = value_map();
    value_set(arena, &map, "command", value_text(command));
    value_set(arena, &map, "say", optional(said));
    return map;
}

static struct value findings(struct arena *arena, const struct report_model *model) {
    struct value list = value_list();
    for (size_t at = 0; at < model->finding_count; at++) {
        const struct model_finding *finding = &model->findings[at];
        struct value map = value_map();
        value_set(arena, &map, "cause", value_text(finding->cause));
        value_set(arena, &map, "link", value_text(finding->link));
        value_set(arena, &map, "severity", value_string(severity_id(finding->severity)));
        value_set(arena, &map, "certainty", value_string(certainty_id(finding->certainty)));
        value_set(arena, &map, "weight", value_integer(finding->weight));
        value_set(arena, &map, "title", value_text(finding->title));
        value_set(arena, &map, "summary", value_text(finding->say));
        value_set(arena, &map, "evidence", evidence(arena, finding));
        value_set(arena, &map, "explains", texts(arena, finding->explains, finding->explains_count));
        value_set(arena, &map, "remedies", remedies(arena, finding));
        value_set(arena, &map, "prove", optional(finding->prove));
        value_set(arena, &map, "ask", ask(arena, finding->ask_command, finding->ask_say));
        value_set(arena, &map, "rivals", texts(arena, finding->rivals, finding->rival_count));
        value_append(arena, &list, map);
    }
    return list;
}

static struct value sum(struct arena *arena, const struct model_sum *sum) {
    struct value map = value_map(), list = value_list();
    for (size_t at = 0; at < sum->record_count; at++) {
        const struct model_record *record = &sum->records[at];
        struct value one = evidence_value(arena, &record->evidence);
        value_set(arena, &one, "group", value_text(record->group));
        value_set(arena, &one, "counts", value_boolean(record->counts));
        value_set(arena, &one, "accounted_for_by", optional(record->spent_by));
        value_append(arena, &list, one);
    }
    value_set(arena, &map, "cause", value_text(sum->cause));
    value_set(arena, &map, "sum", value_integer(sum->sum));
    value_set(arena, &map, "outcome", value_string(outcome_id(sum->outcome)));
    value_set(arena, &map, "explained_by", optional(sum->by));
    value_set(arena, &map, "contested_by", optional(sum->contested_by));
    value_set(arena, &map, "evidence", list);
    return map;
}

static struct value why(struct arena *arena, const struct model_why *why) {
    struct value map = value_map(), from = value_map(), list = value_list();
    value_set(arena, &from, "possible", value_integer(why->possible_from));
    value_set(arena, &from, "likely", value_integer(why->likely_from));
    value_set(arena, &from, "certain", value_integer(why->certain_from));
    for (size_t at = 0; at < why->count; at++)
        value_append(arena, &list, sum(arena, &why->sums[at]));
    value_set(arena, &map, "from", from);
    value_set(arena, &map, "causes", list);
    return map;
}

static void write_report(struct buffer *out, struct arena *arena, const struct report_model *model,
                         enum json_style style) {
    struct value report = value_map();
    value_set(arena, &report, "schema", value_string("plumb.report/1"));
    value_set(arena, &report, "plumb", value_text(model->version));
    value_set(arena, &report, "knowledge", value_text(model->knowledge));
    value_set(arena, &report, "verb", value_text(model->verb));
    value_set(arena, &report, "subject", value_text(model->subject));
    value_set(arena, &report, "replayed", value_boolean(model->replayed));
    value_set(arena, &report, "status", value_string(status_id(model->status)));
    value_set(arena, &report, "judged", model->judged.type == VALUE_MAP ? model->judged : value_map());
    value_set(arena, &report, "chain", chain(arena, model));
    value_set(arena, &report, "findings", findings(arena, model));
    if (model->none != NONE_NOT_ASKED) {
        value_set(arena, &report, "none", optional(text_of(none_id(model->none))));
        value_set(arena, &report, "lacks", texts(arena, model->lacks, model->lack_count));
    }
    value_set(arena, &report, "ask", ask(arena, model->ask_command, model->ask_say));
    value_set(arena, &report, "missing", texts(arena, model->missing, model->missing_count));
    value_set(arena, &report, "notes", texts(arena, model->notes, model->note_count));
    if (value_count(&model->processes))
        value_set(arena, &report, "processes", model->processes);
    if (model->why.asked)
        value_set(arena, &report, "why", why(arena, &model->why));
    if (value_count(&model->listing))
        value_set(arena, &report, "listing", model->listing);
    if (value_count(&model->facts))
        value_set(arena, &report, "facts", model->facts);
    json_write(out, &report, style);
    buffer_add_byte(out, '\n');
}

void report_json(struct buffer *out, struct arena *arena, const struct report_model *model) {
    write_report(out, arena, model, JSON_INDENTED);
}

void report_json_line(struct buffer *out, struct arena *arena, const struct report_model *model) {
    write_report(out, arena, model, JSON_ONE_LINE);
}
