#include "knowledge/package.h"

#include "knowledge_test.h"

#define PACKAGES                                                                                                       \
    "package*\tfamily\talso\tbond\tsource\n"                                                                           \
    "ext\text\texternal my-ext\ttorch\tvendor\n"                                                                       \
    "ext-cu11\tkit\t-\ttoolkit\tvendor\n"                                                                              \
    "ext-cu12\tkit\t-\ttoolkit\tvendor\n"

#define BUILDS                                                                                                         \
    "package*\tfirst*\tlast\ttorch*\ttorch_min\ttorch_max\tcuda*\tcuda_min\tplatforms\tpython_min\tpython_max\t"       \
    "architectures\tcapability_min\tcapability_max\tplace*\tsource\n"                                                  \
    "ext\t1.0\t1.9\t2.1.0 2.2\t-\t-\t11.8 12\t-\tlinux windows\t3.8\t3.11\tsm_75 sm_80 "                               \
    "compute_80\t-\t-\tpage\tvendor\n"                                                                                 \
    "ext\t1.0\t1.9.post1\t-\t2.0\t2\tany\t11.6\tlinux\t3.8\t-\t-\t7.5\t9.0\tsource\tvendor\n"                          \
    "ext\t2.0.post1\t2.0.post1\t2.10.0\t-\t-\tcpu 13.0\t-\tlinux\t3.9\t-\t-\t-\t-\tpypi\tvendor\n"                     \
    "ext-cu11\t1.0\t1.0\t-\t-\t-\t11\t-\tlinux\t-\t-\t-\t-\t-\tpypi\tvendor\n"                                         \
    "ext-cu12\t-\t-\t-\t-\t-\t12\t12.4\t-\t-\t-\t-\t-\t-\tpypi\tvendor\n"

#define PLACES                                                                                                         \
    "place*\tway\turl\tsource\n"                                                                                       \
    "pypi\tindex-url\thttps://example.org/simple\tvendor\n"                                                            \
    "source\tcompile\t-\tvendor\n"                                                                                     \
    "page\tfind-links\thttps://example.org/{flavour}/torch{torch_minor}/{python_tag}/pyt{torch_digits}\tvendor\n"

static const struct knowledge *packages(struct arena *arena) {
    struct sample_files files = sample_files();
    put_file(&files, "tables/packages.tsv", TEXT(PACKAGES));
    put_file(&files, "tables/package_builds.tsv", TEXT(BUILDS));
    put_file(&files, "tables/package_places.tsv", TEXT(PLACES));
    return opened(arena, compiled(arena, &files));
}

static void requirements_come_apart(void **state) {
    static const struct {
        const char *requirement, *name, *wish;
    } cases[] = {
        {"xformers", "xformers", ""},
        {" flash-attn==2.5.8 ", "flash-attn", "==2.5.8"},
        {"vllm 0.6", "vllm", "0.6"},
        {"deepspeed[all,dev] >=0.14, <0.16 ; python_version > '3'", "deepspeed", ">=0.14, <0.16"},
        {"a[b", "a", ""},
        {"", "", ""},
        {"==1", "", "==1"},
    };
    (void)state;
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
        struct text name, wish;
        package_split(text_of(cases[at].requirement), &name, &wish);
        assert_spans(name, text_of(cases[at].name), __FILE__, __LINE__);
        assert_spans(wish, text_of(cases[at].wish), __FILE__, __LINE__);
    }
}

static void a_name_is_found_however_it_is_spelled(void **state) {
    static const struct {
        const char *name;
        size_t count;
    } cases[] = {{"ext", 1},   {"EXT", 1}, {"e_x.t", 1}, {"My_Ext", 1}, {"EXT_CU12", 1}, {"kit", 2},
                 {"extra", 0}, {"", 0},    {"-", 0},     {"ex", 0},     {"ext--", 1}};
    const struct knowledge *knowledge = packages(*state);
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++)
        assert_int_equal(package_find(*state, knowledge, text_of(cases[at].name)).count, cases[at].count);
    assert_int_equal(package_find(*state, sample_knowledge(*state), TEXT("ext")).count, 0);
}

static void a_wish_chooses_ranges(void **state) {
    static const struct {
        const char *wish;
        size_t count;
        const char *release; /* of the newest row */
    } cases[] = {
        {"", 3, "2.0.post1"},
        {"1.5", 2, ""},
        {"1.9", 2, "1.9.post1"},
        {"==1.9", 2, "1.9.post1"},
        {"==1.9.post1", 1, "1.9.post1"},
        {"==1.9.*", 2, "1.9.post1"},
        {"1", 2, "1.9.post1"},
        {"2.0", 1, "2.0.post1"},
        {"2", 1, "2.0.post1"},
        {"2.1", 0, NULL},
        {"0.9", 0, NULL},
        {">=1.5,<2.0", 2, "1.9.post1"},
        {">1.9.post1", 1, "2.0.post1"},
        {"<=1.0", 2, "1.0"},
        {"<1.0", 0, NULL},
        {"~=1.4", 2, "1.9.post1"},
        {"~=2", 0, NULL},
        {"!=2.0.post1", 2, "1.9.post1"},
        {"nonsense", 0, NULL},
        {">=", 0, NULL},
    };
    const struct knowledge *knowledge = packages(*state);
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
        struct package_rows rows = package_builds(*state, knowledge, TEXT("ext"), text_of(cases[at].wish));
        if (rows.count != cases[at].count)
            fail_msg("\"%s\" meets %zu", cases[at].wish, rows.count);
        if (rows.count)
            assert_spans(package_release(rows.items[0], text_of(cases[at].wish)), text_of(cases[at].release), __FILE__,
                         __LINE__);
    }
    assert_int_equal(package_builds(*state, knowledge, TEXT("ext-cu12"), TEXT("1.0")).count, 0);
    assert_int_equal(package_builds(*state, knowledge, TEXT("ext-cu12"), TEXT("")).count, 1);
}

static struct node build(struct arena *arena, const char *package, const char *place) {
    struct package_rows rows = package_builds(arena, packages(arena), text_of(package), TEXT(""));
    for (size_t at = 0; at < rows.count; at++)
        if (text_is(row_text(rows.items[at], "place"), place))
            return rows.items[at];
    return (struct node){0};
}

static void a_build_is_held_against_a_setting(void **state) {
    static const struct {
        const char *package, *place;
        struct {
            const char *platform, *torch, *cuda, *python, *capabilities;
        } setting;
        unsigned misfits;
    } cases[] = {
        {"ext", "page", {"linux", "2.1.0", "11.8", "3.10", "8.6 7.5"}, 0},
        {"ext", "page", {NULL, NULL, NULL, NULL, NULL}, 0},
        {"ext", "page", {"linux-aarch64", "2.2.2", "12.1", "3.8", "12.0"}, PACKAGE_MISFIT_PLATFORM},
        {"ext", "page", {"windows", "2.1.1", "12.4", "3.11", "8.0"}, PACKAGE_MISFIT_TORCH},
        {"ext", "page", {"linux", "2.20.0", "11.7", "3.8", "8.0"}, PACKAGE_MISFIT_TORCH | PACKAGE_MISFIT_CUDA},
        {"ext", "page", {"linux", "2.2.0", "cpu", "3.12", "8.0"}, PACKAGE_MISFIT_CUDA | PACKAGE_MISFIT_PYTHON},
        {"ext", "page", {"linux", "2.2.0", "12.1", "3.7", "8.6 7.0"}, PACKAGE_MISFIT_PYTHON | PACKAGE_MISFIT_CARD},
        {"ext", "source", {"linux", "2.9.1", "12.8", "3.14", "8.9"}, 0},
        {"ext",
         "source",
         {"linux", "1.13.1", "11.3", "3.8", "7.0"},
         PACKAGE_MISFIT_TORCH | PACKAGE_MISFIT_CUDA | PACKAGE_MISFIT_CARD},
        {"ext", "source", {"linux", "3.0", "cpu", "3.8", "12.0"}, PACKAGE_MISFIT_TORCH | PACKAGE_MISFIT_CARD},
        {"ext", "pypi", {"linux", "2.10.0", "cpu", "3.9", "5.0"}, 0},
        {"ext", "pypi", {"linux", "2.1.0", "13.1", "3.9", NULL}, PACKAGE_MISFIT_TORCH | PACKAGE_MISFIT_CUDA},
        {"ext-cu12", "pypi", {"windows", "9.9", "12.4", "3.20", "99.0"}, 0},
        {"ext-cu12", "pypi", {"windows", "9.9", "12.1", "3.20", "99.0"}, PACKAGE_MISFIT_CUDA},
    };
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
        struct package_setting setting = {text_of(cases[at].setting.platform), text_of(cases[at].setting.torch),
                                          text_of(cases[at].setting.cuda), text_of(cases[at].setting.python),
                                          text_of(cases[at].setting.capabilities)};
        struct node row = build(*state, cases[at].package, cases[at].place);
        assert_true(node_present(row));
        if (package_misfits(row, &setting) != cases[at].misfits)
            fail_msg("case %zu: %u", at, package_misfits(row, &setting));
    }
}

static void the_newest_that_need_not_be_compiled_is_best(void **state) {
    const struct knowledge *knowledge = packages(*state);
    struct package_rows rows = package_builds(*state, knowledge, TEXT("ext"), TEXT(""));
    struct package_setting setting = {.platform = TEXT("linux"), .torch = TEXT("2.1.0"), .cuda = TEXT("12.1")};
    assert_text(row_text(package_best(knowledge, &rows, &setting), "place"), "page");
    setting.torch = TEXT("2.3.0");
    assert_text(row_text(package_best(knowledge, &rows, &setting), "place"), "source");
    setting = (struct package_setting){0};
    assert_text(row_text(package_best(knowledge, &rows, &setting), "place"), "pypi");
    setting.torch = TEXT("1.0");
    assert_false(node_present(package_best(knowledge, &rows, &setting)));
    assert_false(node_present(package_best(knowledge, &(struct package_rows){0}, &setting)));
}

static void a_place_is_filled_in(void **state) {
    struct package_setting setting = {
        .torch = TEXT("2.1.0"), .cuda = TEXT("11.8"), .python = TEXT("3.10.12"), .platform = TEXT("linux")};
    struct node page = build(*state, "ext", "page");
    struct package_place place = package_place(*state, page.knowledge, page, &setting);
    assert_text(place.way, "find-links");
    assert_text(place.url, "https://example.org/cu118/torch2.1/py310/pyt210");
    setting.cuda = TEXT("cpu");
    assert_text(package_place(*state, page.knowledge, page, &setting).url,
                "https://example.org/cpu/torch2.1/py310/pyt210");
    setting.python = TEXT("");
    assert_text(package_place(*state, page.knowledge, page, &setting).url, "");
    struct node source = build(*state, "ext", "source");
    assert_text(package_place(*state, source.knowledge, source, &setting).way, "compile");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(requirements_come_apart),
        TEST(a_name_is_found_however_it_is_spelled),
        TEST(a_wish_chooses_ranges),
        TEST(a_build_is_held_against_a_setting),
        TEST(the_newest_that_need_not_be_compiled_is_best),
        TEST(a_place_is_filled_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
