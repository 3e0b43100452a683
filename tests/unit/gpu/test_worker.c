#include "gpu_test.h"

static size_t line_count(struct text text) {
    size_t count = 0;
    for (struct text line; text_next_line(&text, &line);)
        count += line.size != 0;
    return count;
}

static void expect_all_answered(struct outcome outcome) {
    assert_true(WIFEXITED(outcome.status) || WTERMSIG(outcome.status) == SIGKILL);
    assert_int_equal(line_count(outcome.answers), sizeof all_calls / sizeof *all_calls);
}

#define LIBRARY(name) "{\"code\": 0, \"result\": \"" FAKE_DRIVER_LIBRARIES "/" name "\"}"

static void all_is_well(void **state) {
    struct outcome got = under(*state, "healthy");
    expect_all_answered(got);
    expect(*state, got, "load_nvml", LIBRARY("libnvidia-ml.so.1"));
    expect(*state, got, "load_libcuda", LIBRARY("libcuda.so.1"));
    expect(*state, got, "nvmlSystemGetNVMLVersion", "{\"code\": 0, \"result\": \"12.535.104.05\"}");
    expect(*state, got, "nvmlInit", "{\"code\": 0}");
    expect(*state, got, "nvmlSystemGetDriverVersion", "{\"code\": 0, \"result\": \"535.104.05\"}");
    expect(*state, got, "nvmlSystemGetCudaDriverVersion", "{\"code\": 0, \"number\": 12020, \"result\": \"12020\"}");
    expect(*state, got, "nvmlDeviceGetCount", "{\"code\": 0, \"number\": 2, \"result\": \"2\"}");
    expect(*state, got, "nvmlDeviceDescribe 1",
           "{\"code\": 0, \"name\": \"NVIDIA GeForce RTX 4090\", \"pci\": \"0000:41:00.0\", "
           "\"uuid\": \"GPU-00000000-0000-0000-0000-000000000001\", \"memory_mib\": 24564, "
           "\"result\": \"NVIDIA GeForce RTX 4090\"}");
    expect(*state, got, "cuDriverGetVersion", "{\"code\": 0, \"number\": 12020, \"result\": \"12020\"}");
    expect(*state, got, "cuInit", "{\"code\": 0}");
    expect(*state, got, "cuDeviceGetCount", "{\"code\": 0, \"number\": 2, \"result\": \"2\"}");
    expect(*state, got, "cuDeviceDescribe 1",
           "{\"code\": 0, \"name\": \"NVIDIA GeForce RTX 4090\", \"pci\": \"0000:41:00.0\", \"capability\": \"8.9\", "
           "\"memory_mib\": 24564, \"result\": \"NVIDIA GeForce RTX 4090\"}");
}

static void calls_before_their_time(void **state) {
    struct outcome got = under(*state, "healthy");
    expect(*state, got, "cuInit", "{\"code\": -1, \"problem\": \"the library is not loaded\"}");
    expect(*state, got, "cuDeviceGetCount", "{\"code\": 3}");
    expect(*state, got, "nvmlDeviceGetCount", "{\"code\": 1}");
}

static void codes_are_passed_on(void **state) {
    static const struct {
        const char *driver, *call, *answer;
    } cases[] = {
        {"mismatch", "nvmlInit", "{\"code\": 18}"},
        {"mismatch", "cuInit", "{\"code\": 803}"},
        {"mismatch", "nvmlSystemGetNVMLVersion", "{\"code\": 0, \"result\": \"12.550.54.14\"}"},
        {"mismatch", "cuDriverGetVersion", "{\"code\": 0, \"number\": 12040, \"result\": \"12040\"}"},
        {"fabric", "nvmlInit", "{\"code\": 0}"},
        {"fabric", "cuInit", "{\"code\": 802}"},
        {"exclusive", "cuInit", "{\"code\": 46}"},
        {"unknown", "cuInit", "{\"code\": 999}"},
        {"permissions", "nvmlInit", "{\"code\": 4}"},
        {"permissions", "cuInit", "{\"code\": 100}"},
        {"lost", "nvmlDeviceDescribe 1", "{\"code\": 2}"},
        {"lost", "cuDeviceDescribe 1", "{\"code\": 101}"},
    };
    for (size_t at = 0; at < sizeof cases / sizeof *cases; at++) {
        struct outcome got = under(*state, cases[at].driver);
        expect_all_answered(got);
        expect(*state, got, cases[at].call, cases[at].answer);
    }
}

static void a_failing_call_keeps_what_the_others_gave(void **state) {
    struct outcome got = under(*state, "lost");
    expect(*state, got, "nvmlDeviceDescribe 0",
           "{\"code\": 15, \"pci\": \"0000:01:00.0\", \"uuid\": \"GPU-00000000-0000-0000-0000-000000000000\"}");
    expect(*state, got, "cuDeviceDescribe 0",
           "{\"code\": 999, \"name\": \"NVIDIA GeForce RTX 4090\", \"capability\": \"8.9\", \"memory_mib\": 24564, "
           "\"result\": \"NVIDIA GeForce RTX 4090\"}");
}

/* Not a line of the banner is among the answers. */
static void a_stub_fills_nothing_and_its_noise_is_not_heard(void **state) {
    struct outcome got = under(*state, "stub");
    expect_all_answered(got);
    expect(*state, got, "nvmlInit", "{\"code\": 34}");
    expect(*state, got, "cuInit", "{\"code\": 34}");
    expect(*state, got, "cuDriverGetVersion", "{\"code\": 34}");
    expect(*state, got, "nvmlSystemGetNVMLVersion", "{\"code\": 34}");
    expect(*state, got, "cuDeviceDescribe 0", "{\"code\": 34}");
    assert_false(text_contains(got.answers, "WARNING"));
}

static void what_was_asked_before_a_hang_is_known(void **state) {
    struct outcome got = under(*state, "hang");
    assert_true(WIFSIGNALED(got.status) && WTERMSIG(got.status) == SIGKILL);
    expect(*state, got, "cuDriverGetVersion", "{\"code\": 0, \"number\": 12020, \"result\": \"12020\"}");
    expect(*state, got, "nvmlInit", "{\"code\": 0}");
    assert_false(text_contains(got.answers, "cuDeviceDescribe"));
}

static void what_was_asked_before_a_crash_is_known(void **state) {
    struct outcome got = under(*state, "crash");
    assert_true(WIFSIGNALED(got.status) && WTERMSIG(got.status) == SIGSEGV);
    expect(*state, got, "cuDriverGetVersion", "{\"code\": 0, \"number\": 12020, \"result\": \"12020\"}");
    assert_false(text_contains(got.answers, "nvmlInit"));
}

static void calls_that_a_library_lacks(void **state) {
    struct outcome got = under(*state, "removed");
    expect_all_answered(got);
    expect(*state, got, "cuDriverGetVersion", "{\"code\": -1, \"problem\": \"no such function\"}");
    expect(*state, got, "nvmlSystemGetCudaDriverVersion", "{\"code\": -1, \"problem\": \"no such function\"}");
    expect(*state, got, "nvmlInit", "{\"code\": 0}");
    expect(*state, got, "nvmlDeviceDescribe 0",
           "{\"code\": 0, \"name\": \"NVIDIA GeForce RTX 4090\", \"pci\": \"0000:01:00.0\", "
           "\"uuid\": \"GPU-00000000-0000-0000-0000-000000000000\", \"result\": \"NVIDIA GeForce RTX 4090\"}");
    expect(*state, got, "cuDeviceDescribe 0",
           "{\"code\": 0, \"name\": \"NVIDIA GeForce RTX 4090\", \"pci\": \"0000:01:00.0\", \"capability\": \"8.9\", "
           "\"result\": \"NVIDIA GeForce RTX 4090\"}");
}

static void a_driver_with_first_versions_only(void **state) {
    struct outcome got = under(*state, "old");
    expect_all_answered(got);
    expect(*state, got, "nvmlDeviceDescribe 0",
           "{\"code\": 0, \"name\": \"Tesla K20m\", \"pci\": \"0000:01:00.0\", "
           "\"uuid\": \"GPU-00000000-0000-0000-0000-000000000000\", \"memory_mib\": 4799, \"result\": \"Tesla K20m\"}");
}

/* What is not supported or not permitted is left out; a text that fills its buffer ends there. */
static void outputs_have_bounds(void **state) {
    struct outcome got = under(*state, "unified");
    expect_all_answered(got);
    struct buffer name = buffer_new(*state);
    buffer_add_repeated(&name, 'x', 256);
    struct text full = buffer_text(&name);
    expect(*state, got, "nvmlDeviceDescribe 0",
           text_format(*state, "{\"code\": 0, \"name\": \"%s\", \"pci\": \"000f:01:00.0\", \"result\": \"%s\"}",
                       full.at, full.at)
               .at);
    expect(*state, got, "cuDeviceDescribe 0",
           text_format(*state,
                       "{\"code\": 0, \"name\": \"%s\", \"pci\": \"000F:01:00.0\", \"capability\": \"12.1\", "
                       "\"memory_mib\": 122572, \"result\": \"%s\"}",
                       full.at, full.at)
               .at);
}

static void what_is_no_call_is_not_asked(void **state) {
    static const char *const questions[] = {
        "cuMemAlloc",
        "nvmlErrorString",
        "",
        "cuInit 0",
        "cuDeviceDescribe",
        "cuDeviceDescribe -1",
        "cuDeviceDescribe x",
        "cuDeviceDescribe 99999999999",
    };
    struct gpu_worker *worker = gpu_worker_new(*state);
    for (size_t at = 0; at < sizeof questions / sizeof *questions; at++)
        assert_int_equal(ask(worker, *state, questions[at]).state, ANSWER_NOT_ASKED);
}

static void without_a_library(void **state) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        unsetenv("LD_LIBRARY_PATH");
        execl("/proc/self/exe", "test", "--without", (char *)NULL);
        _exit(1);
    }
    (void)state;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Where a real driver is installed it is found instead, and left alone. */
static int try_without(void) {
    struct arena *arena = arena_new();
    struct answer answer = ask(gpu_worker_new(arena), arena, "load_libcuda");
    struct text problem = value_get_text(&answer.value, "problem");
    int64_t code = value_get_integer(&answer.value, "code", -2);
    bool as_expected = code == 0 || (code == -1 && text_contains(problem, "libcuda.so.1"));
    arena_free(arena);
    return as_expected ? 0 : 1;
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        TEST(all_is_well),
        TEST(calls_before_their_time),
        TEST(codes_are_passed_on),
        TEST(a_failing_call_keeps_what_the_others_gave),
        TEST(a_stub_fills_nothing_and_its_noise_is_not_heard),
        TEST(what_was_asked_before_a_hang_is_known),
        TEST(what_was_asked_before_a_crash_is_known),
        TEST(calls_that_a_library_lacks),
        TEST(a_driver_with_first_versions_only),
        TEST(outputs_have_bounds),
        TEST(what_is_no_call_is_not_asked),
        TEST(without_a_library),
    };
    if (count > 1)
        return try_without();
    /* The loader reads its search path once, when a program starts. */
    const char *path = getenv("LD_LIBRARY_PATH");
    if (!path || strcmp(path, FAKE_DRIVER_LIBRARIES) != 0) {
        setenv("LD_LIBRARY_PATH", FAKE_DRIVER_LIBRARIES, 1);
        execv("/proc/self/exe", arguments);
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
