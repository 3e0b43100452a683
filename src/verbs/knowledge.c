/* plumb knowledge: what plumb knows, and its compiler. */
#include "run.h"

#include "base/json.h"
#include "base/scrub.h"
#include "knowledge_files.h"
#include "os/stream.h"

static struct value node_to_value(struct arena *arena, struct node node, unsigned depth) {
    size_t count = node_count(node);
    if (!count || !depth)
        return value_text(node_text(node));
    bool map = node_name_at(node, 0).size > 0;
    struct value value = map ? value_map() : value_list();
    for (size_t at = 0; at < count; at++) {
        struct value child = node_to_value(arena, node_at(node, at), depth - 1);
        if (map)
            value_set_named(arena, &value, node_name_at(node, at), child);
        else
            value_append(arena, &value, child);
    }
    return value;
}

static void add_names(struct buffer *out, const char *label, struct node list) {
    if (!node_count(list))
        return;
    buffer_format(out, "  %-14s", label);
    for (size_t at = 0; at < node_count(list); at++)
        buffer_format(out, "%s" TEXT_FORMAT, at ? " " : "", TEXT_ARGUMENTS(node_text(node_at(list, at))));
    buffer_add_byte(out, '\n');
}

static void add_sources(struct run *run, struct buffer *out, struct node list) {
    struct node sources = node_get(knowledge_root(run->knowledge), "sources");
    for (size_t at = 0; at < node_count(list); at++) {
        struct node source = node_get_text(sources, node_text(node_at(list, at)));
        buffer_format(out, "  %-14s" TEXT_FORMAT "\n", "source", TEXT_ARGUMENTS(node_text(node_get(source, "title"))));
        buffer_format(out, "  %-14s" TEXT_FORMAT "\n", "", TEXT_ARGUMENTS(node_text(node_get(source, "url"))));
    }
}

static void add_remedies(struct run *run, struct buffer *out, struct node remedies) {
    for (size_t at = 0; at < node_count(remedies); at++) {
        struct node remedy = node_at(remedies, at), words = node_get(remedy, "run");
        struct text note = say_node(run->arena, node_get(remedy, "note"), run->language, NULL, 0), system = node_text(node_get(remedy, "system"));
        buffer_format(out, "  %-14s", text_is(node_text(node_get(remedy, "root")), "yes") ? "mend (root)" : "mend");
        for (size_t word = 0; word < node_count(words); word++)
            buffer_format(out, "%s" TEXT_FORMAT, word ? " " : "", TEXT_ARGUMENTS(node_text(node_at(words, word))));
        if (note.size)
            buffer_format(out, "%s" TEXT_FORMAT, node_count(words) ? "  # " : "", TEXT_ARGUMENTS(note));
        if (system.size)
            buffer_format(out, " [" TEXT_FORMAT "]", TEXT_ARGUMENTS(system));
        buffer_add_byte(out, '\n');
    }
}

static int show_cause(struct run *run, struct text id) {
    struct node cause = knowledge_cause(run->knowledge, id);
    struct buffer out = buffer_new(run->arena);
    if (!node_present(cause))
        return run_fail(run, EXIT_USAGE, "no cause \"" TEXT_FORMAT "\"; plumb knowledge cause lists them", TEXT_ARGUMENTS(scrub_terminal(run->arena, id, SCRUB_ONE_LINE)));
    if (run->options.format == FORMAT_JSON) {
        struct value value = node_to_value(run->arena, cause, 8);
        value_set(run->arena, &value, "id", value_text(id));
        json_write(&out, &value, JSON_INDENTED);
        buffer_add_byte(&out, '\n');
        return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
    }
    buffer_format(&out, TEXT_FORMAT " · " TEXT_FORMAT "\n\n", TEXT_ARGUMENTS(id), TEXT_ARGUMENTS(say_node(run->arena, node_get(cause, "title"), run->language, NULL, 0)));
    buffer_format(&out, "  " TEXT_FORMAT "\n\n", TEXT_ARGUMENTS(say_node(run->arena, node_get(cause, "say"), run->language, NULL, 0)));
    buffer_format(&out, "  %-14s" TEXT_FORMAT "\n", "link", TEXT_ARGUMENTS(node_text(node_get(cause, "link"))));
    add_names(&out, "explains", node_get(cause, "explains"));
    add_names(&out, "narrower than", node_get(cause, "narrower_than"));
    add_remedies(run, &out, node_get(cause, "remedies"));
    add_sources(run, &out, node_get(cause, "sources"));
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

/* In the taxonomy's order, so that neighbours in the chain stand together. */
static int list_causes(struct run *run) {
    struct node causes = node_get(knowledge_root(run->knowledge), "causes");
    struct buffer out = buffer_new(run->arena);
    for (size_t order = 0; order < node_count(causes); order++)
        for (size_t at = 0; at < node_count(causes); at++)
            if (knowledge_cause_order(run->knowledge, node_name_at(causes, at)) == order)
                buffer_format(&out, "%-38.*s " TEXT_FORMAT "\n", TEXT_ARGUMENTS(node_name_at(causes, at)),
                              TEXT_ARGUMENTS(say_node(run->arena, node_get(node_at(causes, at), "title"), run->language, NULL, 0)));
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

/* Compiles a folder; prints its faults. `*image` is empty when there are any. */
static int compile_folder(struct run *run, struct text folder, struct text *image) {
    struct knowledge_file *files;
    struct knowledge_faults faults;
    struct error error;
    size_t count;
    if (!knowledge_read_folder(run->arena, folder, &files, &count, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    if (knowledge_compile(run->arena, files, count, image, &faults))
        return EXIT_NOTHING_BROKEN;
    for (size_t at = 0; at < faults.count; at++) {
        struct text line = text_format(run->arena, TEXT_FORMAT "\n", TEXT_ARGUMENTS(scrub_terminal(run->arena, faults.lines[at], SCRUB_ONE_LINE)));
        stream_write(STREAM_ERROR, line, NULL);
    }
    *image = (struct text){0};
    return run_fail(run, EXIT_BROKEN, "%zu faults in " TEXT_FORMAT, faults.count, TEXT_ARGUMENTS(folder));
}

static int verb_compile(struct run *run, struct text folder) {
    struct text image;
    struct error error;
    if (!run->options.output.size)
        return run_fail(run, EXIT_USAGE, "knowledge compile needs -o FILE; see plumb knowledge --help");
    int status = compile_folder(run, folder, &image);
    if (image.size && !output_write(run->arena, run->options.output, image, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    return status;
}

static int verb_check(struct run *run, struct text folder) {
    struct text image;
    int status = compile_folder(run, folder, &image);
    if (status != EXIT_NOTHING_BROKEN)
        return status;
    return run_print(run, text_format(run->arena, TEXT_FORMAT " is sound: %zu bytes compiled\n", TEXT_ARGUMENTS(folder), image.size), status);
}

int verb_knowledge(struct run *run) {
    const struct text *words = run->options.words;
    size_t count = run->options.word_count;
    if (count == 2 && text_is(words[0], "cause"))
        return show_cause(run, words[1]);
    if (count == 1 && text_is(words[0], "cause"))
        return list_causes(run);
    if (count == 2 && text_is(words[0], "compile"))
        return verb_compile(run, words[1]);
    if (count == 2 && text_is(words[0], "check"))
        return verb_check(run, words[1]);
    return run_fail(run, EXIT_USAGE, "knowledge takes: cause [ID], compile DIR -o FILE, check DIR; see plumb knowledge --help");
}
