#include "base/base64.h"

#include "base_test.h"

static struct text written(struct arena *arena, struct text bytes) {
    struct buffer buffer = buffer_new(arena);
    base64_write(&buffer, bytes);
    return buffer_text(&buffer);
}

static void the_examples_of_the_rfc(void **state) {
    static const struct {
        const char *bytes, *text;
    } cases[] = {{"", ""},
                 {"f", "Zg=="},
                 {"fo", "Zm8="},
                 {"foo", "Zm9v"},
                 {"foob", "Zm9vYg=="},
                 {"fooba", "Zm9vYmE="},
                 {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text bytes;
        assert_true(text_is(written(*state, text_of(cases[i].bytes)), cases[i].text));
        assert_true(base64_read(*state, text_of(cases[i].text), &bytes));
        assert_true(text_is(bytes, cases[i].bytes));
    }
}

static void all_else_is_refused(void **state) {
    static const char *const bad[] = {
        "Z", "Zg", "Zg=", "=", "====", "Zg==Zg==", "Z===", "Zg=g", "Zm9v\n", "Zm 9", "Zh==", "Zm9=", "Zm-_"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct text bytes = TEXT("kept");
        assert_false(base64_read(*state, text_of(bad[i]), &bytes));
        assert_text(bytes, "kept");
    }
}

static void noise_comes_back(void **state) {
    uint64_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        struct text bytes = noise_text(*state, &seed, (struct text){NULL, 0}, 50), read;
        assert_true(base64_read(*state, written(*state, bytes), &read));
        assert_true(text_equal(bytes, read));
        /* What is accepted is the one way to write it. */
        struct text text = noise_text(*state, &seed, TEXT("AZaz09+/=="), 12);
        if (base64_read(*state, text, &read))
            assert_true(text_equal(text, written(*state, read)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(the_examples_of_the_rfc), TEST(all_else_is_refused),
                                       TEST(noise_comes_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
