#include "knowledge/coverage.h"

#include "base/version.h"

struct text coverage_minor(struct text version) {
    size_t dot = text_find_byte(version, '.');
    size_t second = dot == TEXT_NOWHERE ? TEXT_NOWHERE : text_find_byte(text_from(version, dot + 1), '.');
    return second == TEXT_NOWHERE ? version : text_until(version, dot + 1 + second);
}

struct text coverage_cuda_driver(const struct knowledge *knowledge, struct text cuda, bool windows) {
    size_t from = 0;
    if (!cuda.size)
        return (struct text){0};
    struct node row = table_find(knowledge, "cuda", "cuda", coverage_minor(cuda), &from);
    return row_text(row, windows ? "minimum_windows" : "minimum_linux");
}

struct text coverage_driver_cuda(const struct knowledge *knowledge, struct text driver) {
    struct node branches = knowledge_table(knowledge, "drivers");
    struct text best = {0};
    int64_t branch, major;
    size_t dot = text_find_byte(driver, '.');
    if (!text_to_integer(dot == TEXT_NOWHERE ? driver : text_until(driver, dot), &major))
        return best;
    for (size_t at = 0; at < node_count(branches); at++) {
        struct node row = node_at(branches, at);
        struct text cuda = row_text(row, "cuda");
        bool less = false;
        /* Windows versions of a branch start one to eight higher, and stay below the next branch. */
        if (!cuda.size || !text_to_integer(row_text(row, "branch"), &branch) || branch > major)
            continue;
        if (!best.size || (version_less(best, cuda, &less) && less))
            best = cuda;
    }
    return best;
}

static bool is_before(struct text one, struct text other) {
    struct version left, right;
    return version_parse(one, &left) && version_parse(other, &right) && version_compare(&left, &right) < 0;
}

struct node coverage_library(const struct knowledge *knowledge, const char *library, struct text release,
                             struct text cuda) {
    struct node rows = knowledge_table(knowledge, "libraries");
    struct text major = text_until(cuda, text_find_byte(cuda, '.'));
    for (size_t at = 0; release.size && at < node_count(rows); at++) {
        struct node row = node_at(rows, at);
        struct text last = row_text(row, "last");
        if (text_is(row_text(row, "library"), library) && text_equal(row_text(row, "cuda"), major) &&
            !is_before(release, row_text(row, "first")) && (!last.size || !is_before(last, release)))
            return row;
    }
    return (struct node){0};
}
