/* The os room on Windows, or under Wine, where there is no cmocka: prints what fails and exits 1.
 *
 * With an argument this program plays its own child. */
#include "system.h"

#include <stdio.h>

#include "base/json.h"
#include "os/ask.h"
#include "os/child.h"
#include "os/library.h"
#include "os/process.h"
#include "os/stream.h"

static int failures;

#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool condition, const char *text, int line) {
    if (condition)
        return;
    failures++;
    fprintf(stderr, "line %d: %s\n", line, text);
}

static struct text json_of(struct arena *arena, struct value value) {
    struct buffer buffer = buffer_new(arena);
    json_write(&buffer, &value, JSON_ONE_LINE);
    return buffer_text(&buffer);
}

static struct text in_temporary(struct arena *arena, const char *name) {
    return text_format(arena, "%s\\plumb-os-test\\%s", process_variable(arena, "TEMP").at, name);
}

/* --- files --- */

static bool first_byte(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    uint8_t first;
    if (!bytes_read(bytes, 0, &first, 1))
        return error_set(error, "empty");
    value_set(arena, digest, "first", value_integer(first));
    return true;
}

static void check_files(struct arena *arena, struct machine *machine) {
    struct error error = {{0}};
    struct text folder = in_temporary(arena, ""), content;
    uv_fs_t request;
    uv_fs_mkdir(NULL, &request, folder.at, 0700, NULL);
    struct text path = in_temporary(arena, "\xe6\x97\xa5\xe5\xbf\x97.txt");
    CHECK(output_write(arena, path, TEXT("one"), &error));
    CHECK(output_write(arena, path, TEXT("two\r\n"), &error));
    CHECK(input_read_all(arena, path, 100, &content, &error) && text_is(content, "two\r\n"));
    CHECK(!input_read_all(arena, folder, 100, &content, &error));

    struct asked_text text = ask_text(machine, arena, path);
    CHECK(text.state == ANSWER_KNOWN && text_is(text.text, "two\r\n") && text.complete);
    CHECK(text_is(ask_text(machine, arena, text_replace(arena, path, TEXT("\\"), TEXT("/"))).text, "two\r\n"));
    struct asked_list list = ask_list(machine, arena, folder);
    CHECK(list.state == ANSWER_KNOWN && list.complete && list.count == 1);
    CHECK(list.count == 1 && text_is(list.entries[0], "\xe6\x97\xa5\xe5\xbf\x97.txt"));
    struct asked_stat stat = ask_stat(machine, arena, path);
    CHECK(text_is(stat.type, "file") && stat.size == 5 && stat.mtime > 1600000000);
    CHECK(text_is(ask_stat(machine, arena, folder).type, "directory"));
    CHECK(text_is(ask_stat(machine, arena, TEXT("C:\\")).type, "directory"));
    CHECK(text_is(ask_text(machine, arena, folder).reason, "EISDIR"));
    CHECK(ask_link(machine, arena, path).state == ANSWER_ABSENT);
    struct answer digest = machine_digest(machine, arena, "first", first_byte, path);
    CHECK(text_starts(json_of(arena, digest.value), "{\"first\": 116, \"size\": 5, \"mtime\": "));

    static const char *const absent[] = {"none", "none\\none", "\xe6\x97\xa5\xe5\xbf\x97.txt\\none", "a?b", "NUL"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        struct text none = in_temporary(arena, absent[i]);
        if (ask_text(machine, arena, none).state != ANSWER_ABSENT ||
            ask_stat(machine, arena, none).state != ANSWER_ABSENT)
            check(false, absent[i], __LINE__);
    }
    CHECK(ask_list(machine, arena, path).state == ANSWER_ABSENT);
    CHECK(ask_text(machine, arena, TEXT("")).state == ANSWER_ABSENT);
    CHECK(ask_text(machine, arena, TEXT("NUL")).state == ANSWER_ABSENT);
    CHECK(ask_text(machine, arena, TEXT("\\\\.\\PhysicalDrive0")).state == ANSWER_ABSENT);
    CHECK(ask_open(machine, arena, path, NULL) == ANSWER_NOT_ASKED);
    uv_fs_unlink(NULL, &request, path.at, NULL);
    uv_fs_rmdir(NULL, &request, folder.at, NULL);
}

/* Below a folder whose path is longer than MAX_PATH. */
static void check_long_path(struct arena *arena, struct machine *machine) {
    struct text path = text_format(arena, "\\\\?\\%s\\plumb-os-long", process_variable(arena, "TEMP").at), folders[7];
    uv_fs_t request;
    for (size_t i = 0; i < 7; i++) {
        folders[i] = path;
        uv_fs_mkdir(NULL, &request, path.at, 0700, NULL);
        path =
            text_format(arena, "%s\\0123456789012345678901234567890123456789012345678901234567890123456789", path.at);
    }
    struct error error = {{0}};
    struct text file = text_join(arena, folders[6], TEXT("\\file"));
    CHECK(output_write(arena, file, TEXT("deep"), &error));
    CHECK(text_is(ask_text(machine, arena, text_from(file, 4)).text, "deep"));
    CHECK(ask_list(machine, arena, text_from(folders[6], 4)).count == 1);
    uv_fs_unlink(NULL, &request, file.at, NULL);
    for (size_t i = 7; i-- > 0;)
        uv_fs_rmdir(NULL, &request, folders[i].at, NULL);
}

/* --- the machine --- */

static void check_machine(struct arena *arena, struct machine *machine) {
    struct answer registry =
        ask_registry(machine, arena, TEXT("HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion"));
    const struct value *values = value_get(&registry.value, "values");
    CHECK(registry.state == ANSWER_KNOWN && value_get_text(values, "CurrentBuildNumber").size > 0);
    CHECK(value_count(value_get(&registry.value, "keys")) > 0);
    CHECK(ask_registry(machine, arena, TEXT("HKLM\\SOFTWARE\\plumb none")).state == ANSWER_ABSENT);
    CHECK(ask_registry(machine, arena, TEXT("HKXX\\SOFTWARE")).state == ANSWER_ABSENT);
    CHECK(ask_registry(machine, arena, TEXT("hkey_local_machine")).state == ANSWER_KNOWN);

    struct answer system = ask_simple(machine, arena, QUESTION_SYSTEM);
    CHECK(text_is(value_get_text(&system.value, "system"), "windows"));
    CHECK(text_is(value_get_text(&system.value, "architecture"), "x86_64"));
    CHECK(value_get_text(&system.value, "version").size > 4);
    CHECK(path_absolute(machine, value_get_text(&system.value, "directory")));
    struct answer user = ask_simple(machine, arena, QUESTION_USER);
    CHECK(value_get_text(&user.value, "name").size > 0);
    CHECK(path_absolute(machine, value_get_text(&user.value, "home")));
    struct answer now = ask_simple(machine, arena, QUESTION_NOW);
    CHECK(value_get_integer(&now.value, "seconds", 0) > 1600000000);

    CHECK(ask_variable(machine, arena, "path").state == ANSWER_KNOWN);
    CHECK(ask_variable(machine, arena, "PLUMB_NONE").state == ANSWER_ABSENT);
    struct answer variables = ask_simple(machine, arena, QUESTION_VARIABLES);
    CHECK(value_count(value_get(&variables.value, "entries")) > 3);
    CHECK(value_get_boolean(&variables.value, "complete", false));
    uv_os_setenv("PLUMB_EMPTY", "");
    CHECK(ask_variable(machine, arena, "PLUMB_EMPTY").state == ANSWER_KNOWN);
    process_clear_variable("PLUMB_EMPTY");
    CHECK(process_variable(arena, "PLUMB_EMPTY").at == NULL);
    CHECK(machine_traits(machine)->fold_case && machine_traits(machine)->separator == '\\');
    struct error error;
    CHECK(!machine_sysroot(arena, TEXT("C:\\"), &machine, &error));
    CHECK(process_language(arena).size > 0);
}

static void check_library(struct arena *arena) {
    struct library *library = NULL;
    struct error error = {{0}};
    CHECK(!library_open(arena, "plumb-none.dll", &library, &error));
    CHECK(strstr(error.message, "plumb-none.dll: error 126") != NULL);
    CHECK(library_open(arena, "version.dll", &library, &error));
    CHECK(library_function(library, "GetFileVersionInfoW") != NULL);
    CHECK(library_function(library, "PlumbNone") == NULL);
    CHECK(text_contains(text_lower(arena, library_path(arena, library, "")), "version.dll"));
}

/* --- children --- */

static int play(int count, char **arguments) {
    char line[256];
    if (strcmp(arguments[1], "echo") == 0)
        while (fgets(line, sizeof line, stdin) != NULL)
            stream_write(STREAM_OUTPUT, text_of(line), NULL);
    if (strcmp(arguments[1], "argument") == 0 && count > 2)
        stream_write(STREAM_OUTPUT, text_of(arguments[2]), NULL);
    if (strcmp(arguments[1], "sleep") == 0) {
        stream_write(STREAM_OUTPUT, TEXT("before\r\nunfinished"), NULL);
        uv_sleep(60000);
    }
    if (strcmp(arguments[1], "aside") == 0) {
        int descriptor = process_set_output_aside();
        stream_write(STREAM_OUTPUT, TEXT("banner"), NULL);
        printf("banner");
        fflush(stdout);
        stream_write_descriptor(descriptor, TEXT("answer\n"), NULL);
    }
    if (strcmp(arguments[1], "error") == 0)
        stream_write(STREAM_ERROR, TEXT("why"), NULL);
    return 7;
}

static void on_line(void *context, struct text line) {
    buffer_add(context, line);
    buffer_add_byte(context, '|');
}

static struct child run_child(struct arena *arena, const struct text *arguments, size_t count, struct text input,
                              struct text *lines) {
    struct buffer heard = buffer_new(arena);
    struct child child = {.arguments = arguments, .argument_count = count, .input = input, .limit_ms = 8000};
    if (text_is(arguments[0], "sleep"))
        child.limit_ms = 500;
    child.line = on_line;
    child.context = &heard;
    bool interrupted = true;
    struct error error = {{0}};
    CHECK(children_run(arena, &child, 1, &interrupted, &error));
    CHECK(!interrupted);
    *lines = buffer_text(&heard);
    return child;
}

static void check_children(struct arena *arena) {
    struct text lines;
    struct child child = run_child(arena, (struct text[]){TEXT("echo")}, 1, TEXT("a\nb\r\nc"), &lines);
    CHECK(text_is(lines, "a|b|c|") && child.exit_status == 7 && child.process > 0);
    run_child(arena, (struct text[]){TEXT("echo")}, 1, TEXT(""), &lines);
    CHECK(lines.size == 0);
    run_child(arena, (struct text[]){TEXT("argument"), TEXT("a \"b\\\" \xe6\x97\xa5")}, 2, TEXT(""), &lines);
    CHECK(text_is(lines, "a \"b\\\" \xe6\x97\xa5|"));
    run_child(arena, (struct text[]){TEXT("aside")}, 1, TEXT(""), &lines);
    CHECK(text_is(lines, "answer|"));
    child = run_child(arena, (struct text[]){TEXT("error")}, 1, TEXT(""), &lines);
    CHECK(text_is(child.output, "why"));
    int64_t begin = process_clock_ms();
    child = run_child(arena, (struct text[]){TEXT("sleep")}, 1, TEXT(""), &lines);
    CHECK(child.timed_out && !child.left_behind && process_clock_ms() - begin < 3000);
    CHECK(text_is(lines, "before|"));
}

int main(int count, char **arguments) {
    struct arena *arena = arena_new();
    process_start(arena, &count, &arguments);
    if (count > 1)
        return play(count, arguments);
    struct machine *machine = machine_live(arena);
    check_files(arena, machine);
    check_long_path(arena, machine);
    check_machine(arena, machine);
    check_library(arena);
    check_children(arena);
    CHECK(process_restrain());
    CHECK(!stream_is_terminal(STREAM_OUTPUT) && stream_columns(STREAM_OUTPUT) == 0);
    return failures == 0 ? 0 : 1;
}
