#include "base/pattern.h"

#include "base_test.h"

static struct pattern *compiled(const char *text) {
    struct pattern *pattern = NULL;
    struct error error;
    if (!pattern_compile(text_of(text), &pattern, &error))
        fail_msg("%s: %s", text, error.message);
    return pattern;
}

static void groups_by_number_and_name(void **state) {
    (void)state;
    struct pattern *pattern = compiled("Xid \\((?<pci>PCI:[0-9a-f:]+)\\): (\\d+)(?:, pid=(?P<pid>\\d+))?(x)?");
    struct text subject = TEXT("NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus");
    struct pattern_match match;
    assert_true(pattern_match(pattern, subject, &match));
    assert_text(match.whole, "Xid (PCI:0000:3b:00): 79");
    assert_text(match.groups[1], "PCI:0000:3b:00");
    assert_text(match.groups[2], "79");
    assert_null(match.groups[3].at);
    assert_null(match.groups[15].at);
    assert_null(match.groups[0].at);

    struct pattern_name names[PATTERN_GROUPS];
    assert_int_equal(pattern_names(pattern, names), 2);
    assert_text(names[0].name, "pci");
    assert_int_equal(names[0].group, 1);
    assert_text(names[1].name, "pid");
    assert_int_equal(names[1].group, 3);
    pattern_free(pattern);
}

static void bytes_match_whatever_their_encoding(void **state) {
    (void)state;
    struct pattern *pattern = compiled("(?i)driver.*(?:显卡|驱动)+");
    struct pattern_match match;
    assert_true(pattern_match(pattern, TEXT("a DRIVER \xC4\xE3\xFF 驱动显卡\xFF"), &match));
    assert_text(match.whole, "DRIVER \xC4\xE3\xFF 驱动显卡");
    assert_false(pattern_match(pattern, (struct text){NULL, 0}, &match));
    pattern_free(pattern);

    pattern = compiled("");
    assert_true(pattern_match(pattern, (struct text){NULL, 0}, &match));
    assert_int_equal(match.whole.size, 0);
    pattern_free(pattern);
    pattern_free(NULL);
}

static void what_is_not_of_the_dialect_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "(?=a)",
        "(?!a)",
        "(?<=a)",
        "(?<!a)",
        "(a)\\1",
        "(?<n>a)\\k<n>",
        "(?<n>a)\\g{n}",
        "(?P<n>a)(?P=n)",
        "(?R)",
        "(?1)",
        "(?-1)",
        "(?+1)",
        "(?&n)",
        "(?P>n)",
        "(?C1)",
        "(?C)",
        "(*UTF)a",
        "(*COMMIT)",
        "(?|a|b)",
        "(?(1)a|b)",
        "(?'n'a)",
        "\\Qa\\E",
        "a\\Kb",
        "\\C",
        "\\c\\(?=a)",
        "(?x)# [\n(?=a)",
        "(?#)a",
        "(?#\\)(?=a)",
        "(?*a)",
        "(?<*a)",
        "[(?=a]",
        "\\p{L}",
        "\\X",
        "\\N{U+41}",
        "\\0",
        "(?J)a",
        "(?^i)a",
        "(?",
        "(",
        "[a",
        "a\\",
        "a**b(",
        "[显]",
        "[^]显]",
        "[[:digit:]显]",
        "[[:显]",
        "[a\\]显]",
        "显+",
        "显?",
        "显*",
        "显{2}",
        "\\显+",
        "(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct pattern *pattern = NULL;
        struct error error = {""};
        if (pattern_compile(text_of(bad[i]), &pattern, &error))
            fail_msg("%s is taken", bad[i]);
        assert_null(pattern);
        assert_true(text_starts(text_of(error.message), "pattern"));
        assert_false(pattern_compile(text_of(bad[i]), &pattern, NULL));
    }
}

static void what_is_of_the_dialect_is_taken(void **state) {
    (void)state;
    static const char *const good[] = {
        "[]a]",
        "[^]a]显",
        "[[:digit:]]+显",
        "[[:]显",
        "(?i:a)(?-i)b",
        "(?ims)a",
        "(?>a+)b",
        "a++",
        "\\(\\?=",
        "\\A\\x41\\bA\\s",
        "显卡 (\\d+)",
        "(?:显)+",
        "\\\\1",
        "C:\\\\[^\\\\]+",
        "(?<_x1>a)",
        "[*]a",
        "\\[显",
        "^$",
        "a{2,3}?",
        "[?(]",
        "(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        pattern_free(compiled(good[i]));
}

static void a_hostile_text_costs_a_bounded_amount(void **state) {
    struct pattern *pattern = compiled("(?:a|aa|a*)*b");
    char *subject = arena_alloc(*state, 65536);
    memset(subject, 'a', 65536);
    struct pattern_match match;
    assert_false(pattern_match(pattern, (struct text){subject, 65536}, &match));
    pattern_free(pattern);
    pattern = compiled("(\\w+\\s?)*$");
    subject[65535] = '!';
    (void)pattern_match(pattern, (struct text){subject, 65536}, &match);
    pattern_free(pattern);
}

static void long_texts_are_searched_in_pieces(void **state) {
    size_t size = 1000000;
    char *bytes = arena_alloc(*state, size);
    memset(bytes, 'a', size);
    struct text subject = {bytes, size};
    struct pattern *slow = compiled("\\w+\\s+\\d"), *pattern = compiled("b(a+)"), *end = compiled("a$"),
                   *start = compiled("^b");
    struct pattern_match match;
    assert_true(pattern_match(end, subject, &match));
    assert_ptr_equal(match.whole.at, bytes + size - 1);
    for (size_t at = 1; at + 1 < size; at = at * 3 / 2 + 1) {
        bytes[at] = 'b';
        assert_true(pattern_match(pattern, subject, &match));
        assert_ptr_equal(match.whole.at, bytes + at);
        assert_true(match.groups[1].size >= 2000 || match.groups[1].size == size - at - 1);
        assert_false(pattern_match(start, subject, &match));
        bytes[at] = 'a';
    }
    assert_false(pattern_match(slow, text_until(subject, 100000), &match));
    pattern_free(slow);
    pattern_free(pattern);
    pattern_free(end);
    pattern_free(start);
}

static void noise_never_harms(void **state) {
    uint64_t seed = 23;
    unsigned taken = 0;
    for (int i = 0; i < 40000; i++) {
        struct pattern *pattern;
        if (!pattern_compile(
                noise_text(*state, &seed, i % 2 ? TEXT("()[]{}?:<>*+|\\^$.ab1,-isPdwx \xE6\x98\xBE") : TEXT(""), 14),
                &pattern, NULL))
            continue;
        struct pattern_match match;
        struct text subject = noise_text(*state, &seed, TEXT("ab1 x\n\xE6\x98\xBE"), 30);
        if (pattern_match(pattern, subject, &match))
            for (size_t group = 1; group < PATTERN_GROUPS; group++)
                assert_true(!match.groups[group].at || match.groups[group].size <= subject.size);
        pattern_free(pattern);
        taken++;
    }
    assert_true(taken > 1000);
}

/* A pattern that is used often becomes machine code: what it finds stays the same, windows and groups included. */
static void use_changes_nothing(void **state) {
    uint64_t seed = 29;
    for (int i = 0; i < 3000; i++) {
        struct pattern *used, *fresh;
        struct text text = noise_text(*state, &seed, TEXT("()[]?:*+|\\^$.ab1wds "), 10);
        if (!pattern_compile(text, &used, NULL))
            continue;
        struct text subject = noise_text(*state, &seed, TEXT("ab1 x\n"), i % 50 ? 40 : 20000);
        struct pattern_match first = {0}, last = {0}, other = {0};
        bool found = pattern_match(used, subject, &first), still = found;
        for (int k = 0; k < (i % 50 ? 300 : 260); k++)
            still = pattern_match(used, subject, &last);
        assert_true(pattern_compile(text, &fresh, NULL));
        assert_true(pattern_match(fresh, subject, &other) == found && still == found);
        if (found)
            assert_memory_equal(&first, &last, sizeof first);
        pattern_free(used);
        pattern_free(fresh);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(groups_by_number_and_name),
        TEST(bytes_match_whatever_their_encoding),
        TEST(what_is_not_of_the_dialect_is_refused),
        TEST(what_is_of_the_dialect_is_taken),
        TEST(a_hostile_text_costs_a_bounded_amount),
        TEST(long_texts_are_searched_in_pieces),
        TEST(noise_never_harms),
        TEST(use_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
