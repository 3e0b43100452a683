/* The causes as a whole: those of the taxonomy and no others, and what explains what never comes round to itself. */
#include "compilation.h"

static void check_taxonomy(struct compilation *compilation) {
    const struct entries *wanted = &compilation->entries[ENTRY_TAXONOMY], *given = &compilation->entries[ENTRY_CAUSE];
    for (size_t i = 0; i < wanted->count; i++)
        if (!entry_find(compilation, ENTRY_CAUSE, wanted->items[i].id))
            fault_in(compilation, &wanted->items[i], wanted->items[i].value->line,
                     "no file in causes/ has an entry for this cause; add it");
    for (size_t i = 0; i < given->count; i++)
        if (!entry_find(compilation, ENTRY_TAXONOMY, given->items[i].id))
            fault_in(compilation, &given->items[i], given->items[i].value->line,
                     "is no cause of taxonomy.yaml; correct the id or add it there");
}

struct graph {
    struct compilation *compilation;
    const char *relation; /* the key whose list names the causes that a cause leads to */
    const struct entry *causes;
    size_t count;
    bool *done; /* leads to no ring, or to one that is reported */
};

/* The first cause that this one leads to and that is not done; NULL when there is none. */
static const struct entry *next_open(const struct graph *graph, const struct entry *cause) {
    const struct value *list = value_get(cause->value, graph->relation);
    for (size_t i = 0; i < value_count(list); i++) {
        const struct value *id = value_at(list, i);
        const struct entry *next =
            id && id->type == VALUE_TEXT ? entry_find(graph->compilation, ENTRY_CAUSE, id->text) : NULL;
        if (next && !graph->done[next - graph->causes])
            return next;
    }
    return NULL;
}

/* What is left afterwards leads to something that is left: it holds a ring. */
static void take_ends_off(struct graph *graph) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < graph->count; i++)
            if (!graph->done[i] && !next_open(graph, &graph->causes[i]))
                changed = graph->done[i] = true;
    }
}

/* Follows the relation from `start` until it meets itself; `path` has room for all causes. */
static void report_ring(struct graph *graph, const struct entry *start, const struct entry **path) {
    size_t length = 0, first = 0;
    for (const struct entry *at = start;; at = next_open(graph, at)) {
        for (first = 0; first < length && path[first] != at;)
            first++;
        if (first < length)
            break;
        path[length++] = at;
    }
    struct buffer ring = buffer_new(graph->compilation->arena);
    for (size_t i = first; i < length; i++)
        buffer_format(&ring, TEXT_FORMAT " -> ", TEXT_ARGUMENTS(path[i]->id));
    buffer_add(&ring, path[first]->id);
    fault_in(graph->compilation, path[first], path[first]->value->line,
             "'%s' goes round in a ring, " TEXT_FORMAT "; take one of them out", graph->relation,
             TEXT_ARGUMENTS(buffer_text(&ring)));
    for (size_t i = first; i < length; i++)
        graph->done[path[i] - graph->causes] = true;
}

static void check_rings(struct compilation *compilation, const char *relation) {
    const struct entries *causes = &compilation->entries[ENTRY_CAUSE];
    struct graph graph = {compilation, relation, causes->items, causes->count, NULL};
    graph.done = arena_array(compilation->arena, causes->count, sizeof *graph.done);
    const struct entry **path = arena_array(compilation->arena, causes->count, sizeof *path);
    for (size_t i = 0; i < graph.count; i++) {
        take_ends_off(&graph);
        if (!graph.done[i])
            report_ring(&graph, &graph.causes[i], path);
    }
}

void check_causes(struct compilation *compilation) {
    check_taxonomy(compilation);
    check_rings(compilation, "explains");
    check_rings(compilation, "narrower_than");
}
