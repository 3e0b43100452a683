#include <sys/socket.h>
#include <sys/un.h>

#include "os_test.h"

static struct text folder;

static int set_up_folder(void **state) {
    *state = arena_new();
    folder = new_folder(*state);
    return 0;
}

static int tear_down_folder(void **state) {
    remove_folder(folder);
    return tear_down(state);
}

#define FOLDER_TEST(function) cmocka_unit_test_setup_teardown(function, set_up_folder, tear_down_folder)

static bool first_byte(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    uint8_t first;
    if (!bytes_read(bytes, 0, &first, 1))
        return error_set(error, "it is empty");
    value_set(arena, digest, "first", value_integer(first));
    return true;
}

static void texts_and_their_limit(void **state) {
    struct machine *machine = machine_live(*state);
    static char large[70000];
    memset(large, 'x', sizeof large);
    struct text path = below(*state, folder, "a");
    static const size_t sizes[] = {0, 5, 65535, 65536, 65537, 70000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        write_text(path, (struct text){large, sizes[i]});
        struct asked_text text = ask_text(machine, *state, path);
        assert_int_equal(text.state, ANSWER_KNOWN);
        assert_int_equal(text.text.size, sizes[i] > 65536 ? 65536 : sizes[i]);
        assert_int_equal(text.complete, sizes[i] <= 65536);
    }
    write_text(path, TEXT("a\0\xff"));
    assert_int_equal(ask_text(machine, *state, path).text.size, 3);
}

static void only_regular_files_are_read(void **state) {
    struct machine *machine = machine_live(*state);
    struct text fifo = below(*state, folder, "fifo"), socket_path = below(*state, folder, "socket");
    assert_int_equal(mkfifo(fifo.at, 0600), 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, socket_path.at, socket_path.size);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    close(listener);

    struct text paths[] = {fifo, socket_path, TEXT("/dev/null"), TEXT("/dev/zero")};
    for (size_t i = 0; i < 4; i++) {
        struct asked_text text = ask_text(machine, *state, paths[i]);
        assert_int_equal(text.state, ANSWER_UNREADABLE);
        assert_text(text.reason, "not_regular");
        assert_int_equal(ask_list(machine, *state, paths[i]).state, ANSWER_ABSENT);
    }
    assert_text(ask_text(machine, *state, folder).reason, "EISDIR");
    assert_text(ask_stat(machine, *state, fifo).type, "fifo");
    assert_text(ask_stat(machine, *state, socket_path).type, "socket");
}

static void what_does_not_exist_is_absent(void **state) {
    struct machine *machine = machine_live(*state);
    write_text(below(*state, folder, "file"), TEXT("x"));
    assert_int_equal(symlink("nowhere", below(*state, folder, "dangling").at), 0);
    struct text reason;
    struct text paths[] = {below(*state, folder, "none"),      below(*state, folder, "none/none"),
                           below(*state, folder, "file/none"), below(*state, folder, "dangling"),
                           (struct text){"/a\0b", 4},          TEXT("")};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        assert_int_equal(ask_text(machine, *state, paths[i]).state, ANSWER_ABSENT);
        assert_int_equal(ask_list(machine, *state, paths[i]).state, ANSWER_ABSENT);
        assert_int_equal(ask_stat(machine, *state, paths[i]).state, ANSWER_ABSENT);
        assert_int_equal(ask_open(machine, *state, paths[i], &reason), ANSWER_ABSENT);
        assert_int_equal(machine_digest(machine, *state, "first", first_byte, paths[i]).state, ANSWER_ABSENT);
        assert_int_equal(ask_link(machine, *state, paths[i]).state, i == 3 ? ANSWER_KNOWN : ANSWER_ABSENT);
    }
}

static void what_cannot_be_read_says_why(void **state) {
    struct machine *machine = machine_live(*state);
    struct text loop = below(*state, folder, "loop"), locked = below(*state, folder, "locked");
    assert_int_equal(symlink("loop", loop.at), 0);
    assert_text(ask_text(machine, *state, loop).reason, "ELOOP");
    static char name[400];
    memset(name, 'n', sizeof name - 1);
    assert_text(ask_stat(machine, *state, below(*state, folder, name)).reason, "ENAMETOOLONG");
    if (getuid() == 0)
        return; /* who may read everything */
    write_text(locked, TEXT("x"));
    assert_int_equal(chmod(locked.at, 0), 0);
    assert_text(ask_text(machine, *state, locked).reason, "EACCES");
}

static void listings_are_sorted(void **state) {
    struct machine *machine = machine_live(*state);
    static const char *const names[] = {"b", "a", "Z", ".hidden", "a.b", "\xff"};
    static const char *const sorted[] = {".hidden", "Z", "a", "a.b", "b", "\xff"};
    for (size_t i = 0; i < 6; i++)
        write_text(below(*state, folder, names[i]), TEXT(""));
    struct asked_list list = ask_list(machine, *state, folder);
    assert_int_equal(list.state, ANSWER_KNOWN);
    assert_true(list.complete);
    assert_int_equal(list.count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_text(list.entries[i], sorted[i]);
}

static void links_and_stats(void **state) {
    struct machine *machine = machine_live(*state);
    struct text file = below(*state, folder, "file"), link = below(*state, folder, "link");
    write_text(file, TEXT("12345"));
    assert_int_equal(chmod(file.at, 0640), 0);
    assert_int_equal(symlink("./file", link.at), 0);
    assert_text(ask_link(machine, *state, link).text, "./file");
    assert_int_equal(ask_link(machine, *state, file).state, ANSWER_ABSENT);
    struct asked_stat stat = ask_stat(machine, *state, link);
    assert_text(stat.type, "file");
    assert_int_equal(stat.size, 5);
    assert_int_equal(stat.mode, 0640);
    assert_int_equal(stat.uid, getuid());
    assert_true(stat.mtime > 1600000000);
    stat = ask_stat(machine, *state, TEXT("/dev/null"));
    assert_text(stat.type, "character");
    assert_int_equal(stat.major, 1);
    assert_int_equal(stat.minor, 3);
}

static void opening_is_for_device_nodes(void **state) {
    struct machine *machine = machine_live(*state);
    struct text reason, file = below(*state, folder, "file");
    write_text(file, TEXT("x"));
    assert_int_equal(ask_open(machine, *state, TEXT("/dev/null"), &reason), ANSWER_KNOWN);
    assert_int_equal(ask_open(machine, *state, file, &reason), ANSWER_UNREADABLE);
    assert_text(reason, "not_a_device");
    assert_int_equal(ask_open(machine, *state, folder, &reason), ANSWER_UNREADABLE);
}

static void variables(void **state) {
    struct machine *machine = machine_live(*state);
    setenv("PLUMB_TEST", "value", 1);
    setenv("PLUMB_EMPTY", "", 1);
    unsetenv("PLUMB_NONE");
    assert_text(ask_variable(machine, *state, "PLUMB_TEST").text, "value");
    assert_int_equal(ask_variable(machine, *state, "PLUMB_EMPTY").state, ANSWER_KNOWN);
    assert_int_equal(ask_variable(machine, *state, "PLUMB_NONE").state, ANSWER_ABSENT);
    struct answer all = ask_simple(machine, *state, QUESTION_VARIABLES);
    const struct value *entries = value_get(&all.value, "entries");
    bool found = false;
    for (size_t i = 0; i < value_count(entries); i++)
        found |= text_is(value_at(entries, i)->text, "PLUMB_EMPTY");
    assert_true(found && value_get_boolean(&all.value, "complete", false));
}

static void the_machine_itself(void **state) {
    struct machine *machine = machine_live(*state);
    struct answer user = ask_simple(machine, *state, QUESTION_USER);
    assert_int_equal(value_get_integer(&user.value, "uid", -1), getuid());
    if (getuid() == 0)
        assert_text(value_get_text(&user.value, "home"), "/root");
    struct answer system = ask_simple(machine, *state, QUESTION_SYSTEM);
    assert_text(value_get_text(&system.value, "system"), "linux");
    assert_true(value_get_text(&system.value, "release").size > 0);
    char *directory = getcwd(NULL, 0);
    assert_text(value_get_text(&system.value, "directory"), directory);
    free(directory);
    struct answer now = ask_simple(machine, *state, QUESTION_NOW);
    assert_true(value_get_integer(&now.value, "seconds", 0) > 1600000000);
    assert_int_equal(ask_registry(machine, *state, TEXT("HKLM")).state, ANSWER_NOT_ASKED);
    assert_int_equal(ask_call(machine, *state, "cuInit", NULL, 0).state, ANSWER_NOT_ASKED);
    assert_true(machine_traits(machine)->live);
    assert_true(ask_text(machine, *state, TEXT("/proc/self/status")).text.size > 0); /* whose size is 0 */
}

static void a_removed_folder_has_no_path(void **state) {
    char *directory = getcwd(NULL, 0);
    assert_int_equal(chdir(folder.at), 0);
    remove_folder(folder);
    struct answer system = ask_simple(machine_live(*state), *state, QUESTION_SYSTEM);
    assert_null(value_get(&system.value, "directory"));
    assert_int_equal(mkdir(folder.at, 0700), 0);
    assert_int_equal(chdir(directory), 0);
    free(directory);
}

/* --- digests --- */

static void digests(void **state) {
    struct machine *machine = machine_live(*state);
    struct text path = below(*state, folder, "file");
    write_text(path, TEXT("abc"));
    struct answer answer = machine_digest(machine, *state, "first", first_byte, path);
    assert_int_equal(answer.state, ANSWER_KNOWN);
    assert_int_equal(value_get_integer(&answer.value, "first", 0), 'a');
    assert_int_equal(value_get_integer(&answer.value, "size", 0), 3);
    assert_true(value_get_integer(&answer.value, "mtime", 0) > 1600000000);
    write_text(path, TEXT(""));
    answer = machine_digest(machine, *state, "first", first_byte, path);
    assert_text(value_get_text(&answer.value, "error"), "it is empty");
    assert_int_equal(value_get_integer(&answer.value, "size", 5), 0);
    assert_text(machine_digest(machine, *state, "first", first_byte, folder).reason, "EISDIR");
}

/* As if the disk failed in the middle. */
static bool loses_its_file(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    int next = dup(0);
    close(next);
    close(next - 1);
    return first_byte(arena, bytes, digest, error);
}

/* That is neither an empty file nor one of another format. */
static void a_file_that_fails_while_it_is_read_is_unreadable(void **state) {
    struct machine *machine = machine_live(*state);
    struct text path = below(*state, folder, "file");
    write_text(path, TEXT("abc"));
    struct answer answer = machine_digest(machine, *state, "first", loses_its_file, path);
    assert_int_equal(answer.state, ANSWER_UNREADABLE);
    assert_text(answer.reason, "EBADF");
    assert_text(ask_text(machine, *state, TEXT("/proc/self/mem")).reason, "EIO");
}

/* --- programs --- */

static struct answer run(struct arena *arena, const char *script) {
    struct text arguments[] = {TEXT("/bin/sh"), TEXT("-c"), text_of(script)};
    return ask_child(machine_live(arena), arena, arguments, 3);
}

static void programs_of_the_system(void **state) {
    setenv("PLUMB_TEST", "value", 1);
    struct answer answer = run(*state, "echo \"$PLUMB_TEST-$LC_ALL\"; cat; echo lost >&2; exit 3");
    assert_int_equal(answer.state, ANSWER_KNOWN);
    assert_text(value_get_text(&answer.value, "output"), "-C\n");
    assert_int_equal(value_get_integer(&answer.value, "status", -1), 3);
    assert_true(value_get_boolean(&answer.value, "complete", false));
    answer = run(*state, "kill -9 $$");
    assert_int_equal(value_get_integer(&answer.value, "status", -1), 137);
    answer = run(*state, "exec yes");
    assert_int_equal(answer.state, ANSWER_KNOWN);
    assert_int_equal(value_get_text(&answer.value, "output").size, 1024 * 1024);
    assert_false(value_get_boolean(&answer.value, "complete", true));
    assert_int_equal(ask_child(machine_live(*state), *state, (struct text[]){TEXT("/none/x")}, 1).state, ANSWER_ABSENT);
    assert_int_equal(ask_child(machine_live(*state), *state, (struct text[]){TEXT("sh")}, 1).state, ANSWER_NOT_ASKED);
    assert_text(ask_child(machine_live(*state), *state, (struct text[]){TEXT("/etc/passwd")}, 1).reason, "EACCES");
}

/* It, and what it started: nobody of its group is left. */
static void check_timed_out(struct arena *arena, const char *script) {
    struct text note = below(arena, folder, "process"), text;
    text = text_format(arena, "echo $$ > '" TEXT_FORMAT "'; %s", TEXT_ARGUMENTS(note), script);
    assert_int_equal(run(arena, text.at).state, ANSWER_TIMED_OUT);
    int64_t process;
    assert_true(text_to_integer(text_trim(ask_text(machine_live(arena), arena, note).text), &process));
    assert_true(group_is_gone(process));
}

static void a_program_that_does_not_end_is_timed_out(void **state) {
    check_timed_out(*state, "sleep 60 & echo a; wait");
    check_timed_out(*state, "exec >&-; sleep 60");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(texts_and_their_limit),
        FOLDER_TEST(only_regular_files_are_read),
        FOLDER_TEST(what_does_not_exist_is_absent),
        FOLDER_TEST(what_cannot_be_read_says_why),
        FOLDER_TEST(listings_are_sorted),
        FOLDER_TEST(links_and_stats),
        FOLDER_TEST(opening_is_for_device_nodes),
        TEST(variables),
        TEST(the_machine_itself),
        FOLDER_TEST(a_removed_folder_has_no_path),
        FOLDER_TEST(digests),
        FOLDER_TEST(a_file_that_fails_while_it_is_read_is_unreadable),
        TEST(programs_of_the_system),
        FOLDER_TEST(a_program_that_does_not_end_is_timed_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
