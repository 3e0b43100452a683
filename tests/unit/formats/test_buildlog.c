#include "formats/buildlog.h"

#include "formats_test.h"

/* "8 of 2, stopped 12: a.cu(12): error: ..." */
static struct text builds_of(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct buildlog_reader *builds = buildlog_new(arena);
    struct buffer out = buffer_new(arena);
    while (paste_next(arena, &reader, &line))
        buildlog_line(builds, &line);
    struct value found = buildlog_found(builds);
    for (size_t i = 0; i < value_count(&found); i++) {
        const struct value *build = value_at(&found, i);
        buffer_format(&out, "%lld of %lld, stopped %lld: " TEXT_FORMAT "\n",
                      (long long)value_get_integer(build, "line", 0), (long long)value_get_integer(build, "errors", 0),
                      (long long)value_get_integer(build, "stopped", 0),
                      TEXT_ARGUMENTS(value_get_text(build, "error")));
    }
    return buffer_text(&out);
}

#define BUILDS(paste, expected) assert_text(builds_of(*state, TEXT(paste)), expected)

static void the_first_error_is_far_above_the_stop(void **state) {
    BUILDS(
        "[1/4] nvcc -c a.cu\nFAILED: a.o\n/home/u/a.cu(12): error: identifier \"f\" is undefined\n"
        "/home/u/a.cu(15): error: no instance\n2 errors detected in the compilation of \"a.cu\".\n[2/4] c++ -c b.cpp\n"
        "b.cpp:3:10: warning: unused error: x\nninja: build stopped: subcommand failed.\n"
        "RuntimeError: Error compiling objects for extension\n",
        "3 of 2, stopped 8: /home/u/a.cu(12): error: identifier \"f\" is undefined\n");
}

static void each_program_has_its_own_way(void **state) {
#define FIRST(line) BUILDS("x\n" line "\nninja: build stopped: subcommand failed.\n", "2 of 1, stopped 3: " line "\n")
    FIRST("src/x.cpp:3:10: fatal error: Python.h: No such file or directory");
    FIRST("x.c:12: error: expected ';'");
    FIRST("C:\\x\\a.cpp(3): error C2065: 'x': undeclared identifier");
    FIRST("a.h(9,2): fatal error C1083: Cannot open include file: 'x.h'");
    FIRST("/usr/include/crt/host_config.h:139:2: error: #error -- unsupported GNU version!");
    FIRST("C:\\CUDA\\include\\crt/host_config.h(153): fatal error C1189: #error:  -- unsupported Microsoft Visual "
          "Studio version!");
    FIRST("nvcc fatal   : Unsupported gpu architecture 'compute_120'");
    FIRST("ptxas fatal   : Value 'sm_120' is not defined for option 'gpu-name'");
    FIRST("/usr/bin/ld: cannot find -lcudart: No such file or directory");
    FIRST("a.o: in function `f': a.c:(.text+0x1): undefined reference to `g'");
    FIRST("LINK : fatal error LNK1181: cannot open input file 'x.lib'");
    FIRST("error[E0432]: unresolved import `x`");
    FIRST("gcc: error: unrecognized command-line option '-x'");
}

static void each_way_to_stop_counts(void **state) {
#define STOPS(line) BUILDS("a.c:1:2: error: x\n" line "\n", "1 of 1, stopped 2: a.c:1:2: error: x\n")
    STOPS("make[2]: *** [Makefile:12: a.o] Error 1");
    STOPS("error: command '/usr/bin/gcc' failed with exit code 1");
    STOPS("ERROR: Failed building wheel for flash-attn");
    STOPS("-- Configuring incomplete, errors occurred!");
    STOPS("RuntimeError: Error building extension 'fused_adam': [1/3] c++");
    BUILDS(
        "CMake Error at CMakeLists.txt:3 (find_package):\n  Could not find Torch\n\n-- Configuring incomplete, errors "
        "occurred!\n",
        "1 of 1, stopped 4: CMake Error at CMakeLists.txt:3 (find_package): Could not find Torch\n");
    BUILDS("a.c:1:2: error: x\nninja: build stopped\nb.c:1:2: error: y\nninja: build stopped\n",
           "1 of 1, stopped 2: a.c:1:2: error: x\n3 of 1, stopped 4: b.c:1:2: error: y\n");
}

static void no_build_no_error(void **state) {
    BUILDS("a.c:1:2: error: x\n", ""); /* it did not stop: a lint, an editor */
    BUILDS("RuntimeError: CUDA error: device-side assert\nninja: build stopped: subcommand failed.\n", "");
    BUILDS("2026-01-02 03:04:05 error: the loader lost a file\nmake: *** [all] Error 2\n", "");
    BUILDS("error:\n(: error: \n:: error: x\n) : error: y\nninja: build stopped\n", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_first_error_is_far_above_the_stop),
        TEST(each_program_has_its_own_way),
        TEST(each_way_to_stop_counts),
        TEST(no_build_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
