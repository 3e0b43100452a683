/* What belongs to torch: torchvision and torchaudio of the release that was built for it, in the same flavour; and one
 * torch, not two. */
#include "findings/judge.h"

#include "base/version.h"
#include "judge_common.h"

static bool release_of(struct arena *arena, struct text version, struct text *release) {
    struct version parsed;
    if (!version_parse(version, &parsed))
        return false;
    size_t plus = text_find_byte(version, '+');
    *release = text_copy(arena, text_until(version, plus));
    return true;
}

static bool holds_word(struct text words, struct text wanted) {
    struct text word;
    while (text_next_word(&words, &word))
        if (text_equal(word, wanted))
            return true;
    return false;
}

/* Only what the table has at another torch is known to be wrong; a nightly or a build of one's own is not judged. */
static bool belongs_elsewhere(const struct judging *judging, const char *companion, struct text torch,
                              struct text version) {
    struct node table = knowledge_table(judging->knowledge, "companions");
    bool known = false, elsewhere = false;
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        bool here = text_equal(row_text(row, "torch"), torch);
        bool listed = holds_word(row_text(row, companion), version);
        known |= here && row_text(row, companion).size > 0;
        if (here && listed)
            return false;
        elsewhere |= listed;
    }
    return known && elsewhere;
}

static struct text flavour_in(struct text version) {
    size_t plus = text_find_byte(version, '+');
    return plus == TEXT_NOWHERE ? (struct text){"", 0} : text_from(version, plus + 1);
}

static bool is_flavour(struct text flavour) {
    return text_is(flavour, "cpu") || text_starts(flavour, "cu") || text_starts(flavour, "rocm");
}

static void judge_companion(struct judging *judging, const struct entity *environment, const struct fact *torch,
                            const char *name) {
    struct entity package = judge_package(judging, environment, name);
    const struct fact *fact = fact_find(judging->facts, &package, ATTRIBUTE_PACKAGE_VERSION);
    struct text release, version;
    if (!fact || fact->state != FACT_KNOWN || !release_of(judging->arena, torch->value.text, &release) ||
        !release_of(judging->arena, fact->value.text, &version))
        return;
    const struct slot slots[] = {
        {"companion", text_of(name)}, {"version", fact->value.text}, {"torch", torch->value.text}};
    struct text own = flavour_in(torch->value.text), other = flavour_in(fact->value.text);
    if (belongs_elsewhere(judging, name, release, version))
        judge_evidence(judging, "framework.companion_mismatch", WEIGHT_LIKELY, SEVERITY_WARNING, fact,
                       "seen.companion_of_other_torch", slots, 3);
    else if (is_flavour(own) && is_flavour(other) && !text_equal(own, other))
        judge_evidence(judging, "framework.companion_mismatch", WEIGHT_LIKELY, SEVERITY_WARNING, fact,
                       "seen.companion_of_other_flavour", slots, 3);
}

/* pip's torch beside conda's: two releases under one name. */
static void judge_two_releases(struct judging *judging, const struct entity *torch) {
    const struct fact **facts;
    size_t count = fact_observations(judging->facts, judging->arena, torch, ATTRIBUTE_PACKAGE_VERSION, &facts);
    struct text first = {0}, release;
    for (size_t at = 0; at < count && text_starts(judging->subject, "listing"); at++) {
        if (facts[at]->state != FACT_KNOWN || !release_of(judging->arena, facts[at]->value.text, &release))
            continue;
        if (!first.size)
            first = release;
        if (text_equal(release, first))
            continue;
        const struct slot slots[] = {{"first", first}, {"second", release}};
        judge_evidence(judging, "framework.duplicate_install", WEIGHT_POSSIBLE, SEVERITY_WARNING, facts[at],
                       "seen.two_releases", slots, 2);
        return;
    }
}

static void judge_companions(struct judging *judging) {
    struct entity environment, torch;
    if (!common_torch(judging, &environment, &torch))
        return;
    const struct fact *fact = fact_find(judging->facts, &torch, ATTRIBUTE_PACKAGE_VERSION);
    judge_two_releases(judging, &torch);
    if (!fact || fact->state != FACT_KNOWN)
        return;
    judge_companion(judging, &environment, fact, "torchvision");
    judge_companion(judging, &environment, fact, "torchaudio");
}

const struct judge judge_of_companions = {"companions", judge_companions, false};
