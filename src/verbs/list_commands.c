/* plumb list-commands: the verbs and options as data. Hidden: tools/fill-commands makes the manual and the completions
 * of it, and tests hold it against everything that names an option. */
#include "command_table.h"
#include "run.h"

static struct value in_both(struct arena *arena, const char *en, const char *zh) {
    struct value map = value_map();
    value_set(arena, &map, "en", value_string(en));
    value_set(arena, &map, "zh", value_string(zh));
    return map;
}

/* The verbs that have an option, as users see them. */
static struct value verbs_taking(struct arena *arena, unsigned takes) {
    struct value list = value_list();
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (!verb->hidden && (!takes || (verb->takes & takes)))
            value_append(arena, &list, value_string(verb->name));
    return list;
}

static struct value list_verbs(struct arena *arena) {
    struct value list = value_list();
    for (const struct verb *verb = verbs; verb->name; verb++) {
        struct value one = value_map();
        if (verb->hidden)
            continue;
        value_set(arena, &one, "name", value_string(verb->name));
        value_set(arena, &one, "arguments", value_string(verb->arguments));
        value_set(arena, &one, "about", in_both(arena, verb->about_en, verb->about_zh));
        value_append(arena, &list, one);
    }
    return list;
}

/* What plumb starts itself with; documents may name them. */
static struct value list_hidden(struct arena *arena) {
    struct value list = value_list();
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (verb->hidden)
            value_append(arena, &list, value_string(verb->name));
    return list;
}

static struct value list_help(struct arena *arena) {
    struct value list = value_list();
    const struct option_help *row;
    for (size_t at = 0; (row = help_option(at)); at++) {
        struct value one = value_map();
        value_set(arena, &one, "names", value_string(row->names));
        value_set(arena, &one, "verbs", verbs_taking(arena, row->takes));
        value_set(arena, &one, "about", in_both(arena, row->en, row->zh));
        value_append(arena, &list, one);
    }
    return list;
}

static struct value list_options(struct arena *arena) {
    struct value list = value_list();
    struct option_read row;
    for (size_t at = 0; options_row(at, &row); at++) {
        struct value one = value_map();
        value_set(arena, &one, "name", value_string(row.name));
        if (row.alias)
            value_set(arena, &one, "alias", value_string(row.alias));
        value_set(arena, &one, "verbs", verbs_taking(arena, row.takes));
        value_set(arena, &one, "has_value", value_boolean(row.has_value));
        value_set(arena, &one, "repeats", value_boolean(row.repeats));
        value_append(arena, &list, one);
    }
    return list;
}

static struct value list_statuses(struct arena *arena) {
    struct value list = value_list();
    const struct status_help *row;
    for (size_t at = 0; (row = help_status(at)); at++) {
        struct value one = value_map();
        value_set(arena, &one, "status", value_integer(row->status));
        value_set(arena, &one, "about", in_both(arena, row->en, row->zh));
        value_append(arena, &list, one);
    }
    return list;
}

static struct value list_subjects(struct arena *arena) {
    struct value list = value_list();
    const char *name;
    for (size_t at = 0; (name = knowledge_subject(at)); at++)
        value_append(arena, &list, value_string(name));
    return list;
}

/* Of the subjects that have few: what stands behind their name. */
static struct value list_ids(struct run *run) {
    static const char *const maps[][2] = {{"cause", "causes"}, {"myth", "myths"}};
    struct value map = value_map(), mirrors = value_list();
    struct node rows = knowledge_table(run->knowledge, "mirrors");
    for (size_t at = 0; at < sizeof maps / sizeof *maps; at++) {
        struct value list = value_list();
        struct node entries = node_get(knowledge_root(run->knowledge), maps[at][1]);
        for (size_t entry = 0; entry < node_count(entries); entry++)
            value_append(run->arena, &list, value_text(node_name_at(entries, entry)));
        value_set(run->arena, &map, maps[at][0], list);
    }
    for (size_t at = 0; at < node_count(rows); at++) { /* those of one name follow each other */
        struct text name = row_text(node_at(rows, at), "name");
        if (!at || !text_equal(name, row_text(node_at(rows, at - 1), "name")))
            value_append(run->arena, &mirrors, value_text(name));
    }
    value_set(run->arena, &map, "mirror", mirrors);
    return map;
}

int verb_list_commands(struct run *run) {
    struct arena *arena = run->arena;
    struct text date = node_text(node_get(node_get(knowledge_root(run->knowledge), "about"), "date"));
    struct value map = value_map();
    value_set(arena, &map, "schema", value_string("plumb.commands/1"));
    value_set(arena, &map, "plumb", value_string(PLUMB_VERSION));
    value_set(arena, &map, "knowledge", value_text(date));
    value_set(arena, &map, "verbs", list_verbs(arena));
    value_set(arena, &map, "hidden", list_hidden(arena));
    value_set(arena, &map, "help", list_help(arena));
    value_set(arena, &map, "options", list_options(arena));
    value_set(arena, &map, "exit_status", list_statuses(arena));
    value_set(arena, &map, "subjects", list_subjects(arena));
    value_set(arena, &map, "ids", list_ids(run));
    return run_print_json(run, &map);
}
