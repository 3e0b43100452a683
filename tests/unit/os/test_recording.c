#include "os_test.h"

struct log {
    struct buffer lines;
    size_t asked;
};

static void on_recorded(void *context, const struct question *question, const struct answer *answer) {
    struct log *log = context;
    struct value line = capture_answer(log->lines.arena, question, answer);
    json_write(&log->lines, &line, JSON_ONE_LINE);
    buffer_add_byte(&log->lines, '\n');
}

static void on_asking(void *context, const struct question *question) {
    (void)question;
    ((struct log *)context)->asked++;
}

static bool half(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    (void)error;
    value_set(arena, digest, "half", value_integer((int64_t)bytes->size / 2));
    return true;
}

static struct answer on_call(void *context, struct arena *arena, const struct question *question) {
    (void)context;
    struct value map = value_map();
    value_set(arena, &map, "code", value_integer((int64_t)question->argument_count));
    return (struct answer){.state = ANSWER_KNOWN, .value = map};
}

static void each_question_is_recorded_once_and_replays(void **state) {
    struct log log = {.lines = buffer_new(*state)};
    struct text folder = new_folder(*state), file = below(*state, folder, "a\xff");
    write_text(file, TEXT("12345678"));
    struct machine *inner = machine_live(*state);
    struct machine *machine = machine_recording(*state, inner, on_recorded, &log);
    machine_set_asking(inner, on_asking, &log);
    machine_set_caller(inner, on_call, NULL);
    assert_true(machine_traits(machine)->live);

    for (int round = 0; round < 2; round++) {
        assert_text(ask_text(machine, *state, file).text, "12345678");
        assert_int_equal(ask_list(machine, *state, folder).count, 1);
        struct answer digest = machine_digest(machine, *state, "half", half, file);
        assert_int_equal(value_get_integer(&digest.value, "half", 0), 4);
        struct answer call = ask_call(machine, *state, "cuInit", (struct text[]){TEXT("0")}, 1);
        assert_int_equal(value_get_integer(&call.value, "code", 0), 1);
        assert_int_equal(ask_variable(machine, *state, "PLUMB_NONE").state, ANSWER_ABSENT);
    }
    assert_int_equal(log.asked, 10);
    remove_folder(folder);

    struct text lines = buffer_text(&log.lines), line;
    size_t count = 0;
    for (struct text rest = lines; text_next_line(&rest, &line);)
        count++;
    assert_int_equal(count, 5);

    struct buffer capture = buffer_new(*state);
    struct value traits = capture_machine(*state, machine, (struct text){0}, (struct text){0});
    buffer_format(&capture, "%s\n%s\n%s", CAPTURE_FIRST_LINE, json_of(*state, traits).at, lines.at);
    struct machine *again = replayed(*state, buffer_text(&capture).at);
    assert_text(ask_text(again, *state, file).text, "12345678");
    assert_text(ask_list(again, *state, folder).entries[0], "a\xff");
    struct answer digest = machine_digest(again, *state, "half", half, file);
    assert_int_equal(value_get_integer(&digest.value, "half", 0), 4);
    assert_int_equal(value_get_integer(&digest.value, "size", 0), 8);
    assert_int_equal(ask_call(again, *state, "cuInit", (struct text[]){TEXT("0")}, 1).state, ANSWER_KNOWN);
    assert_int_equal(ask_stat(again, *state, below(*state, folder, "b")).state, ANSWER_ABSENT);
    assert_false(machine_traits(again)->live);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(each_question_is_recorded_once_and_replays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
