/* plumb knowledge python VERSION: until when it is mended, and which torch has wheels for it. */
#include "knowledge_page.h"

#include "base/version.h"

/* "3.12", "3.12.4", "python3.12", "cp312", "3.13t" as "3.12"; empty when it is no version. */
static struct text python_version(struct run *run, struct text asked) {
    struct text lower = text_lower(run->arena, asked);
    bool tag = text_starts(lower, "cp");
    size_t start = 0, points = 0, end;
    while (start < lower.size && (lower.at[start] < '0' || lower.at[start] > '9'))
        start++;
    struct text digits = text_from(lower, start);
    for (end = 0; end < digits.size; end++) {
        bool digit = digits.at[end] >= '0' && digits.at[end] <= '9';
        if (!digit && (digits.at[end] != '.' || ++points == 2))
            break;
    }
    digits = text_until(digits, end);
    if (tag && !points && digits.size >= 2)
        digits = text_format(run->arena, "%c." TEXT_FORMAT, digits.at[0], TEXT_ARGUMENTS(text_from(digits, 1)));
    struct version version;
    return version_parse(digits, &version) ? digits : TEXT("");
}

/* The oldest and newest release of torch on PyPI for this Python, of one platform. */
struct releases {
    struct text first, last;
};

static void take(struct releases *found, struct text torch) {
    found->first = !found->first.size || is_older(torch, found->first) ? torch : found->first;
    found->last = !found->last.size || is_older(found->last, torch) ? torch : found->last;
}

static struct releases with_wheels(const struct run *run, struct text python, const char *platform) {
    struct node rows = knowledge_table(run->knowledge, "torch");
    struct releases found = {0};
    for (size_t at = 0; at < node_count(rows); at++) {
        struct node row = node_at(rows, at);
        if (text_is(row_text(row, "default"), "yes") && text_is(row_text(row, "platform"), platform) &&
            row_text(row, "python_min").size && !is_older(python, row_text(row, "python_min")) &&
            !is_older(row_text(row, "python_max"), python))
            take(&found, row_text(row, "torch"));
    }
    return found;
}

static struct releases free_threaded(const struct run *run, struct text wanted, const char *platform) {
    struct node rows = knowledge_table(run->knowledge, "torch_wheels");
    struct releases found = {0};
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text words = row_text(node_at(rows, at), "free_threaded"), word;
        while (text_is(row_text(node_at(rows, at), "platform"), platform) && text_next_word(&words, &word))
            if (text_equal(word, wanted))
                take(&found, row_text(node_at(rows, at), "torch"));
    }
    return found;
}

static void add_releases(struct page *page, const char *label, struct releases found, const char *name) {
    struct slot slots[] = {{"first", found.first}, {"last", found.last}};
    if (found.first.size)
        page_say(page, label, text_equal(found.first, found.last) ? "lookup.python.one" : "lookup.range", slots, 2);
    else
        page_say(page, label, "lookup.python.none", NULL, 0);
    struct value value = value_map();
    value_set(page->run->arena, &value, "oldest", value_text(found.first));
    value_set(page->run->arena, &value, "newest", value_text(found.last));
    if (found.first.size)
        page_set(page, name, value);
}

static void add_python(struct page *page, struct node row) {
    struct run *run = page->run;
    struct text python = row_text(row, "python"), kind = row_text(row, "free_threaded");
    struct slot slots[] = {{"bugfix", row_text(row, "bugfix_until")}, {"end", row_text(row, "end_of_life")}};
    page_title(page, text_format(run->arena, "Python " TEXT_FORMAT " · " TEXT_FORMAT, TEXT_ARGUMENTS(python),
                                 TEXT_ARGUMENTS(row_text(row, "released"))));
    page_say(page, "lookup.python.mended", "lookup.python.mended_says", slots, 2);
    add_releases(page, "lookup.gpu.torch_linux", with_wheels(run, python, "linux"), "torch_linux");
    add_releases(page, "lookup.gpu.torch_windows", with_wheels(run, python, "windows"), "torch_windows");
    page_say(page, "", "lookup.python.pypi", NULL, 0);
    page_say(page, "lookup.python.free",
             text_join(run->arena, TEXT("lookup.python.free."), kind.size ? kind : TEXT("no")).at, NULL, 0);
    if (!text_is(kind, "no"))
        add_releases(page, "lookup.python.free_torch",
                     free_threaded(run, text_join(run->arena, python, TEXT("t")), "linux"), "torch_free_threaded");
    page_set(page, "row", node_to_value(run->arena, row));
    page_cite(page, row_text(row, "source"));
    page_cite(page, TEXT("pypi-torch"));
}

int knowledge_python(struct run *run, const struct text *words, size_t count) {
    struct text name = text_join_all(run->arena, words, count, TEXT(" ")), version = python_version(run, name);
    struct text newest = page_newest(run, "pythons", "python");
    struct page page = page_new(run, "python", name);
    if (version.size && is_older(newest, version))
        return page_newer(&page, "lookup.python.newer", version, newest);
    struct node row = page_row(run, "pythons", "python", version);
    if (!version.size || !node_present(row))
        return page_unknown(run, "python", name);
    add_python(&page, row);
    return page_end(&page);
}
