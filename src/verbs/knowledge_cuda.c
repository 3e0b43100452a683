/* plumb knowledge cuda VERSION: its two drivers, what it compiles for, which torch uses it. */
#include "knowledge_page.h"

#include "base/version.h"
#include "knowledge/coverage.h"

/* "12.4", "cuda 12.4", "cu124", "V12.4.131" as digits and points; empty when it is no version. */
static struct text cuda_version(struct run *run, struct text asked) {
    struct text lower = text_lower(run->arena, asked);
    struct version version;
    bool flavour = text_starts(lower, "cu") && !text_contains(lower, ".");
    size_t start = 0;
    while (start < lower.size && (lower.at[start] < '0' || lower.at[start] > '9'))
        start++;
    struct text digits = text_trim(text_from(lower, start));
    if (flavour && digits.size >= 2)
        digits =
            text_format(run->arena, TEXT_FORMAT "." TEXT_FORMAT, TEXT_ARGUMENTS(text_until(digits, digits.size - 1)),
                        TEXT_ARGUMENTS(text_from(digits, digits.size - 1)));
    return version_parse(digits, &version) ? digits : TEXT("");
}

/* The row of a table for the longest known prefix of a version: 12.4.131, 12.4, 12. */
static struct node prefix_row(struct run *run, const char *table, struct text version) {
    for (struct text key = version; key.size;
         key = text_until(key, text_find_last_byte(key, '.') == TEXT_NOWHERE ? 0 : text_find_last_byte(key, '.'))) {
        struct node row = page_row(run, table, "cuda", key);
        if (node_present(row))
            return row;
    }
    return (struct node){0};
}

/* The longest known prefix; for a bare major number its newest release. */
static struct node cuda_row(struct run *run, struct text version) {
    struct node rows = knowledge_table(run->knowledge, "cuda"), best = prefix_row(run, "cuda", version);
    if (node_present(best))
        return best;
    struct text major = text_join(run->arena, version, TEXT("."));
    for (size_t at = 0; at < node_count(rows); at++)
        if (text_find_byte(version, '.') == TEXT_NOWHERE &&
            text_starts(row_text(node_at(rows, at), "cuda"), major.at) &&
            (!node_present(best) || is_older(row_text(best, "cuda"), row_text(node_at(rows, at), "cuda"))))
            best = node_at(rows, at);
    return best;
}

/* Releases of torch with builds for this minor version, of one platform: "2.4.0 to 2.6.0 (cu124)". */
static struct text torch_builds(struct run *run, struct text minor, const char *platform) {
    struct node rows = knowledge_table(run->knowledge, "torch");
    struct text first = TEXT(""), last = TEXT(""), flavour = TEXT("");
    for (size_t at = 0; at < node_count(rows); at++) {
        struct node row = node_at(rows, at);
        struct text torch = row_text(row, "torch");
        if (!text_equal(row_text(row, "cuda"), minor) || !text_is(row_text(row, "platform"), platform))
            continue;
        first = !first.size || is_older(torch, first) ? torch : first;
        last = !last.size || is_older(last, torch) ? torch : last;
        flavour = row_text(row, "flavour");
    }
    struct slot slots[] = {{"first", first}, {"last", last}, {"flavour", flavour}};
    return run_say(run,
                   !first.size               ? "lookup.cuda.torch_none"
                   : text_equal(first, last) ? "lookup.cuda.torch_one"
                                             : "lookup.cuda.torch_says",
                   slots, 3);
}

static struct text reporting_branches(struct run *run, struct text minor) {
    struct node rows = knowledge_table(run->knowledge, "drivers");
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < node_count(rows); at++)
        if (text_equal(row_text(node_at(rows, at), "cuda"), minor))
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "",
                          TEXT_ARGUMENTS(row_text(node_at(rows, at), "branch")));
    return buffer_text(&out);
}

/* The compilers that nvcc accepts beside it. */
static void add_host_compilers(struct page *page, struct text version) {
    struct node row = prefix_row(page->run, "host_compilers", version);
    struct slot slots[] = {{"gcc", row_text(row, "gcc_max")},
                           {"clang", row_text(row, "clang_max")},
                           {"studio_first", row_text(row, "studio_min")},
                           {"studio_last", row_text(row, "studio_max")},
                           {"msvc", row_text(row, "msvc_max")}};
    if (!node_present(row))
        return;
    page_say(page, "lookup.cuda.compilers",
             row_text(row, "msvc_max").size ? "lookup.cuda.compilers_say" : "lookup.cuda.compilers_linux", slots, 5);
    page_set(page, "host_compilers", node_to_value(page->run->arena, row));
    page_cite(page, row_text(row, "source"));
}

static void add_cuda(struct page *page, struct node row, struct text asked) {
    struct run *run = page->run;
    struct text version = row_text(row, "cuda"), minor = coverage_minor(version),
                branches = reporting_branches(run, minor);
    struct slot slots[] = {{"minimum_linux", page_or_unknown(run, row_text(row, "minimum_linux"))},
                           {"minimum_windows", page_or_unknown(run, row_text(row, "minimum_windows"))},
                           {"linux", page_or_unknown(run, row_text(row, "driver_linux"))},
                           {"windows", page_or_unknown(run, row_text(row, "driver_windows"))},
                           {"first", row_text(row, "sm_min")},
                           {"last", row_text(row, "sm_max")},
                           {"ptx", row_text(row, "ptx")},
                           {"branches", branches},
                           {"asked", asked},
                           {"cuda", version},
                           {"minor", minor}};
    enum { SLOTS = sizeof slots / sizeof *slots };
    page_title(page, text_format(run->arena, "CUDA " TEXT_FORMAT "%s" TEXT_FORMAT, TEXT_ARGUMENTS(version),
                                 row_text(row, "date").size ? " · " : "", TEXT_ARGUMENTS(row_text(row, "date"))));
    page_cite(page, row_text(row, "source"));
    if (!text_equal(asked, version))
        page_say(page, "", text_find_byte(asked, '.') == TEXT_NOWHERE ? "lookup.cuda.newest_of" : "lookup.cuda.nearest",
                 slots, SLOTS);
    page_say(page, "lookup.cuda.runs_on", "lookup.cuda.runs_on_says", slots, SLOTS);
    if (row_text(row, "driver_linux").size || row_text(row, "driver_windows").size)
        page_say(page, "lookup.cuda.own_driver", "lookup.cuda.own_driver_says", slots, SLOTS);
    if (row_text(row, "sm_min").size)
        page_say(page, "lookup.cuda.compiles",
                 row_text(row, "sm_max").size ? "lookup.cuda.compiles_says" : "lookup.cuda.compiles_from", slots,
                 SLOTS);
    if (branches.size)
        page_say(page, "lookup.cuda.reported", "lookup.cuda.reported_says", slots, SLOTS);
    add_host_compilers(page, version);
    page_line(page, "lookup.gpu.torch_linux", torch_builds(run, minor, "linux"));
    page_line(page, "lookup.gpu.torch_windows", torch_builds(run, minor, "windows"));
    page_set(page, "row", node_to_value(run->arena, row));
    page_set(page, "driver_branches", value_text(branches));
}

int knowledge_cuda(struct run *run, const struct text *words, size_t count) {
    struct text name = text_join_all(run->arena, words, count, TEXT(" ")), version = cuda_version(run, name);
    struct text newest = page_newest(run, "cuda", "cuda");
    struct page page = page_new(run, "cuda", name);
    if (version.size && is_older(newest, version) && !text_starts(version, newest.at))
        return page_newer(&page, "lookup.cuda.newer", version, newest);
    struct node row = cuda_row(run, version);
    if (!version.size || !node_present(row))
        return page_unknown(run, "cuda", name);
    add_cuda(&page, row, version);
    return page_end(&page);
}
