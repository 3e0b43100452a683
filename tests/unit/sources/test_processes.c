/* Which process of several failed first. */
#include "reading_test.h"

static struct reading read_text(struct arena *arena, struct text text) {
    struct pieces pieces = {text, 4099, false};
    struct reading reading = new_reading(arena, &pieces);
    struct error error;
    assert_true(reading_run(&reading, &error));
    reading.context = NULL;
    return reading;
}

/* "rank 3 by order of rank 1, rank 3": who was first, what tells it, who failed at all. */
static struct text first_of(struct arena *arena, struct text text) {
    struct reading reading = read_text(arena, text);
    struct entity *all;
    struct buffer out = buffer_new(arena);
    size_t count = fact_entities(reading.facts, arena, TEXT("text"), KIND_PROCESS, &all);
    for (size_t i = 0; i < count; i++)
        if (fact_is_true(reading.facts, &all[i], ATTRIBUTE_PROCESS_FIRST))
            buffer_format(&out, TEXT_FORMAT " by " TEXT_FORMAT " of", TEXT_ARGUMENTS(all[i].key),
                          TEXT_ARGUMENTS(fact_text(reading.facts, &all[i], ATTRIBUTE_PROCESS_TOLD_BY)));
    for (size_t i = 0; i < count; i++)
        buffer_format(&out, "%s " TEXT_FORMAT, i ? "," : "", TEXT_ARGUMENTS(all[i].key));
    return buffer_text(&out);
}

#define FIRST(text, expected) assert_text(first_of(*state, TEXT(text)), expected)

static void the_order_of_lines_tells(void **state) {
    FIRST("[rank3]: ValueError: a\n[rank1]: RuntimeError: b\n[rank0]: going on\n", "rank 3 by order of rank 1, rank 3");
    FIRST("[1,5]<stderr>: ValueError: a\n[1,0]<stderr>:CUDA out of memory\n", "rank 5 by order of rank 0, rank 5");
    FIRST(" 5: ValueError: a\n12: ValueError: b\n", "rank 5 by order of rank 5, rank 12");
    FIRST("(RayWorkerWrapper pid=71, ip=10.0.0.2) ValueError: a\n(RayWorkerWrapper pid=9) ValueError: b\n",
          "process 71 by order of process 9, process 71");
    FIRST("(VllmWorker rank=2 pid=71) ValueError: a\n(VllmWorker rank=0 pid=70) ValueError: b\n",
          "rank 2 by order of rank 0, rank 2");
}

static void time_stamps_tell_more_than_the_order(void **state) {
    FIRST("[rank0]: 2024-01-01 10:00:09,500 ValueError: a\n[rank1]: 2024-01-01 10:00:09,400 ValueError: b\n",
          "rank 1 by time of rank 0, rank 1");
    /* The stamp of a process's last line counts for what follows it. */
    FIRST("0: 2024-01-01T10:00:09 step\n0: ValueError: a\n1: 2023-12-31T10:00:09 step\n1: ValueError: b\n",
          "rank 1 by time of rank 0, rank 1");
    FIRST("[rank0]: 10:00:09 ValueError: a\n[rank1]: 2024-01-01 10:00:08 ValueError: b\n",
          "rank 0 by order of rank 0, rank 1");
    FIRST("[rank0]: 10:00:09 ValueError: a\n[rank1]: ValueError: b\n", "rank 0 by order of rank 0, rank 1");
}

#define TABLE(rank, other)                                                                                             \
    "Failures:\n[1]:\n  time : 2024-01-01_10:00:01\n  rank : " other                                                   \
    " (local_rank: 0)\n  exitcode : -15 (pid: 5)\nRoot Cause (first observed failure):\n[0]:\n  time : "               \
    "2024-01-01_10:00:00\n  rank : " rank " (local_rank: 0)\n  exitcode : -9 (pid: 6)\n==========\n"

static void the_launcher_knows_best(void **state) {
    FIRST(TABLE("3", "0"), "rank 3 by launcher of rank 0, rank 3");
    FIRST("[rank0]: ValueError: a\n[rank3]: ValueError: b\n" TABLE("3", "0"), "rank 3 by launcher of rank 0, rank 3");
    /* Of two nodes' tables the earlier root. */
    FIRST("Root Cause:\n[0]:\n  time: 2024-01-01_10:00:09\n  rank: 8\n  exitcode: 1\n==========\n" TABLE("3", "0"),
          "rank 3 by launcher of rank 0, rank 3, rank 8");
}

static void who_lost_a_peer_was_not_the_first(void **state) {
    FIRST("[rank0]: it lost its peer\n[rank3]: CUDA out of memory\n", "rank 3 by order of rank 0, rank 3");
    FIRST("[rank0]: it lost its peer\n[rank3]: CUDA out of memory\n" TABLE("0", "3"),
          "rank 3 by order of rank 0, rank 3");
    FIRST("[rank0]: it lost its peer\n[rank3]: it lost its peer\n", "rank 0 by order of rank 0, rank 3");
}

static void a_launcher_that_found_several_dead_only_guessed(void **state) {
    FIRST("[rank3]: ValueError: a\n[rank0]: ValueError: b\nFailures:\n[1]:\n  time : 2024-01-01_10:00:00\n  rank : 3\n"
          "Root Cause:\n[0]:\n  time : 2024-01-01_10:00:00\n  rank : 0\n==========\n",
          "rank 3 by order of rank 0, rank 3");
    FIRST("[rank3]: ValueError: a\n[rank0]: ValueError: b\nFailures:\n[1]:\n  time : 2024-01-01_10:00:00\n  rank : 3\n"
          "Root Cause:\n[0]:\n  time : 2024-01-01_10:00:00\n  rank : 0\n  error_file: /tmp/e.json\n==========\n",
          "rank 0 by launcher of rank 0, rank 3");
}

static void an_error_that_did_not_end_it_does_not_count(void **state) {
    struct buffer text = buffer_new(*state);
    buffer_add_string(&text, "[rank0]: ImportError: no optional thing\n");
    for (int i = 0; i < 200; i++)
        buffer_add_string(&text, "[rank0]: going on\n");
    buffer_add_string(&text, "[rank1]: ValueError: b\n[rank0]: ValueError: c\n");
    assert_text(first_of(*state, buffer_text(&text)), "rank 1 by order of rank 0, rank 1");
}

static void one_process_or_none_is_no_run(void **state) {
    FIRST("CUDA out of memory\nValueError: x\n", "");
    FIRST("[rank0]: all is well\n[rank1]: all is well\n", "");
    FIRST("[rank0]: ValueError: x\n", "rank 0 by order of rank 0");
}

static void the_line_of_the_first_process_is_kept(void **state) {
    struct reading reading =
        read_text(*state, TEXT("[rank0]: CUDA out of memory. Tried to allocate 1 GiB\n[rank3]: CUDA out of memory. "
                               "Tried to allocate 2 GiB\n" TABLE("3", "0")));
    struct entity *symptoms;
    assert_int_equal(fact_entities(reading.facts, *state, TEXT("text"), KIND_SYMPTOM, &symptoms), 1);
    assert_int_equal(fact_integer(reading.facts, &symptoms[0], ATTRIBUTE_SYMPTOM_LINE, 0), 2);
    assert_text(fact_text(reading.facts, &symptoms[0], ATTRIBUTE_SYMPTOM_PROCESS), "rank 3");
    assert_int_equal(fact_integer(reading.facts, &symptoms[0], ATTRIBUTE_SYMPTOM_COUNT, 0), 2);
    assert_false(fact_is_true(reading.facts, &symptoms[0], ATTRIBUTE_SYMPTOM_LATER));
}

static void what_only_others_print_came_later(void **state) {
    struct reading reading = read_text(*state, TEXT("[rank0]: CUDA out of memory\n" TABLE("3", "0")));
    struct entity *symptoms;
    assert_int_equal(fact_entities(reading.facts, *state, TEXT("text"), KIND_SYMPTOM, &symptoms), 1);
    assert_true(fact_is_true(reading.facts, &symptoms[0], ATTRIBUTE_SYMPTOM_LATER));
    struct entity process = {TEXT("text"), KIND_PROCESS, TEXT("rank 3")};
    assert_int_equal(fact_integer(reading.facts, &process, ATTRIBUTE_PROCESS_EXIT_CODE, 0), -9);
    assert_int_equal(fact_integer(reading.facts, &process, ATTRIBUTE_PROCESS_ID, 0), 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_order_of_lines_tells),
        TEST(time_stamps_tell_more_than_the_order),
        TEST(the_launcher_knows_best),
        TEST(who_lost_a_peer_was_not_the_first),
        TEST(a_launcher_that_found_several_dead_only_guessed),
        TEST(an_error_that_did_not_end_it_does_not_count),
        TEST(one_process_or_none_is_no_run),
        TEST(the_line_of_the_first_process_is_kept),
        TEST(what_only_others_print_came_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
