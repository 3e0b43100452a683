#include "base/version.h"

#include "base_test.h"

static struct version parsed(const char *text) {
    struct version version;
    if (!version_parse(text_of(text), &version))
        fail_msg("%s is no version", text);
    return version;
}

static void each_is_less_than_the_next(void **state) {
    (void)state;
    static const char *const ordered[] = {
        "0.9",
        "1.0.dev1",
        "1.0.dev20241112",
        "1.0a1",
        "1.0a2",
        "1.0.alpha.3",
        "1.0b1",
        "1.0rc1",
        "1.0c2",
        "1.0-preview3",
        "1.0",
        "1.0.post1",
        "1.0-2",
        "1.0.r3",
        "1.0.1",
        "1.2",
        "1.10",
        "1.13.0a0+gitunknown",
        "1.13.0",
        "2.6.0.dev20241112+cu121",
        "2.6",
        "12.4",
        "24.10rc1",
        "24.10",
        "450.80.02",
        "535.54.03",
        "535.104.05",
    };
    size_t count = sizeof ordered / sizeof *ordered;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            struct version left = parsed(ordered[i]), right = parsed(ordered[j]);
            int order = version_compare(&left, &right);
            if ((order < 0) != (i < j) || (order > 0) != (i > j))
                fail_msg("%s and %s give %d", ordered[i], ordered[j], order);
        }
}

static void these_are_equal(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"2.3", "2.3.0+cu121"}, {"v2.3+azAZ.09-x_y", "2.3"}, {"1.0a", "1.0.a0"}, {"1.0RC1", "1.0-c_1"},
        {"1.0-1", "1.0.post1"}, {"535.104.05", "535.104.5"}, {"12", "12.0.0.0"}, {"2.1.0.post1", "2.1.post.1"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct version left = parsed(pairs[i][0]), right = parsed(pairs[i][1]);
        assert_int_equal(version_compare(&left, &right), 0);
    }
}

static void parts(void **state) {
    (void)state;
    struct version version = parsed("1.13.0a0+git1234");
    assert_int_equal(version.count, 3);
    assert_int_equal(version.release[1], 13);
    assert_int_equal(version.phase, VERSION_ALPHA);
    assert_int_equal(version.phase_number, 0);
    assert_text(version.local, "git1234");

    version = parsed("2.6.0.dev20241112+cu121");
    assert_int_equal(version.phase, VERSION_DEVELOPMENT);
    assert_int_equal(version.phase_number, 20241112);

    version = parsed("1.0rc2.post1.dev3");
    assert_int_equal(version.phase, VERSION_CANDIDATE);
    assert_int_equal(version.phase_number, 2);

    version = parsed("1.2.3.4.5.6.7.8.9");
    assert_int_equal(version.count, 8);
    assert_int_equal(version.release[7], 8);
    assert_int_equal(parsed("99999999999999999999").release[0], UINT32_MAX);

    assert_text(version_public(TEXT("2.3.1+cu121")), "2.3.1");
    assert_text(version_public(TEXT("2.3.1")), "2.3.1");
    assert_text(version_local(TEXT("2.3.1+cu121")), "cu121");
    assert_text(version_local(TEXT("2.3.1")), "");
}

static void what_is_no_version(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "v",
                                      "a1",
                                      "1.",
                                      "1..2",
                                      ".1",
                                      "1.0 ",
                                      " 1.0",
                                      "1.0+",
                                      "1.0+ä",
                                      "1.0+cu 1",
                                      "12.*",
                                      "1.0-",
                                      "1.0.x",
                                      "1.0alphax",
                                      "unknown",
                                      "6.5.0-14-generic-x",
                                      "1!2.0",
                                      "1.0a1b2c3d4",
                                      "vv1",
                                      "1.0+a+b",
                                      "1,2",
                                      "-1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct version version = {.count = 42};
        bool less = true;
        if (version_parse(text_of(bad[i]), &version))
            fail_msg("'%s' is taken for a version", bad[i]);
        assert_int_equal(version.count, 42);
        assert_false(version_less(text_of(bad[i]), TEXT("1"), &less));
        assert_true(less);
    }
    struct version version;
    assert_false(version_parse((struct text){NULL, 0}, &version));
}

static void the_same_release(void **state) {
    (void)state;
    struct version left = parsed("12.4.1"), right = parsed("12.4");
    assert_true(version_same_release(&left, &right, 2));
    assert_false(version_same_release(&left, &right, 3));
    assert_true(version_same_release(&right, &right, 1000));
    bool less = false;
    assert_true(version_less(TEXT("1.10"), TEXT("1.9"), &less));
    assert_false(less);
    less = true;
    assert_true(version_less(TEXT("1.9"), TEXT("1.9.0"), &less));
    assert_false(less);
}

static void noise_has_an_order(void **state) {
    uint64_t seed = 13;
    struct version last = parsed("0");
    for (int i = 0; i < 100000; i++) {
        struct version version;
        if (!version_parse(noise_text(*state, &seed, i % 2 ? TEXT("0123456789....-_+abcrcdevpost") : TEXT(""), 12),
                           &version))
            continue;
        assert_int_equal(version_compare(&version, &last) < 0, version_compare(&last, &version) > 0);
        last = version;
        last.local = (struct text){"", 0};
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_is_less_than_the_next), TEST(these_are_equal),  TEST(parts),
        TEST(what_is_no_version),         TEST(the_same_release), TEST(noise_has_an_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
