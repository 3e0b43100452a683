/* plumb knowledge library NAME [VERSION]: what NVIDIA's libraries are called for which CUDA, and which cards they
 * dropped. */
#include "knowledge_page.h"

#include "base/scrub.h"
#include "base/version.h"

/* "cudnn", "libcudnn", a file name or a wheel's name. */
static bool is_meant(struct run *run, struct node row, struct text asked) {
    struct text name = text_starts(asked, "lib") ? text_from(asked, 3) : asked;
    return text_equal(row_text(row, "library"), name) || text_equal(row_text(row, "package"), asked) ||
           text_equal(text_lower(run->arena, row_text(row, "soname")), asked) ||
           text_equal(text_lower(run->arena, row_text(row, "dll")), asked);
}

/* Does a release begin with the numbers asked for? */
static bool begins(struct text release, const struct version *wanted) {
    struct version version;
    return version_parse(release, &version) && version_same_release(&version, wanted, wanted->count);
}

/* "9" is every release of that major version, "9.10.2" the one. */
static bool covers(struct node row, struct text wanted) {
    struct text first = row_text(row, "first"), last = row_text(row, "last");
    struct version one, other;
    if (!wanted.size)
        return true;
    if (!version_parse(first, &one) || !version_parse(wanted, &other) || !version_same_release(&one, &other, 1))
        return false;
    return begins(first, &other) || begins(last, &other) ||
           (!is_older(wanted, first) && (!last.size || !is_older(last, wanted)));
}

static void add_part(struct buffer *out, struct text text) {
    if (!text.size)
        return;
    buffer_add_string(out, out->size ? " · " : "");
    buffer_add(out, text);
}

/* "  CUDA 12        9.11.0.98 or newer · code from sm_75 on", and below it the files and the wheel. */
static void add_row(struct page *page, struct node row) {
    struct run *run = page->run;
    struct buffer versions = buffer_new(run->arena), files = buffer_new(run->arena);
    struct text last = row_text(row, "last"), least = row_text(row, "sm_min");
    struct slot slots[] = {{"first", row_text(row, "first")}, {"last", last}, {"least", least}};
    add_part(&versions, run_say(run, last.size ? "lookup.range" : "lookup.range_open", slots, 3));
    if (least.size)
        add_part(&versions, run_say(run, "lookup.library.code", slots, 3));
    add_part(&files, row_text(row, "soname"));
    add_part(&files, row_text(row, "dll"));
    add_part(&files, row_text(row, "package"));
    buffer_format(&page->out, "  CUDA %-10.*s", TEXT_ARGUMENTS(row_text(row, "cuda")));
    buffer_add(&page->out, scrub_terminal(run->arena, buffer_text(&versions), SCRUB_ONE_LINE));
    buffer_add_byte(&page->out, '\n');
    page_line(page, "", buffer_text(&files));
    page_cite(page, row_text(row, "source"));
}

int knowledge_library(struct run *run, const struct text *words, size_t count) {
    struct text asked = text_lower(run->arena, words[0]), wanted = count > 1 ? words[1] : TEXT("");
    struct node rows = knowledge_table(run->knowledge, "libraries");
    struct page page = page_new(run, "library", text_join_all(run->arena, words, count, TEXT(" ")));
    struct value list = value_list();
    for (size_t at = 0; at < node_count(rows); at++) {
        struct node row = node_at(rows, at);
        if (!asked.size || !is_meant(run, row, asked) || !covers(row, wanted))
            continue;
        if (!value_count(&list))
            page_title(&page, row_text(row, "library"));
        add_row(&page, row);
        value_append(run->arena, &list, node_to_value(run->arena, row));
    }
    if (!value_count(&list))
        return page_unknown(run, "library", text_join_all(run->arena, words, count, TEXT(" ")));
    page_set(&page, "rows", list);
    return page_end(&page);
}
