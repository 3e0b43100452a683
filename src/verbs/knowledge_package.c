/* plumb knowledge package NAME [VERSION]: what the builds of a package that runs beside torch need. */
#include "knowledge/package.h"

#include "knowledge_page.h"

enum { MOST_LINES = 9, FEW_LINES = 7, FEW_BUILDS = 4, FEW_OF_EACH = 2, MOST_PACKAGES = 64 };

/* What is asked for, and what it found. */
struct asked {
    struct text name, wish;
    struct package_rows packages;
    struct package_rows builds[MOST_PACKAGES]; /* of each package, that meet the wish */
};

/* "3.8-3.11", "3.9+", "<=2": short, since a line holds several; empty where nothing is known. */
static struct text range(struct run *run, struct text least, struct text most) {
    if (!least.size && !most.size)
        return (struct text){0};
    if (!most.size)
        return text_join(run->arena, least, TEXT("+"));
    if (!least.size)
        return text_join(run->arena, TEXT("<="), most);
    return text_equal(least, most)
               ? least
               : text_format(run->arena, TEXT_FORMAT "-" TEXT_FORMAT, TEXT_ARGUMENTS(least), TEXT_ARGUMENTS(most));
}

static struct text listed(struct run *run, struct text words) {
    return text_replace(run->arena, words, TEXT(" "), TEXT(", "));
}

static void add_part(struct buffer *out, const char *name, struct text value) {
    if (value.size)
        buffer_format(out, "%s%s" TEXT_FORMAT, out->size ? " · " : "", name, TEXT_ARGUMENTS(value));
}

static struct text torch_of(struct run *run, struct node build) {
    struct text releases = row_text(build, "torch"), most = row_text(build, "torch_max");
    if (most.size && text_find_byte(most, '.') == TEXT_NOWHERE)
        most = text_join(run->arena, most, TEXT(".x")); /* any of that major number */
    return releases.size ? listed(run, releases) : range(run, row_text(build, "torch_min"), most);
}

static struct text cuda_of(struct run *run, struct node build) {
    struct text words = row_text(build, "cuda"), least = row_text(build, "cuda_min");
    if (text_is(words, "any"))
        words = (struct text){0};
    /* "12" from 12.1 on: the oldest says it all. */
    return least.size ? range(run, least, (struct text){0}) : listed(run, words);
}

static struct node place_row(struct run *run, struct node build) {
    size_t from = 0;
    return table_find(run->knowledge, "package_places", "place", row_text(build, "place"), &from);
}

static struct text place_of(struct run *run, struct node build) {
    struct node place = place_row(run, build);
    return text_is(row_text(place, "way"), "index-url") ? TEXT("PyPI")
           : text_is(row_text(place, "way"), "compile") ? run_say(run, "lookup.package.source", NULL, 0)
                                                        : row_text(place, "place");
}

/* What code there is takes a line of its own: with few builds there is room. */
static struct text cards_of(struct run *run, struct node build, bool in_full) {
    struct text least = row_text(build, "capability_min"), most = row_text(build, "capability_max"),
                code = row_text(build, "architectures");
    if (in_full && code.size)
        return code;
    struct slot slot = {"capability", range(run, least, most)};
    return least.size ? run_say(run, "lookup.package.capability", &slot, 1) : (struct text){0};
}

static void add_build(struct page *page, const char *label, struct text name, struct node build, bool in_full) {
    struct run *run = page->run;
    struct buffer out = buffer_new(run->arena);
    add_part(&out, "", name);
    add_part(&out, "", range(run, row_text(build, "first"), row_text(build, "last")));
    add_part(&out, "torch ", torch_of(run, build));
    add_part(&out, "CUDA ", cuda_of(run, build));
    add_part(&out, "cuDNN ", row_text(build, "cudnn"));
    add_part(&out, "Python ", range(run, row_text(build, "python_min"), row_text(build, "python_max")));
    add_part(&out, "", cards_of(run, build, in_full));
    add_part(&out, "", listed(run, row_text(build, "platforms")));
    add_part(&out, "", place_of(run, build));
    page_line(page, label, buffer_text(&out));
}

/* Of a family each package says its newest; older ones are for who asks for one package. */
static bool is_shown(const struct asked *asked, const struct package_rows *builds, size_t at) {
    return asked->packages.count == 1 ||
           (at < FEW_OF_EACH && text_equal(row_text(builds->items[at], "last"), row_text(builds->items[0], "last")));
}

static void add_rest(struct page *page, const struct asked *asked, size_t left) {
    struct slot slots[] = {{"count", text_format(page->run->arena, "%zu", left)},
                           {"example", row_text(asked->packages.items[0], "package")}};
    if (left)
        page_say(page, "", asked->packages.count == 1 ? "lookup.package.rest" : "lookup.package.rest_of_family", slots,
                 2);
}

struct shown {
    struct node items[MOST_LINES];
    size_t count;
};

/* The addresses of what is neither on PyPI nor source. */
static void add_places(struct page *page, const struct shown *shown) {
    struct text said[MOST_LINES];
    size_t count = 0;
    for (size_t at = 0; at < shown->count; at++) {
        struct node place = place_row(page->run, shown->items[at]);
        struct text way = row_text(place, "way"), name = row_text(place, "place");
        bool known = text_is(way, "index-url") || text_is(way, "compile");
        for (size_t before = 0; before < count; before++)
            known = known || text_equal(said[before], name);
        if (known)
            continue;
        page_whole(page, count ? "" : "lookup.package.where",
                   text_format(page->run->arena, TEXT_FORMAT ": " TEXT_FORMAT, TEXT_ARGUMENTS(name),
                               TEXT_ARGUMENTS(row_text(place, "url"))));
        page_cite(page, row_text(place, "source"));
        said[count++] = name;
    }
}

static struct text name_of(const struct asked *asked, size_t package) {
    return asked->packages.count > 1 ? row_text(asked->packages.items[package], "package") : (struct text){0};
}

static void add_builds(struct page *page, const struct asked *asked, size_t all) {
    struct shown shown = {.count = 0};
    size_t left = 0, most = page->run->options.verbose || all <= MOST_LINES ? MOST_LINES : FEW_LINES;
    for (size_t of = 0; of < asked->packages.count; of++) {
        const struct package_rows *builds = &asked->builds[of];
        for (size_t at = 0; at < builds->count; at++) {
            if (shown.count == most || !is_shown(asked, builds, at)) {
                left++;
                continue;
            }
            add_build(page, shown.count ? "" : "lookup.package.builds", name_of(asked, of), builds->items[at],
                      all <= FEW_BUILDS || page->run->options.verbose);
            page_cite(page, row_text(builds->items[at], "source"));
            shown.items[shown.count++] = builds->items[at];
        }
    }
    add_rest(page, asked, left);
    add_places(page, &shown);
}

static struct value builds_of(struct run *run, const struct asked *asked) {
    struct value list = value_list();
    for (size_t of = 0; of < asked->packages.count; of++)
        for (size_t at = 0; at < asked->builds[of].count; at++)
            value_append(run->arena, &list, node_to_value(run->arena, asked->builds[of].items[at]));
    return list;
}

static void add_packages(struct page *page, const struct asked *asked) {
    struct run *run = page->run;
    struct value list = value_list();
    struct text said = {0};
    for (size_t at = 0; at < asked->packages.count; at++) {
        struct node package = asked->packages.items[at];
        struct text note = row_text(package, "note");
        value_append(run->arena, &list, node_to_value(run->arena, package));
        if (note.size && !text_equal(note, said))
            page_say(page, said.size ? "" : "lookup.package.note",
                     text_format(run->arena, TEXT_FORMAT, TEXT_ARGUMENTS(note)).at, NULL, 0);
        said = note.size ? note : said;
        page_cite(page, row_text(package, "source"));
    }
    page_set(page, "packages", list);
}

static int show(struct page *page, const struct asked *asked, size_t builds) {
    struct run *run = page->run;
    struct node first = asked->packages.items[0];
    struct text bond =
        text_format(run->arena, "lookup.package.bond." TEXT_FORMAT, TEXT_ARGUMENTS(row_text(first, "bond")));
    page_title(page, asked->packages.count == 1 ? row_text(first, "package") : row_text(first, "family"));
    page_say(page, "lookup.package.bond", bond.at, NULL, 0);
    add_builds(page, asked, builds);
    add_packages(page, asked);
    page_set(page, "builds", builds_of(run, asked));
    return page_end(page);
}

/* The newest release of all that is on record. */
static struct text newest_of(struct run *run, const struct asked *asked) {
    struct text newest = {0};
    for (size_t at = 0; at < asked->packages.count; at++) {
        struct package_rows all = package_builds(run->arena, run->knowledge,
                                                 row_text(asked->packages.items[at], "package"), (struct text){0});
        struct text last = all.count ? row_text(all.items[0], "last") : (struct text){0};
        newest = !newest.size || is_older(newest, last) ? last : newest;
    }
    return newest;
}

int knowledge_package(struct run *run, const struct text *words, size_t count) {
    struct text whole = text_join_all(run->arena, words, count, TEXT(" "));
    struct asked *asked = arena_alloc(run->arena, sizeof *asked);
    struct page page = page_new(run, "package", whole);
    size_t builds = 0;
    *asked = (struct asked){0};
    package_split(whole, &asked->name, &asked->wish);
    asked->packages = package_find(run->arena, run->knowledge, asked->name);
    if (!asked->packages.count && (asked->packages = package_find(run->arena, run->knowledge, whole)).count)
        asked->wish = (struct text){0}; /* "flash attention": the name may hold a blank */
    if (asked->packages.count > MOST_PACKAGES)
        asked->packages.count = MOST_PACKAGES;
    for (size_t at = 0; at < asked->packages.count; at++) {
        asked->builds[at] =
            package_builds(run->arena, run->knowledge, row_text(asked->packages.items[at], "package"), asked->wish);
        builds += asked->builds[at].count;
    }
    int status;
    if (!asked->packages.count && knowledge_companion(run, whole, asked->name, asked->wish, &status))
        return status;
    if (!asked->packages.count)
        return page_unknown(run, "package", whole);
    struct text newest = newest_of(run, asked);
    if (!builds && newest.size && is_older(newest, asked->wish))
        return page_newer(&page, "lookup.package.newer", whole, newest);
    if (!builds)
        return page_unknown(run, "package_release", whole);
    return show(&page, asked, builds);
}
