/* plumb inspect FILE: for which cards a library, a program or a wheel holds code, and what it needs. The file is read
 * by a child, executed by nobody. */
#include "inspect_wheel.h"

#include "base/json.h"
#include "base/scrub.h"
#include "formats/elf.h"
#include "formats/fatbin.h"
#include "os/ask.h"
#include "os/child.h"
#include "os/process.h"
#include "os/stream.h"

enum { LIMIT_MS = 600000 };

/* What a child that read the file said. */
struct inspected {
    struct run *run;
    struct value file; /* {"regular", "size", "fatbin": digest, "elf": digest}, {"wheel": digest} or {"fault": why} */
    struct value reading; /* the last library of a wheel that was begun: {"reading": path, "offset": n} */
    bool ended, progress;
};

/* One line, written over again: on a terminal a large wheel shows how far it is. */
static void show_progress(struct inspected *inspected, struct text path) {
    struct arena *arena = inspected->run->arena;
    struct text shown = text_until(scrub_terminal(arena, path, SCRUB_ONE_LINE), 70);
    if (inspected->progress)
        stream_write(STREAM_ERROR, text_format(arena, "\r\033[K" TEXT_FORMAT, TEXT_ARGUMENTS(shown)), NULL);
}

static void on_line(void *context, struct text line) {
    struct inspected *inspected = context;
    struct value value;
    if (!json_parse(inspected->run->arena, text_copy(inspected->run->arena, line), "inspect", &value, NULL))
        return;
    inspected->ended = inspected->ended || value_get(&value, "end");
    if (value_get(&value, "file"))
        inspected->file = *value_get(&value, "file");
    if (value_get(&value, "reading")) {
        inspected->reading = value;
        show_progress(inspected, value_get_text(&value, "reading"));
    }
}

static void add_digest(struct run *run, struct machine *machine, struct value *file, const char *format,
                       digest_function *make, struct text path) {
    struct answer answer = machine_digest(machine, run->arena, format, make, path);
    if (answer.state == ANSWER_KNOWN && !value_get(&answer.value, "error"))
        value_set(run->arena, file, format, answer.value);
}

static void read_file(struct run *run, struct text path, struct value *file) {
    struct machine *machine = machine_live(run->arena);
    struct asked_stat stat = ask_stat(machine, run->arena, path);
    bool regular = stat.state == ANSWER_KNOWN && text_is(stat.type, "file");
    value_set(run->arena, file, "regular", value_boolean(regular));
    if (!regular)
        return;
    struct asked_text head = ask_text(machine, run->arena, path);
    value_set(run->arena, file, "size", value_integer(stat.size));
    if (head.state == ANSWER_KNOWN && text_starts(head.text, "PK")) {
        inspect_read_wheel(run, path, file);
        return;
    }
    add_digest(run, machine, file, "fatbin", fatbin_digest, path);
    add_digest(run, machine, file, "elf", elf_digest, path);
    /* Of a Windows program the two letters that it begins with are enough here: containers are searched for. */
    value_set(run->arena, file, "windows", value_boolean(head.state == ANSWER_KNOWN && text_starts(head.text, "MZ")));
}

/* The hidden verb `inspect-file`: the child. */
int verb_inspect_file(struct run *run) {
    struct text path = run->options.word_count ? run->options.words[0] : TEXT("");
    struct value line = value_map(), file = value_map();
    struct buffer out = buffer_new(run->arena);
    if (text_is(path, "-"))
        inspect_read_wheel(run, path, &file);
    else
        read_file(run, path, &file);
    value_set(run->arena, &line, "file", file);
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_string(&out, "\n{\"end\": true}\n");
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

static int show_library(struct run *run, struct text path, const struct value *file) {
    const struct value *fatbin = value_get(file, "fatbin"), *elf = value_get(file, "elf"),
                       *list = value_get(fatbin, "architectures");
    struct text isa = value_get_text(fatbin, "ptx_isa"), needed = inspect_joined(run, value_get(elf, "needed"));
    struct slot slots[] = {
        {"machine", text_format(run->arena, "%lld", (long long)value_get_integer(fatbin, "machine_code", 0))},
        {"ptx", text_format(run->arena, "%lld", (long long)value_get_integer(fatbin, "ptx", 0))},
        {"isa", isa}};
    struct slot most[] = {{"code", inspect_joined(run, inspect_most(fatbin))}};
    struct page page = page_new(run, "inspect", path);
    page_set(&page, "file", *file);
    page_title(&page, path);
    if (value_count(list))
        page_line(&page, "inspect.code", inspect_joined(run, list));
    else
        page_say(&page, "inspect.code", "inspect.none", NULL, 0);
    if (inspect_most(fatbin) && inspect_extra(run, fatbin).size)
        page_say(&page, "inspect.most", "inspect.most_say", most, 1);
    if (value_count(list))
        page_say(&page, "inspect.entries", isa.size ? "inspect.entries_ptx" : "inspect.entries_say", slots, 3);
    if (value_get_text(elf, "soname").size)
        page_line(&page, "inspect.soname", value_get_text(elf, "soname"));
    if (needed.size)
        page_line(&page, "inspect.needs", needed);
    if (value_get_text(elf, "runpath").size)
        page_whole(&page, "inspect.runpath", value_get_text(elf, "runpath"));
    return page_end(&page);
}

/* Where reading stopped, for who has to look there. */
static int fail_reading(struct run *run, const struct inspected *inspected, const struct child *child,
                        struct text shown) {
    struct text library = scrub_terminal(run->arena, value_get_text(&inspected->reading, "reading"), SCRUB_ONE_LINE),
                place = library.size
                            ? text_format(run->arena, " in " TEXT_FORMAT " (at byte %lld)", TEXT_ARGUMENTS(library),
                                          (long long)value_get_integer(&inspected->reading, "offset", 0))
                            : TEXT("");
    return run_fail(run, EXIT_INTERNAL, TEXT_FORMAT ": reading it %s" TEXT_FORMAT, TEXT_ARGUMENTS(shown),
                    child->timed_out ? "took over ten minutes and was given up" : "did not end", TEXT_ARGUMENTS(place));
}

static int show(struct run *run, struct text path, struct text shown, const struct value *file) {
    struct text fault = scrub_terminal(run->arena, value_get_text(file, "fault"), SCRUB_ONE_LINE);
    if (fault.size)
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": " TEXT_FORMAT, TEXT_ARGUMENTS(shown), TEXT_ARGUMENTS(fault));
    if (value_get(file, "wheel"))
        return inspect_show_wheel(run, path, file);
    if (!value_get_boolean(file, "regular", false))
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": no file that can be read; a pipe is read by plumb inspect -",
                        TEXT_ARGUMENTS(shown));
    if (!value_get(file, "elf") && !value_get_boolean(file, "windows", false))
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": neither a wheel nor a library or program (ELF or Windows)",
                        TEXT_ARGUMENTS(shown));
    return show_library(run, path, file);
}

int verb_inspect(struct run *run) {
    struct inspected inspected = {.run = run, .file = value_map(), .reading = value_map()};
    bool interrupted = false;
    struct error error;
    if (run->options.word_count != 1)
        return run_fail(run, EXIT_USAGE, "inspect takes one file; see plumb inspect --help");
    struct text path = run->options.words[0], arguments[] = {TEXT("inspect-file"), TEXT("--"), path};
    bool piped = text_is(path, "-");
    if (piped && stream_is_terminal(STREAM_INPUT))
        return run_fail(run, EXIT_USAGE, "standard input is the terminal; pipe a wheel into plumb inspect -");
    /* How long a pipe takes is not for plumb to say: a wheel may come from the network. */
    struct child child = {.arguments = arguments,
                          .argument_count = 3,
                          .inherit_input = piped,
                          .limit_ms = piped ? 0 : LIMIT_MS,
                          .line = on_line,
                          .context = &inspected};
    struct text shown = piped ? TEXT("standard input") : scrub_terminal(run->arena, path, SCRUB_ONE_LINE);
    inspected.progress = stream_is_terminal(STREAM_ERROR) && !run->options.quiet &&
                         !text_is(process_variable(run->arena, "TERM"), "dumb");
    bool started = children_run(run->arena, &child, 1, &interrupted, &error);
    if (value_get(&inspected.reading, "reading") && inspected.progress)
        stream_write(STREAM_ERROR, TEXT("\r\033[K"), NULL);
    if (!started)
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    if (interrupted)
        return run_fail(run, EXIT_INTERNAL, TEXT_FORMAT ": interrupted", TEXT_ARGUMENTS(shown));
    if (!inspected.ended)
        return fail_reading(run, &inspected, &child, shown);
    return show(run, path, shown, &inspected.file);
}
