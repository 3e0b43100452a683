#include "coverage.h"

#include "base/version.h"
#include "judge_common.h"

/* "sm_90a" -> 90, 'a'; "compute_120" -> 120; digits before the last are the major number. */
static bool parse_architecture(struct text word, bool *ptx, int64_t *number, char *suffix) {
    *ptx = text_starts(word, "compute_");
    struct text digits = text_starts(word, "sm_") ? text_from(word, 3) : *ptx ? text_from(word, 8) : (struct text){0};
    *suffix = 0;
    if (digits.size && (digits.at[digits.size - 1] == 'a' || digits.at[digits.size - 1] == 'f')) {
        *suffix = digits.at[digits.size - 1];
        digits.size--;
    }
    return text_to_integer(digits, number) && *number >= 10;
}

/* Of machine code and of PTX alike: "a" is for one capability alone, "f" for the rest of its family. */
static bool fits_suffix(int64_t built, char suffix, int64_t card) {
    return suffix == 'a' ? built == card : built / 10 == card / 10 && built <= card;
}

static enum coverage coverage_of_word(bool ptx, int64_t built, char suffix, int64_t card) {
    if (!ptx)
        return fits_suffix(built, suffix, card) ? COVERAGE_NATIVE : COVERAGE_NONE;
    return (suffix ? fits_suffix(built, suffix, card) : built <= card) ? COVERAGE_PTX : COVERAGE_NONE;
}

enum coverage coverage_of(struct text architectures, struct text capability) {
    struct version version;
    struct text word;
    enum coverage best = COVERAGE_UNKNOWN;
    bool all_read = true;
    if (!version_parse(capability, &version) || version.count != 2)
        return COVERAGE_UNKNOWN;
    int64_t card = (int64_t)version.release[0] * 10 + version.release[1], built;
    while (text_next_word(&architectures, &word)) {
        bool ptx;
        char suffix;
        if (!parse_architecture(word, &ptx, &built, &suffix)) {
            all_read = false;
            continue;
        }
        enum coverage here = coverage_of_word(ptx, built, suffix, card);
        best = here > best ? here : best;
    }
    return best == COVERAGE_NONE && !all_read ? COVERAGE_UNKNOWN : best;
}

static struct text stated_architectures(const struct judging *judging, const struct entity *torch) {
    const struct fact *fact = fact_find(judging->facts, torch, ATTRIBUTE_PACKAGE_ARCHITECTURES);
    if (!fact || fact->state != FACT_KNOWN)
        return (struct text){0};
    struct text *words = arena_array(judging->arena, value_count(&fact->value), sizeof *words);
    for (size_t at = 0; at < value_count(&fact->value); at++)
        words[at] = value_at(&fact->value, at)->text;
    return text_join_all(judging->arena, words, value_count(&fact->value), TEXT(" "));
}

struct text coverage_platform(const struct judging *judging) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    struct text architecture = fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_ARCHITECTURE);
    if (judge_has_system(judging, "windows"))
        return TEXT("windows");
    return text_is(architecture, "aarch64") ? TEXT("linux-aarch64") : TEXT("linux");
}

struct text coverage_of_torch(const struct judging *judging, const struct entity *torch) {
    struct text stated = stated_architectures(judging, torch), flavour = common_torch_flavour(judging, torch);
    struct text version = version_public(fact_text(judging->facts, torch, ATTRIBUTE_PACKAGE_VERSION));
    size_t from = 0;
    if (stated.size)
        return stated;
    for (struct node row; node_present(row = table_find(judging->knowledge, "torch", "torch", version, &from));)
        if (text_equal(row_text(row, "flavour"), flavour) && text_equal(row_text(row, "platform"), coverage_platform(judging)))
            return row_text(row, "architectures");
    return (struct text){0};
}

struct text coverage_minor(struct text version) {
    size_t dot = text_find_byte(version, '.');
    size_t second = dot == TEXT_NOWHERE ? TEXT_NOWHERE : text_find_byte(text_from(version, dot + 1), '.');
    return second == TEXT_NOWHERE ? version : text_until(version, dot + 1 + second);
}

struct text coverage_least_driver(const struct judging *judging, struct text cuda) {
    size_t from = 0;
    if (!cuda.size)
        return (struct text){0};
    struct node row = table_find(judging->knowledge, "cuda", "cuda", coverage_minor(cuda), &from);
    return row_text(row, judge_has_system(judging, "windows") ? "minimum_windows" : "minimum_linux");
}
