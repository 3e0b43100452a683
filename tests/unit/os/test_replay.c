#include "os_test.h"

static enum answer_state stat_state(struct machine *machine, struct arena *arena, const char *path) {
    return ask_stat(machine, arena, text_of(path)).state;
}

static void recorded_answers_come_back(void **state) {
    struct machine *machine =
        replayed(*state, LINUX_CAPTURE
                 "{\"ask\": [\"text\", \"/proc/version\"], \"known\": {\"text\": \"one\", \"complete\": false}}\n"
                 "{\"ask\": [\"text\", \"/proc/version\"], \"known\": {\"text\": \"two\", \"complete\": true}}\n"
                 "{\"note\": \"of a later plumb\"}\n"
                 "{\"ask\": [\"smell\", \"/proc\"], \"known\": {}}\n"
                 "7\n"
                 "{\"ask\": [\"open\", \"/dev/nvidia0\"], \"unreadable\": \"EACCES\"}\n"
                 "{\"ask\": [\"digest\", \"elf\", \"/lib/a.so\"], \"known\": {\"soname\": \"a\", \"size\": 3}}\n"
                 "{\"ask\": [\"call\", \"cuInit\", \"0\"], \"known\": {\"code\": 100}}\n"
                 "{\"ask\": [\"child\", \"/usr/bin/journalctl\", \"-k\"], \"timed_out\": true}\n");
    struct asked_text text = ask_text(machine, *state, TEXT("/proc/version"));
    assert_int_equal(text.state, ANSWER_KNOWN);
    assert_text(text.text, "one");
    assert_false(text.complete);

    struct text reason;
    assert_int_equal(ask_open(machine, *state, TEXT("/dev/nvidia0"), &reason), ANSWER_UNREADABLE);
    assert_text(reason, "EACCES");
    struct answer digest = machine_digest(machine, *state, "elf", NULL, TEXT("/lib/a.so"));
    assert_int_equal(digest.state, ANSWER_KNOWN);
    assert_text(value_get_text(&digest.value, "soname"), "a");
    assert_int_equal(machine_digest(machine, *state, "pe", NULL, TEXT("/lib/a.so")).state, ANSWER_NOT_ASKED);
    struct answer call = ask_call(machine, *state, "cuInit", (struct text[]){TEXT("0")}, 1);
    assert_int_equal(value_get_integer(&call.value, "code", -1), 100);
    assert_int_equal(ask_call(machine, *state, "cuInit", NULL, 0).state, ANSWER_NOT_ASKED);
    struct text journal[] = {TEXT("/usr/bin/journalctl"), TEXT("-k")};
    assert_int_equal(ask_child(machine, *state, journal, 2).state, ANSWER_TIMED_OUT);
    assert_int_equal(ask_simple(machine, *state, QUESTION_USER).state, ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/proc/version"), ANSWER_NOT_ASKED);
}

static void whole_listings_show_what_is_absent(void **state) {
    struct machine *machine =
        replayed(*state, LINUX_CAPTURE
                 "{\"ask\": [\"list\", \"/dev\"], \"known\": {\"entries\": [\"dri\", \"null\"], \"complete\": true}}\n"
                 "{\"ask\": [\"list\", \"/usr\"], \"known\": {\"entries\": [\"lib\"], \"complete\": false}}\n"
                 "{\"ask\": [\"list\", \"/\"], \"known\": {\"entries\": [\"dev\", \"usr\", \"opt\"], \"complete\": "
                 "true}}\n"
                 "{\"ask\": [\"list\", \"/opt\"], \"absent\": true}\n");
    assert_int_equal(stat_state(machine, *state, "/dev/nvidia0"), ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "/dev/nvidia-caps/cap1"), ANSWER_ABSENT);
    assert_int_equal(ask_link(machine, *state, TEXT("/dev/nvidia0")).state, ANSWER_ABSENT);
    assert_int_equal(machine_digest(machine, *state, "elf", NULL, TEXT("/dev/x")).state, ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "/home/a/b"), ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "/home/a/../b"), ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "/opt/conda"), ANSWER_ABSENT);

    assert_int_equal(stat_state(machine, *state, "/dev/null"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/dev/dri/card0"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/dev/dri/../nvidia0"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/usr/bin"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/opt"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "home/a"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, ""), ANSWER_NOT_ASKED);
}

static void absent_folders_have_nothing_below(void **state) {
    struct machine *machine = replayed(*state, LINUX_CAPTURE "{\"ask\": [\"stat\", \"/opt/conda\"], \"absent\": true}\n"
                                                             "{\"ask\": [\"text\", \"/etc/a\"], \"absent\": true}\n"
                                                             "{\"ask\": [\"link\", \"/usr/lib\"], \"absent\": true}\n"
                                                             "{\"ask\": [\"stat\", \"/srv\"], \"timed_out\": true}\n"
                                                             "{\"ask\": [\"text\", \"/mnt\"], \"not_asked\": true}\n");
    assert_int_equal(stat_state(machine, *state, "/opt/conda/bin/python"), ANSWER_ABSENT);
    assert_int_equal(ask_list(machine, *state, TEXT("/opt/conda")).state, ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "/etc/a"), ANSWER_ABSENT);
    /* A link that leads nowhere is a link all the same. */
    assert_int_equal(ask_link(machine, *state, TEXT("/opt/conda")).state, ANSWER_NOT_ASKED);
    /* What is no link may be a folder. */
    assert_int_equal(stat_state(machine, *state, "/usr/lib/a"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "/srv/a"), ANSWER_NOT_ASKED);
    assert_int_equal(ask_text(machine, *state, TEXT("/mnt")).state, ANSWER_NOT_ASKED);
}

static void unset_variables_are_absent(void **state) {
    struct machine *machine = replayed(
        *state, LINUX_CAPTURE "{\"ask\": [\"variables\"], \"known\": {\"entries\": [\"PATH\"], \"complete\": true}}\n"
                              "{\"ask\": [\"variable\", \"HOME\"], \"known\": {\"value\": \"/root\"}}\n");
    assert_int_equal(ask_variable(machine, *state, "CUDA_HOME").state, ANSWER_ABSENT);
    assert_int_equal(ask_variable(machine, *state, "Path").state, ANSWER_ABSENT);
    assert_int_equal(ask_variable(machine, *state, "PATH").state, ANSWER_NOT_ASKED);
    assert_text(ask_variable(machine, *state, "HOME").text, "/root");
    machine = replayed(*state, LINUX_CAPTURE);
    assert_int_equal(ask_variable(machine, *state, "CUDA_HOME").state, ANSWER_NOT_ASKED);
}

static void windows_folds_cases_and_separators(void **state) {
    struct machine *machine = replayed(
        *state, WINDOWS_CAPTURE
        "{\"ask\": [\"text\", \"C:\\\\Users\\\\Me\\\\pyvenv.cfg\"], \"known\": {\"text\": \"x\", \"complete\": true}}\n"
        "{\"ask\": [\"variable\", \"Path\"], \"known\": {\"value\": \"C:\\\\\"}}\n"
        "{\"ask\": [\"variables\"], \"known\": {\"entries\": [\"Path\", \"TEMP\"], \"complete\": true}}\n"
        "{\"ask\": [\"registry\", \"HKLM\\\\SOFTWARE\\\\Python\"], \"known\": {\"keys\": []}}\n"
        "{\"ask\": [\"digest\", \"pe\", \"C:/Windows/System32/nvcuda.dll\"], \"absent\": true}\n"
        "{\"ask\": [\"list\", \"C:\\\\\"], \"known\": {\"entries\": [\"Users\", \"Program Files\"], \"complete\": "
        "true}}\n");
    assert_text(ask_text(machine, *state, TEXT("c:/users/me/PYVENV.cfg")).text, "x");
    assert_text(ask_variable(machine, *state, "PATH").text, "C:\\");
    assert_int_equal(ask_variable(machine, *state, "temp").state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_variable(machine, *state, "CUDA_PATH").state, ANSWER_ABSENT);
    assert_int_equal(ask_registry(machine, *state, TEXT("hklm\\software\\PYTHON")).state, ANSWER_KNOWN);
    assert_int_equal(machine_digest(machine, *state, "pe", NULL, TEXT("c:\\windows\\system32\\NVCUDA.dll")).state,
                     ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "c:\\miniconda3\\python.exe"), ANSWER_ABSENT);
    assert_int_equal(stat_state(machine, *state, "C:\\users\\you"), ANSWER_NOT_ASKED);
    /* Other names by which Windows may know a file that the listing shows. */
    assert_int_equal(stat_state(machine, *state, "C:\\PROGRA~1"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "C:\\Users."), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "C:\\nothing\\..\\Users"), ANSWER_NOT_ASKED);
    assert_int_equal(stat_state(machine, *state, "C:\\caf\xc3\xa9"), ANSWER_NOT_ASKED);
}

static void refusals_name_the_line(void **state) {
    static const struct {
        const char *capture, *message;
    } cases[] = {
        {"", "test: no capture"},
        {"plumb-capture/2\n{}\n", "test: this capture was made by a newer plumb"},
        {"plumb-capture/1", "test: the second line"},
        {"plumb-capture/1\n{\"fact\": 1}\n", "test: the second line"},
        {"plumb-capture/1\n{\"machine\": {\"system\": \"plan9\"}}\n", "test: the second line"},
        {LINUX_CAPTURE "{\"ask\": [\"now\"], \"absent\": true}\n{\"as\n{\"ask\": [\"now\"], \"absent\": true}\n",
         "test: line 4 is damaged"},
        {LINUX_CAPTURE "\n\n{\n{}\n", "test: line 5 is damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct machine *machine = NULL;
        struct error error = {{0}};
        assert_false(machine_replay(*state, text_of(cases[i].capture), TEXT("test"), &machine, &error));
        assert_null(machine);
        if (!text_starts(text_of(error.message), cases[i].message))
            fail_msg("%zu: %s", i, error.message);
    }
}

/* Wherever a capture is cut behind its second line, what stood before the cut still answers. */
static void a_capture_may_be_cut_anywhere(void **state) {
    const char *whole = LINUX_CAPTURE "{\"ask\": [\"now\"], \"known\": {\"seconds\": 5}}\n"
                                      "{\"ask\": [\"stat\", \"/a\"], \"absent\": true}\n";
    size_t second = strlen(LINUX_CAPTURE), third = (size_t)(strstr(whole, "{\"ask\": [\"stat") - whole);
    for (size_t size = second; size <= strlen(whole); size++) {
        struct machine *machine;
        struct error error;
        struct text cut = text_copy(*state, text_until(text_of(whole), size));
        assert_true(machine_replay(*state, cut, TEXT("test"), &machine, &error));
        bool between_lines = size == second || size + 1 >= strlen(whole) || size == third || size + 1 == third;
        assert_int_equal(machine_traits(machine)->cut, !between_lines);
        struct answer now = ask_simple(machine, *state, QUESTION_NOW);
        assert_int_equal(now.state, size + 1 >= third ? ANSWER_KNOWN : ANSWER_NOT_ASKED);
    }
}

static void thousands_of_answers(void **state) {
    struct buffer capture = buffer_new(*state);
    buffer_add_string(&capture, LINUX_CAPTURE);
    for (int i = 0; i < 20000; i++)
        buffer_format(&capture, "{\"ask\": [\"text\", \"/f%d\"], \"known\": {\"text\": \"%d\", \"complete\": true}}\n",
                      i, i);
    struct machine *machine = replayed(*state, buffer_text(&capture).at);
    for (int i = 0; i < 20000; i += 7) {
        char path[32], content[32];
        snprintf(path, sizeof path, "/f%d", i);
        snprintf(content, sizeof content, "%d", i);
        assert_text(ask_text(machine, *state, text_of(path)).text, content);
    }
}

/* Damaged in any way, a capture is refused or replayed, and what is replayed can be asked. */
static void hostile_captures_do_no_harm(void **state) {
    static const char sample[] =
        LINUX_CAPTURE "{\"ask\": [\"list\", \"/\"], \"known\": {\"entries\": [\"a\", {\"bytes\": \"/w==\"}], "
                      "\"complete\": true}}\n{\"ask\": [\"digest\", \"elf\", \"/a\"], \"known\": {\"size\": 1}}\n"
                      "{\"ask\": [\"link\", \"/a\"], \"known\": {\"target\": \"../b\"}}\n"
                      "{\"ask\": [\"variables\"], \"known\": {\"entries\": [\"A\"], \"complete\": true}}\n";
    uint64_t seed = 0x9e3779b97f4a7c15;
    static const char alphabet[16] = "\n{}[]\",:x/\xff\\0t";
    size_t accepted = 0;
    for (int round = 0; round < 20000; round++) {
        struct arena *arena = arena_new();
        char *bytes = malloc(sizeof sample - 1); /* of its exact size, for the sanitizer */
        memcpy(bytes, sample, sizeof sample - 1);
        for (int i = 0; i < 1 + round % 3; i++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            size_t at = strlen("plumb-capture/1\n") + seed % (sizeof sample - 1 - strlen("plumb-capture/1\n"));
            bytes[at] = alphabet[seed >> 40 & 15];
        }
        struct machine *machine;
        struct error error;
        if (machine_replay(arena, (struct text){bytes, sizeof sample - 1}, TEXT("x"), &machine, &error)) {
            bool missing;
            path_resolve(machine, arena, TEXT("/a/b"), &missing);
            ask_list(machine, arena, TEXT("/"));
            ask_stat(machine, arena, TEXT("/c/d"));
            ask_variable(machine, arena, "B");
            accepted++;
        }
        free(bytes);
        arena_free(arena);
    }
    assert_in_range(accepted, 1000, 19000);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(recorded_answers_come_back),         TEST(whole_listings_show_what_is_absent),
        TEST(absent_folders_have_nothing_below),  TEST(unset_variables_are_absent),
        TEST(windows_folds_cases_and_separators), TEST(refusals_name_the_line),
        TEST(a_capture_may_be_cut_anywhere),      TEST(thousands_of_answers),
        TEST(hostile_captures_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
