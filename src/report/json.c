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

static struct value evidence(struct arena *arena, const struct model_finding *finding) {
    struct value list = value_list();
    for (size_t at = 0; at < finding->evidence_count; at++) {
        const struct model_evidence *one = &finding->evidence[at];
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
        value_append(arena, &list, map);
    }
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

static struct value ask(struct arena *arena, const struct model_finding *finding) {
    if (!finding->ask_command.size)
        return value_null();
    struct value map = value_map();
    value_set(arena, &map, "command", value_text(finding->ask_command));
    value_set(arena, &map, "say", optional(finding->ask_say));
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
        value_set(arena, &map, "ask", ask(arena, finding));
        value_append(arena, &list, map);
    }
    return list;
}

void report_json(struct buffer *out, struct arena *arena, const struct report_model *model) {
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
    value_set(arena, &report, "missing", texts(arena, model->missing, model->missing_count));
    value_set(arena, &report, "notes", texts(arena, model->notes, model->note_count));
    if (value_count(&model->processes))
        value_set(arena, &report, "processes", model->processes);
    if (value_count(&model->listing))
        value_set(arena, &report, "listing", model->listing);
    if (value_count(&model->facts))
        value_set(arena, &report, "facts", model->facts);
    json_write(out, &report, JSON_INDENTED);
    buffer_add_byte(out, '\n');
}
