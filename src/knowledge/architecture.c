#include "knowledge/architecture.h"

#include "base/version.h"

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
