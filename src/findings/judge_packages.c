/* What runs beside torch and was built for another one: the version says so, and nobody has to import it. Only of
 * packages that knowledge names a cause for: others are compiled by their users, and their version tells nothing. */
#include "knowledge/package.h"

#include "base/buffer.h"
#include "base/version.h"
#include "coverage.h"
#include "judge_common.h"

/* The torch that everything is held against. */
struct beside {
    struct entity environment;
    struct package_setting setting;
};

static bool is_known_release(const struct judging *judging, struct text torch) {
    struct version version;
    size_t from = 0;
    return version_parse(torch, &version) && version.phase == VERSION_FINAL &&
           node_present(table_find(judging->knowledge, "torch", "torch", torch, &from));
}

/* A torch that somebody built himself, or conda's, has other companions than PyPI's. */
static bool find_torch(struct judging *judging, struct beside *beside) {
    struct entity torch;
    if (!common_torch(judging, &beside->environment, &torch))
        return false;
    struct text version = version_public(fact_text(judging->facts, &torch, ATTRIBUTE_PACKAGE_VERSION));
    beside->setting = (struct package_setting){
        .torch = version, .cuda = common_torch_cuda(judging, &torch), .platform = coverage_platform(judging)};
    return is_known_release(judging, version) &&
           !text_is(fact_text(judging->facts, &torch, ATTRIBUTE_PACKAGE_INSTALLER), "conda") &&
           judge_weight(judging, &torch, ATTRIBUTE_PACKAGE_VERSION) == WEIGHT_CONCLUDES;
}

static bool is_less(struct text one, struct text other) {
    bool less = false;
    return version_less(one, other, &less) && less;
}

/* The builds of this very release. */
static struct package_rows builds_of(const struct judging *judging, struct text package, struct text version) {
    struct package_rows rows = package_builds(judging->arena, judging->knowledge, package, (struct text){0});
    size_t count = 0;
    for (size_t at = 0; at < rows.count; at++)
        if (!is_less(version, row_text(rows.items[at], "first")) && !is_less(row_text(rows.items[at], "last"), version))
            rows.items[count++] = rows.items[at];
    rows.count = count;
    return rows;
}

static bool none_goes(const struct package_rows *builds, const struct package_setting *setting, unsigned misfit) {
    for (size_t at = 0; at < builds->count; at++)
        if (!(package_misfits(builds->items[at], setting) & misfit))
            return false;
    return builds->count > 0;
}

static bool has_word(struct text words, struct text wanted) {
    struct text word;
    while (text_next_word(&words, &word))
        if (text_equal(word, wanted))
            return true;
    return false;
}

/* "2.3.0", "11.7, 11.8, 12.1": what its builds go with, all of them; "2.10 or newer". */
static struct text needs_of(const struct judging *judging, const struct package_rows *builds, const char *column) {
    struct buffer all = buffer_new(judging->arena);
    struct text least = row_text(builds->items[0], "torch_min");
    struct slot slot = {"first", least};
    for (size_t at = 0; at < builds->count; at++) {
        struct text words = row_text(builds->items[at], column), word;
        while (text_next_word(&words, &word))
            if (!has_word(buffer_text(&all), word))
                buffer_format(&all, "%s" TEXT_FORMAT, all.size ? " " : "", TEXT_ARGUMENTS(word));
    }
    return all.size ? text_replace(judging->arena, buffer_text(&all), TEXT(" "), TEXT(", "))
                    : say(judging->arena, judging->knowledge, judging->language, "lookup.range_open", &slot, 1);
}

/* What remedies may fill in: the newest release on PyPI that goes with this torch. */
static void offer_release(struct judging *judging, const struct beside *beside, const char *cause,
                          struct text package) {
    struct package_rows all = package_builds(judging->arena, judging->knowledge, package, (struct text){0});
    struct node best = package_best(judging->knowledge, &all, &beside->setting);
    struct text release = package_release(best, (struct text){0});
    judge_slot_for(judging, cause, "package", package);
    if (!text_is(row_text(best, "place"), "pypi"))
        return;
    judge_slot_for(judging, cause, "release", release);
    judge_slot_for(judging, cause, text_format(judging->arena, TEXT_FORMAT, TEXT_ARGUMENTS(package)).at, release);
}

/* A local part is the flavour of PyTorch's index, or of somebody's own build. */
static bool is_published(struct text version) {
    struct text local = version_local(version);
    return version.size && (!local.size || text_starts(local, "cu"));
}

static void judge_one(struct judging *judging, const struct beside *beside, struct node package) {
    struct arena *arena = judging->arena;
    struct text name = row_text(package, "package"), cause = row_text(package, "cause");
    bool toolkit = text_is(row_text(package, "bond"), "toolkit");
    unsigned misfit = toolkit ? PACKAGE_MISFIT_CUDA : PACKAGE_MISFIT_TORCH;
    struct entity entity =
        judge_package(judging, &beside->environment, text_format(arena, TEXT_FORMAT, TEXT_ARGUMENTS(name)).at);
    const struct fact *fact = fact_find(judging->facts, &entity, ATTRIBUTE_PACKAGE_VERSION);
    struct text version = fact_text(judging->facts, &entity, ATTRIBUTE_PACKAGE_VERSION);
    struct package_rows builds = builds_of(judging, name, version_public(version));
    if (!is_published(version) || (toolkit && !beside->setting.cuda.size) ||
        !none_goes(&builds, &beside->setting, misfit))
        return;
    const char *id = text_format(arena, TEXT_FORMAT, TEXT_ARGUMENTS(cause)).at;
    const struct slot slots[] = {{"package", name},
                                 {"version", version},
                                 {"needs", needs_of(judging, &builds, toolkit ? "cuda" : "torch")},
                                 {"torch", beside->setting.torch},
                                 {"cuda", beside->setting.cuda}};
    judge_evidence(judging, id, WEIGHT_LIKELY, SEVERITY_WARNING, fact,
                   toolkit ? "seen.package_other_cuda" : "seen.package_other_torch", slots, 5);
    judge_link(judging, CHAIN_FRAMEWORK, LINK_WARNING, "chain.framework.package", slots, 5);
    offer_release(judging, beside, id, name);
}

static void judge_packages(struct judging *judging) {
    struct beside beside;
    struct node table = knowledge_table(judging->knowledge, "packages");
    if (!find_torch(judging, &beside))
        return;
    for (size_t at = 0; at < node_count(table); at++)
        if (row_text(node_at(table, at), "cause").size)
            judge_one(judging, &beside, node_at(table, at));
}

const struct judge judge_of_packages = {"packages", judge_packages, false};
