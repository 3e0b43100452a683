#include "facts/store.h"

#include "facts_test.h"

static void numbers_inside_are_numbers(void **state) {
    static const char *const rising[] = {"",        "-",       "00",       "0000:0a:00.0", "0000:01:00.0",
                                         "001",     "01",      "1",        "1.9",          "1.10",
                                         "1.10a",   "1.a",     "2",        "10",           "nvidia",
                                         "nvidia0", "nvidia2", "nvidia10", "nvidia10a",    "nvidiactl"};
    (void)state;
    for (size_t i = 0; i < COUNT(rising); i++)
        for (size_t j = 0; j < COUNT(rising); j++) {
            int order = natural_compare(text_of(rising[i]), text_of(rising[j]));
            bool right = i < j ? order < 0 : i > j ? order > 0 : order == 0;
            if (!right)
                fail_msg("'%s' and '%s' compare as %d", rising[i], rising[j], order);
        }
    /* 20 digits are more than any integer holds. */
    assert_true(natural_compare(TEXT("99999999999999999999"), TEXT("100000000000000000000")) < 0);
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

/* A strict total order: else sorting and searching would part company. */
static void natural_order_is_total(void **state) {
    uint64_t seed = 20260101;
    for (int round = 0; round < 200000; round++) {
        struct arena *arena = round % 1000 ? *state : arena_new();
        struct text a = noise_text(arena, &seed, TEXT("0019ab.:"), 5),
                    b = noise_text(arena, &seed, TEXT("0019ab.:"), 5);
        struct text c = noise_text(arena, &seed, TEXT("0019ab.:"), 5);
        int ab = sign(natural_compare(a, b)), bc = sign(natural_compare(b, c)), ac = sign(natural_compare(a, c));
        assert_int_equal(ab, -sign(natural_compare(b, a)));
        assert_int_equal(ab == 0, text_equal(a, b));
        if (ab <= 0 && bc <= 0)
            assert_int_equal(ac, ab || bc ? -1 : 0);
        if (arena != *state)
            arena_free(arena);
    }
}

static void entities_come_in_their_own_order(void **state) {
    struct fact_store *store = fact_store_new(*state);
    struct entity *entities;
    know_text(store, ATTRIBUTE_NODE_TYPE, "/dev/nvidia10", "character");
    know_text(store, ATTRIBUTE_LIBRARY_NAME, "/usr/lib/libcuda.so.1", "libcuda.so.1");
    know_text(store, ATTRIBUTE_NODE_TYPE, "/dev/nvidia2", "character");
    know_text(store, ATTRIBUTE_NODE_ERROR, "/dev/nvidia2", "EPERM");
    know_text(store, ATTRIBUTE_NODE_TYPE, "/dev/nvidia02", "character");
    assert_int_equal(fact_entities(store, *state, TEXT("machine"), KIND_NODE, &entities), 3);
    assert_text(entities[0].key, "/dev/nvidia02");
    assert_text(entities[1].key, "/dev/nvidia2");
    assert_text(entities[2].key, "/dev/nvidia10");
    assert_int_equal(fact_entities(store, *state, TEXT("machine"), KIND_GPU, &entities), 0);
    assert_int_equal(fact_entities(store, *state, TEXT("listing:1"), KIND_NODE, &entities), 0);
    assert_int_equal(fact_entities(store, *state, TEXT("machine"), KIND_LIBRARY, &entities), 1);
}

static void subjects_are_kept_apart(void **state) {
    static const char *const names[] = {"machine", "listing:10", "text", "listing:2", "listing:10"};
    struct fact_store *store = fact_store_new(*state);
    struct text *subjects;
    for (size_t i = 0; i < COUNT(names); i++) {
        struct fact fact = fact_of(ATTRIBUTE_MACHINE_OS, "", value_string(names[i]));
        fact.subject = text_of(names[i]);
        fact_add(store, &fact);
    }
    assert_int_equal(fact_subjects(store, *state, &subjects), 4);
    assert_text(subjects[0], "listing:2");
    assert_text(subjects[1], "listing:10");
    assert_text(subjects[2], "machine");
    assert_text(subjects[3], "text");
    struct entity second = {TEXT("listing:2"), KIND_MACHINE, TEXT("")};
    assert_text(fact_text(store, &second, ATTRIBUTE_MACHINE_OS), "listing:2");
}

static void nothing_is_known_of_an_empty_store(void **state) {
    struct fact_store *store = fact_store_new(*state);
    struct entity machine = entity_of(KIND_MACHINE, ""), *entities;
    struct text *subjects;
    const struct fact *facts, **observations;
    assert_int_equal(fact_all(store, &facts), 0);
    assert_int_equal(fact_subjects(store, *state, &subjects), 0);
    assert_int_equal(fact_entities(store, *state, TEXT("machine"), KIND_MACHINE, &entities), 0);
    assert_int_equal(fact_observations(store, *state, &machine, ATTRIBUTE_MACHINE_OS, &observations), 0);
    assert_null(fact_find(store, &machine, ATTRIBUTE_MACHINE_OS));
    assert_int_equal(fact_state_of(store, &machine, ATTRIBUTE_MACHINE_OS), FACT_NOT_ASKED);
}

static void a_known_observation_goes_first(void **state) {
    struct fact_store *store = fact_store_new(*state);
    struct entity machine = entity_of(KIND_MACHINE, "");
    const struct fact **facts;
    know_state(store, ATTRIBUTE_MACHINE_OS, "", FACT_TIMED_OUT);
    know_state(store, ATTRIBUTE_MACHINE_OS, "", FACT_ABSENT);
    know_text(store, ATTRIBUTE_MACHINE_OS, "", "first");
    know_text(store, ATTRIBUTE_MACHINE_OS, "", "second");
    know_state(store, ATTRIBUTE_MACHINE_OS, "", FACT_UNREADABLE);
    assert_int_equal(fact_observations(store, *state, &machine, ATTRIBUTE_MACHINE_OS, &facts), 5);
    assert_text(facts[0]->value.text, "first");
    assert_text(facts[1]->value.text, "second");
    assert_int_equal(facts[2]->state, FACT_ABSENT);
    assert_int_equal(facts[3]->state, FACT_UNREADABLE);
    assert_int_equal(facts[4]->state, FACT_TIMED_OUT);
    assert_ptr_equal(fact_find(store, &machine, ATTRIBUTE_MACHINE_OS), facts[0]);
    assert_true(fact_known(store, &machine, ATTRIBUTE_MACHINE_OS));
    assert_false(fact_absent(store, &machine, ATTRIBUTE_MACHINE_OS));
}

/* None of the states is zero, and a value of another type is no value. */
static void getters_never_invent(void **state) {
    struct fact_store *store = fact_store_new(*state);
    struct entity machine = entity_of(KIND_MACHINE, "");
    for (int at = FACT_ABSENT; at <= FACT_NOT_ASKED; at++)
        know_state(store, ATTRIBUTE_MACHINE_SECURE_BOOT, "", (enum fact_state)at);
    assert_false(fact_is_true(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT));
    assert_false(fact_is_false(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT));
    assert_true(fact_absent(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT));
    know(store, ATTRIBUTE_MACHINE_SECURE_BOOT, "", value_boolean(false));
    assert_true(fact_is_false(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT));
    assert_false(fact_is_true(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT));
    assert_int_equal(fact_integer(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT, -7), -7);
    assert_int_equal(fact_text(store, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT).size, 0);
    know(store, ATTRIBUTE_MACHINE_NOW, "", value_integer(0));
    assert_int_equal(fact_integer(store, &machine, ATTRIBUTE_MACHINE_NOW, -7), 0);
    assert_false(fact_is_false(store, &machine, ATTRIBUTE_MACHINE_NOW));
    know_state(store, ATTRIBUTE_MACHINE_PCI_DEVICES, "", FACT_UNREADABLE);
    assert_int_equal(fact_integer(store, &machine, ATTRIBUTE_MACHINE_PCI_DEVICES, -7), -7);
    assert_int_equal(fact_state_of(store, &machine, ATTRIBUTE_MACHINE_PCI_DEVICES), FACT_UNREADABLE);
}

/* Sources look up between two facts they add: the order must be the same as if all had been there at once. */
static void looking_in_between_changes_nothing(void **state) {
    uint64_t seed = 77;
    struct fact_store *at_once = fact_store_new(*state), *between = fact_store_new(*state);
    const struct fact *left, *right;
    for (int64_t i = 0; i < 3000; i++) {
        enum attribute attribute = (enum attribute)(noise(&seed) % ATTRIBUTE_COUNT);
        struct text key = noise_text(*state, &seed, TEXT("0129a"), 3);
        struct fact fact = {.subject = noise(&seed) % 5 ? TEXT("machine") : TEXT("listing:1"),
                            .attribute = attribute,
                            .kind = attribute_row(attribute)->kind,
                            .key = key,
                            .value = value_integer(i)};
        fact_add(at_once, &fact);
        fact_add(between, &fact);
        struct entity entity = {fact.subject, fact.kind, fact.key};
        if (noise(&seed) % 3)
            assert_non_null(fact_find(between, &entity, attribute));
    }
    size_t count = fact_all(at_once, &left);
    assert_int_equal(count, 3000);
    assert_int_equal(fact_all(between, &right), count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(left[i].value.integer, right[i].value.integer);
    for (size_t i = 1; i < count; i++) {
        bool alike = text_equal(left[i].subject, left[i - 1].subject) && text_equal(left[i].key, left[i - 1].key) &&
                     left[i].attribute == left[i - 1].attribute;
        assert_true(natural_compare(left[i - 1].subject, left[i].subject) <= 0);
        if (alike)
            assert_true(left[i - 1].value.integer < left[i].value.integer); /* as added */
    }
}

static void every_fact_is_found_again(void **state) {
    uint64_t seed = 5;
    struct fact_store *store = fact_store_new(*state);
    const struct fact *facts;
    for (int64_t i = 0; i < 500; i++) {
        struct text key = noise_text(*state, &seed, TEXT("01:.ab"), 4);
        struct fact fact = fact_of(ATTRIBUTE_GPU_MEMORY, "", value_integer(i));
        fact.key = key;
        fact_add(store, &fact);
    }
    size_t count = fact_all(store, &facts), found = 0;
    struct entity *entities;
    for (size_t i = 0, kinds = fact_entities(store, *state, TEXT("machine"), KIND_GPU, &entities); i < kinds; i++) {
        const struct fact **observations;
        found += fact_observations(store, *state, &entities[i], ATTRIBUTE_GPU_MEMORY, &observations);
    }
    assert_int_equal(found, count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(numbers_inside_are_numbers),
        TEST(natural_order_is_total),
        TEST(entities_come_in_their_own_order),
        TEST(subjects_are_kept_apart),
        TEST(nothing_is_known_of_an_empty_store),
        TEST(a_known_observation_goes_first),
        TEST(getters_never_invent),
        TEST(looking_in_between_changes_nothing),
        TEST(every_fact_is_found_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
