/* plumb knowledge xid NUMBER and error NUMBER|NAME: what a code means. */
#include "knowledge_page.h"

#include "base/scrub.h"

enum { MOST_CAUSES = 6 };

static void add_cause(struct page *page, const char *label, struct text id) {
    struct node cause = knowledge_cause(page->run->knowledge, id);
    struct text title = say_node(page->run->arena, node_get(cause, "title"), page->run->language, NULL, 0);
    if (title.size)
        page_line(
            page, label,
            text_format(page->run->arena, TEXT_FORMAT " (" TEXT_FORMAT ")", TEXT_ARGUMENTS(title), TEXT_ARGUMENTS(id)));
}

/* In the reader's language, where the table has it. */
static struct text title_of(const struct run *run, struct node row) {
    struct text chinese = row_text(row, "title_zh");
    return run->language == LANGUAGE_CHINESE && chinese.size ? chinese : row_text(row, "title");
}

int knowledge_xid(struct run *run, const struct text *words, size_t count) {
    struct text asked = count ? words[count - 1] : TEXT(""), rest;
    size_t from = 0;
    struct node row = table_find(run->knowledge, "xids", "xid", asked, &from);
    struct page page = page_new(run, "xid", asked);
    if (!asked.size || !node_present(row))
        return page_unknown(run, "xid", asked);
    page_title(&page, text_format(run->arena, "Xid " TEXT_FORMAT " · " TEXT_FORMAT, TEXT_ARGUMENTS(asked),
                                  TEXT_ARGUMENTS(title_of(run, row))));
    page_say(&page, "lookup.xid.severity",
             text_format(run->arena, "lookup.xid.severity." TEXT_FORMAT, TEXT_ARGUMENTS(row_text(row, "severity"))).at,
             NULL, 0);
    struct text action = row_text(row, "action").size ? row_text(row, "action") : TEXT("none");
    page_say(&page, "lookup.xid.action",
             text_format(run->arena, "lookup.xid.action." TEXT_FORMAT, TEXT_ARGUMENTS(action)).at, NULL, 0);
    rest = row_text(row, "cause");
    for (struct text id; text_next_word(&rest, &id);)
        add_cause(&page, "lookup.code.cause", id);
    page_set(&page, "row", node_to_value(run->arena, row));
    page_cite(&page, row_text(row, "source"));
    return page_end(&page);
}

/* "CUDA_ERROR_NO_DEVICE" and "cudaErrorNoDevice" are one name: letters and digits alone, lower case, without the
 * prefix. */
static struct text plain_name(struct run *run, struct text name) {
    static const char *const prefixes[] = {"cudaerror",    "cuda", "nvmlerror", "cudnnstatus",
                                           "cublasstatus", "nccl", "error"};
    struct buffer out = buffer_new(run->arena);
    struct text lower = text_lower(run->arena, name);
    for (size_t at = 0; at < lower.size; at++)
        if ((lower.at[at] >= 'a' && lower.at[at] <= 'z') || (lower.at[at] >= '0' && lower.at[at] <= '9'))
            buffer_add_byte(&out, lower.at[at]);
    struct text plain = buffer_text(&out);
    for (size_t at = 0; at < sizeof prefixes / sizeof *prefixes; at++)
        if (text_starts(plain, prefixes[at]) && plain.size > text_of(prefixes[at]).size)
            return text_from(plain, text_of(prefixes[at]).size);
    return plain;
}

/* What is asked for: a number or a name, of one interface or of all. */
struct asked_error {
    struct text api, code, name;
};

static struct asked_error asked_error(struct run *run, const struct text *words, size_t count) {
    struct asked_error asked = {0};
    struct node rows = knowledge_table(run->knowledge, "errors");
    for (size_t word = 0; word < count; word++) {
        bool api = false;
        int64_t number;
        for (size_t at = 0; at < node_count(rows) && !api; at++)
            api = text_equal_folded(row_text(node_at(rows, at), "api"), words[word]);
        if (api)
            asked.api = text_lower(run->arena, words[word]);
        else if (text_to_integer(words[word], &number))
            asked.code = text_format(run->arena, "%lld", (long long)number);
        else
            asked.name = plain_name(run, words[word]);
    }
    return asked;
}

static bool fits(struct run *run, const struct asked_error *asked, struct node row) {
    if (asked->api.size && !text_equal(asked->api, row_text(row, "api")))
        return false;
    if (asked->code.size)
        return text_equal(asked->code, row_text(row, "code"));
    return asked->name.size && text_equal(asked->name, plain_name(run, row_text(row, "name")));
}

/* What returned this number elsewhere: the causes that a driver's answer of this code speaks for, strongest first. */
static void add_causes(struct page *page, struct node error) {
    static const char *const prefixes[] = {"cuda", "cu", "nvml", "nvml"};
    struct node rows = knowledge_table(page->run->knowledge, "call_causes");
    struct text api = row_text(error, "api");
    const char *label = "lookup.code.speaks_for";
    struct value shown = value_list();
    for (int64_t weight = 60, number; weight > 0; weight--)
        for (size_t at = 0; at < node_count(rows); at++) {
            struct node row = node_at(rows, at);
            bool known = false, ours = false;
            for (size_t i = 0; i < 4; i += 2)
                ours = ours || (text_is(api, prefixes[i]) && text_starts(row_text(row, "function"), prefixes[i + 1]));
            if (!ours || !text_equal(row_text(row, "code"), row_text(error, "code")) ||
                !text_to_integer(row_text(row, "weight"), &number) || number != weight)
                continue;
            for (size_t i = 0; i < value_count(&shown); i++)
                known = known || text_equal(value_at(&shown, i)->text, row_text(row, "cause"));
            if (known || value_count(&shown) == MOST_CAUSES)
                continue;
            value_append(page->run->arena, &shown, value_text(row_text(row, "cause")));
            add_cause(page, label, row_text(row, "cause"));
            label = "";
            page_cite(page, row_text(row, "source"));
        }
}

static void add_error(struct page *page, struct node row, bool first) {
    struct run *run = page->run;
    struct text id = text_format(run->arena, "error." TEXT_FORMAT "." TEXT_FORMAT, TEXT_ARGUMENTS(row_text(row, "api")),
                                 TEXT_ARGUMENTS(row_text(row, "code")));
    struct text meaning = run_say(run, id.at, NULL, 0);
    if (!first)
        buffer_add_byte(&page->out, '\n');
    page_title(page, text_format(run->arena, TEXT_FORMAT " " TEXT_FORMAT " · " TEXT_FORMAT,
                                 TEXT_ARGUMENTS(row_text(row, "api")), TEXT_ARGUMENTS(row_text(row, "code")),
                                 TEXT_ARGUMENTS(row_text(row, "name"))));
    if (!text_equal(meaning, id))
        page_line(page, "lookup.code.meaning", meaning);
    add_causes(page, row);
    page_cite(page, row_text(row, "source"));
}

int knowledge_error(struct run *run, const struct text *words, size_t count) {
    struct text name = text_join_all(run->arena, words, count, TEXT(" "));
    struct asked_error asked = asked_error(run, words, count);
    struct node rows = knowledge_table(run->knowledge, "errors");
    struct page page = page_new(run, "error", name);
    struct value found = value_list();
    for (size_t at = 0; at < node_count(rows); at++)
        if (fits(run, &asked, node_at(rows, at))) {
            add_error(&page, node_at(rows, at), !value_count(&found));
            value_append(run->arena, &found, node_to_value(run->arena, node_at(rows, at)));
        }
    if (!value_count(&found))
        return page_unknown(run, "error", name);
    page_set(&page, "rows", found);
    return page_end(&page);
}
