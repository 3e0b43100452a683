/* YAML files into entries. */
#include "base/yaml.h"
#include "compilation.h"

static bool id_valid(struct text id) {
    for (size_t i = 0; i < id.size; i++) {
        char byte = id.at[i];
        bool inside = byte == '.' || byte == '_' || byte == '-';
        if (!(byte >= 'a' && byte <= 'z') && !(byte >= '0' && byte <= '9') && !(inside && i > 0))
            return false;
    }
    return id.size > 0;
}

/* Given no name, the parser's message is ":LINE: what". */
static void report_parser(struct compilation *compilation, struct text path, struct text message) {
    struct text rest = text_from(message, 1), line = {0};
    int64_t number = 0;
    if (text_starts(message, ":") && text_next_part(&rest, ':', &line) && text_to_integer(line, &number))
        message = text_trim(rest);
    fault_add(compilation, path, (unsigned)number, TEXT_FORMAT, TEXT_ARGUMENTS(message));
}

static const struct value *parse(struct compilation *compilation, struct text path, struct text content) {
    struct error error = {{0}};
    struct value *value = arena_alloc(compilation->arena, sizeof *value);
    if (yaml_parse(compilation->arena, content, "", value, &error))
        return value;
    report_parser(compilation, path, text_of(error.message));
    return NULL;
}

/* What stands below the one key that a file of this kind has. */
static const struct value *parse_below(struct compilation *compilation, struct text path, struct text content,
                                       const char *key) {
    const struct value *file = parse(compilation, path, content);
    if (!file)
        return NULL;
    const struct value *below = value_get(file, key);
    if (value_count(file) != 1 || !below || below->type != VALUE_MAP || below->map.count == 0) {
        fault_add(compilation, path, file->line,
                  "the file has to be one map, '%s:' with entries below it, and nothing else", key);
        return NULL;
    }
    return below;
}

static void add(struct compilation *compilation, enum entry_kind kind, struct entry entry) {
    if (!id_valid(entry.id))
        fault_in(compilation, &entry, entry.value->line,
                 "an id is lower-case letters, digits and '.', '_' or '-' between them; rename it");
    else
        entries_add(compilation, kind, entry);
}

void read_entries(struct compilation *compilation, enum entry_kind kind, struct text path, struct text content) {
    struct text key = text_format(compilation->arena, "%ss", entry_kind_name(kind));
    const struct value *below = parse_below(compilation, path, content, key.at);
    for (size_t i = 0; i < value_count(below); i++)
        add(compilation, kind,
            (struct entry){.id = below->map.members[i].name, .path = path, .value = &below->map.members[i].value});
}

/* A copy of what the two have in common, so that a myth's own faults are reported once. */
static struct value symptom_of(struct arena *arena, const struct value *myth) {
    static const char *const keys[] = {"literal", "pattern", "sample", "not", "sources"};
    struct value symptom = value_map();
    symptom.line = myth->line;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (value_get(myth, keys[i]))
            value_set(arena, &symptom, keys[i], *value_get(myth, keys[i]));
    value_set(arena, &symptom, "severity", value_string("myth"));
    return symptom;
}

void add_myth_symptoms(struct compilation *compilation) {
    const struct entries *myths = &compilation->entries[ENTRY_MYTH];
    for (size_t i = 0; i < myths->count; i++) {
        const struct entry *myth = &myths->items[i];
        if (!value_get(myth->value, "literal"))
            continue;
        struct value *symptom = arena_alloc(compilation->arena, sizeof *symptom);
        *symptom = symptom_of(compilation->arena, myth->value);
        struct text id = text_format(compilation->arena, "myth." TEXT_FORMAT, TEXT_ARGUMENTS(myth->id));
        entries_add(compilation, ENTRY_SYMPTOM, (struct entry){.id = id, .path = myth->path, .value = symptom});
    }
}

static void add_group(struct compilation *compilation, struct text path, const struct value_member *group) {
    if (group->value.type != VALUE_MAP) {
        fault_add(compilation, path, group->value.line, "'" TEXT_FORMAT "' has to be a map of causes",
                  TEXT_ARGUMENTS(group->name));
        return;
    }
    for (size_t i = 0; i < group->value.map.count; i++) {
        const struct value_member *member = &group->value.map.members[i];
        struct text id = text_format(compilation->arena, TEXT_FORMAT "." TEXT_FORMAT, TEXT_ARGUMENTS(group->name),
                                     TEXT_ARGUMENTS(member->name));
        add(compilation, ENTRY_TAXONOMY, (struct entry){.id = id, .path = path, .value = &member->value});
    }
}

void read_taxonomy(struct compilation *compilation, struct text path, struct text content) {
    const struct value *groups = parse(compilation, path, content);
    if (!groups)
        return;
    if (groups->type != VALUE_MAP || groups->map.count == 0) {
        fault_add(compilation, path, groups->line, "it has to be a map of groups, each a map of causes");
        return;
    }
    for (size_t i = 0; i < groups->map.count; i++)
        add_group(compilation, path, &groups->map.members[i]);
}
