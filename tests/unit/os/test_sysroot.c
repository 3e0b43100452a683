#include "os_test.h"

static struct text outside, root;
static struct machine *machine;

static void make_folder(struct arena *arena, const char *name) {
    assert_int_equal(mkdir(below(arena, root, name).at, 0755), 0);
}

static void make_link(struct arena *arena, const char *name, const char *target) {
    assert_int_equal(symlink(target, below(arena, root, name).at), 0);
}

/* Beside the root lies what must not be reached. */
static int set_up_root(void **state) {
    *state = arena_new();
    outside = new_folder(*state);
    root = below(*state, outside, "root");
    write_text(below(*state, outside, "secret"), TEXT("secret"));
    assert_int_equal(mkdir(root.at, 0755), 0);
    make_folder(*state, "etc");
    make_folder(*state, "usr");
    make_folder(*state, "usr/lib");
    make_folder(*state, "proc");
    write_text(below(*state, root, "secret"), TEXT("mine"));
    write_text(below(*state, root, "usr/lib/a.so"), TEXT("abc"));
    struct error error;
    assert_true(machine_sysroot(*state, root, &machine, &error));
    return 0;
}

static int tear_down_root(void **state) {
    remove_folder(outside);
    return tear_down(state);
}

#define ROOT_TEST(function) cmocka_unit_test_setup_teardown(function, set_up_root, tear_down_root)

static struct text read_text(struct arena *arena, const char *path) {
    struct asked_text text = ask_text(machine, arena, text_of(path));
    return text.state == ANSWER_KNOWN ? text.text : text_of(answer_state_name(text.state));
}

static void files_below_the_root(void **state) {
    assert_text(read_text(*state, "/usr/lib/a.so"), "abc");
    assert_text(read_text(*state, "//usr/./lib/../lib//a.so"), "abc");
    assert_text(read_text(*state, "/usr/lib/b.so"), "absent");
    assert_text(read_text(*state, "/usr/lib/a.so/x"), "absent");
    assert_text(read_text(*state, "/usr/lib/a.so/../a.so"), "absent");
    assert_text(ask_text(machine, *state, TEXT("/usr")).reason, "EISDIR");
    struct asked_list list = ask_list(machine, *state, TEXT("/"));
    assert_int_equal(list.count, 4);
    assert_text(list.entries[3], "usr");
    assert_int_equal(ask_list(machine, *state, TEXT("/usr/lib/")).count, 1);
    assert_text(ask_stat(machine, *state, TEXT("/")).type, "directory");
    assert_int_equal(ask_stat(machine, *state, TEXT("/usr/lib/a.so")).size, 3);
    assert_false(machine_traits(machine)->live);
    assert_spans(machine_traits(machine)->place, root, __FILE__, __LINE__);
}

static void nothing_leads_out(void **state) {
    static const struct {
        const char *name, *target;
    } links[] = {
        {"up", "../secret"},     {"far_up", "../../../../../../../../secret"},
        {"absolute", "/secret"}, {"usr/lib/up", "../../../../secret"},
        {"folder", ".."},        {"usr/root", "/"},
        {"chain", "usr/lib/up"}, {"etc/self", "../../root/secret"},
    };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        make_link(*state, links[i].name, links[i].target);
    make_link(*state, "host", outside.at);
    static const char *const paths[] = {
        "/up",
        "/far_up",
        "/absolute",
        "/usr/lib/up",
        "/folder/secret",
        "/chain",
        "/secret",
        "/usr/root/secret",
        "/../../secret",
        "/usr/../../secret",
        "/folder/folder/folder/secret",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_text(read_text(*state, paths[i]), "mine");
    assert_text(read_text(*state, "/host/secret"), "absent");
    assert_text(read_text(*state, "/etc/self"), "absent");
    assert_text(read_text(*state, "/folder/root/secret"), "absent");
    assert_text(read_text(*state, outside.at), "absent");
    assert_text(ask_link(machine, *state, TEXT("/up")).text, "../secret");
    assert_text(ask_link(machine, *state, TEXT("/usr/root/up")).text, "../secret");
    assert_int_equal(ask_link(machine, *state, TEXT("/usr/root")).state, ANSWER_KNOWN);
    assert_int_equal(ask_link(machine, *state, TEXT("/usr/root/usr")).state, ANSWER_ABSENT);
}

static void loops_end(void **state) {
    make_link(*state, "loop", "loop");
    make_link(*state, "ping", "/pong/x");
    make_link(*state, "pong", "ping/x");
    static const char *const paths[] = {"/loop", "/loop/a", "/ping", "/ping/a/b"};
    for (size_t i = 0; i < 4; i++) {
        struct asked_text text = ask_text(machine, *state, text_of(paths[i]));
        assert_int_equal(text.state, ANSWER_UNREADABLE);
        assert_text(text.reason, "ELOOP");
    }
    assert_text(ask_link(machine, *state, TEXT("/loop")).text, "loop");
}

static void what_the_disk_does_not_hold_is_not_asked(void **state) {
    struct text reason;
    make_link(*state, "etc/mtab", "/proc/self/mounts");
    make_link(*state, "etc/mtab2", "../../../proc/self/mounts");
    static const char *const paths[] = {"/proc",     "/proc/version", "/sys/module/nvidia", "/dev/nvidia0", "/run/x",
                                        "/etc/mtab", "/etc/mtab2",    "/usr/../proc/1",     "secret",       ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(ask_stat(machine, *state, text_of(paths[i])).state, ANSWER_NOT_ASKED);
        assert_int_equal(ask_list(machine, *state, text_of(paths[i])).state, ANSWER_NOT_ASKED);
        assert_int_equal(ask_open(machine, *state, text_of(paths[i]), &reason), ANSWER_NOT_ASKED);
    }
    assert_int_equal(ask_stat(machine, *state, TEXT("/usr/proc")).state, ANSWER_ABSENT);
    assert_int_equal(ask_variable(machine, *state, "PATH").state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_simple(machine, *state, QUESTION_VARIABLES).state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_simple(machine, *state, QUESTION_USER).state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_simple(machine, *state, QUESTION_NOW).state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_child(machine, *state, (struct text[]){TEXT("/bin/sh")}, 1).state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_call(machine, *state, "cuInit", NULL, 0).state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_registry(machine, *state, TEXT("HKLM")).state, ANSWER_NOT_ASKED);
    assert_text(json_of(*state, ask_simple(machine, *state, QUESTION_SYSTEM).value), "{\"system\": \"linux\"}");
}

static void a_proc_that_holds_something_answers(void **state) {
    struct text reason;
    write_text(below(*state, root, "proc/version"), TEXT("Linux"));
    make_folder(*state, "dev");
    assert_int_equal(mkfifo(below(*state, root, "dev/nvidia0").at, 0600), 0);
    struct error error;
    assert_true(machine_sysroot(*state, root, &machine, &error));
    assert_text(read_text(*state, "/proc/version"), "Linux");
    assert_text(read_text(*state, "/proc/devices"), "absent");
    assert_text(ask_stat(machine, *state, TEXT("/dev/nvidia0")).type, "fifo");
    assert_text(ask_text(machine, *state, TEXT("/dev/nvidia0")).reason, "not_regular");
    assert_int_equal(ask_open(machine, *state, TEXT("/dev/nvidia0"), &reason), ANSWER_NOT_ASKED);
}

static bool nothing(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    (void)arena, (void)bytes, (void)digest, (void)error;
    return true;
}

static void digests(void **state) {
    make_link(*state, "lib", "/usr/lib");
    struct answer answer = machine_digest(machine, *state, "x", nothing, TEXT("/lib/a.so"));
    assert_int_equal(value_get_integer(&answer.value, "size", 0), 3);
    assert_int_equal(machine_digest(machine, *state, "x", nothing, TEXT("/lib/b.so")).state, ANSWER_ABSENT);
    assert_int_equal(machine_digest(machine, *state, "x", nothing, TEXT("/proc/b.so")).state, ANSWER_NOT_ASKED);
}

static void roots_that_are_none(void **state) {
    struct machine *none = NULL;
    struct error error;
    struct text paths[] = {below(*state, root, "none"), below(*state, root, "secret"), TEXT(""), {"a\0b", 3}};
    for (size_t i = 0; i < 4; i++) {
        assert_false(machine_sysroot(*state, paths[i], &none, &error));
        assert_null(none);
        assert_non_null(strstr(error.message, "cannot be used as another system's root"));
    }
}

/* No descriptor is lost, whatever is asked. */
static void descriptors_are_closed(void **state) {
    make_link(*state, "loop", "loop");
    make_link(*state, "lib", "/usr/lib");
    int before = dup(0);
    close(before);
    static const char *const paths[] = {"/loop/x", "/lib/a.so", "/lib/none", "/lib/../lib/../secret",
                                        "/proc/x", "/",         ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct text path = text_of(paths[i]);
        ask_text(machine, *state, path);
        ask_list(machine, *state, path);
        ask_link(machine, *state, path);
        machine_digest(machine, *state, "x", nothing, path);
    }
    int after = dup(0);
    close(after);
    assert_int_equal(before, after);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        ROOT_TEST(files_below_the_root),
        ROOT_TEST(nothing_leads_out),
        ROOT_TEST(loops_end),
        ROOT_TEST(what_the_disk_does_not_hold_is_not_asked),
        ROOT_TEST(digests),
        ROOT_TEST(a_proc_that_holds_something_answers),
        ROOT_TEST(roots_that_are_none),
        ROOT_TEST(descriptors_are_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
