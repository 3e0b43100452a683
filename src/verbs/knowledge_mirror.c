/* plumb knowledge mirror [NAME]: where packages can be fetched, and what each place has and has not. */
#include "knowledge_page.h"

#include "base/utf8.h"

/* A word of `carries` or `lacks` in the reader's language; conda channels are said as they are. */
static void add_word(struct run *run, struct buffer *out, struct text word) {
    struct text id = text_join(run->arena, TEXT("lookup.mirror.has."), word), said = run_say(run, id.at, NULL, 0);
    if (out->size)
        buffer_add(out, run_say(run, "lookup.mirror.and", NULL, 0));
    buffer_add(out, text_equal(said, id) ? word : said);
}

static void add_words(struct page *page, const char *label, struct text words) {
    struct buffer out = buffer_new(page->run->arena);
    struct text word;
    while (text_next_word(&words, &word))
        add_word(page->run, &out, word);
    if (out.size)
        page_line(page, label, buffer_text(&out));
}

static bool has_word(struct text words, struct text wanted) {
    struct text word;
    while (text_next_word(&words, &word))
        if (text_equal(word, wanted))
            return true;
    return false;
}

/* For people: what they have to fill in is in capitals. JSON keeps the slots. */
static struct text address(struct run *run, struct node row) {
    struct text url = text_replace(run->arena, row_text(row, "url"), TEXT("{flavour}"), TEXT("FLAVOUR"));
    return text_replace(run->arena, url, TEXT("{channel}"), TEXT("CHANNEL"));
}

static void add_row(struct page *page, struct node row) {
    struct run *run = page->run;
    struct text form = text_join(run->arena, TEXT("lookup.mirror.form."), row_text(row, "form")),
                kind = text_join(run->arena, TEXT("lookup.mirror.kind."), row_text(row, "kind")),
                terms = text_join(run->arena, TEXT("lookup.mirror.terms."), row_text(row, "terms"));
    page_line(page, kind.at, run_say(run, form.at, NULL, 0));
    page_whole(page, "", address(run, row));
    add_words(page, "lookup.mirror.carries", row_text(row, "carries"));
    add_words(page, "lookup.mirror.lacks", row_text(row, "lacks"));
    if (has_word(row_text(row, "carries"), TEXT("pytorch"))) {
        struct node channel = page_row(run, "channels", "channel", TEXT("pytorch"));
        struct slot slots[] = {{"last", row_text(channel, "last_torch")}};
        if (slots[0].value.size)
            page_say(page, "", "lookup.mirror.pytorch_ends", slots, 1);
        page_cite(page, row_text(channel, "source"));
    }
    if (row_text(row, "terms").size)
        page_say(page, "lookup.mirror.terms", terms.at, NULL, 0);
    page_cite(page, row_text(row, "source"));
}

static int show(struct run *run, struct text name) {
    struct page page = page_new(run, "mirror", name);
    struct value list = value_list();
    size_t from = 0;
    for (struct node row; node_present(row = table_find(run->knowledge, "mirrors", "name", name, &from));) {
        if (!value_count(&list))
            page_title(&page, name);
        add_row(&page, row);
        value_append(run->arena, &list, node_to_value(run->arena, row));
    }
    if (!value_count(&list))
        return page_unknown(run, "mirror", name);
    page_set(&page, "rows", list);
    return page_end(&page);
}

/* tuna for "tsinghua"; what nobody calls a mirror stays as it is. */
static struct text name_of(struct run *run, struct text asked) {
    struct node rows = knowledge_table(run->knowledge, "mirrors");
    struct text lower = text_lower(run->arena, asked);
    for (size_t at = 0; at < node_count(rows); at++)
        if (has_word(row_text(node_at(rows, at), "also"), lower))
            return row_text(node_at(rows, at), "name");
    return lower;
}

static int list(struct run *run) {
    struct node rows = knowledge_table(run->knowledge, "mirrors");
    struct page page = page_new(run, "mirror", TEXT(""));
    struct value list = value_list();
    for (size_t at = 0; at < node_count(rows); at++) {
        struct node row = node_at(rows, at);
        value_append(run->arena, &list, node_to_value(run->arena, row));
        buffer_format(&page.out, "%-15.*s %-12.*s " TEXT_FORMAT "\n", TEXT_ARGUMENTS(row_text(row, "name")),
                      TEXT_ARGUMENTS(row_text(row, "kind")), TEXT_ARGUMENTS(address(run, row)));
    }
    page_set(&page, "rows", list);
    return page_end(&page);
}

int knowledge_mirror(struct run *run, const struct text *words, size_t count) {
    return count ? show(run, name_of(run, words[0])) : list(run);
}
