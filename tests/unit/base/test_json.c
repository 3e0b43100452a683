#include "base/json.h"

#include <math.h>

#include "base/utf8.h"
#include "base_test.h"

static struct value parsed(struct arena *arena, const char *text) {
    struct value value = value_null();
    struct error error = {""};
    if (!json_parse(arena, text_of(text), "test", &value, &error))
        fail_msg("%s", error.message);
    return value;
}

static struct text written(struct arena *arena, struct value value, enum json_style style) {
    struct buffer buffer = buffer_new(arena);
    json_write(&buffer, &value, style);
    return buffer_text(&buffer);
}

static void what_is_read_is_written_alike(void **state) {
    static const char *const texts[] = {
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "-9223372036854775808",
        "0.1",
        "1e300",
        "2.0",
        "0.30000000000000004",
        "\"a\\u0000b\"",
        "{\"b\": [1, 2.5, {\"显卡\": \"驱动\"}], \"a\": null, \"\": [[]]}",
        "\"\\\\\\\"/\\n\\u001B\"",
        "\"\\u009B\\u202E\\uDB40\\uDC01😀\"",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct text text = written(*state, parsed(*state, texts[i]), JSON_ONE_LINE);
        assert_string_equal(text.at, texts[i]);
    }
}

static void indented(void **state) {
    struct value value = parsed(*state, "{\"a\":[1,{}],\"b\":{\"c\":[]}}");
    assert_text(written(*state, value, JSON_INDENTED),
                "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": []\n  }\n}");
}

static void types(void **state) {
    struct value list = parsed(*state, "[1, 1.0, 1e2, \"1\", true, null]");
    const enum value_type expected[] = {VALUE_INTEGER, VALUE_REAL, VALUE_REAL, VALUE_TEXT, VALUE_BOOLEAN, VALUE_NULL};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(value_at(&list, i)->type, expected[i]);
}

static void errors_name_the_place_and_leave_the_value(void **state) {
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "facts.json: line 1, column 0: "},
        {"{\"a\": 1,\n \"a\": 2}", "facts.json: line 2, column "},
        {"[1] x", "facts.json: line 1, column 5: "},
        {"[1,]", "facts.json: line 1, column 4: "},
        {"\"\xFF\"", "facts.json: line 1, column "},
        {"\"\\ud800\"", "facts.json: line 1, column "},
        {"18446744073709551616", "facts.json: line 1, column "},
        {"NaN", "facts.json: line 1, column "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value value = value_integer(42);
        struct error error = {""};
        assert_false(json_parse(*state, text_of(cases[i].text), "facts.json", &value, &error));
        assert_true(text_starts(text_of(error.message), cases[i].message));
        assert_int_equal(value.integer, 42);
        assert_false(json_parse(*state, text_of(cases[i].text), "facts.json", &value, NULL));
    }
}

static void nesting_has_a_limit(void **state) {
    size_t size = 100000;
    char *deep = arena_alloc(*state, size + 1);
    memset(deep, '[', size);
    struct value value;
    assert_false(json_parse(*state, (struct text){deep, size}, "deep", &value, NULL));
    memset(deep + 1000, ']', 1000);
    assert_true(json_parse(*state, (struct text){deep, 2000}, "deep", &value, NULL));
    assert_int_equal(written(*state, value, JSON_ONE_LINE).size, 2000);
}

static void a_large_map_takes_no_quadratic_time(void **state) {
    struct buffer buffer = buffer_new(*state);
    buffer_add_byte(&buffer, '{');
    for (unsigned i = 0; i < 100000; i++)
        buffer_format(&buffer, "%s\"k%u\": %u", i ? ", " : "", i, i);
    buffer_add_byte(&buffer, '}');
    struct value value;
    assert_true(json_parse(*state, buffer_text(&buffer), "large", &value, NULL));
    assert_int_equal(value_count(&value), 100000);
    assert_true(text_equal(written(*state, value, JSON_ONE_LINE), buffer_text(&buffer)));
}

static void bytes_that_are_not_utf8(void **state) {
    struct value map = value_map();
    value_set(*state, &map, "path", value_text(TEXT("/\xC4\xE3")));
    value_set_named(*state, &map, TEXT("n\xFF"), value_text((struct text){NULL, 0}));
    assert_text(written(*state, map, JSON_INDENTED),
                "{\n  \"path\": {\"bytes\": \"L8Tj\"},\n  \"n\xEF\xBF\xBD\": \"\"\n}");

    struct value read = parsed(
        *state,
        "{\"path\": {\"bytes\": \"L8Tj\"}, \"bad\": {\"bytes\": \"L8T\"}, \"more\": {\"bytes\": \"\", \"x\": 1}}");
    struct text bytes;
    assert_true(json_bytes(*state, value_get(&read, "path"), &bytes));
    assert_text(bytes, "/\xC4\xE3");
    struct value text = value_string("plain");
    assert_true(json_bytes(*state, &text, &bytes));
    assert_text(bytes, "plain");
    assert_false(json_bytes(*state, value_get(&read, "bad"), &bytes));
    assert_false(json_bytes(*state, value_get(&read, "more"), &bytes));
    assert_false(json_bytes(*state, NULL, &bytes));
}

static void reals(void **state) {
    assert_text(written(*state, value_real(NAN), JSON_ONE_LINE), "null");
    assert_text(written(*state, value_real(INFINITY), JSON_ONE_LINE), "null");
    uint64_t seed = 3;
    for (int i = 0; i < 5000; i++) {
        uint64_t bits = noise(&seed);
        double real;
        memcpy(&real, &bits, sizeof real);
        if (!isfinite(real))
            continue;
        struct value value = value_real(real), read = parsed(*state, written(*state, value, JSON_ONE_LINE).at);
        assert_true(value_equal(&value, &read));
    }
}

static void noise_never_harms(void **state) {
    uint64_t seed = 7;
    const struct text alphabets[] = {{NULL, 0}, TEXT("{}[]\",:\\u0d81aeE+-.truefalsn \n\0\xE6\x98\xBE")};
    for (int i = 0; i < 40000; i++) {
        struct text text = noise_text(*state, &seed, alphabets[i % 2], 24);
        struct value value;
        struct error error;
        if (json_parse(*state, text, "noise", &value, &error)) {
            struct value again = parsed(*state, written(*state, value, JSON_ONE_LINE).at);
            assert_true(value_equal(&value, &again));
        } else {
            assert_true(utf8_valid(text_of(error.message)));
        }
    }
}

static void noise_in_texts_is_kept(void **state) {
    uint64_t seed = 11;
    for (int i = 0; i < 20000; i++) {
        struct value value = value_text(noise_text(
            *state, &seed, i % 2 ? TEXT("a\xC2\x9B\xE2\x80\xAE\xE2\x80\xAC\xF3\xA0\x80\x81\xED\xA0") : TEXT(""), 8));
        struct value read = parsed(*state, written(*state, value, JSON_ONE_LINE).at);
        struct text bytes;
        assert_true(json_bytes(*state, &read, &bytes));
        assert_true(text_equal(bytes, value.text));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_read_is_written_alike),
        TEST(indented),
        TEST(types),
        TEST(errors_name_the_place_and_leave_the_value),
        TEST(nesting_has_a_limit),
        TEST(a_large_map_takes_no_quadratic_time),
        TEST(bytes_that_are_not_utf8),
        TEST(reals),
        TEST(noise_never_harms),
        TEST(noise_in_texts_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
