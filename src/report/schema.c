#include "report/report.h"

static struct value of_type(struct arena *arena, const char *type) {
    struct value map = value_map();
    value_set(arena, &map, "type", value_string(type));
    return map;
}

static struct value reference(struct arena *arena, const char *path) {
    struct value map = value_map();
    value_set(arena, &map, "$ref", value_string(path));
    return map;
}

static struct value text(struct arena *arena) {
    return reference(arena, "#/$defs/text");
}

static struct value or_null(struct arena *arena, struct value schema) {
    struct value map = value_map(), any = value_list();
    value_append(arena, &any, schema);
    value_append(arena, &any, of_type(arena, "null"));
    value_set(arena, &map, "anyOf", any);
    return map;
}

static struct value list_of(struct arena *arena, struct value items) {
    struct value map = of_type(arena, "array");
    value_set(arena, &map, "items", items);
    return map;
}

struct property {
    const char *name;
    struct value schema;
    const char *about; /* or NULL */
    bool optional;
};

/* Members that are not named stay allowed: keys are added within a major version. */
static struct value object(struct arena *arena, struct property *properties, size_t count) {
    struct value map = of_type(arena, "object"), members = value_map(), required = value_list();
    for (size_t at = 0; at < count; at++) {
        if (properties[at].about)
            value_set(arena, &properties[at].schema, "description", value_string(properties[at].about));
        value_set(arena, &members, properties[at].name, properties[at].schema);
        if (!properties[at].optional)
            value_append(arena, &required, value_string(properties[at].name));
    }
    value_set(arena, &map, "properties", members);
    value_set(arena, &map, "required", required);
    return map;
}

#define OBJECT(arena, properties) object(arena, properties, sizeof(properties) / sizeof *(properties))

static struct value one_of(struct arena *arena, const char *const *ids, size_t count) {
    struct value map = value_map(), list = value_list();
    for (size_t at = 0; at < count; at++)
        value_append(arena, &list, value_string(ids[at]));
    value_set(arena, &map, "enum", list);
    return map;
}

#define ONE_OF(arena, ids) one_of(arena, ids, sizeof(ids) / sizeof *(ids))

static struct value states(struct arena *arena) {
    const char *const ids[] = {link_state_id(LINK_OK), link_state_id(LINK_WARNING), link_state_id(LINK_BROKEN),
                               link_state_id(LINK_UNKNOWN), link_state_id(LINK_NOT_REACHED)};
    return ONE_OF(arena, ids);
}

static struct value severities(struct arena *arena) {
    const char *const ids[] = {severity_id(SEVERITY_NOTE), severity_id(SEVERITY_WARNING), severity_id(SEVERITY_ERROR)};
    return ONE_OF(arena, ids);
}

static struct value certainties(struct arena *arena) {
    const char *const ids[] = {certainty_id(CERTAINTY_POSSIBLE), certainty_id(CERTAINTY_LIKELY),
                               certainty_id(CERTAINTY_CERTAIN)};
    return ONE_OF(arena, ids);
}

static struct value statuses(struct arena *arena) {
    const char *const ids[] = {status_id(STATUS_OK), status_id(STATUS_BROKEN), status_id(STATUS_UNKNOWN)};
    return ONE_OF(arena, ids);
}

/* Foreign texts may hold bytes that no JSON string can. */
static struct value text_definition(struct arena *arena) {
    struct property properties[] = {{"bytes", of_type(arena, "string"), "base64", false}};
    struct value bytes = OBJECT(arena, properties), map = value_map(), any = value_list();
    value_set(arena, &bytes, "additionalProperties", value_boolean(false));
    value_append(arena, &any, of_type(arena, "string"));
    value_append(arena, &any, bytes);
    value_set(arena, &map, "anyOf", any);
    value_set(arena, &map, "description", value_string("a string, or an object with the bytes of what is not UTF-8"));
    return map;
}

static struct value link_definition(struct arena *arena) {
    struct property properties[] = {
        {"link", of_type(arena, "string"), "an id", false},
        {"state", states(arena), NULL, false},
        {"text", text(arena), "what is there, in one line", false},
    };
    return OBJECT(arena, properties);
}

static struct value evidence_definition(struct arena *arena) {
    struct property properties[] = {
        {"text", text(arena), "what was seen, in one line", false},
        {"source", text(arena), "who saw it: \"pci\", \"symptom:torch.no_kernel_image\"", false},
        {"place", or_null(arena, text(arena)), "path, variable or call", false},
        {"line", or_null(arena, of_type(arena, "integer")), "of the text that was explained, from 1", false},
        {"weight", of_type(arena, "integer"), "decibans, for or (negative) against the cause", false},
        {"process", text(arena), "which process of several printed it, \"rank 3\"", true},
        {"count", of_type(arena, "integer"), "lines that show it, where there are more than one", true},
    };
    return OBJECT(arena, properties);
}

static struct value remedy_definition(struct arena *arena) {
    struct property properties[] = {
        {"command", or_null(arena, text(arena)),
         "the arguments, quoted for the reader's shell; null where there is only a note", false},
        {"arguments", list_of(arena, text(arena)), "the argument vector", false},
        {"root", of_type(arena, "boolean"), "needs administrator rights", false},
        {"note", or_null(arena, text(arena)), NULL, false},
    };
    return OBJECT(arena, properties);
}

static struct value ask_definition(struct arena *arena) {
    struct property properties[] = {
        {"command", text(arena), "the cheapest one whose answer decides", false},
        {"say", or_null(arena, text(arena)), NULL, false},
    };
    return OBJECT(arena, properties);
}

static struct value finding_definition(struct arena *arena) {
    struct property properties[] = {
        {"cause", of_type(arena, "string"), "an id", false},
        {"link", of_type(arena, "string"), "the id of a link of the chain", false},
        {"severity", severities(arena), NULL, false},
        {"certainty", certainties(arena), NULL, false},
        {"weight", of_type(arena, "integer"), "decibans, the sum that the evidence gives", false},
        {"title", text(arena), "what is wrong, in one line", false},
        {"summary", text(arena), "one to three sentences", false},
        {"evidence", list_of(arena, reference(arena, "#/$defs/evidence")), "strongest first", false},
        {"explains", list_of(arena, of_type(arena, "string")), "accepted causes that this one produces", false},
        {"remedies", list_of(arena, reference(arena, "#/$defs/remedy")), "alternatives, cheapest first", false},
        {"prove", or_null(arena, text(arena)), "a command that shows whether it is mended", false},
        {"ask", or_null(arena, reference(arena, "#/$defs/ask")), NULL, false},
        {"rivals", list_of(arena, of_type(arena, "string")), "causes that the same lines fit as well", true},
    };
    return OBJECT(arena, properties);
}

static struct value nones(struct arena *arena) {
    const char *const ids[] = {none_id(NONE_SOUND), none_id(NONE_UNRECOGNISED), none_id(NONE_TOO_LITTLE)};
    return or_null(arena, ONE_OF(arena, ids));
}

static struct value outcomes(struct arena *arena) {
    const char *const ids[] = {outcome_id(OUTCOME_ROOT), outcome_id(OUTCOME_EXPLAINED), outcome_id(OUTCOME_REFUSED)};
    return ONE_OF(arena, ids);
}

static struct value sum_definition(struct arena *arena) {
    struct property properties[] = {
        {"cause", of_type(arena, "string"), "an id", false},
        {"sum", of_type(arena, "integer"), "decibans: the weights of the evidence that counts", false},
        {"outcome", outcomes(arena), NULL, false},
        {"explained_by", or_null(arena, of_type(arena, "string")), "the root that explains it", false},
        {"contested_by", or_null(arena, of_type(arena, "string")),
         "of a root: another one beside which it cannot be certain", false},
        {"evidence", list_of(arena, reference(arena, "#/$defs/record")), "all that was recorded", false},
    };
    return OBJECT(arena, properties);
}

static struct value record_definition(struct arena *arena) {
    struct property properties[] = {
        {"text", text(arena), "what was seen, in one line", false},
        {"weight", of_type(arena, "integer"), "decibans", false},
        {"group", text(arena), "within one only the strongest counts", false},
        {"counts", of_type(arena, "boolean"), NULL, false},
        {"accounted_for_by", or_null(arena, of_type(arena, "string")), "the root that accounts for it already", false},
    };
    return OBJECT(arena, properties);
}

static struct value why_definition(struct arena *arena) {
    struct property properties[] = {
        {"from", of_type(arena, "object"), "the sum from which a cause is possible, likely, certain", false},
        {"causes", list_of(arena, reference(arena, "#/$defs/sum")),
         "roots, each with what it explains, then what is too weak", false},
    };
    return OBJECT(arena, properties);
}

static struct value definitions(struct arena *arena) {
    struct value map = value_map();
    value_set(arena, &map, "text", text_definition(arena));
    value_set(arena, &map, "link", link_definition(arena));
    value_set(arena, &map, "evidence", evidence_definition(arena));
    value_set(arena, &map, "remedy", remedy_definition(arena));
    value_set(arena, &map, "ask", ask_definition(arena));
    value_set(arena, &map, "finding", finding_definition(arena));
    value_set(arena, &map, "record", record_definition(arena));
    value_set(arena, &map, "sum", sum_definition(arena));
    value_set(arena, &map, "why", why_definition(arena));
    return map;
}

static struct value constant(struct arena *arena, const char *string) {
    struct value map = value_map();
    value_set(arena, &map, "const", value_string(string));
    return map;
}

struct value report_schema(struct arena *arena) {
    struct property properties[] = {
        {"schema", constant(arena, "plumb.report/1"), NULL, false},
        {"plumb", of_type(arena, "string"), "version", false},
        {"knowledge", of_type(arena, "string"), "date", false},
        {"verb", of_type(arena, "string"), NULL, false},
        {"subject", text(arena), "\"machine\", or the name of a capture or text", false},
        {"replayed", of_type(arena, "boolean"), "of a capture or another root", false},
        {"status", statuses(arena), NULL, false},
        {"judged", of_type(arena, "object"), "the interpreter and environment that were judged", false},
        {"chain", list_of(arena, reference(arena, "#/$defs/link")), "in the order of the chain", false},
        {"findings", list_of(arena, reference(arena, "#/$defs/finding")), "the root first, then what is next in line",
         false},
        {"none", nones(arena), "of a text: why nothing was found in it", true},
        {"lacks", list_of(arena, of_type(arena, "string")), "of a text: ids of what it does not state and would decide",
         true},
        {"ask", or_null(arena, reference(arena, "#/$defs/ask")), "the one command to run next", true},
        {"missing", list_of(arena, text(arena)), "what could not be looked at", false},
        {"notes", list_of(arena, text(arena)), NULL, false},
        {"why", reference(arena, "#/$defs/why"), "with --why: how each cause's sum came about", true},
        {"processes", of_type(arena, "object"), "which of a run's processes failed first, and which others did", true},
        {"listing", of_type(arena, "object"), "what a verb that lists has found", true},
        {"facts", of_type(arena, "object"), "see the schema of the facts", true},
    };
    struct value schema = OBJECT(arena, properties), whole = value_map();
    value_set(arena, &whole, "$schema", value_string("https://json-schema.org/draft/2020-12/schema"));
    value_set(arena, &whole, "title", value_string("plumb report"));
    for (size_t at = 0; at < value_count(&schema); at++)
        value_set_named(arena, &whole, schema.map.members[at].name, schema.map.members[at].value);
    value_set(arena, &whole, "$defs", definitions(arena));
    return whole;
}
