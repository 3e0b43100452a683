/* A build of a package held against torch, CUDA, Python, platform and cards. */
#include "base/version.h"
#include "knowledge/coverage.h"
#include "knowledge/package.h"
#include "package_wish.h"

static bool has_word(struct text words, struct text wanted) {
    struct text word;
    while (text_next_word(&words, &word))
        if (text_equal(word, wanted))
            return true;
    return false;
}

static bool begins_with_one(struct text version, struct text words) {
    struct text word;
    while (text_next_word(&words, &word))
        if (package_begins(version, word))
            return true;
    return false;
}

/* Both known, and the first one older? */
static bool is_below(struct text version, struct text least) {
    bool less = false;
    return version_less(version, least, &less) && less;
}

static bool torch_fits(struct node build, struct text torch) {
    struct text releases = row_text(build, "torch"), most = row_text(build, "torch_max");
    if (releases.size)
        return begins_with_one(torch, releases);
    return !is_below(torch, row_text(build, "torch_min")) && (!most.size || package_at_most(torch, most));
}

static bool cuda_fits(struct node build, struct text cuda) {
    struct text words = row_text(build, "cuda");
    if (!words.size || has_word(words, TEXT("any")))
        return !is_below(cuda, row_text(build, "cuda_min"));
    if (text_is(cuda, "cpu"))
        return has_word(words, cuda);
    return begins_with_one(cuda, words) && !is_below(cuda, row_text(build, "cuda_min"));
}

static bool python_fits(struct node build, struct text python) {
    struct text most = row_text(build, "python_max");
    return !is_below(python, row_text(build, "python_min")) && (!most.size || package_at_most(python, most));
}

static bool card_fits(struct node build, struct text capability) {
    struct text most = row_text(build, "capability_max");
    enum coverage coverage = coverage_of(row_text(build, "architectures"), capability);
    if (coverage != COVERAGE_UNKNOWN)
        return coverage != COVERAGE_NONE;
    return !is_below(capability, row_text(build, "capability_min")) && !(most.size && is_below(most, capability));
}

static bool cards_fit(struct node build, struct text capabilities) {
    struct text capability;
    while (text_next_word(&capabilities, &capability))
        if (!card_fits(build, capability))
            return false;
    return true;
}

unsigned package_misfits(struct node build, const struct package_setting *setting) {
    unsigned misfits = 0;
    struct text platforms = row_text(build, "platforms");
    if (setting->platform.size && platforms.size && !has_word(platforms, setting->platform))
        misfits |= PACKAGE_MISFIT_PLATFORM;
    if (setting->torch.size && !torch_fits(build, setting->torch))
        misfits |= PACKAGE_MISFIT_TORCH;
    if (setting->cuda.size && !cuda_fits(build, setting->cuda))
        misfits |= PACKAGE_MISFIT_CUDA;
    if (setting->python.size && !python_fits(build, setting->python))
        misfits |= PACKAGE_MISFIT_PYTHON;
    if (!cards_fit(build, setting->capabilities))
        misfits |= PACKAGE_MISFIT_CARD;
    return misfits;
}

static struct node place_of(const struct knowledge *knowledge, struct node build) {
    size_t from = 0;
    return table_find(knowledge, "package_places", "place", row_text(build, "place"), &from);
}

struct node package_best(const struct knowledge *knowledge, const struct package_rows *builds,
                         const struct package_setting *setting) {
    struct node compiled = {0};
    for (size_t at = 0; at < builds->count; at++) {
        if (package_misfits(builds->items[at], setting))
            continue;
        if (!text_is(row_text(place_of(knowledge, builds->items[at]), "way"), "compile"))
            return builds->items[at];
        compiled = node_present(compiled) ? compiled : builds->items[at];
    }
    return compiled;
}

static struct text minor_of(struct text version) {
    size_t dot = text_find_byte(version, '.');
    size_t next = dot == TEXT_NOWHERE ? dot : text_find_byte(text_from(version, dot + 1), '.');
    return next == TEXT_NOWHERE ? version : text_until(version, dot + 1 + next);
}

static struct text flavour_of(struct arena *arena, struct text cuda) {
    if (!cuda.size || text_is(cuda, "cpu"))
        return cuda;
    return text_join(arena, TEXT("cu"), text_replace(arena, minor_of(cuda), TEXT("."), TEXT("")));
}

struct package_place package_place(struct arena *arena, const struct knowledge *knowledge, struct node build,
                                   const struct package_setting *setting) {
    struct node row = place_of(knowledge, build);
    struct package_place place = {row_text(row, "way"), row_text(row, "url")};
    const struct {
        struct text slot, value;
    } slots[] = {
        {TEXT("{flavour}"), flavour_of(arena, setting->cuda)},
        {TEXT("{torch}"), setting->torch},
        {TEXT("{torch_minor}"), minor_of(setting->torch)},
        {TEXT("{torch_digits}"), text_replace(arena, setting->torch, TEXT("."), TEXT(""))},
        {TEXT("{python_tag}"),
         setting->python.size
             ? text_join(arena, TEXT("py"), text_replace(arena, minor_of(setting->python), TEXT("."), TEXT("")))
             : setting->python},
    };
    for (size_t at = 0; at < sizeof slots / sizeof *slots; at++) {
        if (text_find(place.url, slots[at].slot) == TEXT_NOWHERE)
            continue;
        if (!slots[at].value.size)
            return (struct package_place){.way = place.way};
        place.url = text_replace(arena, place.url, slots[at].slot, slots[at].value);
    }
    return place;
}
