/* plumb knowledge torch VERSION: its builds, and what belongs to it. */
#include "knowledge_page.h"

#include "base/version.h"

enum { MOST_ROWS = 64 };

static bool is_less(struct text one, struct text other) {
    bool less = false;
    return version_less(one, other, &less) && less;
}

/* Does "2.3.1" begin with the numbers of "2.3"? */
static bool belongs(struct text torch, const struct version *asked) {
    struct version version;
    return version_parse(torch, &version) && version_same_release(&version, asked, asked->count);
}

/* The newest release that the version asked for covers; *others names the rest. */
static struct text release_of(struct run *run, struct text asked, struct text *others) {
    struct node rows = knowledge_table(run->knowledge, "torch");
    struct text newest = TEXT(""), last = TEXT("");
    struct buffer all = buffer_new(run->arena);
    struct version version;
    if (!version_parse(version_public(asked), &version))
        return newest;
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text torch = row_text(node_at(rows, at), "torch");
        if (!belongs(torch, &version) || text_equal(torch, last))
            continue;
        buffer_format(&all, "%s" TEXT_FORMAT, all.size ? ", " : "", TEXT_ARGUMENTS(torch));
        last = torch;
        newest = !newest.size || is_less(newest, torch) ? torch : newest;
    }
    *others = text_equal(buffer_text(&all), newest) ? TEXT("") : buffer_text(&all);
    return newest;
}

static struct text newest_release(const struct run *run) {
    struct node rows = knowledge_table(run->knowledge, "torch");
    struct text newest = TEXT("");
    for (size_t at = 0; at < node_count(rows); at++)
        if (!newest.size || is_less(newest, row_text(node_at(rows, at), "torch")))
            newest = row_text(node_at(rows, at), "torch");
    return newest;
}

struct build_rows {
    struct node items[MOST_ROWS];
    size_t count;
};

static struct build_rows rows_of(const struct run *run, struct text torch, struct text flavour) {
    struct build_rows rows = {.count = 0};
    size_t from = 0;
    for (struct node row; node_present(row = table_find(run->knowledge, "torch", "torch", torch, &from));)
        if (rows.count < MOST_ROWS && (!flavour.size || text_equal(row_text(row, "flavour"), flavour)))
            rows.items[rows.count++] = row;
    return rows;
}

static bool same_columns(struct node one, struct node other) {
    static const char *const columns[] = {"flavour", "cuda", "python_min", "python_max", "architectures", "cudnn"};
    for (size_t at = 0; at < sizeof columns / sizeof *columns; at++)
        if (!text_equal(row_text(one, columns[at]), row_text(other, columns[at])))
            return false;
    return true;
}

/* "linux, windows" of rows that say the same; those that PyPI gives are starred. */
static struct text platforms(struct run *run, const struct build_rows *rows, size_t first) {
    struct buffer out = buffer_new(run->arena);
    for (size_t at = first; at < rows->count; at++)
        if (same_columns(rows->items[first], rows->items[at]))
            buffer_format(&out, "%s" TEXT_FORMAT "%s", out.size ? ", " : "",
                          TEXT_ARGUMENTS(row_text(rows->items[at], "platform")),
                          text_is(row_text(rows->items[at], "default"), "yes") ? "*" : "");
    return buffer_text(&out);
}

static bool was_shown(const struct build_rows *rows, size_t at) {
    for (size_t before = 0; before < at; before++)
        if (same_columns(rows->items[before], rows->items[at]))
            return true;
    return false;
}

static void add_build(struct page *page, const struct build_rows *rows, size_t at, bool *first) {
    struct run *run = page->run;
    struct node row = rows->items[at];
    struct text code = row_text(row, "architectures"), cudnn = row_text(row, "cudnn");
    struct buffer out = buffer_new(run->arena);
    buffer_format(&out, "%-7.*s " TEXT_FORMAT, TEXT_ARGUMENTS(row_text(row, "flavour")),
                  TEXT_ARGUMENTS(platforms(run, rows, at)));
    if (cudnn.size)
        buffer_format(&out, " · cuDNN " TEXT_FORMAT, TEXT_ARGUMENTS(cudnn));
    if (code.size)
        buffer_format(&out, " · " TEXT_FORMAT, TEXT_ARGUMENTS(code));
    page_line(page, *first ? "lookup.torch.builds" : "", buffer_text(&out));
    *first = false;
}

static void add_python(struct page *page, const struct build_rows *rows) {
    struct text least = TEXT(""), most = TEXT("");
    for (size_t at = 0; at < rows->count; at++) {
        struct text low = row_text(rows->items[at], "python_min"), high = row_text(rows->items[at], "python_max");
        least = low.size && (!least.size || is_less(low, least)) ? low : least;
        most = high.size && (!most.size || is_less(most, high)) ? high : most;
    }
    struct slot slots[] = {{"first", least}, {"last", most}};
    if (least.size)
        page_say(page, "lookup.torch.python", "lookup.range", slots, 2);
}

static void add_companions(struct page *page, struct text torch) {
    size_t from = 0;
    struct node row = table_find(page->run->knowledge, "companions", "torch", torch, &from);
    static const char *const names[] = {"torchvision", "torchaudio", "torchtext"};
    struct buffer out = buffer_new(page->run->arena);
    for (size_t at = 0; at < 3; at++)
        if (row_text(row, names[at]).size)
            buffer_format(
                &out, "%s%s " TEXT_FORMAT, out.size ? " · " : "", names[at],
                TEXT_ARGUMENTS(text_replace(page->run->arena, row_text(row, names[at]), TEXT(" "), TEXT(", "))));
    if (!out.size)
        return;
    page_line(page, "lookup.torch.companions", buffer_text(&out));
    page_set(page, "companions", node_to_value(page->run->arena, row));
    page_cite(page, row_text(row, "source"));
}

static void add_numpy(struct page *page, const struct build_rows *rows) {
    bool one = false, two = false;
    for (size_t at = 0; at < rows->count; at++) {
        one = one || text_is(row_text(rows->items[at], "numpy_abi"), "1");
        two = two || text_is(row_text(rows->items[at], "numpy_abi"), "2");
    }
    if (one || two)
        page_say(page, "lookup.torch.numpy",
                 one && two ? "lookup.torch.numpy_mixed"
                 : one      ? "lookup.torch.numpy_1"
                            : "lookup.torch.numpy_2",
                 NULL, 0);
}

static int show(struct page *page, struct text torch, struct text others, const struct build_rows *rows) {
    struct run *run = page->run;
    struct slot slots[] = {{"others", others}, {"torch", torch}};
    struct value list = value_list();
    bool first = true;
    struct text released = row_text(page_row(run, "torch_releases", "torch", torch), "released");
    page_title(page, text_format(run->arena, "PyTorch " TEXT_FORMAT "%s" TEXT_FORMAT, TEXT_ARGUMENTS(torch),
                                 released.size ? " · " : "", TEXT_ARGUMENTS(released)));
    if (others.size)
        page_say(page, "lookup.torch.others", "lookup.torch.others_say", slots, 2);
    add_python(page, rows);
    for (size_t at = 0; at < rows->count; at++) {
        value_append(run->arena, &list, node_to_value(run->arena, rows->items[at]));
        page_cite(page, row_text(rows->items[at], "source"));
        bool foreign = text_starts(row_text(rows->items[at], "flavour"), "rocm") && !run->options.verbose;
        if (!was_shown(rows, at) && !foreign)
            add_build(page, rows, at, &first);
    }
    page_say(page, "", "lookup.torch.star", slots, 2);
    add_companions(page, torch);
    add_numpy(page, rows);
    page_cudnn_gaps(page, torch);
    page_wheels(page, torch);
    page_set(page, "torch", value_text(torch));
    page_set(page, "released", value_text(released));
    page_set(page, "builds", list);
    return page_end(page);
}

int knowledge_torch(struct run *run, const struct text *words, size_t count) {
    struct text asked = text_join_all(run->arena, words, count, TEXT(" ")), others = TEXT(""),
                newest = newest_release(run);
    struct text name = text_starts(asked, "torch==") ? text_from(asked, 7)
                       : text_starts(asked, "v")     ? text_from(asked, 1)
                                                     : asked;
    struct text torch = release_of(run, name, &others);
    struct version version;
    struct page page = page_new(run, "torch", asked);
    if (!torch.size && version_parse(name, &version) && is_less(newest, name)) {
        struct slot slots[] = {{"asked", name}, {"newest", newest}};
        page_title(&page, run_say(run, "lookup.torch.newer", slots, 2));
        page_set(&page, "newer_than_known", value_boolean(true));
        return page_end(&page);
    }
    struct build_rows rows = rows_of(run, torch, version_local(name));
    if (!torch.size || !rows.count)
        return page_unknown(run, "torch", asked);
    return show(&page, torch, others, &rows);
}
