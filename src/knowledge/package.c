/* Names of packages, and which of their builds meet a wish. */
#include "knowledge/package.h"

#include <stdlib.h>

#include "base/version.h"
#include "package_wish.h"

static bool is_separator(char byte) {
    return byte == '-' || byte == '_' || byte == '.' || byte == ' ';
}

/* Is it the same name, whatever separates its parts and whichever letters are capitals? */
static bool same_name(struct text one, struct text other) {
    size_t at = 0, there = 0;
    for (;;) {
        while (at < one.size && is_separator(one.at[at]))
            at++;
        while (there < other.size && is_separator(other.at[there]))
            there++;
        if (at == one.size || there == other.size)
            return at == one.size && there == other.size;
        if (!text_equal_folded(text_until(text_from(one, at++), 1), text_until(text_from(other, there++), 1)))
            return false;
    }
}

static bool ends_a_name(struct text rest) {
    static const char signs[] = "[<>=~!;, \t@";
    return text_find_byte((struct text){signs, sizeof signs - 1}, rest.at[0]) != TEXT_NOWHERE;
}

void package_split(struct text requirement, struct text *name, struct text *wish) {
    struct text rest = text_trim(text_until(requirement, text_find_byte(requirement, ';')));
    size_t end = 0;
    while (end < rest.size && !ends_a_name(text_from(rest, end)))
        end++;
    *name = text_until(rest, end);
    rest = text_trim(text_from(rest, end));
    if (text_starts(rest, "["))
        rest = text_trim(
            text_from(rest, text_find_byte(rest, ']') == TEXT_NOWHERE ? rest.size : text_find_byte(rest, ']') + 1));
    *wish = rest;
}

static bool is_called(struct node package, struct text name) {
    struct text words = row_text(package, "also"), word;
    if (same_name(row_text(package, "package"), name))
        return true;
    while (text_next_word(&words, &word))
        if (same_name(word, name))
            return true;
    return false;
}

static void keep(struct package_rows *rows, struct node row) {
    rows->items[rows->count++] = row;
}

struct package_rows package_find(struct arena *arena, const struct knowledge *knowledge, struct text name) {
    struct node table = knowledge_table(knowledge, "packages");
    struct package_rows rows = {.items = arena_array(arena, node_count(table), sizeof *rows.items)};
    for (size_t at = 0; at < node_count(table); at++)
        if (same_name(row_text(node_at(table, at), "package"), name))
            keep(&rows, node_at(table, at));
    for (size_t at = 0; !rows.count && at < node_count(table); at++)
        if (is_called(node_at(table, at), name))
            keep(&rows, node_at(table, at));
    if (rows.count)
        return rows;
    for (size_t at = 0; at < node_count(table); at++)
        if (same_name(row_text(node_at(table, at), "family"), name))
            keep(&rows, node_at(table, at));
    return rows;
}

/* Newer first; what is no version comes last. */
static int by_version(struct text one, struct text other) {
    struct version left, right;
    bool known = version_parse(one, &left), known_there = version_parse(other, &right);
    return known && known_there ? version_compare(&right, &left) : known_there - known;
}

/* The newest torch a build is for: lists rise. */
static struct text torch_of(struct node build) {
    struct text releases = row_text(build, "torch");
    size_t blank = text_find_last_byte(releases, ' ');
    return releases.size ? text_from(releases, blank == TEXT_NOWHERE ? 0 : blank + 1) : row_text(build, "torch_min");
}

/* Newest first; then what PyPI has, the newer torch, and the table's own order, which qsort() does not keep. */
static int compare_builds(const void *left, const void *right) {
    const struct node *one = left, *other = right;
    int order = by_version(row_text(*one, "last"), row_text(*other, "last"));
    if (!order)
        order = text_is(row_text(*other, "place"), "pypi") - text_is(row_text(*one, "place"), "pypi");
    if (!order)
        order = by_version(torch_of(*one), torch_of(*other));
    return order ? order : (one->index > other->index) - (one->index < other->index);
}

struct package_rows package_builds(struct arena *arena, const struct knowledge *knowledge, struct text package,
                                   struct text wish) {
    struct node table = knowledge_table(knowledge, "package_builds");
    struct package_rows rows = {.items = arena_array(arena, node_count(table), sizeof *rows.items)};
    size_t from = 0;
    for (struct node row; node_present(row = table_find(knowledge, "package_builds", "package", package, &from));)
        if (package_wish_in(wish, row_text(row, "first"), row_text(row, "last")))
            keep(&rows, row);
    if (rows.count)
        qsort(rows.items, rows.count, sizeof *rows.items, compare_builds);
    return rows;
}

bool package_meets(struct text release, struct text wish) {
    return package_wish_in(wish, release, release);
}

struct text package_release(struct node build, struct text wish) {
    struct text first = row_text(build, "first"), last = row_text(build, "last");
    return package_wish_in(wish, last, last) ? last : package_wish_in(wish, first, first) ? first : (struct text){0};
}
