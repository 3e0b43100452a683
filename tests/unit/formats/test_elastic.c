#include "formats/elastic.h"

#include "formats_test.h"

/* What the tables state, and behind it the rank of each line that has one: "3:12" is rank 3 in line 12. */
static struct value rows_of(struct arena *arena, struct text paste, struct buffer *ranks) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct elastic_reader *elastic = elastic_new(arena);
    while (paste_next(arena, &reader, &line)) {
        int64_t rank = -1;
        elastic_line(elastic, &line, &rank);
        if (rank >= 0)
            buffer_format(ranks, "%lld:%lld ", (long long)rank, (long long)line.number);
    }
    return elastic_found(elastic);
}

#define TABLE(paste, rows, lines)                                                                                      \
    do {                                                                                                               \
        struct buffer ranks = buffer_new(*state);                                                                      \
        assert_json(*state, rows_of(*state, TEXT(paste), &ranks), rows);                                               \
        assert_text(buffer_text(&ranks), lines);                                                                       \
    } while (0)

static void a_table_gives_its_rows_and_the_root(void **state) {
    TABLE(
        "train.py FAILED\n------------\nFailures:\n[1]:\n  time      : 2024-06-01_10:46:24\n  host      : node01\n"
        "  rank      : 9 (local_rank: 1)\n  exitcode  : -6 (pid: 20693)\n  error_file: <N/A>\n"
        "  traceback : Signal 6 (SIGABRT) received by PID 20693\n------------\nRoot Cause (first observed failure):\n"
        "[0]:\n  time      : 2024-06-01_10:46:23\n  host      : node01\n  rank      : 3 (local_rank: 3)\n"
        "  exitcode  : 1 (pid: 20692)\n  error_file: /tmp/e/error.json\n  traceback : none\n============\n"
        "  rank      : 5\n",
        "[{\"line\": 5, \"root\": false, \"rank\": 9, \"local_rank\": 1, \"exit_code\": -6, \"pid\": 20693, \"time\": "
        "\"2024-06-01_10:46:24\", \"stamp\": 1717238784000, \"host\": \"node01\"}, {\"line\": 14, \"root\": true, "
        "\"rank\": 3, \"local_rank\": 3, \"exit_code\": 1, \"pid\": 20692, \"time\": \"2024-06-01_10:46:23\", "
        "\"stamp\": 1717238783000, \"host\": \"node01\", \"error_file\": \"/tmp/e/error.json\"}]",
        "9:7 9:8 9:9 9:10 9:11 3:16 3:17 3:18 3:19 ");
}

static void the_first_release_wrote_it_otherwise(void **state) {
    TABLE("        train.py FAILED         \n========================\nRoot Cause:\n[0]:\n  time: 2021-08-19_02:13:56\n"
          "  rank: 1 (local_rank: 1)\n  exitcode: 1 (pid: 1234)\n  error_file: <N/A>\n"
          "  msg: \"Process failed with exitcode 1\"\n========================\nOther Failures:\n[1]:\n"
          "  time: 2021-08-19_02:13:57\n  rank: 0 (local_rank: 0)\n  exitcode: -15 (pid: 1233)\n",
          "[{\"line\": 5, \"root\": true, \"rank\": 1, \"local_rank\": 1, \"exit_code\": 1, \"pid\": 1234, \"time\": "
          "\"2021-08-19_02:13:56\", \"stamp\": 1629339236000}, {\"line\": 13, \"root\": false, \"rank\": 0, "
          "\"local_rank\": 0, \"exit_code\": -15, \"pid\": 1233, \"time\": \"2021-08-19_02:13:57\", \"stamp\": "
          "1629339237000}]",
          "1:6 1:7 1:8 1:9 0:14 0:15 ");
}

static void mpirun_names_the_first_and_srun_each(void **state) {
    TABLE("mpirun noticed that process rank 3 with PID 1432 on node n1 exited on signal 9 (Killed).\n",
          "[{\"line\": 1, \"root\": true, \"rank\": 3, \"exit_code\": -9, \"pid\": 1432, \"host\": \"n1\"}]", "");
    TABLE("  Process name: [[14373,1],5]\n  Exit code:    1\n",
          "[{\"line\": 1, \"root\": true, \"rank\": 5, \"exit_code\": 1}]", "");
    TABLE(
        "srun: error: node01: task 5: Segmentation fault (core dumped)\nsrun: error: node02: task 9: Exited with exit "
        "code 2\nsrun: error: node01: tasks 0-4: Terminated\n",
        "[{\"line\": 1, \"root\": false, \"rank\": 5, \"exit_code\": -11}, {\"line\": 2, \"root\": false, "
        "\"rank\": 9, \"exit_code\": 2}]",
        "");
}

static void a_damaged_table_states_what_it_has(void **state) {
    TABLE("Root Cause (first observed failure):\nexitcode  : x (pid: \nrank\n", "[]", "");
    TABLE("Root Cause (first observed failure):\ntime:\nrank      : 99999999999999999999 (local_rank: 1)\n"
          "exitcode  : - (pid: 7)\n",
          "[{\"line\": 2, \"root\": true}]", "");
    TABLE("rank : 3\nRoot Cause of this is unknown:\nrank : 3\n", "[]", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_table_gives_its_rows_and_the_root),
        TEST(the_first_release_wrote_it_otherwise),
        TEST(mpirun_names_the_first_and_srun_each),
        TEST(a_damaged_table_states_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
