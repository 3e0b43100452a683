#include "inspect_wheel.h"

#include "base/json.h"
#include "formats/wheel.h"
#include "knowledge/architecture.h"
#include "os/stream.h"

/* --- the child --- */

struct wheel_input {
    struct run *run;
    struct input *input;
    struct error error;
};

static int64_t read_input(void *context, void *out, size_t size) {
    struct wheel_input *wheel = context;
    return input_read(wheel->input, out, size, &wheel->error);
}

/* Told at once, so that the parent can say where a crash or a time limit came. */
static void say_reading(void *context, struct text path, uint64_t offset) {
    struct wheel_input *wheel = context;
    struct arena *arena = wheel->run->arena;
    struct value line = value_map();
    struct buffer out = buffer_new(arena);
    value_set(arena, &line, "reading", value_text(path));
    value_set(arena, &line, "offset", value_integer((int64_t)offset));
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    stream_write(STREAM_OUTPUT, buffer_text(&out), NULL);
}

void inspect_read_wheel(struct run *run, struct text path, struct value *file) {
    struct wheel_input wheel = {.run = run};
    struct zip_source source = {.context = &wheel, .read = read_input};
    struct value digest;
    struct error error = {{0}};
    if (!input_open(run->arena, path, &wheel.input, &wheel.error) ||
        !wheel_digest(run->arena, source, say_reading, &wheel, &digest, &error)) {
        const char *message = wheel.error.message[0] ? wheel.error.message : error.message;
        value_set(run->arena, file, "fault", value_text(text_copy(run->arena, text_of(message))));
    } else {
        value_set(run->arena, file, "wheel", digest);
    }
    if (wheel.input)
        input_close(wheel.input);
}

/* --- the screen --- */

struct text inspect_joined(struct run *run, const struct value *list) {
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < value_count(list); at++)
        buffer_format(&out, "%s" TEXT_FORMAT, at ? " " : "", TEXT_ARGUMENTS(value_at(list, at)->text));
    return buffer_text(&out);
}

const struct value *inspect_most(const struct value *fatbin) {
    const struct value *first = value_get(value_at(value_get(fatbin, "sets"), 0), "architectures");
    return first && !value_equal(first, value_get(fatbin, "architectures")) ? first : NULL;
}

static bool holds(const struct value *list, struct text word) {
    for (size_t at = 0; at < value_count(list); at++)
        if (text_equal(value_at(list, at)->text, word))
            return true;
    return false;
}

struct text inspect_extra(struct run *run, const struct value *fatbin) {
    const struct value *all = value_get(fatbin, "architectures"), *most = inspect_most(fatbin);
    struct value extra = value_list();
    for (size_t at = 0; most && at < value_count(all); at++)
        if (!holds(most, value_at(all, at)->text))
            value_append(run->arena, &extra, *value_at(all, at));
    return inspect_joined(run, &extra);
}

static const struct value *main_list(const struct value *fatbin) {
    const struct value *most = inspect_most(fatbin);
    return most ? most : value_get(fatbin, "architectures");
}

static int64_t device_bytes(const struct value *library) {
    const struct value *sets = value_get(value_get(library, "fatbin"), "sets");
    int64_t bytes = 0;
    for (size_t at = 0; at < value_count(sets); at++)
        bytes += value_get_integer(value_at(sets, at), "bytes", 0);
    return bytes;
}

/* The library that most of the device code is in; NULL when none holds any. */
static const struct value *main_library(const struct value *libraries) {
    const struct value *best = NULL;
    for (size_t at = 0; at < value_count(libraries); at++) {
        const struct value *one = value_at(libraries, at);
        if (device_bytes(one) > (best ? device_bytes(best) : 0))
            best = one;
    }
    return best;
}

/* The table's rows by capability: 9.0 comes before 10.0, as no sorting by bytes has it. */
static size_t sorted_rows(struct run *run, struct node **sorted) {
    struct node rows = knowledge_table(run->knowledge, "architectures");
    size_t count = node_count(rows);
    *sorted = arena_array(run->arena, count, sizeof **sorted);
    for (size_t at = 0; at < count; at++) {
        size_t place = at;
        struct node row = node_at(rows, at);
        for (; place && is_older(row_text(row, "capability"), row_text((*sorted)[place - 1], "capability")); place--)
            (*sorted)[place] = (*sorted)[place - 1];
        (*sorted)[place] = row;
    }
    return count;
}

/* "Turing 7.5, Ampere 8.0 8.6" of the capabilities that are covered in this way. */
static struct text cards(struct page *page, struct text architectures, enum coverage wanted, const char *name) {
    struct node *rows;
    size_t count = sorted_rows(page->run, &rows);
    struct buffer out = buffer_new(page->run->arena);
    struct value list = value_list();
    struct text before = TEXT("");
    for (size_t at = 0; at < count; at++) {
        struct text capability = row_text(rows[at], "capability"), family = row_text(rows[at], "name");
        if (coverage_of(architectures, capability) != wanted)
            continue;
        if (!text_equal(family, before))
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(family));
        buffer_format(&out, " " TEXT_FORMAT, TEXT_ARGUMENTS(capability));
        value_append(page->run->arena, &list, value_text(capability));
        before = family;
    }
    page_set(page, name, list);
    return buffer_text(&out);
}

void inspect_add_cards(struct page *page, const struct value *architectures) {
    struct text list = inspect_joined(page->run, architectures);
    static const struct {
        enum coverage coverage;
        const char *label, *name;
    } ways[] = {{COVERAGE_NATIVE, "inspect.runs", "runs_on"},
                {COVERAGE_PTX, "inspect.jit", "compiles_for"},
                {COVERAGE_NONE, "inspect.not", "not_for"}};
    for (size_t at = 0; at < sizeof ways / sizeof *ways; at++) {
        struct text shown = cards(page, list, ways[at].coverage, ways[at].name);
        if (shown.size)
            page_line(page, ways[at].label, shown);
    }
}

static bool is_pin(struct text requirement) {
    static const char *const beginnings[] = {"nvidia-", "torch", "triton", "pytorch-triton", "cuda-"};
    for (size_t at = 0; at < sizeof beginnings / sizeof *beginnings; at++)
        if (text_starts(requirement, beginnings[at]))
            return true;
    return false;
}

/* What the requirement says before its conditions, which are those of the platform mostly. */
static struct text without_marker(struct text requirement) {
    return text_trim(text_until(requirement, text_find_byte(requirement, ';')));
}

static void add_requirements(struct page *page, const struct value *wheel) {
    const struct value *requires = value_get(wheel, "requires");
    struct buffer out = buffer_new(page->run->arena);
    size_t others = 0;
    for (size_t at = 0; at < value_count(requires); at++) {
        struct text one = value_at(requires, at)->text;
        if (!is_pin(one) && !page->run->options.verbose)
            others++;
        else
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(without_marker(one)));
    }
    struct slot slots[] = {{"pins", buffer_text(&out)}, {"others", text_format(page->run->arena, "%zu", others)}};
    if (out.size && others)
        page_say(page, "inspect.requires", "inspect.requires_others", slots, 2);
    else if (out.size)
        page_line(page, "inspect.requires", buffer_text(&out));
}

static void add_libraries(struct page *page, const struct value *libraries) {
    size_t plain = 0;
    bool first = true;
    for (size_t at = 0; at < value_count(libraries); at++) {
        const struct value *one = value_at(libraries, at), *fatbin = value_get(one, "fatbin"),
                           *list = value_get(fatbin, "architectures");
        struct slot slots[] = {{"path", value_get_text(one, "path")},
                               {"code", inspect_joined(page->run, main_list(fatbin))},
                               {"extra", inspect_extra(page->run, fatbin)}};
        plain += !value_count(list);
        if (!value_count(list))
            continue;
        page_say(page, first ? "inspect.libraries" : "",
                 inspect_most(fatbin) ? "inspect.library_parts" : "inspect.library", slots, 3);
        first = false;
    }
    struct slot slots[] = {{"count", text_format(page->run->arena, "%zu", plain)}};
    if (plain)
        page_say(page, first ? "inspect.libraries" : "", first ? "inspect.all_plain" : "inspect.plain", slots, 1);
}

static void add_summary(struct page *page, const struct value *libraries) {
    const struct value *library = main_library(libraries);
    if (!library)
        return;
    const struct value *fatbin = value_get(library, "fatbin"), *list = main_list(fatbin);
    struct buffer machine = buffer_new(page->run->arena), ptx = buffer_new(page->run->arena);
    for (size_t at = 0; at < value_count(list); at++) {
        struct text one = value_at(list, at)->text;
        struct buffer *out = text_starts(one, "sm_") ? &machine : &ptx;
        buffer_format(out, "%s" TEXT_FORMAT, out->size ? " " : "", TEXT_ARGUMENTS(one));
    }
    struct slot slots[] = {{"path", value_get_text(library, "path")},
                           {"machine", buffer_text(&machine)},
                           {"ptx", buffer_text(&ptx)},
                           {"isa", value_get_text(fatbin, "ptx_isa")}};
    page_set(page, "main", value_text(value_get_text(library, "path")));
    page_set(page, "architectures", *list);
    page_say(page, "inspect.summary",
             !ptx.size       ? "inspect.summary_machine"
             : !machine.size ? "inspect.summary_ptx"
                             : "inspect.summary_both",
             slots, 4);
    inspect_add_cards(page, list);
}

static bool all_complete(const struct value *libraries) {
    for (size_t at = 0; at < value_count(libraries); at++)
        if (!value_get_boolean(value_get(value_at(libraries, at), "fatbin"), "complete", true))
            return false;
    return true;
}

int inspect_show_wheel(struct run *run, struct text path, const struct value *file) {
    const struct value *wheel = value_get(file, "wheel"), *libraries = value_get(wheel, "libraries");
    struct text name = value_get_text(wheel, "name"),
                title = text_format(run->arena, TEXT_FORMAT " " TEXT_FORMAT, TEXT_ARGUMENTS(name),
                                    TEXT_ARGUMENTS(value_get_text(wheel, "version")));
    struct page page = page_new(run, "inspect", path);
    page_set(&page, "file", *file);
    page_title(&page, name.size ? title : path);
    if (value_count(value_get(wheel, "tags")))
        page_line(&page, "inspect.tags", inspect_joined(run, value_get(wheel, "tags")));
    if (value_get_text(wheel, "requires_python").size)
        page_line(&page, "inspect.python", value_get_text(wheel, "requires_python"));
    add_requirements(&page, wheel);
    add_libraries(&page, libraries);
    add_summary(&page, libraries);
    if (!all_complete(libraries))
        page_say(&page, "inspect.code", "inspect.incomplete", NULL, 0);
    return page_end(&page);
}
