#include "base/yaml.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "base_test.h"

static struct value parsed(struct arena *arena, struct text text) {
    struct value value = value_null();
    struct error error = {""};
    if (!yaml_parse(arena, text, "test.yaml", &value, &error))
        fail_msg("%s", error.message);
    return value;
}

static void every_scalar_is_a_text_and_knows_its_line(void **state) {
    struct value value = parsed(*state, TEXT("# causes\n"
                                             "python: 3.10\n"
                                             "none: null\n"
                                             "empty:\n"
                                             "quoted: \"a\\tb\"\n"
                                             "list: [1, yes, '~']\n"
                                             "inner:\n"
                                             "  - text: |\n"
                                             "      two\n"
                                             "      lines\n"));
    assert_int_equal(value.line, 2);
    assert_text(value_get_text(&value, "python"), "3.10");
    assert_text(value_get_text(&value, "none"), "null");
    assert_text(value_get_text(&value, "empty"), "");
    assert_text(value_get_text(&value, "quoted"), "a\tb");
    const struct value *list = value_get(&value, "list");
    assert_int_equal(value_count(list), 3);
    assert_text(value_at(list, 1)->text, "yes");
    assert_int_equal(list->line, 6);
    const struct value *item = value_at(value_get(&value, "inner"), 0);
    assert_int_equal(item->line, 8);
    assert_text(value_get_text(item, "text"), "two\nlines\n");
}

static void no_document_is_null(void **state) {
    assert_int_equal(parsed(*state, TEXT("")).type, VALUE_NULL);
    assert_int_equal(parsed(*state, (struct text){NULL, 0}).type, VALUE_NULL);
    assert_int_equal(parsed(*state, TEXT("# nothing yet\n\n")).type, VALUE_NULL);
}

static void what_is_not_of_the_dialect_is_refused_with_its_line(void **state) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"a: 1\nb: &x 2\n", "causes.yaml:2: anchors"},
        {"a: &x [1]\n", "causes.yaml:1: anchors"},
        {"a: 1\n\nb: *x\n", "causes.yaml:3: aliases"},
        {"*x : 1\n", "causes.yaml:1: aliases"},
        {"a: !!str 1\n", "causes.yaml:1: tags"},
        {"a: ! 1\n", "causes.yaml:1: tags"},
        {"!set {a: 1}\n", "causes.yaml:1: tags"},
        {"a: 1\nb: 2\nc: 3\na: 4\nb: 5\n", "causes.yaml:4: the key 'a' was already given in line 1"},
        {"a:\n  b: 1\n  b:\n    c: 1\n", "causes.yaml:3: the key 'b' was already given in line 2"},
        {"a: 1\n---\nb: 2\n", "causes.yaml:2: a second document"},
        {"%YAML 1.1\n---\na: 1\n", "causes.yaml:1: directives"},
        {"? [a]\n: 1\n", "causes.yaml:1: a key has to be a text"},
        {"a: 1\nb: [1, 2\n", "causes.yaml:3: "},
        {"a: 1\n\tb: 2\n", "causes.yaml:2: "},
        {"a: 1\nb: \xC4\xE3\n", "causes.yaml:2: "},
        {"a: 1\nb: \x01\n", "causes.yaml:2: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value value = value_integer(42);
        struct error error = {""};
        assert_false(yaml_parse(*state, text_of(cases[i].text), "causes.yaml", &value, &error));
        if (!text_starts(text_of(error.message), cases[i].message))
            fail_msg("%s, not %s", error.message, cases[i].message);
        assert_int_equal(value.integer, 42);
        assert_false(yaml_parse(*state, text_of(cases[i].text), "causes.yaml", &value, NULL));
    }
}

static void nesting_ends_at_32(void **state) {
    char text[2 * 33];
    struct value value;
    struct error error;
    memset(text, '[', 32);
    memset(text + 32, ']', 32);
    assert_true(yaml_parse(*state, (struct text){text, 64}, "deep", &value, &error));
    memset(text, '[', 33);
    memset(text + 33, ']', 33);
    assert_false(yaml_parse(*state, (struct text){text, 66}, "deep", &value, &error));
    assert_string_equal(error.message, "deep:1: nested too deeply");
}

static void a_large_map_takes_no_quadratic_time(void **state) {
    struct buffer buffer = buffer_new(*state);
    for (unsigned i = 0; i < 100000; i++)
        buffer_format(&buffer, "k%u: %u\n", i, i);
    struct value value = parsed(*state, buffer_text(&buffer));
    assert_int_equal(value_count(&value), 100000);
    assert_text(value_get_text(&value, "k99999"), "99999");
    buffer_add_string(&buffer, "k5: again\n");
    struct error error;
    assert_false(yaml_parse(*state, buffer_text(&buffer), "large", &value, &error));
    assert_string_equal(error.message, "large:100001: the key 'k5' was already given in line 6");
}

static void noise_never_harms(void **state) {
    uint64_t seed = 5;
    const struct text alphabets[] = {{NULL, 0}, TEXT("ab:-?[]{},&*!|>'\"%@#\\ \n\n\t~.0\xE6\x98\xBE")};
    unsigned accepted = 0;
    for (int i = 0; i < 40000; i++) {
        struct value value;
        struct error error;
        if (yaml_parse(*state, noise_text(*state, &seed, alphabets[i % 2], 24), "noise", &value, &error))
            accepted++;
        else
            assert_true(utf8_valid(text_of(error.message)));
    }
    assert_true(accepted > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(every_scalar_is_a_text_and_knows_its_line),
        TEST(no_document_is_null),
        TEST(what_is_not_of_the_dialect_is_refused_with_its_line),
        TEST(nesting_ends_at_32),
        TEST(a_large_map_takes_no_quadratic_time),
        TEST(noise_never_harms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
