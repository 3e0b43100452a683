/* plumb knowledge package torchvision: torch's own companions, which a table of their own pairs with torch. */
#include "knowledge/package.h"

#include "knowledge_page.h"

enum { MOST_LINES = 12 };

/* The releases of a cell that meet the wish: "0.22.1, 0.22.0". */
static struct text met(struct run *run, struct text releases, struct text wish) {
    struct buffer out = buffer_new(run->arena);
    struct text release;
    while (text_next_word(&releases, &release))
        if (package_meets(release, wish))
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(release));
    return buffer_text(&out);
}

static bool is_companion(const struct run *run, const char *name) {
    struct node rows = knowledge_table(run->knowledge, "companions");
    bool other = text_is(text_of(name), "torch") || text_is(text_of(name), "source") || text_is(text_of(name), "from");
    for (size_t at = 0; !other && at < node_count(rows); at++)
        if (row_text(node_at(rows, at), name).size)
            return true;
    return false;
}

/* The rows' keys are sorted by bytes: the newest torch below `before` (empty: of all). */
static struct node next_older(const struct run *run, struct text before) {
    struct node rows = knowledge_table(run->knowledge, "companions"), best = {0};
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text torch = row_text(node_at(rows, at), "torch");
        if ((!before.size || is_older(torch, before)) &&
            (!node_present(best) || is_older(row_text(best, "torch"), torch)))
            best = node_at(rows, at);
    }
    return best;
}

bool knowledge_companion(struct run *run, struct text asked, struct text name, struct text wish, int *status) {
    struct arena *arena = run->arena;
    const char *column = text_format(arena, TEXT_FORMAT, TEXT_ARGUMENTS(text_lower(arena, name))).at;
    struct page page = page_new(run, "package", asked);
    struct value builds = value_list();
    size_t shown = 0, left = 0;
    if (!is_companion(run, column))
        return false;
    page_title(&page, text_of(column));
    page_say(&page, "lookup.package.bond", "lookup.package.bond.torch", NULL, 0);
    for (struct node row = next_older(run, (struct text){0}); node_present(row);
         row = next_older(run, row_text(row, "torch"))) {
        struct text releases = met(run, row_text(row, column), wish), torch = row_text(row, "torch");
        if (!releases.size)
            continue;
        struct value build = value_map();
        value_set(arena, &build, "torch", value_text(torch));
        value_set(arena, &build, "releases", value_text(releases));
        value_append(arena, &builds, build);
        page_cite(&page, row_text(row, "source"));
        if (shown == MOST_LINES && ++left)
            continue;
        page_line(
            &page, shown++ ? "" : "lookup.package.builds",
            text_format(arena, TEXT_FORMAT " · torch " TEXT_FORMAT, TEXT_ARGUMENTS(releases), TEXT_ARGUMENTS(torch)));
    }
    struct slot slots[] = {{"count", text_format(arena, "%zu", left)}};
    if (left)
        page_say(&page, "", "lookup.package.rest", slots, 1);
    page_set(&page, "builds", builds);
    *status = shown ? page_end(&page) : page_unknown(run, "package_release", asked);
    return true;
}
