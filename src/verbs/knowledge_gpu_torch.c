/* plumb knowledge gpu NAME: which torch there is for a card. */
#include "base/version.h"
#include "knowledge/architecture.h"
#include "knowledge_gpu.h"

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

void add_builds(struct page *page, struct value *json, struct text capability, const char *platform,
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
