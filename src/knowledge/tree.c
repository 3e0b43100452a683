/* Everything that was read, as the one tree that an image holds. */
#include "compilation.h"

/* Not for readers: lines that must not match only matter while compiling. */
static bool is_kept(enum entry_kind kind, struct text key) {
    bool of_symptom = text_is(key, "literal") || text_is(key, "pattern") || text_is(key, "sample");
    return !text_is(key, "not") && !(kind == ENTRY_MYTH && of_symptom); /* a myth's are in its symptom */
}

static struct value entry_tree(struct compilation *compilation, enum entry_kind kind, const struct entry *entry) {
    struct value map = value_map();
    for (size_t i = 0; i < entry->value->map.count; i++)
        if (is_kept(kind, entry->value->map.members[i].name))
            value_add(compilation->arena, &map, entry->value->map.members[i].name, entry->value->map.members[i].value);
    if (compilation->from.size && !entry->known)
        value_set(compilation->arena, &map, "from", value_text(compilation->from));
    const struct entry *cause = kind == ENTRY_CAUSE ? entry_find(compilation, ENTRY_TAXONOMY, entry->id) : NULL;
    if (cause)
        value_add(compilation->arena, &map, TEXT("order"),
                  value_text(text_format(compilation->arena, "%zu", cause->order)));
    return map;
}

static struct value newest_source(struct compilation *compilation) {
    const struct entries *sources = &compilation->entries[ENTRY_SOURCE];
    struct text newest = TEXT("");
    for (size_t i = 0; i < sources->count; i++) {
        struct text read = value_get_text(sources->items[i].value, "read");
        if (text_compare(read, newest) > 0)
            newest = read;
    }
    struct value about = value_map();
    value_add(compilation->arena, &about, TEXT("date"), value_text(newest));
    return about;
}

struct value build_tree(struct compilation *compilation) {
    struct value root = value_map();
    for (enum entry_kind kind = 0; kind < ENTRY_TAXONOMY; kind++) {
        struct value map = value_map();
        const struct entries *entries = &compilation->entries[kind];
        for (size_t i = 0; i < entries->count; i++)
            value_add(compilation->arena, &map, entries->items[i].id,
                      entry_tree(compilation, kind, &entries->items[i]));
        struct text name = text_format(compilation->arena, "%ss", entry_kind_name(kind));
        value_add(compilation->arena, &root, name, map);
    }
    value_add(compilation->arena, &root, TEXT("tables"), compilation->tables);
    value_add(compilation->arena, &root, TEXT("about"), newest_source(compilation));
    return root;
}
