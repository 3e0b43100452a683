#include "knowledge/say.h"

#include "knowledge_test.h"

static void slots_are_filled_in_either_language(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    const struct slot slots[] = {{"name", TEXT("{count}")}, {"count", TEXT("2")}};
    assert_text(say(*state, knowledge, LANGUAGE_ENGLISH, "card.ok", slots, 2), "2 x {count}, {{odd}");
    assert_text(say(*state, knowledge, LANGUAGE_CHINESE, "card.ok", slots, 2), "{count} × 2，{{odd}");
    assert_text(say(*state, knowledge, LANGUAGE_CHINESE, "plain", slots, 2), "好");
}

static void what_is_not_known_stays_visible(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    const struct slot slots[] = {{"count", {NULL, 0}}};
    assert_text(say(*state, knowledge, LANGUAGE_ENGLISH, "card.ok", NULL, 0), "{count} x {name}, {{odd}");
    assert_text(say(*state, knowledge, LANGUAGE_ENGLISH, "card.ok", slots, 1), " x {name}, {{odd}");
    assert_text(say(*state, knowledge, LANGUAGE_ENGLISH, "no.such", NULL, 0), "no.such");
}

static void a_pair_speaks_for_itself(void **state) {
    const struct knowledge *knowledge = sample_knowledge(*state);
    struct node title = node_get(knowledge_cause(knowledge, TEXT("driver.old")), "title");
    assert_text(say_node(*state, title, LANGUAGE_ENGLISH, NULL, 0), "Old");
    assert_text(say_node(*state, title, LANGUAGE_CHINESE, NULL, 0), "旧");
    assert_text(say_node(*state, (struct node){0}, LANGUAGE_CHINESE, NULL, 0), "");
}

static void languages_are_told_by_the_locale(void **state) {
    static const struct {
        const char *name;
        bool known;
        enum language language;
    } cases[] = {
        {"zh", true, LANGUAGE_CHINESE},          {"zh_CN.UTF-8", true, LANGUAGE_CHINESE},
        {"zh-Hans", true, LANGUAGE_CHINESE},     {"ZH_tw", true, LANGUAGE_CHINESE},
        {"zh.utf8", true, LANGUAGE_CHINESE},     {"en", true, LANGUAGE_ENGLISH},
        {"en_US.UTF-8", true, LANGUAGE_ENGLISH}, {"en@quot", true, LANGUAGE_ENGLISH},
        {"C", false, LANGUAGE_ENGLISH},          {"", false, LANGUAGE_ENGLISH},
        {"de_DE", false, LANGUAGE_ENGLISH},      {"zhuang", false, LANGUAGE_ENGLISH},
        {"enm", false, LANGUAGE_ENGLISH},        {"z", false, LANGUAGE_ENGLISH},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum language language = LANGUAGE_ENGLISH;
        assert_int_equal(language_of(text_of(cases[i].name), &language), cases[i].known);
        assert_int_equal(language, cases[i].language);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(slots_are_filled_in_either_language),
        TEST(what_is_not_known_stays_visible),
        TEST(a_pair_speaks_for_itself),
        TEST(languages_are_told_by_the_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
