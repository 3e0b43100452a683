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
    return !local.size || text_starts(local, "cu");
}

static const char *terminated(const struct judging *judging, struct text text) {
    return text_format(judging->arena, TEXT_FORMAT, TEXT_ARGUMENTS(text)).at;
}

static void report(struct judging *judging, const struct beside *beside, struct node package, const struct fact *fact,
                   const char *text_id, struct text needs) {
    const struct slot slots[] = {{"package", row_text(package, "package")},
                                 {"version", fact->value.text},
                                 {"needs", needs},
                                 {"torch", beside->setting.torch},
                                 {"cuda", beside->setting.cuda}};
    judge_evidence(judging, terminated(judging, row_text(package, "cause")), WEIGHT_LIKELY, SEVERITY_WARNING, fact,
                   text_id, slots, 5);
    judge_link(judging, CHAIN_FRAMEWORK, LINK_WARNING, "chain.framework.package", slots, 5);
}

static void judge_by_builds(struct judging *judging, const struct beside *beside, struct node package,
                            const struct fact *fact) {
    struct text name = row_text(package, "package");
    bool toolkit = text_is(row_text(package, "bond"), "toolkit");
    struct package_rows builds = builds_of(judging, name, version_public(fact->value.text));
    if (!is_published(fact->value.text) || (toolkit && !beside->setting.cuda.size) ||
        !none_goes(&builds, &beside->setting, toolkit ? PACKAGE_MISFIT_CUDA : PACKAGE_MISFIT_TORCH))
        return;
    report(judging, beside, package, fact, toolkit ? "seen.package_other_cuda" : "seen.package_other_torch",
           needs_of(judging, &builds, toolkit ? "cuda" : "torch"));
    offer_release(judging, beside, terminated(judging, row_text(package, "cause")), name);
}

static struct text minor_digits(struct arena *arena, struct text version) {
    size_t dot = text_find_byte(version, '.'),
           next = dot == TEXT_NOWHERE ? dot : text_find_byte(text_from(version, dot + 1), '.');
    struct text minor = next == TEXT_NOWHERE ? version : text_until(version, dot + 1 + next);
    return text_replace(arena, minor, TEXT("."), TEXT(""));
}

/* "pt23cu121" by "pt{torch_digits}{flavour}": does it name another torch than this, or another CUDA? */
static bool names_another(const struct judging *judging, const struct beside *beside, struct text mark,
                          struct text local) {
    struct text start = text_until(mark, text_find_byte(mark, '{')), stated, flavour;
    struct text cuda = text_join(judging->arena, TEXT("cu"), minor_digits(judging->arena, beside->setting.cuda));
    size_t digits = 0;
    if (!start.size || !text_starts(local, terminated(judging, start)))
        return false;
    local = text_from(local, start.size);
    while (digits < local.size && local.at[digits] >= '0' && local.at[digits] <= '9')
        digits++;
    stated = text_until(local, digits);
    flavour = text_from(local, digits);
    return stated.size && (!text_equal(stated, minor_digits(judging->arena, beside->setting.torch)) ||
                           (text_starts(flavour, "cu") && beside->setting.cuda.size && !text_equal(flavour, cuda)));
}

static void judge_by_mark(struct judging *judging, const struct beside *beside, struct node package,
                          const struct fact *fact) {
    if (!names_another(judging, beside, row_text(package, "mark"), version_local(fact->value.text)))
        return;
    report(judging, beside, package, fact, "seen.package_other_mark", (struct text){0});
    struct package_rows all =
        package_builds(judging->arena, judging->knowledge, row_text(package, "package"), (struct text){0});
    struct node best = package_best(judging->knowledge, &all, &beside->setting);
    struct slot slots[] = {{"url", package_place(judging->arena, judging->knowledge, best, &beside->setting).url}};
    if (slots[0].value.size)
        judge_note(judging, "note.package_place", slots, 1);
}

static void judge_one(struct judging *judging, const struct beside *beside, struct node package) {
    struct entity entity =
        judge_package(judging, &beside->environment, terminated(judging, row_text(package, "package")));
    const struct fact *fact = fact_find(judging->facts, &entity, ATTRIBUTE_PACKAGE_VERSION);
    if (!fact || fact->state != FACT_KNOWN || !fact->value.text.size)
        return;
    if (row_text(package, "mark").size)
        judge_by_mark(judging, beside, package, fact);
    else
        judge_by_builds(judging, beside, package, fact);
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
