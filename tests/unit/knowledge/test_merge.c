#include "knowledge/match.h"
#include "knowledge_test.h"

#define SITE TEXT("/etc/site")

static const struct knowledge *base_of(struct arena *arena) {
    struct sample_files files = sample_files();
    struct text image = compiled(arena, &files);
    const struct knowledge *knowledge;
    assert_true(knowledge_open(arena, image.at, image.size, &knowledge, NULL));
    return knowledge;
}

static struct text merged_image(struct arena *arena, const struct knowledge *base, const struct knowledge_file *files,
                                size_t count) {
    struct text image = {0};
    struct knowledge_faults faults = {0};
    if (!knowledge_merge(arena, base, SITE, files, count, &image, &faults))
        fail_msg(TEXT_FORMAT, TEXT_ARGUMENTS(faults.lines[0]));
    return image;
}

static const struct knowledge *merged(struct arena *arena, const struct knowledge *base,
                                      const struct knowledge_file *files, size_t count) {
    struct text image = merged_image(arena, base, files, count);
    const struct knowledge *knowledge;
    assert_true(knowledge_open(arena, image.at, image.size, &knowledge, NULL));
    return knowledge;
}

static void expect_fault(struct arena *arena, const char *path, const char *content, const char *says) {
    struct knowledge_file file = {text_of(path), text_of(content)};
    struct text image;
    struct knowledge_faults faults;
    assert_false(knowledge_merge(arena, base_of(arena), SITE, &file, 1, &image, &faults));
    if (!text_contains(faults.lines[0], says))
        fail_msg(TEXT_FORMAT " does not say %s", TEXT_ARGUMENTS(faults.lines[0]), says);
}

static void nothing_over_it_leaves_it_as_it_was(void **state) {
    struct sample_files files = sample_files();
    struct text whole = compiled(*state, &files);
    const struct knowledge *base = base_of(*state);
    struct text again = merged_image(*state, base, NULL, 0);
    assert_int_equal(knowledge_cause_order(base, TEXT("driver.absent")), 2);
    /* Lines that must not match are not in an image, so the bytes are those of a knowledge without them. */
    assert_int_equal(whole.size, again.size);
    assert_memory_equal(whole.at, again.at, whole.size);
}

static void an_entry_takes_the_place_of_its_like(void **state) {
    static const char text[] = "texts:\n  plain: {en: Fine, zh: 行}\n", cause[] =
                                                                            "causes:\n"
                                                                            "  site.full:\n"
                                                                            "    link: training_job\n"
                                                                            "    title: {en: Full, zh: 满}\n"
                                                                            "    say: {en: It is full., zh: 满了。}\n"
                                                                            "    explains: [hw.none]\n"
                                                                            "    sources: [vendor]\n";
    const struct knowledge_file files[] = {{TEXT("texts/site.yaml"), TEXT(text)},
                                           {TEXT("causes/site.yaml"), TEXT(cause)}};
    const struct knowledge *knowledge = merged(*state, base_of(*state), files, 2);
    struct node texts = node_get(knowledge_root(knowledge), "texts"),
                full = knowledge_cause(knowledge, TEXT("site.full"));
    assert_true(text_is(node_text(node_get(node_get(texts, "plain"), "en")), "Fine"));
    assert_true(text_equal(node_text(node_get(node_get(texts, "plain"), "from")), SITE));
    assert_false(node_present(node_get(node_get(texts, "card.ok"), "from")));
    assert_int_equal(node_count(texts), 2);
    assert_true(text_equal(node_text(node_get(full, "from")), SITE));
    assert_int_equal(knowledge_cause_order(knowledge, TEXT("hw.none")), 0);
    assert_int_equal(knowledge_cause_order(knowledge, TEXT("site.full")), 3);
}

static void its_symptoms_are_matched_beside_the_others(void **state) {
    static const char symptom[] = "symptoms:\n"
                                  "  site.quota:\n"
                                  "    literal: [quota exceeded]\n"
                                  "    speaks: {hw.none: 20}\n"
                                  "    severity: error\n"
                                  "    sample: [the quota exceeded it]\n"
                                  "    sources: [vendor]\n";
    const struct knowledge_file file = {TEXT("symptoms/site.yaml"), TEXT(symptom)};
    struct matcher *matcher = matcher_new(*state, merged(*state, base_of(*state), &file, 1));
    struct symptom_hit *hits;
    assert_int_equal(matcher_line(matcher, *state, TEXT("QUOTA EXCEEDED"), &hits), 1);
    assert_true(text_is(hits[0].id, "site.quota"));
    assert_int_equal(matcher_line(matcher, *state, TEXT("no CUDA-capable device"), &hits), 1);
    assert_true(text_is(hits[0].id, "card.none"));
    matcher_free(matcher);
}

static void a_row_takes_the_place_of_the_one_with_its_key(void **state) {
    static const char rows[] = "device_id*\tname\tsource\n2684\tOurs\tboard\n0001\tNew\tboard\n";
    const struct knowledge_file file = {TEXT("tables/gpus.tsv"), TEXT(rows)};
    const struct knowledge *knowledge = merged(*state, base_of(*state), &file, 1);
    size_t from = 0;
    struct node row = table_find(knowledge, "gpus", "device_id", TEXT("2684"), &from);
    assert_int_equal(node_count(knowledge_table(knowledge, "gpus")), 4);
    assert_true(text_is(row_text(row, "name"), "Ours"));
    assert_int_equal(row_text(row, "capability").size, 0);
    assert_true(text_is(row_text(node_at(knowledge_table(knowledge, "gpus"), 0), "device_id"), "0001"));
    assert_int_equal(node_count(knowledge_table(knowledge, "cuda")), 2);
}

static void one_lies_over_another(void **state) {
    static const char first[] = "texts:\n  plain: {en: Fine, zh: 行}\n  mine: {en: Mine, zh: 我}\n",
                      second[] = "texts:\n  plain: {en: Best, zh: 佳}\n";
    const struct knowledge_file one = {TEXT("texts/a.yaml"), TEXT(first)}, two = {TEXT("texts/a.yaml"), TEXT(second)};
    const struct knowledge *knowledge = merged(*state, merged(*state, base_of(*state), &one, 1), &two, 1);
    struct node texts = node_get(knowledge_root(knowledge), "texts");
    assert_true(text_is(node_text(node_get(node_get(texts, "plain"), "en")), "Best"));
    assert_true(text_is(node_text(node_get(node_get(texts, "mine"), "en")), "Mine"));
}

static void faults_are_those_of_the_drop_in(void **state) {
    expect_fault(*state, "taxonomy.yaml", "site:\n  full: Full.\n", "taxonomy.yaml: a drop-in has none");
    expect_fault(*state, "texts/a.yaml", "texts:\n  plain: {en: Fine}\n", "texts/a.yaml:2: plain: lacks 'zh'");
    expect_fault(*state, "symptoms/a.yaml",
                 "symptoms:\n  x: {literal: [abcdef], speaks: {no.such: 3}, severity: error, sample: [abcdef], "
                 "sources: [vendor]}\n",
                 "no.such");
    expect_fault(*state, "symptoms/a.yaml",
                 "symptoms:\n  x: {literal: [this is harmless], speaks: {hw.none: 3}, severity: error, sample: [this "
                 "is harmless], sources: [vendor]}\n",
                 "already that of quiet");
    expect_fault(*state, "tables/gpus.tsv", "device_id\tname*\tsource\n2684\tOurs\tboard\n", "marks other columns");
    expect_fault(*state, "elsewhere/a.yaml", "x: y\n", "belongs to nothing here");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(nothing_over_it_leaves_it_as_it_was),
        TEST(an_entry_takes_the_place_of_its_like),
        TEST(its_symptoms_are_matched_beside_the_others),
        TEST(a_row_takes_the_place_of_the_one_with_its_key),
        TEST(one_lies_over_another),
        TEST(faults_are_those_of_the_drop_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
