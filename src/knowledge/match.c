#include "knowledge/match.h"

#include <stdlib.h>

#include "layout.h"
#include "literal_filter.h"
#include "word_list.h"

#define LINE_MAX_BYTES ((size_t)64 * 1024)
#define SAMPLE ((size_t)256 * 1024)     /* of a text that tells what is ordinary in it */
#define TELLING 10                      /* decibans */
#define WORD_SAMPLE ((size_t)64 * 1024) /* the same for words */

struct rule {
    struct pattern *pattern;    /* once a literal was seen, where there is one */
    struct pattern_name *names; /* PATTERN_GROUPS of them, once there is a pattern: most rules are never looked at */
    size_t name_count;
    bool looked_up, broken;
};

struct matcher {
    struct arena *arena;
    const struct knowledge *knowledge;
    struct literal_filter *filter; /* once matcher_next() was called */
    struct word_list *words;
    struct node symptoms;
    struct rule *rules;   /* one a symptom */
    uint32_t *seen_in;    /* of each symptom: the last line in which a literal or a word of it was seen */
    uint32_t *candidates; /* of the line that is being looked at */
    size_t candidate_count;
    uint32_t line;
};

struct matcher *matcher_new(struct arena *arena, const struct knowledge *knowledge) {
    struct matcher *matcher = arena_alloc(arena, sizeof *matcher);
    matcher->arena = arena;
    matcher->knowledge = knowledge;
    matcher->symptoms = node_get(knowledge_root(knowledge), "symptoms");
    matcher->words = word_list_new(arena, matcher->symptoms);
    size_t count = node_count(matcher->symptoms);
    matcher->rules = arena_array(arena, count, sizeof *matcher->rules);
    matcher->seen_in = arena_array(arena, count, sizeof *matcher->seen_in);
    matcher->candidates = arena_array(arena, count, sizeof *matcher->candidates);
    return matcher;
}

void matcher_free(struct matcher *matcher) {
    for (size_t i = 0; i < node_count(matcher->symptoms); i++)
        if (matcher->rules[i].pattern)
            pattern_free(matcher->rules[i].pattern);
}

static int compare_numbers(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static void next_line(struct matcher *matcher) {
    matcher->candidate_count = 0;
    if (++matcher->line != 0)
        return;
    for (size_t i = 0; i < node_count(matcher->symptoms); i++)
        matcher->seen_in[i] = 0;
    matcher->line = 1;
}

static void add_candidate(struct matcher *matcher, uint32_t symptom) {
    if (matcher->seen_in[symptom] == matcher->line)
        return;
    matcher->seen_in[symptom] = matcher->line;
    matcher->candidates[matcher->candidate_count++] = symptom;
}

static void add_candidates(struct matcher *matcher, uint32_t position) {
    size_t count;
    const uint32_t *outputs = automaton_outputs(&matcher->knowledge->automaton, position, &count);
    for (size_t i = 0; i < count; i++)
        add_candidate(matcher, outputs[i]);
}

/* Symptoms are numbered in the order of their ids. */
static void find_candidates(struct matcher *matcher, struct text line) {
    next_line(matcher);
    uint32_t position = 0;
    for (size_t i = 0; i < line.size; i++) {
        position = automaton_step(&matcher->knowledge->automaton, position, line.at[i]);
        if (position & AUTOMATON_ACCEPTS) {
            add_candidates(matcher, position);
            position &= ~AUTOMATON_ACCEPTS;
        }
    }
    struct word_place place = {0};
    while (word_list_next(matcher->words, line, &place))
        add_candidate(matcher, place.symptom);
    qsort(matcher->candidates, matcher->candidate_count, sizeof *matcher->candidates, compare_numbers);
}

static void look_up(const struct matcher *matcher, struct rule *rule, struct node symptom) {
    struct node pattern = node_get(symptom, "pattern");
    rule->looked_up = true;
    if (!node_present(pattern))
        return;
    rule->broken = !pattern_compile(node_text(pattern), &rule->pattern, NULL);
    if (rule->broken)
        return;
    rule->names = arena_array(matcher->arena, PATTERN_GROUPS, sizeof *rule->names);
    rule->name_count = pattern_names(rule->pattern, rule->names);
}

static bool rule_matches(struct matcher *matcher, struct arena *arena, uint32_t index, struct text line,
                         struct value *captures) {
    struct rule *rule = &matcher->rules[index];
    if (!rule->looked_up)
        look_up(matcher, rule, node_at(matcher->symptoms, index));
    *captures = value_map();
    if (!rule->pattern)
        return !rule->broken;
    struct pattern_match match = {0};
    if (!pattern_match(rule->pattern, line, &match))
        return false;
    for (size_t i = 0; i < rule->name_count && i < PATTERN_GROUPS; i++) {
        unsigned group = rule->names[i].group;
        if (group < PATTERN_GROUPS && match.groups[group].at)
            value_set_named(arena, captures, rule->names[i].name, value_text(match.groups[group]));
    }
    return true;
}

static bool is_noise(struct node symptom) {
    return text_is(node_text(node_get(symptom, "severity")), "noise");
}

static size_t keep_noise(struct symptom_hit *hits, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (is_noise(hits[i].symptom))
            hits[kept++] = hits[i];
    return kept > 0 ? kept : count;
}

size_t matcher_line(struct matcher *matcher, struct arena *arena, struct text line, struct symptom_hit **hits) {
    line = text_until(line, LINE_MAX_BYTES);
    find_candidates(matcher, line);
    *hits = NULL;
    if (matcher->candidate_count == 0)
        return 0;
    struct symptom_hit *found = arena_array(arena, matcher->candidate_count, sizeof *found);
    size_t count = 0;
    for (size_t i = 0; i < matcher->candidate_count; i++) {
        uint32_t index = matcher->candidates[i];
        struct symptom_hit hit = {node_name_at(matcher->symptoms, index), node_at(matcher->symptoms, index), {0}};
        if (rule_matches(matcher, arena, index, line, &hit.captures))
            found[count++] = hit;
    }
    *hits = found;
    return keep_noise(found, count);
}

/* --- Many lines of which hardly any shows a symptom --- */

static size_t literals_of(const struct matcher *matcher, struct text *literals) {
    size_t count = 0;
    for (uint32_t symptom = 0; symptom < node_count(matcher->symptoms); symptom++) {
        struct node list = node_get(node_at(matcher->symptoms, symptom), "literal");
        for (size_t i = 0; i < node_count(list); i++) {
            struct text literal = node_text(node_at(list, i));
            if (literal.size < FILTER_LITERAL_BYTES)
                continue; /* the compiler refuses it */
            if (literals)
                literals[count] = text_lower(matcher->arena, literal);
            count++;
        }
    }
    return count;
}

/* Does it say something by itself? What only counts in a row of lines was told by the beginning of the text. */
static bool is_telling(struct node symptom) {
    struct node speaks = node_get(symptom, "speaks");
    bool telling = false;
    for (size_t i = 0; i < node_count(speaks); i++)
        telling = telling || node_integer(node_at(speaks, i), 0) >= TELLING;
    return telling && text_is(node_text(node_get(symptom, "severity")), "error");
}

static bool is_among(const struct text *words, size_t count, struct text word) {
    for (size_t at = 0; at < count; at++)
        if (text_equal(words[at], word))
            return true;
    return false;
}

/* Words that hardly stand in this text so far, each once. The others are ordinary in it: each of its lines would have
 * to be looked at. Without `words` it tells how many there may be. */
static size_t words_of(const struct matcher *matcher, struct text block, struct text *words) {
    size_t count = 0;
    for (uint32_t symptom = 0; symptom < node_count(matcher->symptoms); symptom++) {
        struct node of = node_at(matcher->symptoms, symptom), list = node_get(of, "word");
        for (size_t i = 0; is_telling(of) && i < node_count(list); i++) {
            struct text word = node_text(node_at(list, i));
            bool ordinary =
                word.size < 3 ||
                (words && (is_among(words, count, word) || word_stands_in(text_until(block, WORD_SAMPLE), word)));
            if (ordinary)
                continue;
            if (words)
                words[count] = word;
            count++;
        }
    }
    return count;
}

static void make_filter(struct matcher *matcher, struct text block) {
    size_t count = literals_of(matcher, NULL), word_count = words_of(matcher, block, NULL);
    struct text *literals = arena_array(matcher->arena, count, sizeof *literals);
    struct text *words = arena_array(matcher->arena, word_count, sizeof *words);
    struct filter_texts sought = {literals, words, literals_of(matcher, literals), words_of(matcher, block, words)};
    /* What knowledge itself says, in prose and in names, and how this text begins. */
    const struct knowledge *knowledge = matcher->knowledge;
    struct text ordinary[] = {{knowledge->pool, knowledge->starts[knowledge->text_count]}, text_until(block, SAMPLE)};
    matcher->filter = literal_filter_new(matcher->arena, &sought, ordinary, 2);
}

static struct text line_around(struct text block, size_t from, size_t at) {
    struct text before = text_until(text_from(block, from), at - from), behind = text_from(block, at);
    size_t newline = text_find_last_byte(before, '\n'), end = text_find_byte(behind, '\n');
    size_t begin = newline == TEXT_NOWHERE ? from : from + newline + 1;
    return text_until(text_from(block, begin), (end == TEXT_NOWHERE ? block.size : at + end) - begin);
}

bool matcher_next(struct matcher *matcher, struct arena *arena, struct text block, size_t from,
                  struct symptom_line *found) {
    if (!matcher->filter)
        make_filter(matcher, text_from(block, from));
    uint32_t sought;
    for (size_t at; (at = literal_filter_seek(matcher->filter, block, from, &sought)) != TEXT_NOWHERE;) {
        found->line = line_around(block, from, at);
        found->at = (size_t)(found->line.at - block.at);
        found->count = matcher_line(matcher, arena, found->line, &found->hits);
        literal_filter_met(matcher->filter, sought);
        if (found->count)
            return true;
        from = found->at + found->line.size;
    }
    return false;
}
