#include "os/stream.h"

#include <pthread.h>
#include <signal.h>

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

static void files_are_read_up_to_a_limit(void **state) {
    struct text path = below(*state, folder, "\xe6\x97\xa5\xe5\xbf\x97"), content = {0};
    struct error error = {{0}};
    write_text(path, TEXT("12345"));
    assert_true(input_read_all(*state, path, 5, &content, &error));
    assert_text(content, "12345");
    assert_false(input_read_all(*state, path, 4, &content, &error));
    assert_non_null(strstr(error.message, "larger than 4 bytes"));
    assert_text(content, "12345");
    write_text(path, TEXT(""));
    assert_true(input_read_all(*state, path, 4, &content, &error));
    assert_int_equal(content.size, 0);
}

static void folders_and_devices_are_refused(void **state) {
    struct text content, paths[] = {folder, TEXT("/dev/zero"), below(*state, folder, "none"), {"a\0b", 3}, TEXT("")};
    for (size_t i = 0; i < 5; i++) {
        struct error error = {{0}};
        assert_false(input_read_all(*state, paths[i], 100, &content, &error));
        assert_true(strlen(error.message) > 0);
    }
}

static void *write_to_fifo(void *path) {
    int descriptor = open(path, O_WRONLY);
    assert_int_equal(write(descriptor, "through a pipe", 14), 14);
    close(descriptor);
    return NULL;
}

static void pipes_with_a_name_are_read(void **state) {
    struct text path = below(*state, folder, "fifo"), content;
    struct error error;
    pthread_t writer;
    assert_int_equal(mkfifo(path.at, 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, write_to_fifo, (void *)path.at), 0);
    assert_true(input_read_all(*state, path, 100, &content, &error));
    pthread_join(writer, NULL);
    assert_text(content, "through a pipe");
}

static void files_are_written_whole_or_not(void **state) {
    struct text path = below(*state, folder, "report"), link = below(*state, folder, "link"), content;
    struct error error = {{0}};
    assert_true(output_write(*state, path, TEXT("one"), &error));
    assert_true(output_write(*state, path, TEXT("two"), &error));
    assert_true(input_read_all(*state, path, 100, &content, &error));
    assert_text(content, "two");

    assert_int_equal(chmod(path.at, 0600), 0);
    assert_int_equal(symlink("report", link.at), 0);
    assert_true(output_write(*state, link, TEXT("three"), &error));
    struct stat status;
    assert_int_equal(lstat(link.at, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(stat(path.at, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(status.st_size, 5);

    struct asked_list list = ask_list(machine_live(*state), *state, folder);
    assert_int_equal(list.count, 2);
    assert_false(output_write(*state, folder, TEXT("x"), &error));
    assert_false(output_write(*state, below(*state, folder, "none/x"), TEXT("x"), &error));
    assert_false(output_write(*state, TEXT(""), TEXT("x"), &error));
}

static void *read_from_fifo(void *path) {
    static char got[16];
    int descriptor = open(path, O_RDONLY);
    memset(got, 0, sizeof got);
    assert_int_equal(read(descriptor, got, sizeof got), 3);
    close(descriptor);
    return got;
}

/* A pipe stands for /dev/stdout and /dev/null, which a test had better not put at risk. */
static void what_is_no_file_is_written_to_and_never_replaced(void **state) {
    struct text path = below(*state, folder, "fifo"), link = below(*state, folder, "link");
    assert_int_equal(mkfifo(path.at, 0600), 0);
    assert_int_equal(symlink("fifo", link.at), 0);
    struct error error = {{0}};
    pthread_t reader;
    void *got = NULL;
    assert_int_equal(pthread_create(&reader, NULL, read_from_fifo, (void *)path.at), 0);
    assert_true(output_write(*state, link, TEXT("abc"), &error));
    struct stat status;
    assert_int_equal(stat(path.at, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    pthread_join(reader, &got);
    assert_string_equal(got, "abc");
}

static void a_full_disk_is_an_error(void **state) {
    (void)state;
    struct error error = {{0}};
    int full = open("/dev/full", O_WRONLY);
    assert_false(stream_write_descriptor(full, TEXT("x"), &error));
    assert_non_null(strstr(error.message, "no space"));
    close(full);
}

static void a_reader_that_went_away_needs_no_message(void **state) {
    (void)state;
    int ends[2];
    struct error error = {{"before"}};
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_false(stream_write_descriptor(ends[1], TEXT("x"), &error));
    assert_string_equal(error.message, "");
    assert_false(stream_write_descriptor(ends[1], TEXT("x"), NULL));
    close(ends[1]);
    assert_false(stream_write_descriptor(ends[1], TEXT("x"), &error));
    assert_non_null(strstr(error.message, "cannot write"));
}

static void *read_slowly(void *context) {
    static char chunk[65536];
    size_t *total = context;
    int descriptor = (int)*total;
    *total = 0;
    ssize_t got;
    while (usleep(500), (got = read(descriptor, chunk, sizeof chunk)) > 0)
        *total += (size_t)got;
    close(descriptor);
    return NULL;
}

static void all_is_written_though_the_pipe_does_not_block(void **state) {
    int ends[2];
    struct error error;
    pthread_t reader;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    size_t total = (size_t)ends[0], size = 3 << 20;
    assert_int_equal(pthread_create(&reader, NULL, read_slowly, &total), 0);
    assert_true(stream_write_descriptor(ends[1], (struct text){arena_alloc(*state, size), size}, &error));
    close(ends[1]);
    pthread_join(reader, NULL);
    assert_int_equal(total, size);
}

static void no_terminal_has_no_columns(void **state) {
    (void)state;
    int null = open("/dev/null", O_WRONLY), old = dup(2);
    dup2(null, 2);
    bool terminal = stream_is_terminal(STREAM_ERROR);
    unsigned columns = stream_columns(STREAM_ERROR);
    dup2(old, 2);
    close(old);
    close(null);
    assert_false(terminal);
    assert_int_equal(columns, 0);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        FOLDER_TEST(files_are_read_up_to_a_limit),
        FOLDER_TEST(folders_and_devices_are_refused),
        FOLDER_TEST(pipes_with_a_name_are_read),
        FOLDER_TEST(files_are_written_whole_or_not),
        FOLDER_TEST(what_is_no_file_is_written_to_and_never_replaced),
        TEST(a_full_disk_is_an_error),
        TEST(a_reader_that_went_away_needs_no_message),
        TEST(all_is_written_though_the_pipe_does_not_block),
        TEST(no_terminal_has_no_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
