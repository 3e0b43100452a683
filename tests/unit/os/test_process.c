#include "os/process.h"

#include <sys/prctl.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

#include "os/library.h"
#include "os_test.h"

/* Runs `part` in a process of its own and returns what it returned. */
static int apart(int (*part)(struct arena *arena), struct arena *arena) {
    pid_t process = fork();
    if (process == 0)
        _exit(part(arena));
    int status;
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int with_closed_streams(struct arena *arena) {
    int count = 0;
    char **arguments = NULL;
    close(0), close(1), close(2);
    process_start(arena, &count, &arguments);
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            return 1;
    return open("/dev/null", O_RDONLY) > 2 && write(1, "x", 1) == 1 && read(0, &(char){0}, 1) == 0 ? 0 : 2;
}

static void closed_streams_are_filled(void **state) {
    assert_int_equal(apart(with_closed_streams, *state), 0);
}

static int with_a_closed_output(struct arena *arena) {
    int count = 0;
    char **arguments = NULL;
    struct stat before, after;
    close(1);
    fstat(2, &before);
    process_start(arena, &count, &arguments);
    fstat(2, &after);
    return fcntl(1, F_GETFD) >= 0 && before.st_ino == after.st_ino ? 0 : 1;
}

static void open_streams_stay(void **state) {
    assert_int_equal(apart(with_a_closed_output, *state), 0);
}

static struct text node; /* in a folder that everybody may write to */

static int restrained(struct arena *arena) {
    enum { CAP_MKNOD_NUMBER = 27 };
    if (!process_restrain() || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1)
        return 1;
    if (mknod(node.at, S_IFCHR | 0600, makedev(1, 3)) == 0)
        return 2;
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "Cap", 3) != 0)
            continue;
        unsigned long long set = strtoull(line + 7, NULL, 16);
        bool bounding_of_others = strncmp(line, "CapBnd", 6) == 0 && getuid() != 0;
        if ((set >> CAP_MKNOD_NUMBER & 1) != 0 && !bounding_of_others)
            return 3;
    }
    /* Nor does a program that it starts get it back. */
    struct text command = text_format(arena, "mknod '%s' c 1 3 2>/dev/null", node.at);
    return WEXITSTATUS(system(command.at)) == 0 ? 4 : 0;
}

static void check_restrained(struct arena *arena, int (*part)(struct arena *arena)) {
    struct text folder = new_folder(arena);
    assert_int_equal(chmod(folder.at, 0777), 0);
    node = below(arena, folder, "node");
    int outcome = apart(part, arena);
    remove_folder(folder);
    assert_int_equal(outcome, 0);
}

static void a_worker_cannot_make_device_nodes(void **state) {
    check_restrained(*state, restrained);
}

static int unprivileged(struct arena *arena) {
    if (getuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        return 9;
    return restrained(arena);
}

static void nor_can_one_of_a_common_user(void **state) {
    check_restrained(*state, unprivileged);
}

static int with_output_aside(struct arena *arena) {
    (void)arena;
    int ends[2];
    char got[16] = "";
    if (pipe(ends) != 0 || dup2(ends[1], 1) != 1)
        return 1;
    close(ends[1]);
    int aside = process_set_output_aside();
    if (aside < 3 || write(1, "banner", 6) != 6 || write(aside, "answer", 6) != 6)
        return 2;
    close(aside);
    return read(ends[0], got, sizeof got) == 6 && strcmp(got, "answer") == 0 && read(ends[0], got, 1) == 0 ? 0 : 3;
}

static void what_libraries_print_goes_nowhere(void **state) {
    assert_int_equal(apart(with_output_aside, *state), 0);
}

static void variables(void **state) {
    char large[5000];
    memset(large, 'v', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    setenv("PLUMB_TEST", large, 1);
    assert_text(process_variable(*state, "PLUMB_TEST"), large);
    setenv("PLUMB_TEST", "", 1);
    assert_int_equal(process_variable(*state, "PLUMB_TEST").size, 0);
    assert_non_null(process_variable(*state, "PLUMB_TEST").at);
    process_clear_variable("PLUMB_TEST");
    assert_null(process_variable(*state, "PLUMB_TEST").at);
}

static void language(void **state) {
    static const struct {
        const char *all, *messages, *lang, *list, *expected;
    } cases[] = {
        {NULL, NULL, NULL, NULL, ""},
        {NULL, NULL, NULL, "zh", ""},
        {NULL, NULL, "zh_CN.UTF-8", NULL, "zh_CN.UTF-8"},
        {NULL, "de_DE", "zh_CN.UTF-8", NULL, "de_DE"},
        {"C", "de_DE", "zh_CN.UTF-8", "zh", "C"},
        {"", "", "en_US.UTF-8", "zh_CN:en", "zh_CN:en:en_US.UTF-8"},
        {NULL, NULL, "C.UTF-8", "zh", "C.UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *names[] = {"LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"};
        const char *values[] = {cases[i].all, cases[i].messages, cases[i].lang, cases[i].list};
        for (size_t k = 0; k < 4; k++) {
            unsetenv(names[k]);
            if (values[k] != NULL)
                setenv(names[k], values[k], 1);
        }
        assert_text(process_language(*state), cases[i].expected);
    }
}

static void libraries(void **state) {
    struct library *library = NULL;
    struct error error = {{0}};
    assert_false(library_open(*state, "libplumb-none.so.1", &library, &error));
    assert_non_null(strstr(error.message, "libplumb-none.so.1"));
    assert_null(library);
    assert_true(library_open(*state, "libm.so.6", &library, &error));
    assert_non_null(library_function(library, "cos"));
    assert_true(library_function(library, "plumb_none") == NULL);
    struct text path = library_path(*state, library, "cos");
    assert_true(text_contains(path, "libm"));
    assert_int_equal(path.at[0], '/');
    assert_int_equal(library_path(*state, library, "plumb_none").size, 0);
}

static void the_clock_goes_on(void **state) {
    (void)state;
    int64_t begin = process_clock_ms();
    usleep(20000);
    assert_in_range(process_clock_ms() - begin, 15, 5000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(closed_streams_are_filled),
        TEST(open_streams_stay),
        TEST(a_worker_cannot_make_device_nodes),
        TEST(nor_can_one_of_a_common_user),
        TEST(what_libraries_print_goes_nowhere),
        TEST(variables),
        TEST(language),
        TEST(libraries),
        TEST(the_clock_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
