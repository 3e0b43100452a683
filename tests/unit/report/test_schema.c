/* The schema and the report say the same: reports are checked against it by the few keywords that it uses. */
#include "base/json.h"

#include "report_test.h"

static const struct value *resolved(const struct value *schema, const struct value *root) {
    struct text path = value_get_text(schema, "$ref");
    if (!path.size)
        return schema;
    const struct value *target = value_get_named(value_get(root, "$defs"), text_from(path, TEXT("#/$defs/").size));
    assert_non_null(target);
    return target;
}

static bool is_of_type(const struct value *value, struct text type) {
    static const char *const names[] = {
        [VALUE_NULL] = "null",   [VALUE_BOOLEAN] = "boolean", [VALUE_INTEGER] = "integer", [VALUE_REAL] = "number",
        [VALUE_TEXT] = "string", [VALUE_LIST] = "array",      [VALUE_MAP] = "object",
    };
    return text_is(type, names[value->type]);
}

static bool fits(const struct value *value, const struct value *schema, const struct value *root);

static bool fits_any(const struct value *value, const struct value *schemas, const struct value *root) {
    for (size_t at = 0; at < value_count(schemas); at++)
        if (fits(value, value_at(schemas, at), root))
            return true;
    return false;
}

static bool is_among(const struct value *value, const struct value *list) {
    for (size_t at = 0; at < value_count(list); at++)
        if (value_equal(value, value_at(list, at)))
            return true;
    return false;
}

/* Stricter than the schema: a member that it does not describe is one that was forgotten there. */
static bool members_fit(const struct value *map, const struct value *schema, const struct value *root) {
    const struct value *properties = value_get(schema, "properties"), *required = value_get(schema, "required");
    for (size_t at = 0; at < value_count(required); at++)
        if (!value_get_named(map, value_at(required, at)->text))
            return false;
    for (size_t at = 0; properties && at < value_count(map); at++) {
        const struct value *member = value_get_named(properties, map->map.members[at].name);
        if (!member || !fits(&map->map.members[at].value, member, root))
            return false;
    }
    return true;
}

static bool fits(const struct value *value, const struct value *schema, const struct value *root) {
    schema = resolved(schema, root);
    const struct value *any = value_get(schema, "anyOf"), *ids = value_get(schema, "enum");
    const struct value *constant = value_get(schema, "const"), *items = value_get(schema, "items");
    struct text type = value_get_text(schema, "type");
    if ((any && !fits_any(value, any, root)) || (ids && !is_among(value, ids)) ||
        (constant && !value_equal(value, constant)))
        return false;
    if (type.size && !is_of_type(value, type))
        return false;
    for (size_t at = 0; items && at < value_count(value); at++)
        if (!fits(value_at(value, at), items, root))
            return false;
    return value->type != VALUE_MAP || members_fit(value, schema, root);
}

static struct value report_of(struct arena *arena, const struct report_model *model) {
    struct buffer out = buffer_new(arena);
    struct value report;
    report_json(&out, arena, model);
    assert_true(json_parse(arena, buffer_text(&out), "report", &report, NULL));
    return report;
}

static void every_report_fits_the_schema(void **state) {
    struct value schema = report_schema(*state);
    struct report_model listing = {.status = STATUS_OK, .listing = value_map()}, nothing = {.status = STATUS_OK};
    value_set(*state, &listing.listing, "environments", value_list());
    const struct report_model *const models[] = {&broken_model, &hostile_model, &listing, &nothing};
    for (size_t at = 0; at < COUNT(models); at++) {
        struct value report = report_of(*state, models[at]);
        assert_true(fits(&report, &schema, &schema));
    }
}

static void what_is_no_report_does_not_fit(void **state) {
    struct value schema = report_schema(*state), empty = value_map();
    assert_false(fits(&empty, &schema, &schema));
    static const struct {
        const char *member, *value;
    } cases[] = {{"status", "\"fine\""}, {"schema", "\"plumb.report/2\""},
                 {"chain", "{}"},        {"chain", "[{\"link\": \"x\"}]"},
                 {"notes", "[1]"},       {"findings", "[{}]"},
                 {"replayed", "\"no\""}, {"extra", "1"}};
    for (size_t at = 0; at < COUNT(cases); at++) {
        struct value report = report_of(*state, &broken_model), value;
        assert_true(json_parse(*state, text_of(cases[at].value), "case", &value, NULL));
        value_set(*state, &report, cases[at].member, value);
        assert_false(fits(&report, &schema, &schema));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_report_fits_the_schema),
        TEST(what_is_no_report_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
