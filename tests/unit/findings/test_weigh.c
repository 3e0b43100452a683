#include "weigh.h"

#include "findings_test.h"

/* Letters in the taxonomy's order. a to f stand in one chain of `explains`; g is a narrower name for b. */
#define LETTERS                                                                                                        \
    "x:\n  a: No.\n  b: No.\n  c: No.\n  d: No.\n  e: No.\n  f: No.\n  g: No.\n  first: No.\n  second: No.\n"          \
    "  late: No.\n"

#define LETTER_CAUSES                                                                                                  \
    CAUSE("x.a", "kernel_driver", "    explains: [x.b]\n")                                                             \
    CAUSE("x.b", "kernel_driver", "    explains: [x.c]\n")                                                             \
    CAUSE("x.c", "device_access", "    explains: [x.d]\n")                                                             \
    CAUSE("x.d", "framework", "    explains: [x.e]\n")                                                                 \
    CAUSE("x.e", "framework", "    explains: [x.f]\n")                                                                 \
    CAUSE("x.f", "gpu_run", "")                                                                                        \
    CAUSE("x.g", "kernel_driver", "    narrower_than: [x.b]\n")                                                        \
    CAUSE("x.first", "session", "")                                                                                    \
    CAUSE("x.second", "session", "")                                                                                   \
    CAUSE("x.late", "training_job", "")

static const struct knowledge *letters(struct arena *arena) {
    static const struct sketch sketch = {.taxonomy = LETTERS, .causes = LETTER_CAUSES};
    return knowledge_of(arena, &sketch);
}

struct record {
    const char *cause;
    int weight;
    const char *group; /* "<..." of the process that failed first, ">..." of later ones */
};

static struct evidence *evidence_of(struct arena *arena, const struct record *records, size_t count) {
    struct evidence *evidence = arena_array(arena, count, sizeof *evidence);
    for (size_t i = 0; i < count; i++)
        evidence[i] = (struct evidence){.cause = text_of(records[i].cause),
                                        .weight = records[i].weight,
                                        .group = text_of(records[i].group),
                                        .order = records[i].group[0] == '<'   ? ORDER_FIRST
                                                 : records[i].group[0] == '>' ? ORDER_LATER
                                                                              : ORDER_UNKNOWN,
                                        .severity = SEVERITY_ERROR};
    return evidence;
}

/* "x.a=30(x.b x.c) x.late=5": roots in their order, with sums and what each explains. */
static struct text told(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence,
                        size_t count) {
    struct root *roots;
    struct buffer out = buffer_new(arena);
    for (size_t i = 0, found = weigh_roots(arena, knowledge, evidence, count, &roots); i < found; i++) {
        buffer_format(&out, "%s" TEXT_FORMAT "=%d", i ? " " : "", TEXT_ARGUMENTS(roots[i].cause), roots[i].sum);
        for (size_t j = 0; j < roots[i].explains_count; j++)
            buffer_format(&out, "%s" TEXT_FORMAT, j ? " " : "(", TEXT_ARGUMENTS(roots[i].explains[j]));
        buffer_add_string(&out, roots[i].explains_count ? ")" : "");
    }
    return buffer_text(&out);
}

#define CHECK(expected, ...)                                                                                           \
    check(*state, expected, (const struct record[]){__VA_ARGS__}, COUNT(((const struct record[]){__VA_ARGS__})),       \
          __LINE__)

static void check(struct arena *arena, const char *expected, const struct record *records, size_t count, int line) {
    struct text got = told(arena, letters(arena), evidence_of(arena, records, count), count);
    assert_spans(got, text_of(expected), __FILE__, line);
}

static void groups_add_up_and_the_strongest_of_each_counts(void **state) {
    CHECK("x.late=19", {"x.late", 8, "one"}, {"x.late", 12, "one"}, {"x.late", 7, "two"}, {"x.late", 12, "one"});
    CHECK("x.late=5", {"x.late", 12, "one"}, {"x.late", -7, "two"});
    CHECK("x.late=12", {"x.late", 12, "one"}, {"x.late", -7, "one"}); /* of one group: the stronger */
    CHECK("", {"x.late", 7, "one"}, {"x.late", -12, "one"});
    CHECK("", {"x.late", 7, "one"}, {"x.late", -7, "one"}); /* as strong: what speaks against it */
    CHECK("", {"x.late", -7, "one"}, {"x.late", 7, "one"});
    CHECK("x.first=9 x.late=7", {"x.late", 7, "one"}, {"x.first", 9, "one"}); /* a group is one cause's own */
}

static void what_is_too_weak_is_not_accepted(void **state) {
    struct root *roots;
    CHECK("", {"x.late", 3, "one"});
    CHECK("x.late=4", {"x.late", 4, "one"});
    CHECK("", {"x.late", -40, "one"});
    CHECK("", {"x.nobody", 40, "one"});
    CHECK("x.late=9", {"x.nobody", 40, "one"}, {"x.late", 9, "two"});
    assert_int_equal(weigh_roots(*state, letters(*state), NULL, 0, &roots), 0);
}

static void certainty_has_three_thresholds(void **state) {
    const struct text alone = {0};
    (void)state;
    assert_int_equal(certainty_of(4, alone), CERTAINTY_POSSIBLE);
    assert_int_equal(certainty_of(9, alone), CERTAINTY_POSSIBLE);
    assert_int_equal(certainty_of(10, alone), CERTAINTY_LIKELY);
    assert_int_equal(certainty_of(19, alone), CERTAINTY_LIKELY);
    assert_int_equal(certainty_of(20, alone), CERTAINTY_CERTAIN);
    assert_int_equal(certainty_of(400, alone), CERTAINTY_CERTAIN);
    assert_int_equal(certainty_of(400, TEXT("x.late")), CERTAINTY_LIKELY);
    assert_int_equal(certainty_of(9, TEXT("x.late")), CERTAINTY_POSSIBLE);
}

/* Messages say what happened, not what came first. */
static void a_root_beside_another_is_not_certain(void **state) {
    static const struct {
        int first, second;
        const char *source;
        bool contested;
    } tries[] = {
        {30, 19, "symptom:x", true}, {30, 18, "symptom:x", false}, {25, 25, "symptom:x", true},
        {80, 29, "symptom:x", true}, {80, 28, "symptom:x", false}, {20, 9, "symptom:x", false},
        {30, 25, "listing", false}, /* facts conclude whatever stands beside them */
    };
    for (size_t at = 0; at < COUNT(tries); at++) {
        const struct record records[] = {{"x.f", tries[at].first, "one"}, {"x.late", tries[at].second, "two"}};
        struct evidence *evidence = evidence_of(*state, records, 2);
        struct root *roots;
        evidence[0].origin.source = text_of(tries[at].source);
        assert_int_equal(weigh_roots(*state, letters(*state), evidence, 2, &roots), 2);
        assert_int_equal(roots[0].contested_by.size > 0, tries[at].contested);
    }
}

static void a_root_explains_along_accepted_causes(void **state) {
    CHECK("x.a=20(x.b)", {"x.b", 30, "one"}, {"x.a", 20, "two"});
    CHECK("x.a=20(x.b x.c x.d)", {"x.b", 25, "1"}, {"x.d", 25, "2"}, {"x.c", 25, "3"}, {"x.a", 20, "4"});
    CHECK("x.a=20(x.b x.c)", {"x.b", 4, "1"}, {"x.c", 25, "2"}, {"x.a", 20, "3"});
    CHECK("x.c=25 x.a=20", {"x.b", 3, "1"}, {"x.c", 25, "2"}, {"x.a", 20, "3"}); /* b, between them, is not accepted */
    CHECK("x.f=30 x.a=20", {"x.f", 30, "one"}, {"x.a", 20, "two"});              /* nothing is known of b to e */
    CHECK("x.f=30", {"x.f", 30, "one"}, {"x.a", 3, "two"});                      /* a is not accepted */
    CHECK("x.b=9 x.late=5", {"x.b", 9, "one"}, {"x.a", 3, "two"}, {"x.late", 5, "three"});
}

static void a_narrower_name_is_shown(void **state) {
    CHECK("x.g=20(x.b)", {"x.b", 30, "one"}, {"x.g", 20, "two"});
    CHECK("x.b=30 x.g=12", {"x.b", 30, "one"}, {"x.g", 12, "two"});
}

/* A guess does not take the place of something seen. */
static void only_what_is_no_less_certain_explains(void **state) {
    CHECK("x.b=20 x.a=19", {"x.b", 20, "one"}, {"x.a", 19, "two"});
    CHECK("x.a=10(x.b)", {"x.b", 19, "one"}, {"x.a", 10, "two"});
    CHECK("x.b=10 x.a=9", {"x.b", 10, "one"}, {"x.a", 9, "two"});
    CHECK("x.a=4(x.b)", {"x.b", 9, "one"}, {"x.a", 4, "two"});
}

static void what_a_root_accounts_for_stops_speaking_for_others(void **state) {
    CHECK("x.first=12", {"x.first", 12, "line"}, {"x.late", 11, "line"});
    CHECK("x.first=12 x.late=5", {"x.first", 12, "line"}, {"x.late", 6, "line"}, {"x.late", 5, "other"});
    CHECK("x.first=9 x.late=8", {"x.first", 9, "line"}, {"x.late", 8, "line"}); /* only a possible root */
    /* What a line says against a cause stays true whoever the line is about. */
    CHECK("x.first=25", {"x.first", 25, "line"}, {"x.late", -10, "line"}, {"x.late", 12, "other"});
    /* A group that spoke against the root is not accounted for by it. */
    CHECK("x.first=25 x.late=8", {"x.first", 35, "one"}, {"x.first", -10, "line"}, {"x.late", 8, "line"});
}

static void the_strongest_goes_first_and_ties_have_an_order(void **state) {
    CHECK("x.late=13 x.first=12", {"x.first", 12, "one"}, {"x.late", 13, "two"});
    CHECK("x.first=12 x.late=12", {"x.late", 12, "one"}, {"x.first", 12, "two"});     /* by link */
    CHECK("x.first=12 x.second=12", {"x.second", 12, "one"}, {"x.first", 12, "two"}); /* by taxonomy */
    CHECK("x.first=40 x.late=80", {"x.late", 40, "one"}, {"x.late", 40, "two"},
          {"x.first", 40, "three"}); /* certain is certain */
    CHECK("x.late=40 x.first=39", {"x.late", 40, "one"}, {"x.first", 39, "three"});
}

static void the_first_process_explains_what_later_ones_say(void **state) {
    CHECK("x.first=14(x.late)", {"x.first", 14, "<one"}, {"x.late", 30, ">two"});
    CHECK("x.late=30 x.first=9", {"x.first", 9, "<one"}, {"x.late", 30, ">two"});
    /* Somebody else says it, too. */
    CHECK("x.late=60 x.first=14", {"x.first", 14, "<one"}, {"x.late", 30, ">two"}, {"x.late", 30, "three"});
    CHECK("x.late=30 x.first=14", {"x.first", 14, "one"}, {"x.late", 30, ">two"});
    /* By what is known the later one's error is why the first one failed. */
    CHECK("x.a=30(x.b)", {"x.b", 30, "<one"}, {"x.a", 30, ">two"});
}

static void evidence_is_listed_for_before_against(void **state) {
    const struct record records[] = {{"x.late", 5, "one"},   {"x.late", -9, "two"},  {"x.late", 30, "three"},
                                     {"x.late", 4, "one"},   {"x.first", 4, "six"},  {"x.late", -2, "four"},
                                     {"x.late", 5, "seven"}, {"x.late", 30, "three"}};
    static const int expected[] = {2, 0, 6, 5, 1};
    struct evidence *evidence = evidence_of(*state, records, COUNT(records));
    struct root *roots;
    assert_int_equal(weigh_roots(*state, letters(*state), evidence, COUNT(records), &roots), 2);
    assert_int_equal(roots[0].evidence_count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++)
        assert_ptr_equal(roots[0].evidence[i], &evidence[expected[i]]);
    assert_int_equal(roots[0].sum, 29);
    assert_int_equal(roots[0].link, CHAIN_TRAINING_JOB);
}

/* Knowledge's longest chain has 19 links today, and its edges make many ways of one chain: here 2^30 for whoever walks
 * them all. */
static void a_chain_has_no_length_at_which_it_ends(void **state) {
    enum { LENGTH = 60 };
    struct buffer taxonomy = buffer_new(*state), causes = buffer_new(*state);
    struct record records[LENGTH + 1] = {{"x.apart", 20, "apart"}};
    buffer_add_string(&taxonomy, "x:\n  apart: No.\n");
    buffer_add_string(&causes, CAUSE("x.apart", "framework", ""));
    for (int i = 0; i < LENGTH; i++) {
        buffer_format(&taxonomy, "  c%d: No.\n", i);
        buffer_format(&causes, "  x.c%d: {link: framework, title: {en: T, zh: T}, say: {en: S., zh: S.}, sources: [s]",
                      i);
        if (i + 2 < LENGTH)
            buffer_format(&causes, ", explains: [x.c%d, x.c%d]", i + 2, i + 1);
        else if (i + 1 < LENGTH)
            buffer_format(&causes, ", explains: [x.c%d]", i + 1);
        buffer_add_string(&causes, "}\n");
        records[i + 1] = (struct record){text_format(*state, "x.c%d", i).at, 20, text_format(*state, "%d", i).at};
    }
    struct sketch sketch = {.taxonomy = buffer_text(&taxonomy).at, .causes = buffer_text(&causes).at};
    struct root *roots;
    assert_int_equal(weigh_roots(*state, knowledge_of(*state, &sketch), evidence_of(*state, records, COUNT(records)),
                                 COUNT(records), &roots),
                     2);
    assert_text(roots[0].cause, "x.apart");
    assert_text(roots[1].cause, "x.c0");
    assert_int_equal(roots[1].explains_count, LENGTH - 1);
}

/* The compiler looks for rings in each relation, not in both together: then nobody is the root, and yet nobody may get
 * lost. */
static void a_ring_of_both_relations_loses_nobody(void **state) {
    static const struct sketch sketch = {.taxonomy = "x:\n  a: No.\n  b: No.\n",
                                         .causes = CAUSE("x.a", "framework", "    explains: [x.b]\n")
                                             CAUSE("x.b", "framework", "    narrower_than: [x.a]\n")};
    const struct record records[] = {{"x.a", 20, "one"}, {"x.b", 30, "two"}};
    assert_text(told(*state, knowledge_of(*state, &sketch), evidence_of(*state, records, 2), 2), "x.b=30(x.a)");
}

/* "x.a=20 root[+30 -10 (8)] ...": each cause with its records; in brackets what did not count, and for whom it was
 * spent. */
static struct text redone(struct arena *arena, const struct record *records, size_t count) {
    static const char *const fates[] = {"refused", "root", "explained"};
    struct buffer out = buffer_new(arena);
    struct weighed *weighed;
    size_t found = weigh_all(arena, letters(arena), evidence_of(arena, records, count), count, &weighed);
    for (size_t i = 0; i < found; i++) {
        int sum = 0;
        buffer_format(&out, "%s" TEXT_FORMAT "=%d %s" TEXT_FORMAT "[", i ? " " : "", TEXT_ARGUMENTS(weighed[i].cause),
                      weighed[i].sum, fates[weighed[i].fate], TEXT_ARGUMENTS(weighed[i].by));
        for (size_t j = 0; j < weighed[i].record_count; j++) {
            const struct weighed_record *record = &weighed[i].records[j];
            sum += record->counts ? record->evidence->weight : 0;
            buffer_format(&out, record->counts ? "%s%+d" TEXT_FORMAT : "%s(%+d" TEXT_FORMAT ")", j ? " " : "",
                          record->evidence->weight, TEXT_ARGUMENTS(record->spent_by));
        }
        buffer_add_string(&out, "]");
        assert_int_equal(sum, weighed[i].sum); /* a reader can redo it */
    }
    return buffer_text(&out);
}

#define REDO(expected, ...)                                                                                            \
    assert_text(redone(*state, (const struct record[]){__VA_ARGS__}, COUNT(((const struct record[]){__VA_ARGS__}))),   \
                expected)

static void every_sum_can_be_redone(void **state) {
    REDO("x.late=15 root[+8 (+5) +7]", {"x.late", 8, "one"}, {"x.late", 5, "one"}, {"x.late", 7, "two"});
    REDO("x.late=12 root[+12] x.first=-5 refused[-5]", {"x.late", 12, "two"}, {"x.first", -5, "one"});
    REDO("x.a=20 root[+20] x.b=30 explainedx.a[+30]", {"x.b", 30, "one"}, {"x.a", 20, "two"});
    /* What a likely root accounts for is named with the root. */
    REDO("x.first=12 root[+12] x.late=0 refused[(+11x.first)]", {"x.first", 12, "line"}, {"x.late", 11, "line"});
    REDO("x.first=9 root[+9] x.late=8 root[+8]", {"x.first", 9, "line"}, {"x.late", 8, "line"});
    REDO("x.second=3 refused[+3] x.late=3 refused[+3] x.first=1 refused[+1]", {"x.late", 3, "1"}, {"x.first", 1, "2"},
         {"x.second", 3, "3"});
    REDO("x.late=9 root[+9]", {"x.nobody", 40, "one"}, {"x.late", 9, "two"});
}

static void rivals_fit_the_same_lines_as_well(void **state) {
    static const struct {
        struct record records[3];
        size_t count;
        const char *rivals;
    } rows[] = {
        {{{"x.first", 12, "line"}, {"x.late", 12, "line"}}, 2, "x.late"},
        {{{"x.first", 12, "line"}, {"x.late", 9, "line"}}, 2, "x.late"},
        {{{"x.first", 12, "line"}, {"x.late", 8, "line"}}, 2, ""},   /* not near enough */
        {{{"x.first", 12, "line"}, {"x.late", 12, "other"}}, 2, ""}, /* another line: a break of its own */
        {{{"x.first", 22, "line"}, {"x.late", 22, "line"}}, 2, ""},  /* certain */
        {{{"x.a", 12, "line"}, {"x.b", 12, "line"}}, 2, ""},         /* an effect is no rival */
        {{{"x.first", 6, "line"}, {"x.late", 6, "line"}, {"x.second", 5, "line"}}, 3, "x.second x.late"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct root *roots;
        assert_true(weigh_roots(*state, letters(*state), evidence_of(*state, rows[i].records, rows[i].count),
                                rows[i].count, &roots) > 0);
        assert_text(text_join_all(*state, roots[0].rivals, roots[0].rival_count, TEXT(" ")), rows[i].rivals);
    }
}

/* Whatever is recorded, in whatever order: the same roots, with the same sums, that explain the same. */
static void the_order_of_records_does_not_matter(void **state) {
    static const char *const causes[] = {"x.a", "x.b", "x.c",     "x.d",      "x.e",
                                         "x.f", "x.g", "x.first", "x.second", "x.late"};
    static const char *const groups[] = {"1", "2", "3", "4", "5", "6"};
    const struct knowledge *knowledge = letters(*state);
    uint64_t seed = 4711;
    for (int round = 0; round < 3000; round++) {
        struct arena *arena = arena_new();
        struct record records[14];
        size_t count = 1 + noise(&seed) % COUNT(records);
        for (size_t i = 0; i < count; i++)
            records[i] = (struct record){causes[noise(&seed) % COUNT(causes)], (int)(noise(&seed) % 60) - 15,
                                         groups[noise(&seed) % COUNT(groups)]};
        struct text before = told(arena, knowledge, evidence_of(arena, records, count), count);
        for (size_t i = count; i > 1; i--) {
            size_t other = noise(&seed) % i;
            struct record kept = records[i - 1];
            records[i - 1] = records[other];
            records[other] = kept;
        }
        struct text after = told(arena, knowledge, evidence_of(arena, records, count), count);
        assert_spans(after, before, __FILE__, __LINE__);
        arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(groups_add_up_and_the_strongest_of_each_counts),
        TEST(what_is_too_weak_is_not_accepted),
        TEST(certainty_has_three_thresholds),
        TEST(a_root_beside_another_is_not_certain),
        TEST(a_root_explains_along_accepted_causes),
        TEST(a_narrower_name_is_shown),
        TEST(only_what_is_no_less_certain_explains),
        TEST(what_a_root_accounts_for_stops_speaking_for_others),
        TEST(the_strongest_goes_first_and_ties_have_an_order),
        TEST(the_first_process_explains_what_later_ones_say),
        TEST(evidence_is_listed_for_before_against),
        TEST(a_chain_has_no_length_at_which_it_ends),
        TEST(a_ring_of_both_relations_loses_nobody),
        TEST(every_sum_can_be_redone),
        TEST(rivals_fit_the_same_lines_as_well),
        TEST(the_order_of_records_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
