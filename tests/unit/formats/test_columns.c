/* Rows that mean what their columns' names say. */
#include "formats_test.h"

#include "formats/columns.h"

/* What the last line of a text becomes. */
static struct text last_row(struct arena *arena, struct text paste) {
    struct columns_reader reader = {0};
    struct paste_reader lines = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct text row = {"", 0};
    while (paste_next(arena, &lines, &line))
        row = columns_row(&reader, arena, &line);
    return row;
}

static void a_row_of_csv_is_labelled(void **state) {
    assert_text(last_row(*state, TEXT("name, pcie.link.width.current, memory.used [MiB]\nTesla T4, 4, 12 MiB\n")),
                "name=Tesla T4, pcie.link.width.current=4, memory.used=12 MiB");
    assert_text(last_row(*state, TEXT("index, ecc.mode.current\n0, Enabled\n1, Enabled\n")),
                "index=1, ecc.mode.current=Enabled");
}

static void the_command_names_the_columns_too(void **state) {
    assert_text(last_row(*state, TEXT("$ nvidia-smi --query-gpu=index,temperature.gpu --format=csv,noheader\n0, 91\n")),
                "index=0, temperature.gpu=91");
}

static void a_row_of_dmon_is_labelled(void **state) {
    assert_text(last_row(*state, TEXT("# gpu    pwr  gtemp\n# Idx      W      C\n    0     43     35\n")),
                "gpu=0, pwr=43, gtemp=35");
}

static void a_cell_goes_on_below(void **state) {
    assert_text(last_row(*state, TEXT("| Warning      | GPU 3 had memory errors and row re  |\n"
                                      "|              | mappings are pending               |\n")),
                "GPU 3 had memory errors and row remappings are pending");
    assert_text(last_row(*state, TEXT("| Warning      | GPU 3 had |\n| Info         | mappings  |\n")), "");
    assert_text(last_row(*state, TEXT("|   0  Tesla T4  | 0000 |\n|      | 1 | 2 |\n")), "");
}

static void other_lines_are_no_rows(void **state) {
    assert_text(last_row(*state, TEXT("index, ecc.mode.current\n0, Enabled, 3\n")), "");
    assert_text(last_row(*state, TEXT("index, ecc.mode.current\na\nb\nc\n0, Enabled\n")), ""); /* too far below */
    assert_text(last_row(*state, TEXT("loss, accuracy\n0.1, 0.9\n")), "");
    assert_text(last_row(*state, TEXT("# see the notes\n# gpu\nof the day\n")), "");
    assert_text(last_row(*state, TEXT("0, Enabled\n")), "");
    assert_text(last_row(*state, TEXT("index, ecc.mode.current\n0, Enabled\n\n")), "");
    assert_text(last_row(*state, TEXT("index, ecc.mode.current\n \n")), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_row_of_csv_is_labelled), TEST(the_command_names_the_columns_too), TEST(a_row_of_dmon_is_labelled),
        TEST(a_cell_goes_on_below),     TEST(other_lines_are_no_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
