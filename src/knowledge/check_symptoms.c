#include <stdlib.h>

#include "base/pattern.h"
#include "compilation.h"
#include "knowledge/match.h"
#include "word_list.h"

#define LITERAL_BYTES 6 /* what looking through much text needs: literal_filter.h */
#define WORD_BYTES 3

/* Literal and pattern together: what makes a symptom speak. */
struct trigger {
    const struct entry *symptom;
    struct text literal; /* folded */
    struct text pattern;
    unsigned line;
};

struct triggers {
    struct trigger *items;
    size_t count, capacity;
};

static bool is_one_line(struct text text) {
    return text_find_byte(text, '\n') == TEXT_NOWHERE && text_find_byte(text, '\r') == TEXT_NOWHERE;
}

static struct text text_of_value(const struct value *value) {
    return value && value->type == VALUE_TEXT ? value->text : TEXT("");
}

static void check_literals(struct compilation *compilation, const struct entry *symptom, struct triggers *triggers) {
    const struct value *literals = value_get(symptom->value, "literal");
    for (size_t i = 0; i < value_count(literals); i++) {
        const struct value *literal = value_at(literals, i);
        struct text text = text_of_value(literal);
        if (text.size == 0)
            continue; /* the schema says so */
        if (text.size < LITERAL_BYTES || !is_one_line(text))
            fault_in(compilation, symptom, literal->line,
                     "the literal '" TEXT_FORMAT "' has to be at least %d bytes of one line", TEXT_ARGUMENTS(text),
                     LITERAL_BYTES);
        triggers->items = arena_grow(compilation->arena, triggers->items, triggers->count, &triggers->capacity,
                                     sizeof *triggers->items);
        triggers->items[triggers->count++] =
            (struct trigger){symptom, text_lower(compilation->arena, text),
                             text_of_value(value_get(symptom->value, "pattern")), literal->line};
    }
}

static bool is_word(struct text text) {
    for (size_t i = 0; i < text.size; i++)
        if (!((text.at[i] >= 'a' && text.at[i] <= 'z') || (i > 0 && text.at[i] >= '0' && text.at[i] <= '9') ||
              (i > 0 && text.at[i] == '_')))
            return false;
    return text.size >= WORD_BYTES;
}

static void check_words(struct compilation *compilation, const struct entry *symptom) {
    const struct value *words = value_get(symptom->value, "word");
    for (size_t i = 0; i < value_count(words); i++) {
        struct text word = text_of_value(value_at(words, i));
        if (!is_word(word))
            fault_in(compilation, symptom, value_at(words, i)->line,
                     "the word '" TEXT_FORMAT
                     "' has to be at least %d small letters, or digits and underscores behind the first",
                     TEXT_ARGUMENTS(word), WORD_BYTES);
    }
}

static bool has_word(const struct entry *symptom, struct text line) {
    const struct value *words = value_get(symptom->value, "word");
    for (size_t i = 0; i < value_count(words); i++)
        if (word_stands_in(line, text_of_value(value_at(words, i))))
            return true;
    return false;
}

static bool has_literal(struct compilation *compilation, const struct entry *symptom, struct text line) {
    struct text folded = text_lower(compilation->arena, line);
    const struct value *literals = value_get(symptom->value, "literal");
    for (size_t i = 0; i < value_count(literals); i++)
        if (text_find(folded, text_lower(compilation->arena, text_of_value(value_at(literals, i)))) != TEXT_NOWHERE)
            return true;
    return has_word(symptom, line);
}

static bool matches(struct pattern *pattern, struct text line) {
    struct pattern_match match;
    return !pattern || pattern_match(pattern, line, &match);
}

static void check_lines(struct compilation *compilation, const struct entry *symptom, struct pattern *pattern) {
    const struct value *samples = value_get(symptom->value, "sample"), *others = value_get(symptom->value, "not");
    for (size_t i = 0; i < value_count(samples); i++) {
        const struct value *sample = value_at(samples, i);
        struct text line = text_of_value(sample);
        if (!is_one_line(line))
            fault_in(compilation, symptom, sample->line, "sample %zu is more than one line; symptoms are of one line",
                     i + 1);
        else if (line.size > 0 && !has_literal(compilation, symptom, line))
            fault_in(compilation, symptom, sample->line,
                     "sample %zu holds none of the literals and words; correct one of them", i + 1);
        else if (line.size > 0 && !matches(pattern, line))
            fault_in(compilation, symptom, sample->line, "sample %zu does not match the pattern; correct one of them",
                     i + 1);
    }
    for (size_t i = 0; i < value_count(others); i++) {
        struct text line = text_of_value(value_at(others, i));
        if (line.size > 0 && has_literal(compilation, symptom, line) && matches(pattern, line))
            fault_in(compilation, symptom, value_at(others, i)->line,
                     "line %zu under 'not' matches; make the pattern narrower", i + 1);
    }
}

static void check_pattern(struct compilation *compilation, const struct entry *symptom) {
    const struct value *text = value_get(symptom->value, "pattern");
    struct pattern *pattern = NULL;
    struct error error = {{0}};
    if (text && text->type == VALUE_TEXT && !pattern_compile(text->text, &pattern, &error))
        fault_in(compilation, symptom, text->line, "'pattern': %s", error.message);
    else
        check_lines(compilation, symptom, pattern);
    if (pattern)
        pattern_free(pattern);
}

static void check_speaks(struct compilation *compilation, const struct entry *symptom) {
    struct text severity = value_get_text(symptom->value, "severity");
    bool noise = text_is(severity, "noise") || text_is(severity, "myth");
    bool speaks = value_count(value_get(symptom->value, "speaks")) > 0;
    if (noise && speaks)
        fault_in(compilation, symptom, symptom->value->line, "is noise and speaks for causes; take one of them away");
    if (!noise && !speaks)
        fault_in(compilation, symptom, symptom->value->line,
                 "speaks for no cause; name one under 'speaks', or call it noise");
}

static int compare_triggers(const void *left, const void *right) {
    const struct trigger *a = left, *b = right;
    int order = text_compare(a->literal, b->literal);
    order = order != 0 ? order : text_compare(a->pattern, b->pattern);
    return order != 0 ? order : text_compare(a->symptom->id, b->symptom->id);
}

static void check_overlaps(struct compilation *compilation, struct triggers *triggers) {
    if (triggers->count > 0)
        qsort(triggers->items, triggers->count, sizeof *triggers->items, compare_triggers);
    for (size_t i = 1; i < triggers->count; i++) {
        const struct trigger *before = &triggers->items[i - 1], *trigger = &triggers->items[i];
        if (!text_equal(before->literal, trigger->literal) || !text_equal(before->pattern, trigger->pattern))
            continue;
        if (before->symptom == trigger->symptom)
            fault_in(compilation, trigger->symptom, trigger->line,
                     "the literal '" TEXT_FORMAT "' is there twice, capital or small; take one out",
                     TEXT_ARGUMENTS(trigger->literal));
        else
            fault_in(compilation, trigger->symptom, trigger->line,
                     "the literal '" TEXT_FORMAT "' with this pattern is already that of " TEXT_FORMAT
                     "; make one symptom of them",
                     TEXT_ARGUMENTS(trigger->literal), TEXT_ARGUMENTS(before->symptom->id));
    }
}

void check_symptoms(struct compilation *compilation) {
    struct triggers triggers = {0};
    const struct entries *symptoms = &compilation->entries[ENTRY_SYMPTOM];
    for (size_t i = 0; i < symptoms->count; i++) {
        check_literals(compilation, &symptoms->items[i], &triggers);
        if (symptoms->items[i].known)
            continue;
        check_words(compilation, &symptoms->items[i]);
        check_pattern(compilation, &symptoms->items[i]);
        check_speaks(compilation, &symptoms->items[i]);
    }
    check_overlaps(compilation, &triggers);
}

static void check_sample(struct compilation *compilation, struct matcher *matcher, const struct entry *symptom,
                         const struct value *sample) {
    struct symptom_hit *hits;
    size_t count = matcher_line(matcher, compilation->arena, sample->text, &hits);
    for (size_t i = 0; i < count; i++)
        if (text_equal(hits[i].id, symptom->id))
            return;
    fault_in(compilation, symptom, sample->line,
             "a sample is taken for the noise " TEXT_FORMAT "; make that one narrower",
             TEXT_ARGUMENTS(count > 0 ? hits[0].id : TEXT("?")));
}

void check_samples(struct compilation *compilation, struct text image) {
    const struct entries *symptoms = &compilation->entries[ENTRY_SYMPTOM];
    const struct knowledge *knowledge;
    struct error error = {{0}};
    if (!knowledge_open(compilation->arena, image.at, image.size, &knowledge, &error)) {
        fault_add(compilation, TEXT("image"), 0, "%s", error.message);
        return;
    }
    struct matcher *matcher = matcher_new(compilation->arena, knowledge);
    for (size_t i = 0; i < symptoms->count; i++) {
        const struct value *samples = value_get(symptoms->items[i].value, "sample");
        for (size_t k = 0; k < value_count(samples); k++)
            check_sample(compilation, matcher, &symptoms->items[i], value_at(samples, k));
    }
    matcher_free(matcher);
}
