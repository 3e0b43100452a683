/* plumb knowledge driver VERSION: what a driver runs. */
#include "knowledge_page.h"

#include "base/version.h"
#include "knowledge/coverage.h"

/* Windows numbers of a branch begin a little above those of Linux: 536 to 538 are branch 535. */
static struct node branch_row(struct run *run, struct text number, bool *windows) {
    enum { WINDOWS_SPAN = 8 };
    int64_t wanted, branch, best = 0;
    struct node rows = knowledge_table(run->knowledge, "drivers"), found = page_row(run, "drivers", "branch", number);
    *windows = !node_present(found);
    if (node_present(found) || !text_to_integer(number, &wanted))
        return found;
    for (size_t at = 0; at < node_count(rows); at++)
        if (text_to_integer(row_text(node_at(rows, at), "branch"), &branch) && branch <= wanted &&
            wanted - branch <= WINDOWS_SPAN && branch > best) {
            best = branch;
            found = node_at(rows, at);
        }
    return found;
}

/* Does a driver satisfy a minimum? A bare branch does when its later releases do. */
static bool satisfies(struct text driver, struct text minimum) {
    bool bare = text_find_byte(driver, '.') == TEXT_NOWHERE;
    struct text least = bare ? text_until(minimum, text_find_byte(minimum, '.')) : minimum;
    return minimum.size && !is_older(driver, least);
}

/* Of one major number: the oldest and newest release this driver runs, and the newest there is. */
struct major {
    struct text first, last, newest, minimum;
};

static struct major major_of(struct run *run, int number, struct text driver, const char *column) {
    struct node rows = knowledge_table(run->knowledge, "cuda");
    struct text prefix = text_format(run->arena, "%d.", number);
    struct major major = {.first = TEXT("")};
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text cuda = row_text(node_at(rows, at), "cuda"), minimum = row_text(node_at(rows, at), column);
        if (!text_starts(cuda, prefix.at) || !minimum.size)
            continue;
        major.newest = !major.newest.size || is_older(major.newest, cuda) ? cuda : major.newest;
        if (!satisfies(driver, minimum))
            continue;
        major.first = !major.first.size || is_older(cuda, major.first) ? cuda : major.first;
        if (!major.last.size || is_older(major.last, cuda)) {
            major.last = cuda;
            major.minimum = minimum;
        }
    }
    return major;
}

/* "CUDA 11.x (from 450.80.02), CUDA 12.x (from 525.60.13)"; before CUDA 11 each minor version has a minimum of its own.
 */
static struct text majors(struct run *run, struct text driver, const char *column, struct value *json) {
    enum { FIRST_MAJOR = 10, MOST_MAJOR = 99 };
    struct buffer out = buffer_new(run->arena);
    for (int number = FIRST_MAJOR; number <= MOST_MAJOR; number++) {
        struct major major = major_of(run, number, driver, column);
        struct slot slots[] = {{"major", text_format(run->arena, "%d", number)},
                               {"minimum", major.minimum},
                               {"first", major.first},
                               {"last", coverage_minor(major.last)}};
        bool all = text_equal(major.last, major.newest);
        if (!major.first.size)
            continue;
        const char *id = all                                       ? "lookup.driver.major"
                         : text_equal(major.first, slots[3].value) ? "lookup.driver.minor"
                                                                   : "lookup.driver.minors";
        buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(run_say(run, id, slots, 4)));
        value_append(run->arena, json, value_text(all ? slots[0].value : slots[3].value));
    }
    return buffer_text(&out);
}

/* Flavours of torch, oldest CUDA first, that this driver runs. */
static struct text flavours(struct run *run, struct text driver, const char *column, const char *platform) {
    struct node rows = knowledge_table(run->knowledge, "torch"), cuda = knowledge_table(run->knowledge, "cuda");
    struct buffer out = buffer_new(run->arena);
    struct text before = TEXT("");
    for (;;) { /* the least CUDA above the last one that was taken */
        struct text next = TEXT(""), flavour = TEXT("");
        for (size_t at = 0; at < node_count(rows); at++) {
            struct node row = node_at(rows, at);
            struct text version = row_text(row, "cuda");
            if (version.size && text_is(row_text(row, "platform"), platform) &&
                (!before.size || is_older(before, version)) && (!next.size || is_older(version, next))) {
                next = version;
                flavour = row_text(row, "flavour");
            }
        }
        if (!next.size || !node_count(cuda))
            break;
        if (satisfies(driver, row_text(page_row(run, "cuda", "cuda", next), column)))
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(flavour));
        before = next;
    }
    return buffer_text(&out);
}

static struct text driven(struct run *run, struct text branch) {
    struct node rows = knowledge_table(run->knowledge, "architectures");
    struct buffer out = buffer_new(run->arena);
    struct text name = TEXT("");
    for (int major = 2; major < 20; major++)
        for (size_t at = 0; at < node_count(rows); at++) {
            struct node row = node_at(rows, at);
            struct text first = row_text(row, "first_driver"), last = row_text(row, "last_driver");
            struct text prefix = text_format(run->arena, "%d.", major);
            if (!text_starts(row_text(row, "capability"), prefix.at) || !first.size || is_older(branch, first) ||
                (last.size && is_older(last, branch)))
                continue;
            bool same = text_equal(name, row_text(row, "name"));
            buffer_format(&out, "%s" TEXT_FORMAT "%s" TEXT_FORMAT, out.size ? ", " : "",
                          TEXT_ARGUMENTS(same ? TEXT("") : row_text(row, "name")), same ? "" : " ",
                          TEXT_ARGUMENTS(row_text(row, "capability")));
            name = row_text(row, "name");
        }
    return buffer_text(&out);
}

static void add_driver(struct page *page, struct node row, struct text driver, bool windows) {
    struct run *run = page->run;
    struct text branch = row_text(row, "branch"), cuda = row_text(row, "cuda"), kind = row_text(row, "kind");
    const char *column = windows ? "minimum_windows" : "minimum_linux", *platform = windows ? "windows" : "linux";
    struct value runs = value_list();
    struct slot slots[] = {{"branch", branch},
                           {"cuda", page_or_unknown(run, cuda)},
                           {"driver", driver},
                           {"majors", majors(run, driver, column, &runs)},
                           {"ptx", row_text(page_row(run, "cuda", "cuda", cuda), "ptx")},
                           {"first", row_text(row, "first_release")},
                           {"flavours", flavours(run, driver, column, platform)},
                           {"cards", driven(run, branch)}};
    enum { SLOTS = sizeof slots / sizeof *slots };
    struct text id =
        kind.size ? text_format(run->arena, "lookup.driver.kind." TEXT_FORMAT, TEXT_ARGUMENTS(kind)) : TEXT("");
    page_title(page, run_say(run, "lookup.driver.title", slots, SLOTS));
    if (windows)
        page_say(page, "", "lookup.driver.windows", slots, SLOTS);
    page_say(page, "lookup.driver.shows", "lookup.driver.shows_says", slots, SLOTS);
    page_say(page, "lookup.driver.runs", slots[3].value.size ? "lookup.driver.runs_says" : "lookup.driver.runs_nothing",
             slots, SLOTS);
    if (slots[4].value.size)
        page_say(page, "lookup.driver.ptx", "lookup.driver.ptx_says", slots, SLOTS);
    page_line(page, "lookup.driver.torch",
              slots[6].value.size ? slots[6].value : run_say(run, "lookup.driver.torch_none", slots, SLOTS));
    page_line(page, "lookup.driver.cards", slots[7].value);
    if (id.size)
        page_say(page, "lookup.driver.kind", id.at, slots, SLOTS);
    page_set(page, "row", node_to_value(run->arena, row));
    page_set(page, "system", value_string(platform));
    page_set(page, "cuda", runs);
    page_set(page, "torch_flavours", value_text(slots[6].value));
    page_set(page, "cards", value_text(slots[7].value));
    page_cite(page, row_text(row, "source"));
    page_cite(page, TEXT("nvidia-cuda-release-notes nvidia-datacenter-arch-matrix"));
}

int knowledge_driver(struct run *run, const struct text *words, size_t count) {
    struct text name = text_join_all(run->arena, words, count, TEXT(" ")),
                branch = text_until(name, text_find_byte(name, '.'));
    struct text newest = page_newest(run, "drivers", "branch");
    struct version version;
    bool windows;
    struct page page = page_new(run, "driver", name);
    if (!version_parse(name, &version))
        return page_unknown(run, "driver", name);
    struct node row = branch_row(run, branch, &windows);
    if (!node_present(row) && is_older(newest, branch))
        return page_newer(&page, "lookup.driver.newer", name, newest);
    if (!node_present(row))
        return page_unknown(run, "driver", name);
    add_driver(&page, row, name, windows);
    return page_end(&page);
}
