/* plumb knowledge gpu NAME: which card it is, and what follows from its capability. */
#include "knowledge_page.h"

#include "base/version.h"
#include "knowledge/architecture.h"
#include "knowledge/product.h"

enum { MOST_ROWS = 10 };

/* What torch there is for a capability on a platform. */
struct builds {
    struct text oldest, newest; /* releases that have a build with code for it; empty when there is none */
    struct value flavours;      /* of the newest */
    struct text newest_default; /* the newest whose build on PyPI has code for it */
    struct text default_state;  /* of the newest release's build on PyPI: "native", "ptx", "none", "cpu", "unknown" */
    struct text newest_of_all;
};

static bool is_newer(struct text one, struct text other) {
    bool less = false;
    return !other.size || (version_less(other, one, &less) && less);
}

static void take_build(struct arena *arena, struct builds *builds, struct node row, enum coverage coverage) {
    struct text torch = row_text(row, "torch");
    if (coverage != COVERAGE_NATIVE) /* PTX alone is a promise: the libraries beside torch may have none */
        return;
    if (!builds->oldest.size || is_newer(builds->oldest, torch))
        builds->oldest = torch;
    if (is_newer(torch, builds->newest)) {
        builds->newest = torch;
        builds->flavours = value_list();
    }
    if (text_equal(torch, builds->newest))
        value_append(arena, &builds->flavours, value_text(row_text(row, "flavour")));
    if (text_is(row_text(row, "default"), "yes") && is_newer(torch, builds->newest_default))
        builds->newest_default = torch;
}

static void take_default(struct builds *builds, struct node row, enum coverage coverage) {
    static const char *const states[] = {"unknown", "none", "ptx", "native"};
    struct text torch = row_text(row, "torch");
    if (!text_is(row_text(row, "default"), "yes") || !is_newer(torch, builds->newest_of_all))
        return;
    builds->newest_of_all = torch;
    builds->default_state = text_of(row_text(row, "cuda").size ? states[coverage] : "cpu");
}

static struct builds builds_for(const struct run *run, struct text capability, const char *platform) {
    struct node rows = knowledge_table(run->knowledge, "torch");
    struct builds builds = {.flavours = value_list()};
    for (size_t at = 0; at < node_count(rows); at++) {
        struct node row = node_at(rows, at);
        if (!text_is(row_text(row, "platform"), platform))
            continue;
        enum coverage coverage =
            row_text(row, "cuda").size ? coverage_of(row_text(row, "architectures"), capability) : COVERAGE_UNKNOWN;
        take_build(run->arena, &builds, row, coverage);
        take_default(&builds, row, coverage);
    }
    return builds;
}

static struct text join_texts(struct run *run, const struct value *list) {
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < value_count(list); at++)
        buffer_format(&out, "%s" TEXT_FORMAT, at ? ", " : "", TEXT_ARGUMENTS(value_at(list, at)->text));
    return buffer_text(&out);
}

static struct value builds_to_value(struct arena *arena, const struct builds *builds) {
    struct value value = value_map();
    value_set(arena, &value, "oldest", builds->oldest.size ? value_text(builds->oldest) : value_null());
    value_set(arena, &value, "newest", builds->newest.size ? value_text(builds->newest) : value_null());
    value_set(arena, &value, "flavours", builds->flavours);
    value_set(arena, &value, "newest_on_pypi",
              builds->newest_default.size ? value_text(builds->newest_default) : value_null());
    value_set(arena, &value, "pypi_now", value_text(builds->default_state));
    return value;
}

static void add_builds(struct page *page, struct value *json, struct text capability, const char *platform,
                       const char *label) {
    struct builds builds = builds_for(page->run, capability, platform);
    struct slot slots[] = {{"oldest", builds.oldest},
                           {"newest", builds.newest},
                           {"flavours", join_texts(page->run, &builds.flavours)},
                           {"default", builds.newest_default},
                           {"release", builds.newest_of_all}};
    value_set(page->run->arena, json, platform, builds_to_value(page->run->arena, &builds));
    if (!builds.newest.size) {
        page_say(page, label, "lookup.gpu.torch_none", slots, 5);
        return;
    }
    struct text id =
        text_format(page->run->arena, "lookup.gpu.pypi_" TEXT_FORMAT, TEXT_ARGUMENTS(builds.default_state));
    if (text_is(builds.default_state, "none") && !builds.newest_default.size)
        id = TEXT("lookup.gpu.pypi_never");
    struct text range = run_say(page->run, "lookup.gpu.torch", slots, 5), pypi = run_say(page->run, id.at, slots, 5);
    page_line(page, label,
              text_format(page->run->arena, TEXT_FORMAT "%s" TEXT_FORMAT, TEXT_ARGUMENTS(range),
                          page->run->language == LANGUAGE_CHINESE ? "" : " ", TEXT_ARGUMENTS(pypi)));
}

/* "sm_80, sm_86, sm_89": what machine code runs. */
static struct text code_for(struct run *run, struct text capability) {
    struct node rows = knowledge_table(run->knowledge, "architectures");
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text code = text_format(
            run->arena, "sm_" TEXT_FORMAT,
            TEXT_ARGUMENTS(text_replace(run->arena, row_text(node_at(rows, at), "capability"), TEXT("."), TEXT(""))));
        if (coverage_of(code, capability) == COVERAGE_NATIVE)
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(code));
    }
    return buffer_text(&out);
}

static struct text yes_or_no(struct run *run, struct node row, const char *column) {
    struct text id =
        text_format(run->arena, "lookup." TEXT_FORMAT,
                    TEXT_ARGUMENTS(row_text(row, column).size ? row_text(row, column) : TEXT("not_known")));
    return run_say(run, id.at, NULL, 0);
}

/* "11.8 or newer", "8.0 to 12.9" */
static struct text range(struct run *run, struct text first, struct text last) {
    struct slot slots[] = {{"first", first}, {"last", last}};
    if (!first.size && !last.size)
        return run_say(run, "lookup.not_known", NULL, 0);
    return run_say(run,
                   !last.size   ? "lookup.range_open"
                   : first.size ? "lookup.range"
                                : "lookup.range_until",
                   slots, 2);
}

static void add_capability(struct page *page, struct text capability) {
    struct run *run = page->run;
    size_t from = 0;
    struct node row = table_find(run->knowledge, "architectures", "capability", capability, &from);
    struct value torch = value_map();
    if (!node_present(row))
        return;
    struct slot slots[] = {{"codes", code_for(run, capability)},
                           {"capability", text_replace(run->arena, capability, TEXT("."), TEXT(""))},
                           {"bf16", yes_or_no(run, row, "bf16")},
                           {"fp8", yes_or_no(run, row, "fp8")},
                           {"tensor_cores", yes_or_no(run, row, "tensor_cores")}};
    page_say(page, "lookup.gpu.code", "lookup.gpu.code_says", slots, 5);
    page_line(page, "lookup.gpu.toolkit", range(run, row_text(row, "first_cuda"), row_text(row, "last_cuda")));
    page_line(page, "lookup.gpu.driver", range(run, row_text(row, "first_driver"), row_text(row, "last_driver")));
    if (row_text(row, "module").size)
        page_say(page, "lookup.gpu.module",
                 text_format(run->arena, "lookup.module." TEXT_FORMAT, TEXT_ARGUMENTS(row_text(row, "module"))).at,
                 NULL, 0);
    page_say(page, "lookup.gpu.formats", "lookup.gpu.formats_say", slots, 5);
    add_builds(page, &torch, capability, "linux", "lookup.gpu.torch_linux");
    add_builds(page, &torch, capability, "windows", "lookup.gpu.torch_windows");
    page_set(page, "capability", value_text(capability));
    page_set(page, "architecture", node_to_value(run->arena, row));
    page_set(page, "torch", torch);
    page_cite(page, row_text(row, "source"));
}

static struct text memory(struct arena *arena, struct node row) {
    int64_t mib;
    if (!text_to_integer(row_text(row, "memory_mib"), &mib))
        return TEXT("");
    return mib % 1024 ? text_format(arena, "%lld MiB", (long long)mib)
                      : text_format(arena, "%lld GB", (long long)(mib / 1024));
}

static struct text architecture_name(const struct run *run, struct text capability) {
    size_t from = 0;
    return row_text(table_find(run->knowledge, "architectures", "capability", capability, &from), "name");
}

static void add_one(struct page *page, struct node row) {
    struct run *run = page->run;
    struct text capability = row_text(row, "capability"), size = memory(run->arena, row), kind = row_text(row, "kind");
    page_title(page, text_format(run->arena,
                                 TEXT_FORMAT " · " TEXT_FORMAT " · sm_" TEXT_FORMAT " (" TEXT_FORMAT ")%s" TEXT_FORMAT,
                                 TEXT_ARGUMENTS(row_text(row, "name")), TEXT_ARGUMENTS(row_text(row, "chip")),
                                 TEXT_ARGUMENTS(text_replace(run->arena, capability, TEXT("."), TEXT(""))),
                                 TEXT_ARGUMENTS(architecture_name(run, capability)), size.size ? " · " : "",
                                 TEXT_ARGUMENTS(size)));
    page_line(page, "lookup.gpu.id",
              text_format(run->arena, "10de:" TEXT_FORMAT, TEXT_ARGUMENTS(row_text(row, "device_id"))));
    if (kind.size)
        page_say(page, "lookup.gpu.kind", text_format(run->arena, "lookup.kind." TEXT_FORMAT, TEXT_ARGUMENTS(kind)).at,
                 NULL, 0);
}

static struct text listed(struct run *run, struct node row) {
    return text_format(run->arena, "10de:" TEXT_FORMAT "  %-8.*s %-5.*s %-7.*s " TEXT_FORMAT,
                       TEXT_ARGUMENTS(row_text(row, "device_id")), TEXT_ARGUMENTS(row_text(row, "chip")),
                       TEXT_ARGUMENTS(row_text(row, "capability")), TEXT_ARGUMENTS(memory(run->arena, row)),
                       TEXT_ARGUMENTS(row_text(row, "name")));
}

static void add_several(struct page *page, const struct products *products, struct text asked) {
    struct run *run = page->run;
    struct slot slots[] = {
        {"count", text_format(run->arena, "%zu", products->count)},
        {"asked", asked},
        {"more", text_format(run->arena, "%zu",
                             products->count - (products->count < MOST_ROWS ? products->count : MOST_ROWS))}};
    page_title(page, run_say(run, products->count ? "lookup.gpu.several" : "lookup.gpu.no_card", slots, 3));
    for (size_t at = 0; at < products->count && (at < MOST_ROWS || run->options.verbose); at++)
        page_whole(page, at ? "" : "lookup.gpu.cards", listed(run, products->rows[at]));
    if (products->count > MOST_ROWS && !run->options.verbose)
        page_say(page, "", "lookup.gpu.more", slots, 3);
    if (!products->capability.size)
        page_say(page, "", "lookup.gpu.disagree", slots, 3);
}

int knowledge_gpu(struct run *run, const struct text *words, size_t count) {
    struct text name = text_join_all(run->arena, words, count, TEXT(" "));
    struct products products;
    struct value rows = value_list();
    static const char *const ways[] = {"name", "id", "chip", "capability"};
    if (!product_find(run->arena, run->knowledge, name, &products))
        return page_unknown(run, "gpu", name);
    struct page page = page_new(run, "gpu", name);
    page_set(&page, "matched_by", value_string(ways[products.way]));
    if (products.count == 1)
        add_one(&page, products.rows[0]);
    else
        add_several(&page, &products, name);
    for (size_t at = 0; at < products.count; at++) {
        value_append(run->arena, &rows, node_to_value(run->arena, products.rows[at]));
        page_cite(&page, at < MOST_ROWS ? row_text(products.rows[at], "source") : TEXT(""));
    }
    page_set(&page, "rows", rows);
    if (products.capability.size)
        add_capability(&page, products.capability);
    return page_end(&page);
}
