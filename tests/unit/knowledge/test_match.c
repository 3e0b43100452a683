#include "knowledge/match.h"

#include <stdio.h>

#include "knowledge_test.h"

static size_t hits_of(struct arena *arena, const struct knowledge *knowledge, const char *line,
                      struct symptom_hit **hits) {
    struct matcher *matcher = matcher_new(arena, knowledge);
    size_t count = matcher_line(matcher, arena, text_of(line), hits);
    matcher_free(matcher);
    return count;
}

static void a_line_shows_symptoms(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    struct matcher *matcher = matcher_new(*state, knowledge);
    struct symptom_hit *hits = NULL;
    assert_int_equal(matcher_line(matcher, *state, TEXT("nothing of interest"), &hits), 0);
    assert_int_equal(matcher_line(matcher, *state, TEXT(""), &hits), 0);

    struct text line =
        TEXT("The DRIVER on your system is too old (found version 11040). no cuda-CAPABLE device, 没有显卡");
    assert_int_equal(matcher_line(matcher, *state, line, &hits), 2);
    assert_text(hits[0].id, "card.none");
    assert_int_equal(value_count(&hits[0].captures), 0);
    assert_text(hits[1].id, "driver.too_old");
    assert_text(node_text(node_get(hits[1].symptom, "group")), "old");
    assert_int_equal(value_count(&hits[1].captures), 1);
    struct text version = value_get_text(&hits[1].captures, "version");
    assert_text(version, "11040");
    assert_true(version.at > line.at && version.at < line.at + line.size);
    matcher_free(matcher);
}

static void the_pattern_has_the_last_word(void **state) {
    struct symptom_hit *hits;
    const struct knowledge *knowledge = sample_knowledge(*state);
    assert_int_equal(hits_of(*state, knowledge, "the driver on your system is too old", &hits), 0);
    assert_int_equal(hits_of(*state, knowledge, "driver on your system is too old (found version 1 or so)", &hits), 1);
    assert_int_equal(value_count(&hits[0].captures), 2);
}

static void a_word_stands_by_itself(void **state) {
    struct sample_files files = sample_files();
    put_file(&files, "symptoms/more.yaml",
             TEXT("symptoms:\n  short:\n    literal: [never in a line]\n    word: [nan]\n    severity: error\n"
                  "    speaks: {hw.none: 3}\n    sample: ['loss: NaN,']\n    sources: [board]\n"));
    struct text image = compiled(*state, &files);
    const struct knowledge *knowledge;
    struct symptom_hit *hits;
    struct error error;
    assert_true(knowledge_open(*state, image.at, image.size, &knowledge, &error));
    static const char *const shown[] = {"nan", "loss=nan", "a, -NaN, b", "(nan)", "loss nan", "banana nan"};
    static const char *const not_shown[] = {"banana", "nan0", "a_nan", "nan_b", "na n", "nana nan1"};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        assert_int_equal(hits_of(*state, knowledge, shown[i], &hits), 1);
    for (size_t i = 0; i < sizeof not_shown / sizeof *not_shown; i++)
        assert_int_equal(hits_of(*state, knowledge, not_shown[i], &hits), 0);
}

/* Wherever it stands, and whatever stands beside it as a rule. */
static void a_word_is_found_in_much_text(void **state) {
    struct sample_files files = sample_files();
    put_file(&files, "symptoms/more.yaml",
             TEXT("symptoms:\n  short:\n    literal: [never in a line]\n    word: [nan, leak, leaks, diverged]\n"
                  "    severity: error\n    speaks: {hw.none: 12}\n    sample: ['loss: NaN,']\n    sources: [board]\n"
                  "  row:\n    literal: [never either]\n    word: [level]\n"
                  "    severity: error\n    speaks: {hw.none: 2}\n    sample: ['level']\n    sources: [board]\n"));
    struct text image = compiled(*state, &files);
    const struct knowledge *knowledge;
    struct error error;
    assert_true(knowledge_open(*state, image.at, image.size, &knowledge, &error));
    static const char *const lines[] = {"loss=NaN", "a:  -nan, b", "(nan)", "a leak", "it leaks.", "\"diverged\" now"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        for (size_t before = 0; before < 4; before++) {
            struct matcher *matcher = matcher_new(*state, knowledge);
            struct buffer block = buffer_new(*state);
            struct symptom_line found;
            for (size_t at = 0; at < 6000; at++)
                buffer_add_string(&block, "epoch 3 level 17\n"); /* of that word nothing is said by itself */
            assert_false(matcher_next(matcher, *state, buffer_text(&block), 0, &found));
            for (size_t at = 0; at < before; at++)
                buffer_add_byte(&block, '.');
            buffer_format(&block, "%s\nepoch 4 level 17\n", lines[i]);
            if (!matcher_next(matcher, *state, buffer_text(&block), 0, &found))
                fail_msg("'%s' behind %d bytes", lines[i], (int)before);
            matcher_free(matcher);
        }
}

static void noise_silences_the_line(void **state) {
    struct symptom_hit *hits;
    const struct knowledge *knowledge = sample_knowledge(*state);
    assert_int_equal(hits_of(*state, knowledge, "no cuda-capable device, but this is harmless", &hits), 1);
    assert_text(hits[0].id, "quiet");
}

static void long_lines_are_looked_at_up_to_64_kib(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    struct buffer buffer = buffer_new(*state);
    struct matcher *matcher = matcher_new(*state, knowledge);
    struct symptom_hit *hits;
    buffer_add_repeated(&buffer, 'x', 64 * 1024 - 16);
    buffer_add_string(&buffer, "this is harmless");
    assert_int_equal(matcher_line(matcher, *state, buffer_text(&buffer), &hits), 1);
    struct text later = text_join(*state, TEXT("x"), buffer_text(&buffer));
    assert_int_equal(matcher_line(matcher, *state, later, &hits), 0);
    matcher_free(matcher);
}

static void the_next_line_that_shows_something(void **state) {
    struct matcher *matcher = matcher_new(*state, sample_knowledge(*state));
    struct text block = TEXT("a\nTHIS IS HARMLESS\nnothing\nso this is harmless too\nend");
    struct symptom_line found;
    assert_true(matcher_next(matcher, *state, block, 0, &found));
    assert_text(found.line, "THIS IS HARMLESS");
    assert_int_equal(found.at, 2);
    assert_int_equal(found.count, 1);
    assert_true(matcher_next(matcher, *state, block, found.at + found.line.size, &found));
    assert_text(found.line, "so this is harmless too");
    assert_false(matcher_next(matcher, *state, block, found.at + found.line.size, &found));
    assert_false(matcher_next(matcher, *state, block, block.size, &found));
    assert_false(matcher_next(matcher, *state, block, block.size + 1, &found));
    assert_false(matcher_next(matcher, *state, TEXT(""), 0, &found));
    matcher_free(matcher);
}

/* "driver on your system is too old" without the version that its pattern wants. */
static void what_is_seen_for_nothing_hides_no_other_literal(void **state) {
    struct matcher *matcher = matcher_new(*state, sample_knowledge(*state));
    struct buffer buffer = buffer_new(*state);
    for (size_t i = 0; i < 5000; i++)
        buffer_add_string(&buffer, "The driver on your system is too old, step 3\n");
    struct text fruitless = buffer_text(&buffer);
    buffer_add_string(&buffer, "The driver on your system is too old (found version 11040)\nthis is harmless\n");
    struct symptom_line found;
    assert_true(matcher_next(matcher, *state, buffer_text(&buffer), 0, &found));
    assert_text(found.line, "The driver on your system is too old (found version 11040)");
    assert_false(matcher_next(matcher, *state, fruitless, 0, &found));
    matcher_free(matcher);
}

/* Many symptoms of literals that begin, end and contain each other. */

enum { SYMPTOMS_MADE = 300 };

static struct text made_literal(struct arena *arena, uint64_t *seed) {
    static const char *const parts[] = {"ab", "abc", "ba", "a", "b ", "cab", "显", "卡", "B", "1"};
    struct buffer buffer = buffer_new(arena);
    while (buffer.size < 6 || (buffer.size < 14 && noise(seed) % 3 > 0))
        buffer_add_string(&buffer, parts[noise(seed) % (sizeof parts / sizeof *parts)]);
    return buffer_text(&buffer);
}

static bool is_new(const struct text *literals, size_t count, struct text literal) {
    for (size_t i = 0; i < count; i++)
        if (text_equal_folded(literals[i], literal))
            return false;
    return !text_starts(literal, " ") && !text_ends(literal, " ");
}

static const struct knowledge *made_knowledge(struct arena *arena, uint64_t *seed, struct text *literals) {
    struct buffer buffer = buffer_new(arena);
    buffer_add_string(&buffer, "symptoms:\n");
    for (size_t i = 0; i < SYMPTOMS_MADE;) {
        struct text literal = made_literal(arena, seed);
        if (!is_new(literals, i, literal))
            continue;
        literals[i] = literal;
        buffer_format(&buffer,
                      "  s%03zu:\n    literal: ['" TEXT_FORMAT "']\n    severity: error\n    speaks: {hw.none: 1}\n"
                      "    sample: ['" TEXT_FORMAT "']\n    sources: [board]\n",
                      i, TEXT_ARGUMENTS(literal), TEXT_ARGUMENTS(literal));
        i++;
    }
    struct sample_files files = sample_files();
    put_file(&files, "symptoms/all.yaml", buffer_text(&buffer));
    return opened(arena, compiled(arena, &files));
}

static void the_automaton_agrees_with_plain_searches(void **state) {
    uint64_t seed = 7;
    struct text literals[SYMPTOMS_MADE];
    const struct knowledge *knowledge = made_knowledge(*state, &seed, literals);
    struct matcher *matcher = matcher_new(*state, knowledge);
    for (size_t i = 0; i < SYMPTOMS_MADE; i++)
        literals[i] = text_lower(*state, literals[i]);
    for (size_t round = 0; round < 300; round++) {
        struct buffer buffer = buffer_new(*state);
        for (uint64_t left = noise(&seed) % 12; left > 0; left--)
            buffer_add(&buffer, made_literal(*state, &seed));
        struct text line = buffer_text(&buffer), folded = text_lower(*state, line);
        struct symptom_hit *hits;
        size_t count = matcher_line(matcher, *state, line, &hits), expected = 0;
        for (size_t i = 0; i < SYMPTOMS_MADE; i++) {
            if (text_find(folded, literals[i]) == TEXT_NOWHERE)
                continue;
            char id[8];
            snprintf(id, sizeof id, "s%03u", (unsigned)i);
            assert_true(expected < count && text_is(hits[expected].id, id));
            expected++;
        }
        assert_int_equal(count, expected);
    }
    matcher_free(matcher);
}

static bool holds_any(const struct text *literals, struct text line) {
    for (size_t i = 0; i < SYMPTOMS_MADE; i++)
        if (text_find(line, literals[i]) != TEXT_NOWHERE)
            return true;
    return false;
}

/* Lines of every length, so that literals lie at every place of the stride, at borders and over the ends of lines. */
static void large_blocks_show_the_lines_that_plain_searches_find(void **state) {
    uint64_t seed = 11;
    struct text literals[SYMPTOMS_MADE];
    const struct knowledge *knowledge = made_knowledge(*state, &seed, literals);
    struct matcher *matcher = matcher_new(*state, knowledge);
    for (size_t i = 0; i < SYMPTOMS_MADE; i++)
        literals[i] = text_lower(*state, literals[i]);
    for (size_t round = 0; round < 200; round++) {
        struct buffer buffer = buffer_new(*state);
        for (size_t lines = noise(&seed) % 200; lines > 0; lines--) {
            buffer_add_repeated(&buffer, "ab-"[noise(&seed) % 3], noise(&seed) % 90);
            if (noise(&seed) % 8 == 0)
                buffer_add(&buffer, literals[noise(&seed) % SYMPTOMS_MADE]);
            buffer_add_repeated(&buffer, "ab\n"[noise(&seed) % 3], noise(&seed) % 3);
        }
        struct text block = buffer_text(&buffer);
        struct symptom_line found = {.at = 0};
        bool more = matcher_next(matcher, *state, block, 0, &found);
        for (struct text rest = block, line; text_next_line(&rest, &line);) {
            if (!holds_any(literals, line))
                continue;
            assert_true(more && found.line.at == line.at && found.line.size == line.size);
            more = matcher_next(matcher, *state, block, found.at + found.line.size, &found);
        }
        assert_false(more);
    }
    matcher_free(matcher);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_line_shows_symptoms),
        TEST(the_pattern_has_the_last_word),
        TEST(a_word_stands_by_itself),
        TEST(a_word_is_found_in_much_text),
        TEST(noise_silences_the_line),
        TEST(long_lines_are_looked_at_up_to_64_kib),
        TEST(the_next_line_that_shows_something),
        TEST(what_is_seen_for_nothing_hides_no_other_literal),
        TEST(the_automaton_agrees_with_plain_searches),
        TEST(large_blocks_show_the_lines_that_plain_searches_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
