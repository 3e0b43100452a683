#include "facts/exchange.h"

#include "base/json.h"
#include "facts_test.h"

/* A value of each type that an attribute can declare, with bytes that are not UTF-8 where there is text. */
static struct value value_of_type(struct arena *arena, enum attribute_type type) {
    struct value list = value_list(), map = value_map();
    switch (type) {
    case ATTRIBUTE_TYPE_TEXT:
        return value_string("/home/\xCE\xD2/\xE6\x88\x91"); /* GBK in a path that is else UTF-8 */
    case ATTRIBUTE_TYPE_VERSION:
        return value_string("2.3.1+cu121");
    case ATTRIBUTE_TYPE_INTEGER:
        return value_integer(INT64_MIN);
    case ATTRIBUTE_TYPE_BOOLEAN:
        return value_boolean(false);
    case ATTRIBUTE_TYPE_LIST:
        value_append(arena, &list, value_string("sm_86"));
        value_append(arena, &list, value_string("\xFF"));
        return list;
    case ATTRIBUTE_TYPE_MAP:
        value_set(arena, &map, "bytes", value_string("AAAA")); /* a captured group may have this name */
        return map;
    }
    return value_null();
}

static struct value through_json(struct arena *arena, const struct value *value) {
    struct buffer buffer = buffer_new(arena);
    struct value read;
    struct error error = {""};
    json_write(&buffer, value, JSON_ONE_LINE);
    if (!json_parse(arena, buffer_text(&buffer), "-", &read, &error))
        fail_msg("%s", error.message);
    return read;
}

static void every_attribute_comes_back_in_every_state(void **state) {
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++)
        for (int kind = FACT_KNOWN; kind <= FACT_NOT_ASKED; kind++) {
            const struct attribute_row *row = attribute_row((enum attribute)at);
            struct fact fact = fact_of((enum attribute)at, "a key \xFE", value_of_type(*state, row->type)), read;
            fact.state = (enum fact_state)kind;
            fact.reason = TEXT("EACCES \xFE");
            fact.origin = (struct origin){TEXT("pci"), TEXT("/sys/\xFE"), 17};
            struct value written = fact_to_value(*state, &fact), outer = through_json(*state, &written);
            if (!fact_from_value(*state, value_get(&outer, "fact"), &read))
                fail_msg("%s does not come back", row->name);
            assert_text(read.subject, "machine");
            assert_int_equal(read.kind, row->kind);
            assert_int_equal(read.attribute, at);
            assert_text(read.key, "a key \xFE");
            assert_int_equal(read.state, kind);
            assert_true(kind != FACT_KNOWN || value_equal(&read.value, &fact.value));
            assert_text(read.reason, "EACCES \xFE");
            assert_text(read.origin.source, "pci");
            assert_text(read.origin.place, "/sys/\xFE");
            assert_int_equal(read.origin.line, 17);
        }
}

static bool is_taken(struct arena *arena, const struct value *fact) {
    struct fact read = {.origin = {.line = -1}};
    bool taken = fact_from_value(arena, fact, &read);
    assert_true(taken || read.origin.line == -1); /* left alone */
    return taken;
}

/* Judges rely on the type that an attribute declares. */
static void a_value_of_another_type_is_refused(void **state) {
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++)
        for (int type = ATTRIBUTE_TYPE_TEXT; type <= ATTRIBUTE_TYPE_MAP; type++) {
            const struct attribute_row *row = attribute_row((enum attribute)at);
            struct value given = value_of_type(*state, (enum attribute_type)type);
            struct fact fact = fact_of((enum attribute)at, "", given);
            struct value outer = fact_to_value(*state, &fact);
            bool same = given.type == value_of_type(*state, row->type).type;
            /* {"bytes": ...} is how a text may be written. */
            bool as_bytes =
                type == ATTRIBUTE_TYPE_MAP && (row->type == ATTRIBUTE_TYPE_TEXT || row->type == ATTRIBUTE_TYPE_VERSION);
            if (is_taken(*state, value_get(&outer, "fact")) != (same || as_bytes))
                fail_msg("%s as %s", row->name, attribute_type_name((enum attribute_type)type));
        }
}

static bool text_is_taken(struct arena *arena, const char *json) {
    struct value value;
    assert_true(json_parse(arena, text_of(json), "-", &value, NULL));
    return is_taken(arena, &value);
}

#define FACT(subject, kind, key, attribute, rest)                                                                      \
    "{\"subject\": " subject ", \"kind\": " kind ", \"key\": " key ", \"attribute\": " attribute ", " rest "}"

static void what_is_no_fact_is_refused(void **state) {
    static const struct {
        bool taken;
        const char *json;
    } cases[] = {
        {true, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"known\", \"value\": \"A\"")},
        {true, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"absent\"")},
        {true, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"absent\", \"later\": [1]")},
        {false, FACT("\"\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"absent\"")},
        {false, FACT("7", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"absent\"")},
        {false, FACT("\"machine\"", "\"cpu\"", "\"\"", "\"name\"", "\"state\": \"absent\"")},
        {false, FACT("\"machine\"", "\"gpu\"", "0", "\"name\"", "\"state\": \"absent\"")},
        {false, FACT("\"machine\"", "\"gpu\"", "null", "\"name\"", "\"state\": \"absent\"")},
        {false, FACT("\"machine\"", "\"gpu\"", "{\"bytes\": \"*\"}", "\"name\"", "\"state\": \"absent\"")},
        {false, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"libc\"", "\"state\": \"absent\"")}, /* another kind's */
        {false, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"gone\"")},
        {false, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": 0")},
        {false, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"name\"", "\"state\": \"known\"")},
        {false, FACT("\"machine\"", "\"gpu\"", "\"\"", "\"memory\"", "\"state\": \"known\", \"value\": 1.5")},
        {false, "{}"},
        {false, "[]"},
        {false, "null"},
        {false, "{\"subject\": \"machine\", \"kind\": \"gpu\", \"attribute\": \"name\", \"state\": \"absent\"}"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (text_is_taken(*state, cases[i].json) != cases[i].taken)
            fail_msg("%s", cases[i].json);
    assert_false(is_taken(*state, NULL));
}

static void lists_hold_texts(void **state) {
    static const char *const items[] = {"1", "null", "true", "[\"a\"]", "{\"a\": 1}", "{\"bytes\": 1}"};
    for (size_t i = 0; i < COUNT(items); i++) {
        struct text json = text_format(*state,
                                       FACT("\"machine\"", "\"machine\"", "\"\"", "\"device_nodes\"",
                                            "\"state\": \"known\", \"value\": [\"nvidia0\", %s]"),
                                       items[i]);
        if (text_is_taken(*state, json.at))
            fail_msg("%s in a list", items[i]);
    }
    assert_true(text_is_taken(
        *state, FACT("\"machine\"", "\"machine\"", "\"\"", "\"device_nodes\"", "\"state\": \"known\", \"value\": []")));
}

/* A hostile capture: every cut of a valid fact, and every byte of it replaced. */
static void damaged_facts_do_no_harm(void **state) {
    struct fact fact = fact_of(ATTRIBUTE_SYMPTOM_CAPTURES, "3", value_of_type(*state, ATTRIBUTE_TYPE_MAP));
    struct value outer = fact_to_value(*state, &fact), value;
    struct buffer buffer = buffer_new(*state);
    json_write(&buffer, value_get(&outer, "fact"), JSON_ONE_LINE);
    struct text whole = buffer_text(&buffer);
    for (size_t i = 0; i < whole.size; i++) {
        char *damaged = arena_alloc(*state, whole.size);
        memcpy(damaged, whole.at, whole.size);
        damaged[i] = "0[{\"n"[i % 5];
        if (json_parse(*state, (struct text){damaged, whole.size}, "-", &value, NULL))
            is_taken(*state, &value);
    }
}

static void a_negative_line_is_none(void **state) {
    struct fact fact = fact_of(ATTRIBUTE_MACHINE_OS, "", value_string("Ubuntu")), read;
    fact.origin.line = -3;
    struct value outer = fact_to_value(*state, &fact);
    assert_true(fact_from_value(*state, value_get(&outer, "fact"), &read));
    assert_int_equal(read.origin.line, 0);
}

static const struct value *member(const struct value *map, const char *const *names) {
    for (; *names && map; names++)
        map = value_get(map, *names);
    return map;
}

#define MEMBER(map, ...) member((map), (const char *const[]){__VA_ARGS__, NULL})

static void a_store_is_a_tree(void **state) {
    struct fact_store *store = fact_store_new(*state);
    know(store, ATTRIBUTE_GPU_MEMORY, "0000:01:00.0", value_integer(24564));
    know_text(store, ATTRIBUTE_GPU_NAME, "0000:01:00.0", "RTX 4090");
    struct fact other = fact_of(ATTRIBUTE_GPU_NAME, "0000:01:00.0", value_null());
    other.state = FACT_UNREADABLE;
    other.reason = TEXT("EACCES");
    other.origin = (struct origin){TEXT("driver"), TEXT("nvmlDeviceDescribe"), 4};
    fact_add(store, &other);
    struct fact later = fact_of(ATTRIBUTE_MACHINE_OS, "", value_string("Ubuntu"));
    later.subject = TEXT("listing:1");
    fact_add(store, &later);
    struct value tree = facts_to_value(store, *state);
    const struct value *name = MEMBER(&tree, "machine", "gpu", "0000:01:00.0", "name");
    assert_int_equal(value_count(&tree), 2);
    assert_text(value_get_text(name, "state"), "known");
    assert_text(value_get_text(name, "value"), "RTX 4090");
    assert_null(value_get(name, "unit"));
    assert_int_equal(value_count(value_get(name, "others")), 1);
    const struct value *denied = value_at(value_get(name, "others"), 0);
    assert_text(value_get_text(denied, "state"), "unreadable");
    assert_text(value_get_text(denied, "reason"), "EACCES");
    assert_null(value_get(denied, "value"));
    assert_int_equal(value_get_integer(MEMBER(denied, "origin"), "line", 0), 4);
    const struct value *memory = MEMBER(&tree, "machine", "gpu", "0000:01:00.0", "memory");
    assert_text(value_get_text(memory, "unit"), "MiB");
    assert_int_equal(value_get_integer(memory, "value", 0), 24564);
    assert_null(value_get(memory, "others"));
    assert_null(value_get(value_get(memory, "origin"), "line"));
    assert_text(value_get_text(MEMBER(&tree, "listing:1", "machine", "", "os"), "value"), "Ubuntu");
}

/* The map for people, with every observation, gives the same store again. */
static void a_store_comes_back_from_its_map(void **state) {
    struct fact_store *store = fact_store_new(*state), *again = fact_store_new(*state);
    size_t added = 0;
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++)
        for (int other = 0; other < 3; other++, added++) {
            const struct attribute_row *row = attribute_row((enum attribute)at);
            struct fact fact = {.subject = other ? TEXT("machine") : TEXT("listing:1"),
                                .kind = row->kind,
                                .key = TEXT("key|\xE6\x88\x91"),
                                .attribute = (enum attribute)at,
                                .state = other == 2 ? FACT_UNREADABLE : FACT_KNOWN,
                                .value = value_of_type(*state, row->type),
                                .reason = other == 2 ? TEXT("EACCES") : TEXT(""),
                                .origin = {TEXT("pci"), TEXT("/sys"), other}};
            fact_add(store, &fact);
        }
    struct value first = facts_to_value(store, *state), read = through_json(*state, &first);
    assert_int_equal(facts_from_value(again, *state, &read), added);
    struct value second = facts_to_value(again, *state);
    assert_true(value_equal(&first, &second));
}

static void a_damaged_map_gives_what_is_whole(void **state) {
    static const char *const maps[] = {
        "null",
        "[]",
        "{\"machine\": 7}",
        "{\"machine\": {\"gpu\": []}}",
        "{\"machine\": {\"gpu\": {\"x\": {\"name\": 7, \"nonsense\": {}}}}}",
        "{\"machine\": {\"nonsense\": {\"x\": {\"name\": {\"state\": \"known\"}}}}}",
        "{\"machine\": {\"gpu\": {\"x\": {\"name\": {\"state\": \"known\", \"value\": 7}}}}}"};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        struct value map;
        assert_true(json_parse(*state, text_of(maps[i]), "-", &map, NULL));
        assert_int_equal(facts_from_value(fact_store_new(*state), *state, &map), 0);
    }
    assert_int_equal(facts_from_value(fact_store_new(*state), *state, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_attribute_comes_back_in_every_state),
        TEST(a_store_comes_back_from_its_map),
        TEST(a_damaged_map_gives_what_is_whole),
        TEST(a_value_of_another_type_is_refused),
        TEST(what_is_no_fact_is_refused),
        TEST(lists_hold_texts),
        TEST(damaged_facts_do_no_harm),
        TEST(a_negative_line_is_none),
        TEST(a_store_is_a_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
