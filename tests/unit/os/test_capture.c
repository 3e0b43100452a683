#include "os_test.h"

static struct value parsed(struct arena *arena, const char *json) {
    struct value value;
    struct error error;
    if (!json_parse(arena, text_of(json), "test", &value, &error))
        fail_msg("%s", error.message);
    return value;
}

/* Each of these lines is read as an answer and written as the same bytes. */
static void answers_survive_the_way_there_and_back(void **state) {
    static const char *const lines[] = {
        "{\"ask\": [\"text\", \"/proc/version\"], \"known\": {\"text\": \"Linux\\n\", \"complete\": true}}",
        "{\"ask\": [\"list\", \"/dev\"], \"known\": {\"entries\": [\"null\"], \"complete\": true}}",
        "{\"ask\": [\"stat\", \"/x\"], \"absent\": true}",
        "{\"ask\": [\"link\", \"/x\"], \"unreadable\": \"EACCES\"}",
        "{\"ask\": [\"open\", \"/dev/nvidia0\"], \"known\": {}}",
        "{\"ask\": [\"child\", \"/usr/bin/journalctl\", \"-k\", \"\"], \"timed_out\": true}",
        "{\"ask\": [\"variable\", \"PATH\"], \"not_asked\": true}",
        "{\"ask\": [\"variables\"], \"known\": {\"entries\": [], \"complete\": true}}",
        "{\"ask\": [\"registry\", \"HKLM\\\\SOFTWARE\"], \"absent\": true}",
        "{\"ask\": [\"user\"], \"known\": {\"uid\": 0}}",
        "{\"ask\": [\"system\"], \"known\": {\"system\": \"linux\"}}",
        "{\"ask\": [\"now\"], \"known\": {\"seconds\": 5}}",
        "{\"ask\": [\"digest\", \"elf\", \"/lib/a.so\"], \"known\": {\"size\": 3}}",
        "{\"ask\": [\"call\", \"nvmlInit_v2\"], \"known\": {\"code\": 9}}",
        "{\"ask\": [\"call\", \"cuDeviceGet\", \"0\"], \"known\": {\"code\": 0}}",
        "{\"ask\": [\"text\", {\"bytes\": \"/y8=\"}], \"known\": {\"text\": {\"bytes\": \"/wA=\"}}}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct question question;
        struct answer answer;
        struct value line = parsed(*state, lines[i]);
        assert_true(capture_read_answer(*state, &line, &question, &answer));
        struct value again = capture_answer(*state, &question, &answer);
        assert_true(value_equal(&line, &again) || i == sizeof lines / sizeof *lines - 1);
        assert_spans(json_of(*state, again), json_of(*state, line), __FILE__, __LINE__);
    }
}

static void bytes_become_texts_again(void **state) {
    struct question question;
    struct answer answer;
    struct value line =
        parsed(*state, "{\"ask\": [\"list\", {\"bytes\": \"/w==\"}], \"known\": {\"entries\": [{\"bytes\": "
                       "\"/g==\"}], \"complete\": true}}");
    assert_true(capture_read_answer(*state, &line, &question, &answer));
    assert_text(question.name, "\xff");
    const struct value *entry = value_at(value_get(&answer.value, "entries"), 0);
    assert_int_equal(entry->type, VALUE_TEXT);
    assert_text(entry->text, "\xfe");
}

static void what_is_no_answer_or_unknown_is_refused(void **state) {
    static const char *const lines[] = {
        "{}",
        "[]",
        "5",
        "{\"ask\": []}",
        "{\"ask\": [\"text\"], \"absent\": true}",
        "{\"ask\": [\"text\", \"/a\", \"/b\"], \"absent\": true}",
        "{\"ask\": [\"text\", 5], \"absent\": true}",
        "{\"ask\": [\"smell\", \"/a\"], \"absent\": true}",
        "{\"ask\": [\"user\", \"me\"], \"absent\": true}",
        "{\"ask\": [\"digest\", \"elf\"], \"absent\": true}",
        "{\"ask\": \"text\", \"absent\": true}",
        "{\"ask\": [\"text\", \"/a\"]}",
        "{\"ask\": [\"text\", \"/a\"], \"eaten\": true}",
        "{\"fact\": {}}",
        "{\"ask\": {\"bytes\": \"AA==\"}, \"absent\": true}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct question question = {.kind = QUESTION_NOW};
        struct answer answer;
        struct value line = parsed(*state, lines[i]);
        if (capture_read_answer(*state, &line, &question, &answer))
            fail_msg("accepted: %s", lines[i]);
        assert_int_equal(question.kind, QUESTION_NOW);
    }
}

static void states_have_names(void **state) {
    (void)state;
    assert_string_equal(answer_state_name(ANSWER_KNOWN), "known");
    assert_string_equal(answer_state_name(ANSWER_NOT_ASKED), "not_asked");
}

static void the_machine_line_is_read_back(void **state) {
    struct machine *machine = replayed(*state, WINDOWS_CAPTURE), *again;
    struct value line = capture_machine(*state, machine, TEXT("0.1"), TEXT("2026-11-01"));
    assert_text(json_of(*state, line),
                "{\"machine\": {\"system\": \"windows\", \"separator\": \"\\\\\", \"list_separator\": \";\", "
                "\"fold_case\": true, \"plumb\": \"0.1\", \"knowledge\": \"2026-11-01\"}}");
    again = replayed(*state, text_join(*state, TEXT("plumb-capture/1\r\n"), json_of(*state, line)).at);
    assert_int_equal(machine_traits(again)->system, SYSTEM_WINDOWS);
    assert_int_equal(machine_traits(again)->separator, '\\');
    assert_int_equal(machine_traits(again)->list_separator, ';');
    assert_true(machine_traits(again)->fold_case);
    assert_false(machine_traits(again)->live);
    assert_text(machine_traits(again)->place, "test");
}

static void lines_of_a_kind(void **state) {
    const struct value *facts;
    size_t count;
    struct error error;
    assert_true(capture_lines(*state, TEXT(LINUX_CAPTURE "{\"fact\": 1}\n\n{\"ask\": [\"now\"]}\n{\"fact\": \"b\"}"),
                              TEXT("x"), "fact", &facts, &count, &error));
    assert_int_equal(count, 2);
    assert_int_equal(facts[0].integer, 1);
    assert_text(facts[1].text, "b");
    assert_false(
        capture_lines(*state, TEXT(LINUX_CAPTURE "{\"fact\": 1\n{}\n"), TEXT("x"), "fact", &facts, &count, &error));
    assert_true(text_starts(text_of(error.message), "x: line 3 is damaged"));
    assert_int_equal(count, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(answers_survive_the_way_there_and_back),  TEST(bytes_become_texts_again),
        TEST(what_is_no_answer_or_unknown_is_refused), TEST(states_have_names),
        TEST(the_machine_line_is_read_back),           TEST(lines_of_a_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
