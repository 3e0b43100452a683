/* This program is its own child: with an argument it plays one. */
#include <signal.h>
#include <sys/prctl.h>

#include "os/child.h"
#include "os/process.h"
#include "os/stream.h"
#include "os_test.h"

/* --- the child's side --- */

static void say(const char *text) {
    stream_write(STREAM_OUTPUT, text_of(text), NULL);
}

static void play_echo(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL)
        say(line);
}

/* Leaves something behind that holds the output open. */
static void play_parent(bool ends) {
    if (fork() == 0) {
        pause();
        _exit(0);
    }
    say("parent\n");
    if (!ends)
        pause();
}

static void play_flood(void) {
    static char block[1 << 20];
    memset(block, 'x', sizeof block);
    while (stream_write(STREAM_OUTPUT, (struct text){block, sizeof block}, NULL))
        continue;
}

static void play_descriptors(void) {
    for (int descriptor = 3; descriptor < 200; descriptor++)
        if (fcntl(descriptor, F_GETFD) >= 0) {
            char text[32];
            snprintf(text, sizeof text, "open: %d\n", descriptor);
            say(text);
        }
}

static void play_sleeper(void) {
    say("before\nunfinished");
    signal(SIGTERM, SIG_IGN);
    pause();
}

static void interrupt_parent(int number) {
    say("ready\n");
    kill(getppid(), number);
    pause();
}

static int play(const char *part, const char *argument) {
    if (strcmp(part, "argument") == 0)
        say(argument);
    else if (strcmp(part, "echo") == 0)
        play_echo();
    else if (strcmp(part, "lines") == 0)
        say("one\r\n\ntwo\nthree");
    else if (strcmp(part, "crash") == 0)
        say("good\nhalf"), prctl(PR_SET_DUMPABLE, 0), signal(SIGABRT, SIG_DFL), abort();
    else if (strcmp(part, "orphan") == 0)
        play_parent(true);
    else if (strcmp(part, "tree") == 0)
        play_parent(false);
    else if (strcmp(part, "flood") == 0)
        play_flood();
    else if (strcmp(part, "descriptors") == 0)
        play_descriptors();
    else if (strcmp(part, "sleep") == 0)
        play_sleeper();
    else if (strcmp(part, "interrupt") == 0)
        interrupt_parent((int)strtol(argument, NULL, 10));
    else if (strcmp(part, "error") == 0)
        for (int i = 0; i < 10000; i++)
            fputs("noise ", stderr);
    return 7;
}

/* --- the parent's side --- */

struct heard {
    struct buffer lines;
    int slow;
};

static void on_line(void *context, struct text line) {
    struct heard *heard = context;
    buffer_add(&heard->lines, line);
    buffer_add_byte(&heard->lines, '|');
}

static void on_slow(void *context) {
    ((struct heard *)context)->slow++;
}

static struct child a_child(struct heard *heard, const struct text *arguments, size_t count) {
    return (struct child){.arguments = arguments,
                          .argument_count = count,
                          .limit_ms = 10000,
                          .line = on_line,
                          .slow = on_slow,
                          .context = heard};
}

static void run_all(struct arena *arena, struct child *children, size_t count, bool *interrupted) {
    struct error error = {{0}};
    if (!children_run(arena, children, count, interrupted, &error))
        fail_msg("%s", error.message);
}

static struct child run_one(struct arena *arena, const char *part, struct text input, struct text *lines) {
    struct heard heard = {.lines = buffer_new(arena)};
    struct text arguments[] = {text_of(part)};
    struct child child = a_child(&heard, arguments, 1);
    child.input = input;
    bool interrupted;
    run_all(arena, &child, 1, &interrupted);
    assert_false(interrupted);
    *lines = buffer_text(&heard.lines);
    return child;
}

static void lines_arrive_one_by_one(void **state) {
    struct text lines;
    struct child child = run_one(*state, "lines", TEXT(""), &lines);
    assert_text(lines, "one||two|three|");
    assert_true(child.started);
    assert_true(child.process > 1);
    assert_int_equal(child.exit_status, 7);
    assert_int_equal(child.signal, 0);
    assert_false(child.timed_out || child.left_behind || child.flooded);
}

static void input_reaches_it(void **state) {
    struct text lines;
    run_one(*state, "echo", TEXT("a\nb\n"), &lines);
    assert_text(lines, "a|b|");
    run_one(*state, "echo", TEXT(""), &lines);
    assert_text(lines, "");
    /* It need not be read. */
    char *large = arena_alloc(*state, 1 << 22);
    run_one(*state, "lines", (struct text){large, 1 << 22}, &lines);
    assert_text(lines, "one||two|three|");
}

static void inherited_input(void **state) {
    int ends[2], old = dup(0);
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "typed\n", 6), 6);
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
    struct heard heard = {.lines = buffer_new(*state)};
    struct child child = a_child(&heard, (struct text[]){TEXT("echo")}, 1);
    child.inherit_input = true;
    bool interrupted;
    run_all(*state, &child, 1, &interrupted);
    dup2(old, 0);
    close(old);
    assert_text(buffer_text(&heard.lines), "typed|");
}

static void arguments_pass_unchanged(void **state) {
    struct heard heard = {.lines = buffer_new(*state)};
    struct text arguments[] = {TEXT("argument"), TEXT(" a\"b'$HOME\\ \xff*")};
    struct child child = a_child(&heard, arguments, 2);
    bool interrupted;
    run_all(*state, &child, 1, &interrupted);
    assert_text(buffer_text(&heard.lines), " a\"b'$HOME\\ \xff*|");
}

static void a_crash_keeps_what_was_whole(void **state) {
    struct text lines;
    struct child child = run_one(*state, "crash", TEXT(""), &lines);
    assert_int_equal(child.signal, SIGABRT);
    assert_true(text_starts(lines, "good|"));
}

static void standard_error_is_cut(void **state) {
    struct text lines;
    struct child child = run_one(*state, "error", TEXT(""), &lines);
    assert_int_equal(child.output.size, 4096);
    assert_true(text_starts(child.output, "noise noise"));
    assert_int_equal(child.exit_status, 7);
}

static void a_line_without_end_ends_the_child(void **state) {
    struct text lines;
    struct child child = run_one(*state, "flood", TEXT(""), &lines);
    assert_true(child.flooded);
    /* On a busy machine its end may not have been seen when the time of grace is over. */
    assert_true(child.signal == SIGKILL || child.left_behind);
    assert_int_equal(lines.size, 0);
}

static void nothing_else_is_inherited(void **state) {
    struct text lines;
    int leak = open("/dev/null", O_RDONLY);
    run_one(*state, "descriptors", TEXT(""), &lines);
    close(leak);
    assert_text(lines, "");
}

static void over_its_limit_it_is_killed_with_what_it_started(void **state) {
    struct heard heard[2] = {{.lines = buffer_new(*state)}, {.lines = buffer_new(*state)}};
    struct text parts[] = {TEXT("sleep"), TEXT("tree")};
    struct child children[2];
    for (size_t i = 0; i < 2; i++) {
        children[i] = a_child(&heard[i], &parts[i], 1);
        children[i].limit_ms = 500;
        children[i].slow_ms = 100;
    }
    bool interrupted;
    int64_t begin = process_clock_ms();
    run_all(*state, children, 2, &interrupted);
    assert_in_range(process_clock_ms() - begin, 450, 1500);
    for (size_t i = 0; i < 2; i++) {
        assert_true(children[i].timed_out);
        assert_false(children[i].left_behind);
        assert_int_equal(children[i].signal, SIGKILL);
        assert_int_equal(heard[i].slow, 1);
        assert_true(group_is_gone((long)children[i].process));
    }
    assert_text(buffer_text(&heard[0].lines), "before|");
    assert_text(buffer_text(&heard[1].lines), "parent|");
}

static void what_outlives_the_child_does_not_hold_us(void **state) {
    struct text lines;
    int64_t begin = process_clock_ms();
    struct child child = run_one(*state, "orphan", TEXT(""), &lines);
    assert_in_range(process_clock_ms() - begin, 250, 1500);
    assert_text(lines, "parent|");
    assert_int_equal(child.exit_status, 7);
    assert_false(child.timed_out || child.left_behind);
    assert_true(group_is_gone((long)child.process));
}

static void an_interrupt_ends_all(void **state) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < 3; i++) {
        struct heard heard[2] = {{.lines = buffer_new(*state)}, {.lines = buffer_new(*state)}};
        struct text parts[][2] = {{TEXT("sleep")}, {TEXT("interrupt"), text_format(*state, "%d", numbers[i])}};
        struct child children[2] = {a_child(&heard[0], parts[0], 1), a_child(&heard[1], parts[1], 2)};
        bool interrupted = false;
        run_all(*state, children, 2, &interrupted);
        assert_true(interrupted);
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(children[k].signal, SIGKILL);
            assert_false(children[k].timed_out || children[k].left_behind);
            assert_true(group_is_gone((long)children[k].process));
        }
        assert_text(buffer_text(&heard[1].lines), "ready|");
    }
}

static void many_at_once_and_none(void **state) {
    enum { MANY = 20 };
    struct heard heard[MANY];
    struct child children[MANY];
    struct text part = TEXT("lines");
    int before = dup(0), after;
    close(before);
    for (size_t i = 0; i < MANY; i++) {
        heard[i] = (struct heard){.lines = buffer_new(*state)};
        children[i] = a_child(&heard[i], &part, 1);
    }
    bool interrupted;
    run_all(*state, children, MANY, &interrupted);
    for (size_t i = 0; i < MANY; i++)
        assert_text(buffer_text(&heard[i].lines), "one||two|three|");
    run_all(*state, NULL, 0, &interrupted);
    after = dup(0);
    close(after);
    assert_in_range(after, 0, before + 4); /* libuv keeps a pipe for signals */
}

int main(int count, char **arguments) {
    if (count > 1) {
        signal(SIGPIPE, SIG_IGN);
        return play(arguments[1], count > 2 ? arguments[2] : "");
    }
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        TEST(lines_arrive_one_by_one),
        TEST(input_reaches_it),
        TEST(inherited_input),
        TEST(arguments_pass_unchanged),
        TEST(a_crash_keeps_what_was_whole),
        TEST(standard_error_is_cut),
        TEST(a_line_without_end_ends_the_child),
        TEST(nothing_else_is_inherited),
        TEST(over_its_limit_it_is_killed_with_what_it_started),
        TEST(what_outlives_the_child_does_not_hold_us),
        TEST(an_interrupt_ends_all),
        TEST(many_at_once_and_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
