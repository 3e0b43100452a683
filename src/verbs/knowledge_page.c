#include "knowledge_page.h"

#include "base/scrub.h"
#include "base/utf8.h"
#include "base/version.h"
#include "dropins.h"
#include "report/wrap.h"

enum { LABEL_COLUMNS = 15, DEEPEST = 8, MOST_SOURCES = 5 };

static struct value value_of(struct arena *arena, struct node node, unsigned depth) {
    size_t count = node_count(node);
    if (!count || !depth)
        return value_text(node_text(node));
    bool map = node_name_at(node, 0).size > 0;
    struct value value = map ? value_map() : value_list();
    for (size_t at = 0; at < count; at++) {
        struct value child = value_of(arena, node_at(node, at), depth - 1);
        if (map)
            value_set_named(arena, &value, node_name_at(node, at), child);
        else
            value_append(arena, &value, child);
    }
    return value;
}

struct value node_to_value(struct arena *arena, struct node node) {
    return value_of(arena, node, DEEPEST);
}

static struct text date(const struct run *run) {
    return node_text(node_get(node_get(knowledge_root(run->knowledge), "about"), "date"));
}

struct page page_new(struct run *run, const char *about, struct text asked) {
    struct page page = {.run = run, .out = buffer_new(run->arena), .json = value_map(), .cited = value_list()};
    page_set(&page, "schema", value_string("plumb.knowledge/1"));
    page_set(&page, "knowledge", value_text(date(run)));
    page_set(&page, "about", value_string(about));
    if (asked.size)
        page_set(&page, "asked", value_text(asked));
    return page;
}

void page_set(struct page *page, const char *name, struct value value) {
    value_set(page->run->arena, &page->json, name, value);
}

static struct flow begin_line(struct page *page, const char *label) {
    struct text shown = label[0] ? run_say(page->run, label, NULL, 0) : TEXT("");
    size_t columns = utf8_columns(shown);
    buffer_add_string(&page->out, shown.size ? "  " : "");
    buffer_add(&page->out, shown);
    return (struct flow){.out = &page->out,
                         .indent = LABEL_COLUMNS + 2,
                         .width = run_style(page->run).columns,
                         .column = shown.size ? columns + 2 : 0};
}

static struct text safe(struct page *page, struct text text) {
    return scrub_terminal(page->run->arena, text, SCRUB_ONE_LINE);
}

void page_title(struct page *page, struct text title) {
    struct flow flow = {.out = &page->out, .indent = 0, .width = run_style(page->run).columns, .column = 0};
    flow_prose(&flow, safe(page, title));
    flow_end(&flow);
    buffer_add_byte(&page->out, '\n');
}

void page_line(struct page *page, const char *label, struct text text) {
    struct flow flow = begin_line(page, label);
    flow_prose(&flow, safe(page, text));
    flow_end(&flow);
}

void page_whole(struct page *page, const char *label, struct text text) {
    struct flow flow = begin_line(page, label);
    flow_whole(&flow, safe(page, text));
    flow_end(&flow);
}

void page_say(struct page *page, const char *label, const char *id, const struct slot *slots, size_t count) {
    page_line(page, label, run_say(page->run, id, slots, count));
}

static void cite(struct page *page, struct text id) {
    for (size_t at = 0; at < value_count(&page->cited); at++)
        if (text_equal(value_at(&page->cited, at)->text, id))
            return;
    value_append(page->run->arena, &page->cited, value_text(id));
}

void page_cite(struct page *page, struct text ids) {
    struct text id;
    while (text_next_word(&ids, &id))
        cite(page, id);
}

void page_cite_list(struct page *page, struct node ids) {
    for (size_t at = 0; at < node_count(ids); at++)
        cite(page, node_text(node_at(ids, at)));
}

/* Several statements may come from one page. */
static bool was_shown(const struct value *list, struct text url) {
    for (size_t at = 0; at < value_count(list); at++)
        if (text_equal(value_get_text(value_at(list, at), "url"), url))
            return true;
    return false;
}

static void show_source(struct page *page, struct node source, bool first) {
    if (page->run->options.verbose)
        page_line(page, first ? "lookup.sources" : "", node_text(node_get(source, "title")));
    page_whole(page, first && !page->run->options.verbose ? "lookup.sources" : "", node_text(node_get(source, "url")));
}

static void add_sources(struct page *page) {
    struct node sources = node_get(knowledge_root(page->run->knowledge), "sources");
    struct value list = value_list();
    size_t shown = 0, left_out = 0;
    for (size_t at = 0; at < value_count(&page->cited); at++) {
        struct text id = value_at(&page->cited, at)->text;
        struct node source = node_get_text(sources, id);
        struct value one = node_to_value(page->run->arena, source);
        if (one.type != VALUE_MAP)
            continue;
        value_set(page->run->arena, &one, "id", value_text(id));
        bool new = !was_shown(&list, node_text(node_get(source, "url")));
        bool show = new && (page->run->options.verbose || shown < MOST_SOURCES);
        if (show)
            show_source(page, source, !value_count(&list));
        shown += show;
        left_out += new && !show;
        value_append(page->run->arena, &list, one);
    }
    struct slot slots[] = {{"more", text_format(page->run->arena, "%zu", left_out)}};
    if (left_out)
        page_say(page, "", "lookup.more_sources", slots, 1);
    page_set(page, "sources", list);
}

static void add_dropins(struct page *page) {
    struct value notes = value_list();
    dropins_note(page->run, &notes);
    for (size_t at = 0; at < value_count(&notes); at++)
        page_line(page, at ? "" : "lookup.notes", value_at(&notes, at)->text);
    if (value_count(&notes))
        page_set(page, "notes", notes);
}

int page_end(struct page *page) {
    add_sources(page);
    add_dropins(page);
    if (page->run->options.format == FORMAT_JSON)
        return run_print_json(page->run, &page->json);
    return run_print(page->run, buffer_text(&page->out), EXIT_NOTHING_BROKEN);
}

int page_unknown(struct run *run, const char *about, struct text asked) {
    struct slot slots[] = {{"asked", scrub_terminal(run->arena, text_until(asked, 60), SCRUB_ONE_LINE)},
                           {"date", date(run)}};
    struct text id = text_format(run->arena, "lookup.unknown.%s", about);
    return run_fail(run, EXIT_USAGE, TEXT_FORMAT, TEXT_ARGUMENTS(run_say(run, id.at, slots, 2)));
}

bool is_older(struct text one, struct text other) {
    bool less = false;
    return version_less(one, other, &less) && less;
}

struct text page_newest(const struct run *run, const char *table, const char *column) {
    struct node rows = knowledge_table(run->knowledge, table);
    struct text newest = TEXT("");
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text key = row_text(node_at(rows, at), column);
        if (!newest.size || is_older(newest, key))
            newest = key;
    }
    return newest;
}

struct node page_row(const struct run *run, const char *table, const char *column, struct text key) {
    size_t from = 0;
    return table_find(run->knowledge, table, column, key, &from);
}

struct text page_or_unknown(struct run *run, struct text text) {
    return text.size ? text : run_say(run, "lookup.not_known", NULL, 0);
}

/* The table ends somewhere; what comes later is newer, not wrong. */
int page_newer(struct page *page, const char *id, struct text asked, struct text newest) {
    struct slot slots[] = {{"asked", asked}, {"newest", newest}};
    page_title(page, run_say(page->run, id, slots, 2));
    page_set(page, "newer_than_known", value_boolean(true));
    return page_end(page);
}
