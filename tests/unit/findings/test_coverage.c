#include "coverage.h"

#include "findings_test.h"

static void code_runs_on_its_major_from_its_minor_on(void **state) {
    static const struct {
        const char *architectures, *capability;
        enum coverage expected;
    } cases[] = {
        {"sm_86", "8.6", COVERAGE_NATIVE},
        {"sm_86", "8.9", COVERAGE_NATIVE},
        {"sm_86", "8.0", COVERAGE_NONE},
        {"sm_86", "9.0", COVERAGE_NONE},
        {"sm_90", "12.0", COVERAGE_NONE},
        {"sm_120", "12.0", COVERAGE_NATIVE},
        {"sm_120", "12.1", COVERAGE_NATIVE},
        {"sm_12", "12.0", COVERAGE_NONE}, /* 1.2, not 12 */
        {"sm_50 sm_60  sm_70\tsm_86", "7.5", COVERAGE_NATIVE},
        {"sm_50 sm_60 sm_70", "8.9", COVERAGE_NONE},
        /* PTX is compiled for anything newer. */
        {"compute_70", "8.9", COVERAGE_PTX},
        {"compute_70", "7.0", COVERAGE_PTX},
        {"compute_90", "8.9", COVERAGE_NONE},
        {"sm_70 compute_70", "12.0", COVERAGE_PTX},
        {"compute_80 sm_86", "8.9", COVERAGE_NATIVE},
        /* "a" is for one capability alone, "f" for the rest of its family, of code and PTX alike. */
        {"sm_90a", "9.0", COVERAGE_NATIVE},
        {"sm_100a", "10.3", COVERAGE_NONE},
        {"sm_100f", "10.3", COVERAGE_NATIVE},
        {"sm_103f", "10.0", COVERAGE_NONE},
        {"sm_100f", "12.0", COVERAGE_NONE},
        {"compute_90a", "9.0", COVERAGE_PTX},
        {"compute_90a", "12.0", COVERAGE_NONE},
        {"compute_100f", "10.3", COVERAGE_PTX},
        {"compute_100f", "12.0", COVERAGE_NONE},
        /* What nobody can read is not known, least of all "not covered". */
        {"", "8.9", COVERAGE_UNKNOWN},
        {"sm_86", "", COVERAGE_UNKNOWN},
        {"sm_86", "8", COVERAGE_UNKNOWN},
        {"sm_86", "8.9.1", COVERAGE_UNKNOWN},
        {"sm_86", "new", COVERAGE_UNKNOWN},
        {"gfx90a gfx1100", "8.9", COVERAGE_UNKNOWN},
        {"sm_ compute_ sm_a sm_x9 _86", "8.9", COVERAGE_UNKNOWN},
        {"sm_70 sm_130q", "13.0", COVERAGE_UNKNOWN},
        {"sm_86 sm_130q", "8.6", COVERAGE_NATIVE},
        {"sm_99999999999999999999", "8.9", COVERAGE_UNKNOWN},
        {"sm_86", "4294967295.4294967295", COVERAGE_NONE},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (coverage_of(text_of(cases[i].architectures), text_of(cases[i].capability)) != cases[i].expected)
            fail_msg("'%s' on %s", cases[i].architectures, cases[i].capability);
}

static void minor_versions_are_two_numbers(void **state) {
    (void)state;
    assert_text(coverage_minor(TEXT("12.1.105")), "12.1");
    assert_text(coverage_minor(TEXT("12.1.1.0")), "12.1");
    assert_text(coverage_minor(TEXT("12.1")), "12.1");
    assert_text(coverage_minor(TEXT("12")), "12");
    assert_text(coverage_minor(TEXT("")), "");
}

static struct text least_driver(struct arena *arena, const char *system, const char *cuda) {
    const struct given given[] = {SAYS(MACHINE_SYSTEM, "", system)};
    struct judging judging = judging_of(arena, only(arena, "machine", given, 1), machine_knowledge(arena));
    return coverage_least_driver(&judging, text_of(cuda));
}

static void the_least_driver_is_the_systems(void **state) {
    assert_text(least_driver(*state, "linux", "12.1"), "525.60.13");
    assert_text(least_driver(*state, "linux", "12.1.105"), "525.60.13");
    assert_text(least_driver(*state, "windows", "12.1"), "528.33");
    assert_text(least_driver(*state, "linux", "99.9"), ""); /* newer than this plumb knows */
    assert_text(least_driver(*state, "linux", ""), "");
}

static struct text built_for(struct arena *arena, const struct given *changes, size_t count) {
    struct judging judging = judging_of(arena, changed(arena, changes, count), machine_knowledge(arena));
    struct entity torch = {TEXT("machine"), KIND_PACKAGE, TEXT(VENV "|torch")};
    struct built built = coverage_of_torch(&judging, &torch);
    return built.stated.size ? built.stated : built.known;
}

#define BUILT_FOR(...)                                                                                                 \
    built_for(*state, (const struct given[]){__VA_ARGS__}, COUNT(((const struct given[]){__VA_ARGS__})))

static void what_a_build_holds_comes_from_itself_or_its_row(void **state) {
    assert_text(built_for(*state, NULL, 0), "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90");
    assert_text(BUILT_FOR(LISTS(PACKAGE_ARCHITECTURES, VENV "|torch", "sm_75|compute_75")), "sm_75 compute_75");
    assert_text(BUILT_FOR(SAYS(MACHINE_SYSTEM, "", "windows")), "sm_50 sm_60 sm_61 sm_70 sm_75 sm_80 sm_86 sm_90");
    assert_text(BUILT_FOR(SAYS(MACHINE_ARCHITECTURE, "", "aarch64")), ""); /* no row for that platform */
    assert_text(BUILT_FOR(SAYS(PACKAGE_VERSION, VENV "|torch", "9.9.9+cu121")), "");
    /* A plain number is the flavour that the file inside states. */
    assert_text(BUILT_FOR(SAYS(PACKAGE_VERSION, VENV "|torch", "2.7.0"), SAYS(PACKAGE_CUDA, VENV "|torch", "12.8")),
                "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120 compute_120");
    assert_text(
        BUILT_FOR(SAYS(PACKAGE_VERSION, VENV "|torch", "2.7.0"), STATE(PACKAGE_CUDA, VENV "|torch", UNREADABLE)), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(code_runs_on_its_major_from_its_minor_on),
        TEST(minor_versions_are_two_numbers),
        TEST(the_least_driver_is_the_systems),
        TEST(what_a_build_holds_comes_from_itself_or_its_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
