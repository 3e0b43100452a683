/* The judge of what runs beside torch. Most of it is when to hold one's tongue: a warning on a healthy machine is worse
 * than none. */
#include "findings_test.h"

#define TAXONOMY "framework:\n  extension_abi: No.\n  triton_problem: No.\n  quantization_backend: No.\n"
#define CAUSES                                                                                                         \
    CAUSE("framework.extension_abi", "framework",                                                                      \
          "    remedies: [{run: [pip, install, '{package:package}=={release:version}']}]\n")                           \
    CAUSE("framework.triton_problem", "framework",                                                                     \
          "    remedies: [{run: [pip, install, 'triton=={triton:version}']}]\n")                                       \
    CAUSE("framework.quantization_backend", "framework", "")

#define PACKAGES                                                                                                       \
    "package*\tfamily\talso\tbond\tcause\tmark\tsource\n"                                                              \
    "xformers\txformers\t-\ttorch\tframework.extension_abi\t-\ts\n"                                                    \
    "flash-attn\tflash-attn\t-\ttorch\t-\t-\ts\n"                                                                      \
    "torch-scatter\tpyg\t-\ttorch\tframework.extension_abi\tpt{torch_digits}{flavour}\ts\n"                            \
    "bitsandbytes\tbitsandbytes\t-\ttoolkit\tframework.quantization_backend\t-\ts\n"                                   \
    "triton\ttriton\t-\tcompiles\tframework.triton_problem\t-\ts\n"

#define BUILDS                                                                                                         \
    "package*\tfirst*\tlast\ttorch*\ttorch_min\tcuda*\tplatforms*\tplace*\tsource\n"                                   \
    "xformers\t0.0.26.post1\t0.0.26.post1\t2.3.0\t-\t12.1\tlinux\tpypi\ts\n"                                           \
    "xformers\t0.0.27\t0.0.27\t2.3.1\t-\t12.1\tlinux\tpypi\ts\n"                                                       \
    "xformers\t0.0.27\t0.0.27\t2.3.1\t-\t11.8\tlinux\tpage\ts\n"                                                       \
    "xformers\t0.0.27.post1\t0.0.27.post2\t2.4.0\t-\t12.1\tlinux\tpypi\ts\n"                                           \
    "xformers\t0.0.35\t0.0.35\t-\t2.10\t12.8\tlinux\tpypi\ts\n"                                                        \
    "flash-attn\t2.5.8\t2.5.8\t2.1 2.2\t-\t12\tlinux\tpage\ts\n"                                                       \
    "bitsandbytes\t0.43.0\t0.43.3\t-\t-\t11.8 12.0\tlinux\tpypi\ts\n"                                                  \
    "bitsandbytes\t0.43.0\t0.43.3\t-\t-\t12.0 12.2\twindows\tpypi\ts\n"                                                \
    "bitsandbytes\t0.45.0\t0.45.0\t-\t-\t12.1\tlinux\tpypi\ts\n"                                                       \
    "triton\t2.3.0\t2.3.0\t2.3.0\t-\tany\tlinux\tpypi\ts\n"                                                            \
    "triton\t2.3.1\t2.3.1\t2.3.1\t-\tany\tlinux\tpypi\ts\n"

#define PLACES                                                                                                         \
    "place*\tway\turl\tsource\n"                                                                                       \
    "pypi\tindex-url\thttps://example.org/simple\ts\n"                                                                 \
    "page\tfind-links\thttps://example.org/\ts\n"

static const struct knowledge *packages(struct arena *arena) {
    static const struct sketch sketch = {.taxonomy = TAXONOMY,
                                         .causes = CAUSES,
                                         .tables = {{"tables/packages.tsv", PACKAGES},
                                                    {"tables/package_builds.tsv", BUILDS},
                                                    {"tables/package_places.tsv", PLACES},
                                                    {"tables/torch.tsv", TORCH_TABLE}}};
    return knowledge_of(arena, &sketch);
}

static struct judging judged(struct arena *arena, const struct given *changes, size_t count) {
    struct judging judging = judging_of(arena, changed(arena, changes, count), packages(arena));
    for (size_t at = 0; at < judge_count; at++)
        if (strcmp(judges[at]->name, "packages") == 0)
            judges[at]->judge(&judging);
    return judging;
}

static struct text told(const struct judging *judging) {
    struct buffer out = buffer_new(judging->arena);
    for (size_t at = 0; at < judging->evidence_count; at++) {
        buffer_format(&out, "%s" TEXT_FORMAT "=%d", at ? " " : "", TEXT_ARGUMENTS(judging->evidence[at].cause),
                      judging->evidence[at].weight);
        assert_int_equal(judging->evidence[at].severity, SEVERITY_WARNING);
    }
    return buffer_text(&out);
}

/* The healthy machine has torch 2.3.1+cu121. */
#define CHECK(expected, ...)                                                                                           \
    do {                                                                                                               \
        const struct given changes[] = {__VA_ARGS__};                                                                  \
        struct judging judging = judged(*state, changes, COUNT(changes));                                              \
        assert_spans(told(&judging), text_of(expected), __FILE__, __LINE__);                                           \
    } while (0)
#define INSTALLED(package, version) SAYS(PACKAGE_VERSION, VENV "|" package, version)

static void what_goes_with_torch_is_left_alone(void **state) {
    CHECK("", INSTALLED("xformers", "0.0.27"));
    CHECK("", INSTALLED("triton", "2.3.1"));
    CHECK("", INSTALLED("bitsandbytes", "0.45.0"));
    CHECK("", INSTALLED("xformers", "0.0.35"), INSTALLED("torch", "2.10.0+cu128"));
}

static void what_is_for_another_torch_is_likely_wrong(void **state) {
    CHECK("framework.extension_abi=14", INSTALLED("xformers", "0.0.26.post1"));
    CHECK("framework.extension_abi=14", INSTALLED("xformers", "0.0.27.post2+cu118"));
    CHECK("framework.extension_abi=14", INSTALLED("xformers", "0.0.35"));
    CHECK("framework.triton_problem=14", INSTALLED("triton", "2.3.0"));
    CHECK("framework.quantization_backend=14", INSTALLED("bitsandbytes", "0.43.2"));
}

static void a_mark_in_the_version_speaks_for_itself(void **state) {
    CHECK("", INSTALLED("torch-scatter", "2.1.2+pt23cu121"));
    CHECK("", INSTALLED("torch-scatter", "2.1.2")); /* from source */
    CHECK("", INSTALLED("torch-scatter", "2.1.2+pt23cpu"));
    CHECK("", INSTALLED("torch-scatter", "2.1.2+ptcu121"));
    CHECK("", INSTALLED("torch-scatter", "2.1.2+cu121"));
    CHECK("framework.extension_abi=14", INSTALLED("torch-scatter", "2.1.2+pt22cu121"));
    CHECK("framework.extension_abi=14", INSTALLED("torch-scatter", "2.1.2+pt23cu118"));
    CHECK("framework.extension_abi=14", INSTALLED("torch-scatter", "2.1.2+pt231cu121"));
    CHECK("", INSTALLED("torch-scatter", "2.1.2+pt210cu128"), INSTALLED("torch", "2.10.0+cu128"),
          SAYS(PACKAGE_CUDA, VENV "|torch", "12.8"));
}

static void what_is_not_known_is_no_evidence(void **state) {
    CHECK("", INSTALLED("xformers", "0.0.28"));                        /* in no row */
    CHECK("", INSTALLED("xformers", "0.0.99"));                        /* newer than the table */
    CHECK("", INSTALLED("xformers", "0.0.26.post1+a1b2c3.d20240501")); /* made from source */
    CHECK("", INSTALLED("xformers", "nonsense"));
    CHECK("", INSTALLED("flash-attn", "2.5.8")); /* people compile it for their torch */
    CHECK("", INSTALLED("xformers", "0.0.26.post1"), SAYS(PACKAGE_INSTALLER, VENV "|torch", "conda"));
    CHECK("", INSTALLED("xformers", "0.0.26.post1"), INSTALLED("torch", "2.4.0a0+gitabc"));
    CHECK("", INSTALLED("xformers", "0.0.26.post1"), INSTALLED("torch", "2.99.0"));
    CHECK("", INSTALLED("xformers", "0.0.26.post1"), INSTALLED("torch", "2.3.1"), INSTALLED("torch", "2.1.0"));
    CHECK("", INSTALLED("xformers", "0.0.26.post1"), STATE(PACKAGE_VERSION, VENV "|torch", ABSENT));
    CHECK("", INSTALLED("bitsandbytes", "0.43.2"), INSTALLED("torch", "2.3.1+cpu"),
          STATE(PACKAGE_CUDA, VENV "|torch", ABSENT));
    CHECK("", STATE(PACKAGE_VERSION, VENV "|xformers", UNREADABLE));
}

/* The release that goes with this torch is offered where PyPI has it. */
static void a_remedy_names_the_release_that_goes(void **state) {
    static const struct {
        struct given changes[3];
        size_t count;
        const char *remedy;
    } cases[] = {
        {{INSTALLED("xformers", "0.0.26.post1")}, 1, "xformers==0.0.27"},
        {{INSTALLED("triton", "2.3.0")}, 1, "triton==2.3.1"},
        {{INSTALLED("xformers", "0.0.26.post1"), INSTALLED("torch", "2.3.1+cu118"),
          SAYS(PACKAGE_CUDA, VENV "|torch", "11.8")},
         3,
         ""},
    };
    for (size_t at = 0; at < COUNT(cases); at++) {
        struct report_model model =
            model_of(*state, changed(*state, cases[at].changes, cases[at].count), packages(*state), false);
        struct text offered = TEXT("");
        assert_int_equal(model.finding_count, 1);
        if (model.findings[0].remedy_count && model.findings[0].remedies[0].argument_count == 3)
            offered = model.findings[0].remedies[0].arguments[2];
        assert_spans(offered, text_of(cases[at].remedy), __FILE__, __LINE__);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_goes_with_torch_is_left_alone), TEST(what_is_for_another_torch_is_likely_wrong),
        TEST(a_mark_in_the_version_speaks_for_itself), TEST(what_is_not_known_is_no_evidence),
        TEST(a_remedy_names_the_release_that_goes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
