/* What lies below a drop-in: entries and rows of a finished image, as the compiler has them while it reads. */
#include <stdlib.h>

#include "compilation.h"
#include "layout.h"

enum { DEEPEST = 16 };

static struct value value_of(struct arena *arena, struct node node, unsigned depth) {
    if (node.index < node.knowledge->text_count || !depth)
        return value_text(node_text(node));
    bool map = node.knowledge->containers[node.index - node.knowledge->text_count].kind == IMAGE_MAP;
    struct value value = map ? value_map() : value_list();
    for (size_t i = 0; i < node_count(node); i++) {
        struct value child = value_of(arena, node_at(node, i), depth - 1);
        if (map)
            value_add(arena, &value, node_name_at(node, i), child);
        else
            value_append(arena, &value, child);
    }
    return value;
}

/* Without its place in the order, which is given anew. */
static struct value without_order(struct arena *arena, const struct value *entry) {
    struct value kept = value_map();
    for (size_t i = 0; i < entry->map.count; i++)
        if (!text_is(entry->map.members[i].name, "order"))
            value_add(arena, &kept, entry->map.members[i].name, entry->map.members[i].value);
    return kept;
}

static void add_known(struct compilation *compilation, enum entry_kind kind, struct text id, struct node node) {
    struct value *value = arena_alloc(compilation->arena, sizeof *value);
    *value = value_of(compilation->arena, node, DEEPEST);
    if (kind == ENTRY_CAUSE)
        *value = without_order(compilation->arena, value);
    entries_add(compilation, kind, (struct entry){.id = id, .path = TEXT("(built in)"), .value = value, .known = true});
}

static void merge_kind(struct compilation *compilation, enum entry_kind kind, const struct knowledge *base) {
    struct text name = text_format(compilation->arena, "%ss", entry_kind_name(kind));
    struct node map = node_get_text(knowledge_root(base), name);
    bool *taken = arena_array(compilation->arena, node_count(map), sizeof *taken);
    for (size_t i = 0; i < node_count(map); i++) /* while what was given is still sorted */
        taken[i] = entry_find(compilation, kind, node_name_at(map, i)) != NULL;
    for (size_t i = 0; i < node_count(map); i++)
        if (!taken[i])
            add_known(compilation, kind, node_name_at(map, i), node_at(map, i));
}

static void add_taxonomy(struct compilation *compilation, struct text id) {
    static const struct value nothing = {.type = VALUE_MAP};
    entries_add(compilation, ENTRY_TAXONOMY,
                (struct entry){.id = id, .path = TEXT("(built in)"), .value = &nothing, .known = true});
}

/* The taxonomy is the causes in their order; the drop-in's own come behind. */
static void merge_taxonomy(struct compilation *compilation, const struct knowledge *base) {
    struct node causes = node_get(knowledge_root(base), "causes");
    size_t count = node_count(causes);
    struct text *ordered = arena_array(compilation->arena, count, sizeof *ordered);
    for (size_t i = 0; i < count; i++) {
        size_t order = knowledge_cause_order(base, node_name_at(causes, i));
        if (order < count)
            ordered[order] = node_name_at(causes, i);
    }
    for (size_t i = 0; i < count; i++)
        if (ordered[i].size)
            add_taxonomy(compilation, ordered[i]);
    const struct entries *own = &compilation->entries[ENTRY_CAUSE];
    for (size_t i = 0; i < own->count; i++)
        if (!own->items[i].known && knowledge_cause_order(base, own->items[i].id) == SIZE_MAX)
            add_taxonomy(compilation, own->items[i].id);
}

void merge_entries(struct compilation *compilation, const struct knowledge *base) {
    for (enum entry_kind kind = 0; kind < ENTRY_TAXONOMY; kind++)
        merge_kind(compilation, kind, base);
    merge_taxonomy(compilation, base);
    for (enum entry_kind kind = 0; kind < ENTRY_KINDS; kind++)
        entries_finish(compilation, kind);
}

static int compare_keys(const struct value *left, const struct value *right, const struct value *keys) {
    int order = 0;
    for (size_t i = 0; order == 0 && i < value_count(keys); i++) {
        struct text column = value_at(keys, i)->text;
        const struct value *a = value_get_named(left, column), *b = value_get_named(right, column);
        order = text_compare(a ? a->text : TEXT(""), b ? b->text : TEXT(""));
    }
    return order;
}

/* Both are sorted by the key; where they meet, the drop-in's row stands. */
static struct value merge_rows(struct arena *arena, const struct value *own, const struct value *known,
                               const struct value *keys) {
    struct value rows = value_list();
    size_t i = 0, k = 0;
    while (i < value_count(own) || k < value_count(known)) {
        const struct value *a = value_at(own, i), *b = value_at(known, k);
        int order = !a ? 1 : !b ? -1 : compare_keys(a, b, keys);
        value_append(arena, &rows, *(order <= 0 ? a : b));
        i += order <= 0;
        k += order >= 0;
    }
    return rows;
}

/* A drop-in that marks other columns than the table below has another idea of what a row is. */
static bool is_keyed_by(const struct value *rows, const struct value *keys) {
    for (size_t i = 1; i < value_count(rows); i++)
        if (compare_keys(value_at(rows, i - 1), value_at(rows, i), keys) >= 0)
            return false;
    return true;
}

void merge_tables(struct compilation *compilation, const struct knowledge *base) {
    struct node tables = node_get(knowledge_root(base), "tables");
    for (size_t i = 0; i < node_count(tables); i++) {
        struct text name = node_name_at(tables, i);
        struct value known = value_of(compilation->arena, node_at(tables, i), DEEPEST);
        const struct value *own = value_get_named(&compilation->tables, name),
                           *keys = value_get_named(&compilation->keys, name);
        if (own && !is_keyed_by(&known, keys))
            fault_add(compilation, text_format(compilation->arena, "tables/" TEXT_FORMAT ".tsv", TEXT_ARGUMENTS(name)),
                      0, "marks other columns with '*' than the table it lies over; mark the same");
        value_set_named(compilation->arena, &compilation->tables, name,
                        own ? merge_rows(compilation->arena, own, &known, keys) : known);
    }
}
