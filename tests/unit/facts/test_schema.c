#include "base/json.h"
#include "facts/exchange.h"

#include "facts_test.h"

static const struct value *kind_schema(const struct value *schema, enum entity_kind kind) {
    const struct value *subject = value_get(schema, "additionalProperties");
    return value_get(value_get(subject, "properties"), kind_row(kind)->name);
}

static const struct value *attributes_schema(const struct value *schema, enum entity_kind kind) {
    return value_get(value_get(kind_schema(schema, kind), "additionalProperties"), "properties");
}

static void the_schema_has_every_attribute(void **state) {
    struct value schema = facts_schema(*state);
    size_t attributes = 0;
    assert_text(value_get_text(&schema, "$schema"), "https://json-schema.org/draft/2020-12/schema");
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        assert_non_null(kind_schema(&schema, (enum entity_kind)kind));
        assert_text(value_get_text(kind_schema(&schema, (enum entity_kind)kind), "description"),
                    kind_row((enum entity_kind)kind)->about);
        attributes += value_count(attributes_schema(&schema, (enum entity_kind)kind));
    }
    assert_int_equal(attributes, ATTRIBUTE_COUNT);
}

static bool allows(const struct value *types, const char *type) {
    if (types->type == VALUE_TEXT)
        return text_is(types->text, type);
    for (size_t i = 0; i < value_count(types); i++)
        if (text_is(value_at(types, i)->text, type))
            return true;
    return false;
}

static void the_schema_says_each_type(void **state) {
    static const char *const json_types[] = {"string", "string", "integer", "boolean", "array", "object"};
    struct value schema = facts_schema(*state);
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        const struct attribute_row *row = attribute_row((enum attribute)at);
        const struct value *attribute = value_get(attributes_schema(&schema, row->kind), row->name);
        const struct value *properties = value_get(attribute, "properties"), *value = value_get(properties, "value");
        assert_true(allows(value_get(value, "type"), json_types[row->type]));
        bool text = row->type == ATTRIBUTE_TYPE_TEXT || row->type == ATTRIBUTE_TYPE_VERSION;
        assert_true(!text || allows(value_get(value, "type"), "object")); /* {"bytes": ...} */
        assert_true(row->type != ATTRIBUTE_TYPE_LIST || value_get(value, "items"));
        assert_int_equal(value_count(value_get(value_get(properties, "state"), "enum")), 5);
        assert_int_equal(value_count(value_get(attribute, "required")), 2);
    }
}

/* What facts_to_value() writes uses only what the schema names: a key that is added to one has to be added to the
 * other. */
static void what_is_written_is_in_the_schema(void **state) {
    struct fact_store *store = fact_store_new(*state);
    struct value schema = facts_schema(*state);
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++)
        for (int twice = 0; twice < 2; twice++) {
            struct fact fact = fact_of((enum attribute)at, "k", value_null());
            fact.state = twice ? FACT_UNREADABLE : FACT_KNOWN;
            fact.reason = TEXT("why");
            fact_add(store, &fact);
        }
    struct value tree = facts_to_value(store, *state);
    const struct value *kinds = value_get(&tree, "machine");
    assert_int_equal(value_count(kinds), KIND_COUNT);
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        const struct attribute_row *row = attribute_row((enum attribute)at);
        const struct value *entity = value_get(value_get(kinds, kind_row(row->kind)->name), "k");
        const struct value *written = value_get(entity, row->name);
        const struct value *known =
            value_get(value_get(attributes_schema(&schema, row->kind), row->name), "properties");
        assert_non_null(written);
        for (size_t i = 0; i < value_count(written); i++)
            if (!value_get_named(known, written->map.members[i].name))
                fail_msg("%s has '" TEXT_FORMAT "', which the schema does not know", row->name,
                         TEXT_ARGUMENTS(written->map.members[i].name));
    }
}

static void the_tables_are_sound(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        const struct kind_row *row = kind_row((enum entity_kind)kind);
        assert_int_equal(kind_named(text_of(row->name)), kind);
        assert_true(row->about[0] >= 'a' && row->about[0] <= 'z'); /* the page makes it a capital */
        assert_true(row->parent <= kind);
    }
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        const struct attribute_row *row = attribute_row((enum attribute)at);
        assert_int_equal(attribute_named(row->kind, text_of(row->name)), at); /* so no name stands twice */
        assert_null(strchr(row->about, '|'));
        assert_true(row->unit[0] != 0 && row->since[0] >= '0' && row->since[0] <= '9');
    }
    assert_int_equal(kind_named(TEXT("GPU")), KIND_COUNT);
    assert_int_equal(kind_named(TEXT("")), KIND_COUNT);
    assert_int_equal(attribute_named(KIND_GPU, TEXT("libc")), ATTRIBUTE_COUNT);
}

static void the_reference_names_everything(void **state) {
    struct text page = facts_reference(*state);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        assert_true(text_contains(page, text_format(*state, "\n## %s\n", kind_row((enum entity_kind)kind)->name).at));
    for (unsigned at = 0; at < ATTRIBUTE_COUNT; at++) {
        const struct attribute_row *row = attribute_row((enum attribute)at);
        struct text line =
            text_format(*state, "| `%s` | %s | %s | %s | %s%s |\n", row->name, attribute_type_name(row->type),
                        row->unit, row->since, row->about, row->personal == PERSONAL_NOTHING ? "" : " (redacted)");
        if (text_find(page, line) == TEXT_NOWHERE)
            fail_msg("no line for %s", row->name);
    }
    assert_true(
        text_contains(page, "A graphics processor. Key: PCI address, or #n in a listing. Belongs to: machine."));
    assert_true(text_contains(page, "Key: there is one."));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_schema_has_every_attribute),   TEST(the_schema_says_each_type),
        TEST(what_is_written_is_in_the_schema), TEST(the_tables_are_sound),
        TEST(the_reference_names_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
