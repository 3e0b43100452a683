#include "own_parts.h"

#include <string.h>

#include "base/json.h"
#include "base/version.h"
#include "facts/exchange.h"
#include "knowledge/product.h"
#include "text_listing.h"

enum { MOST_FAILURES = 64, MOST_CARDS = 64, MOST_FINDINGS = 64, MOST_EVIDENCE = 64 };

#define SCHEMA "\"plumb.report/1\""
#define FACTS "\"machine\": {" /* `plumb facts --json`: {"machine": {"machine": {"": {"system": ... */

/* The facts of a machine, which has a system. */
static bool is_facts(struct text text) {
    return text_contains(text, FACTS) && text_contains(text, "\"state\": \"known\"");
}

bool own_report_likely(struct text beginning) {
    return text_contains(beginning, SCHEMA) || is_facts(beginning) || text_contains(beginning, "plumb 0.") ||
           text_contains(beginning, "plumb 1.");
}

/* --- facts --- */

static void learn(struct reading *reading, enum attribute attribute, struct text key, struct value value,
                  int64_t line) {
    struct fact fact = {.subject = TEXT(READING_SUBJECT),
                        .kind = attribute_row(attribute)->kind,
                        .key = key,
                        .attribute = attribute,
                        .state = FACT_KNOWN,
                        .value = value,
                        .origin = {.source = TEXT("report"), .place = reading->place, .line = line}};
    fact_add(reading->facts, &fact);
}

static void learn_text(struct reading *reading, enum attribute attribute, struct text key, struct text text,
                       int64_t line) {
    if (text.size)
        learn(reading, attribute, key, value_text(text), line);
}

void reported_learn(struct reading *reading, const struct reported *reported) {
    static const struct text last_key = {"4095", 4};
    struct entity *before, last = {TEXT(READING_SUBJECT), KIND_REPORTED, last_key};
    if (fact_known(reading->facts, &last, ATTRIBUTE_REPORTED_CAUSE))
        return; /* no report is as long */
    size_t count = fact_entities(reading->facts, reading->arena, TEXT(READING_SUBJECT), KIND_REPORTED, &before);
    struct text key = text_format(reading->arena, "%04zu", count);
    learn_text(reading, ATTRIBUTE_REPORTED_CAUSE, key, reported->cause, reported->line);
    learn(reading, ATTRIBUTE_REPORTED_WEIGHT, key, value_integer(reported->weight), reported->line);
    learn_text(reading, ATTRIBUTE_REPORTED_SEVERITY, key, reported->severity, reported->line);
    learn_text(reading, ATTRIBUTE_REPORTED_UNDER, key, reported->under, reported->line);
    learn_text(reading, ATTRIBUTE_REPORTED_TEXT, key, reported->text, reported->line);
    learn_text(reading, ATTRIBUTE_REPORTED_SOURCE, key, reported->source, reported->line);
    learn_text(reading, ATTRIBUTE_REPORTED_PLACE, key, reported->place, reported->line);
}

void reported_link_learn(struct reading *reading, struct text link, struct text state, struct text text) {
    learn_text(reading, ATTRIBUTE_REPORTED_LINK_STATE, link, state, 0);
    learn_text(reading, ATTRIBUTE_REPORTED_LINK_TEXT, link, text, 0);
}

static bool is_stated(const struct value *found, const char *name) {
    for (size_t at = 0; at < value_count(found); at++)
        if (text_is(value_get_text(value_at(found, at), "name"), name))
            return true;
    return false;
}

static void add_state(struct reading *reading, struct value *found, const char *name, struct text value, int64_t line) {
    struct value entry = value_map();
    if (!value.size)
        return;
    value_set(reading->arena, &entry, "name", value_string(name));
    value_set(reading->arena, &entry, "value", value_text(value));
    value_set(reading->arena, &entry, "line", value_integer(line));
    value_append(reading->arena, found, entry);
}

/* The first line and the chain say the same. */
void reported_state(struct reading *reading, struct value *found, const char *name, struct text value, int64_t line) {
    if (!is_stated(found, name))
        add_state(reading, found, name, value, line);
}

void reported_cards(struct reading *reading, struct value *found, struct text cards, int64_t line) {
    struct text part;
    bool known_already = is_stated(found, "gpus");
    while (!known_already && text_next_part(&cards, ',', &part)) {
        int64_t count = 1;
        part = text_trim(part);
        size_t times = text_find(part, TEXT(" x "));
        if (times != TEXT_NOWHERE && text_to_integer(text_until(part, times), &count))
            part = text_from(part, times + 3);
        part = text_trim(text_until(part, text_find(part, TEXT(" ("))));
        /* A product's name, and no sentence that there is none. */
        bool known = product_vendor(reading->knowledge, part).size > 0 && part.at[0] >= 'A' && part.at[0] <= 'Z';
        for (int64_t at = 0; known && at < count && at < MOST_CARDS; at++)
            add_state(reading, found, "gpus", part, line);
    }
}

void reported_link_states(struct reading *reading, struct value *found, struct text link, struct text text,
                          int64_t line) {
    struct version version;
    struct text rest = text, word = {0};
    text_next_word(&rest, &word);
    word = text_until(word, text_find_byte(word, ','));
    if (text_is(link, "graphics_card"))
        reported_cards(reading, found, text, line);
    else if (version_parse(word, &version) && text_find_byte(word, '.') != TEXT_NOWHERE &&
             (text_is(link, "kernel_driver") || text_is(link, "framework")))
        reported_state(reading, found, text_is(link, "framework") ? "torch" : "driver", word, line);
}

/* --- a JSON report --- */

static struct text member(struct arena *arena, const struct value *map, const char *name) {
    struct text text = {0};
    json_bytes(arena, value_get(map, name), &text);
    return text;
}

/* What the report weighed in all, but did not list. */
static void learn_rest(struct reading *reading, const struct value *finding, struct reported *reported, int64_t rest) {
    reported->text = member(reading->arena, finding, "title");
    reported->source = TEXT("report");
    reported->place = (struct text){0};
    reported->line = 0;
    reported->weight = rest;
    if (rest)
        reported_learn(reading, reported);
}

static void learn_finding(struct reading *reading, const struct value *finding) {
    const struct value *evidence = value_get(finding, "evidence"), *explains = value_get(finding, "explains");
    int64_t weight = value_get_integer(finding, "weight", 0), sum = 0;
    struct reported reported = {.cause = member(reading->arena, finding, "cause"),
                                .severity = member(reading->arena, finding, "severity")};
    for (size_t at = 0; at < value_count(evidence) && at < MOST_EVIDENCE; at++) {
        const struct value *one = value_at(evidence, at);
        reported.text = member(reading->arena, one, "text");
        reported.source = member(reading->arena, one, "source");
        reported.place = member(reading->arena, one, "place");
        reported.line = value_get_integer(one, "line", 0);
        reported.weight = value_get_integer(one, "weight", 0);
        sum += reported.weight;
        reported_learn(reading, &reported);
    }
    learn_rest(reading, finding, &reported, weight - sum);
    reported.under = reported.cause;
    for (size_t at = 0; at < value_count(explains) && at < MOST_EVIDENCE; at++)
        if (json_bytes(reading->arena, value_at(explains, at), &reported.cause))
            learn_rest(reading, finding, &reported, weight);
}

/* {"torch": "2.3.1", "gpus": [...]}: what a text's report lists. */
static void learn_listing(struct reading *reading, struct value *found, const struct value *listing) {
    for (size_t at = 0; listing && listing->type == VALUE_MAP && at < value_count(listing); at++) {
        const struct value *value = &listing->map.members[at].value;
        struct value entry = value_map();
        for (size_t item = 0; value->type == VALUE_LIST && item < value_count(value) && item < MOST_CARDS; item++)
            add_state(reading, found, listing->map.members[at].name.at, value_at(value, item)->text, 0);
        if (value->type == VALUE_LIST || value->type == VALUE_MAP)
            continue;
        value_set(reading->arena, &entry, "name", value_text(listing->map.members[at].name));
        value_set(reading->arena, &entry, "value", *value);
        value_append(reading->arena, found, entry);
    }
}

static void learn_without_facts(struct reading *reading, const struct value *report) {
    const struct value *chain = value_get(report, "chain"), *findings = value_get(report, "findings"),
                       *listing = value_get(report, "listing");
    struct value found = value_list();
    for (size_t at = 0; at < value_count(chain) && at < MOST_FINDINGS; at++) {
        const struct value *link = value_at(chain, at);
        struct text id = member(reading->arena, link, "link"), text = member(reading->arena, link, "text");
        reported_link_learn(reading, id, member(reading->arena, link, "state"), text);
        if (!value_count(listing))
            reported_link_states(reading, &found, id, text, 0);
    }
    if (!value_count(listing))
        reported_state(reading, &found, "python", member(reading->arena, value_get(report, "judged"), "python_version"),
                       0);
    learn_listing(reading, &found, listing);
    for (size_t at = 0; at < value_count(findings) && at < MOST_FINDINGS; at++)
        learn_finding(reading, value_at(findings, at));
    listing_learn(reading, &found);
}

static void learn_report(struct reading *reading, const struct value *report, bool *machine) {
    const struct value *facts = value_get(report, "facts");
    if (!value_get(report, "schema")) {
        if (facts_from_value(reading->facts, reading->arena, report))
            *machine = true;
    } else if (facts_from_value(reading->facts, reading->arena, facts))
        *machine = *machine || value_get(facts, "machine");
    else
        learn_without_facts(reading, report);
}

/* From an opening brace to behind its closing one; 0 when there is none. */
static size_t object_size(struct text text) {
    size_t depth = 0;
    bool quoted = false;
    for (size_t at = 0; at < text.size; at++) {
        if (quoted && text.at[at] == '\\')
            at++;
        else if (text.at[at] == '"')
            quoted = !quoted;
        else if (!quoted && text.at[at] == '{')
            depth++;
        else if (!quoted && text.at[at] == '}' && --depth == 0)
            return at + 1;
    }
    return 0;
}

static void blank(char *text, size_t size) {
    for (size_t at = 0; at < size; at++)
        if (text[at] != '\n')
            text[at] = ' ';
}

/* The brace before `"schema": "plumb.report/1"`, or TEXT_NOWHERE. */
static size_t object_begin(struct text text, size_t schema) {
    size_t at = schema;
    while (at > 0 && schema - at < 64 && text.at[at] != '{')
        at--;
    return text.at[at] == '{' ? at : TEXT_NOWHERE;
}

/* A copy without the marks of a quotation before its lines. JSON has no '>' there. */
static struct text unquoted(struct arena *arena, struct text text) {
    char *copy = arena_alloc(arena, text.size + 1);
    bool begins = false;
    for (size_t at = 0; at < text.size; at++) {
        bool mark = text.at[at] == '>' || text.at[at] == ' ';
        copy[at] = begins && mark ? ' ' : text.at[at];
        begins = text.at[at] == '\n' || (begins && mark);
    }
    return (struct text){copy, text.size};
}

static void learn_json(struct reading *reading, char *text, size_t size, const char *mark, bool *machine) {
    size_t from = 0, found, failures = 0;
    while (failures < MOST_FAILURES &&
           (found = text_find((struct text){text + from, size - from}, text_of(mark))) != TEXT_NOWHERE) {
        struct text whole = {text, size};
        size_t schema = from + found, begin = object_begin(whole, schema), length;
        struct value report;
        from = schema + 1;
        failures++; /* each may cost a look at all that follows */
        if (begin == TEXT_NOWHERE || !(length = object_size(text_from(whole, begin))))
            continue;
        struct text object = unquoted(reading->arena, text_until(text_from(whole, begin), length));
        if (!json_parse(reading->arena, object, "report", &report, NULL))
            continue;
        learn_report(reading, &report, machine);
        blank(text + begin, length);
        from = begin + length;
        failures--;
    }
}

struct text own_report_learn(struct reading *reading, struct text text, bool *machine) {
    char *rest = arena_alloc(reading->arena, text.size + 1);
    memcpy(rest, text.at ? text.at : "", text.size);
    learn_json(reading, rest, text.size, SCHEMA, machine);
    if (is_facts((struct text){rest, text.size}))
        learn_json(reading, rest, text.size, FACTS, machine);
    own_screen_learn(reading, rest, text.size);
    return (struct text){rest, text.size};
}
