#include "compilation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void keep(struct compilation *compilation, struct text path, unsigned line, struct text message) {
    compilation->faults = arena_grow(compilation->arena, compilation->faults, compilation->fault_count,
                                     &compilation->fault_capacity, sizeof *compilation->faults);
    compilation->faults[compilation->fault_count++] = (struct fault){path, line, message};
}

void fault_add(struct compilation *compilation, struct text path, unsigned line, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    keep(compilation, path, line, text_copy(compilation->arena, text_of(message)));
}

void fault_in(struct compilation *compilation, const struct entry *entry, unsigned line, const char *format, ...) {
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    keep(compilation, entry->path, line,
         text_format(compilation->arena, TEXT_FORMAT ": %s", TEXT_ARGUMENTS(entry->id), message));
}

void entries_add(struct compilation *compilation, enum entry_kind kind, struct entry entry) {
    struct entries *entries = &compilation->entries[kind];
    entries->items =
        arena_grow(compilation->arena, entries->items, entries->count, &entries->capacity, sizeof *entries->items);
    entry.order = entries->count;
    entries->items[entries->count++] = entry;
}

static int compare_entries(const void *left, const void *right) {
    const struct entry *a = left, *b = right;
    int order = text_compare(a->id, b->id);
    return order != 0 ? order : (a->order > b->order) - (a->order < b->order);
}

void entries_finish(struct compilation *compilation, enum entry_kind kind) {
    struct entries *entries = &compilation->entries[kind];
    struct entry *items = entries->items;
    size_t kept = 0;
    if (!items)
        return;
    qsort(items, entries->count, sizeof *items, compare_entries);
    for (size_t i = 0; i < entries->count; i++) {
        const struct entry *before = kept > 0 ? &items[kept - 1] : NULL;
        if (before && text_equal(before->id, items[i].id))
            fault_in(compilation, &items[i], items[i].value->line,
                     "this %s is already at " TEXT_FORMAT ":%u; keep one of them", entry_kind_name(kind),
                     TEXT_ARGUMENTS(before->path), before->value->line);
        else
            items[kept++] = items[i];
    }
    entries->count = kept;
}

const struct entry *entry_find(const struct compilation *compilation, enum entry_kind kind, struct text id) {
    const struct entries *entries = &compilation->entries[kind];
    size_t low = 0, high = entries->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = text_compare(entries->items[middle].id, id);
        if (order == 0)
            return &entries->items[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const char *entry_kind_name(enum entry_kind kind) {
    static const char *const names[ENTRY_KINDS] = {"cause", "symptom", "text", "source", "myth", "cause"};
    return names[kind];
}
