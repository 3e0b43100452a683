/* plumb inspect FILE: what a library or program needs, and for which cards it holds code. The file is read by a child,
 * executed by nobody. */
#include "knowledge_page.h"

#include "base/json.h"
#include "base/scrub.h"
#include "formats/elf.h"
#include "formats/fatbin.h"
#include "os/ask.h"
#include "os/child.h"

enum { LIMIT_MS = 60000 };

/* What a child that read the file said. */
struct inspected {
    struct run *run;
    struct value file; /* {"state", "reason", "fatbin": digest, "elf": digest} */
    bool ended;
};

static void on_line(void *context, struct text line) {
    struct inspected *inspected = context;
    struct value value;
    if (!json_parse(inspected->run->arena, text_copy(inspected->run->arena, line), "inspect", &value, NULL))
        return;
    inspected->ended = inspected->ended || value_get(&value, "end");
    if (value_get(&value, "file"))
        inspected->file = *value_get(&value, "file");
}

static void add_digest(struct run *run, struct machine *machine, struct value *file, const char *format,
                       digest_function *make, struct text path) {
    struct answer answer = machine_digest(machine, run->arena, format, make, path);
    if (answer.state == ANSWER_KNOWN && !value_get(&answer.value, "error"))
        value_set(run->arena, file, format, answer.value);
}

/* The hidden verb `inspect-file`: the child. */
int verb_inspect_file(struct run *run) {
    struct machine *machine = machine_live(run->arena);
    struct text path = run->options.word_count ? run->options.words[0] : TEXT("");
    struct value line = value_map(), file = value_map();
    struct buffer out = buffer_new(run->arena);
    struct asked_stat stat = ask_stat(machine, run->arena, path);
    bool regular = stat.state == ANSWER_KNOWN && text_is(stat.type, "file");
    value_set(run->arena, &file, "regular", value_boolean(regular));
    if (regular) {
        value_set(run->arena, &file, "size", value_integer(stat.size));
        add_digest(run, machine, &file, "fatbin", fatbin_digest, path);
        add_digest(run, machine, &file, "elf", elf_digest, path);
        /* Of a Windows program the two letters that it begins with are enough here: containers are searched for. */
        struct asked_text head = ask_text(machine, run->arena, path);
        value_set(run->arena, &file, "windows",
                  value_boolean(head.state == ANSWER_KNOWN && text_starts(head.text, "MZ")));
    }
    value_set(run->arena, &line, "file", file);
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_string(&out, "\n{\"end\": true}\n");
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

static struct text joined(struct run *run, const struct value *list) {
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < value_count(list); at++)
        buffer_format(&out, "%s" TEXT_FORMAT, at ? " " : "", TEXT_ARGUMENTS(value_at(list, at)->text));
    return buffer_text(&out);
}

static int show(struct run *run, struct text path, const struct value *file) {
    const struct value *fatbin = value_get(file, "fatbin"), *elf = value_get(file, "elf"),
                       *list = value_get(fatbin, "architectures");
    struct text isa = value_get_text(fatbin, "ptx_isa"), needed = joined(run, value_get(elf, "needed"));
    struct slot slots[] = {
        {"machine", text_format(run->arena, "%lld", (long long)value_get_integer(fatbin, "machine_code", 0))},
        {"ptx", text_format(run->arena, "%lld", (long long)value_get_integer(fatbin, "ptx", 0))},
        {"isa", isa}};
    struct page page = page_new(run, "inspect", path);
    page_set(&page, "file", *file);
    page_title(&page, path);
    if (value_count(list))
        page_line(&page, "inspect.code", joined(run, list));
    else
        page_say(&page, "inspect.code", "inspect.none", NULL, 0);
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

int verb_inspect(struct run *run) {
    struct inspected inspected = {.run = run, .file = value_map()};
    bool interrupted = false;
    struct error error;
    if (run->options.word_count != 1)
        return run_fail(run, EXIT_USAGE, "inspect takes one file; see plumb inspect --help");
    struct text path = run->options.words[0], arguments[] = {TEXT("inspect-file"), TEXT("--"), path};
    struct child child = {
        .arguments = arguments, .argument_count = 3, .limit_ms = LIMIT_MS, .line = on_line, .context = &inspected};
    struct text shown = scrub_terminal(run->arena, path, SCRUB_ONE_LINE);
    if (!children_run(run->arena, &child, 1, &interrupted, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    if (!inspected.ended)
        return run_fail(run, EXIT_INTERNAL, TEXT_FORMAT ": reading it did not end", TEXT_ARGUMENTS(shown));
    if (!value_get_boolean(&inspected.file, "regular", false))
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": no file that can be read", TEXT_ARGUMENTS(shown));
    if (!value_get(&inspected.file, "elf") && !value_get_boolean(&inspected.file, "windows", false))
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": neither a library nor a program (ELF or Windows)",
                        TEXT_ARGUMENTS(shown));
    return show(run, path, &inspected.file);
}
