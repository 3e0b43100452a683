#include "package_wish.h"

#include "base/version.h"

enum relation { PREFIX, DIFFERENT, AT_LEAST, AT_MOST, ABOVE, BELOW, COMPATIBLE };

static enum relation take_relation(struct text *clause) {
    static const struct {
        const char *sign;
        enum relation relation;
    } signs[] = {{"===", PREFIX}, {"==", PREFIX},     {"!=", DIFFERENT}, {">=", AT_LEAST},
                 {"<=", AT_MOST}, {"~=", COMPATIBLE}, {">", ABOVE},      {"<", BELOW}};
    for (size_t at = 0; at < sizeof signs / sizeof *signs; at++)
        if (text_starts(*clause, signs[at].sign)) {
            *clause = text_trim(text_from(*clause, text_of(signs[at].sign).size));
            return signs[at].relation;
        }
    return PREFIX;
}

/* Compares as many numbers as `start` has: negative when the version lies before all that begin so. A start with a mark
 * of its own (.post1, rc1) is one version. */
static int compare_start(const struct version *version, const struct version *start) {
    struct version cut = *version;
    if (start->phase != VERSION_FINAL)
        return version_compare(version, start);
    for (unsigned at = start->count; at < sizeof cut.release / sizeof *cut.release; at++)
        cut.release[at] = 0;
    cut.phase = VERSION_FINAL;
    cut.phase_number = 0;
    return version_compare(&cut, start);
}

static bool clause_in(enum relation relation, const struct version *wanted, const struct version *first,
                      const struct version *last) {
    struct version start = *wanted;
    switch (relation) {
    case PREFIX:
        return compare_start(first, wanted) <= 0 && compare_start(last, wanted) >= 0;
    case DIFFERENT:
        return version_compare(first, wanted) || version_compare(last, wanted);
    case AT_LEAST:
        return version_compare(last, wanted) >= 0;
    case AT_MOST:
        return version_compare(first, wanted) <= 0;
    case ABOVE:
        return version_compare(last, wanted) > 0;
    case BELOW:
        return version_compare(first, wanted) < 0;
    case COMPATIBLE:
        if (start.count < 2)
            return false;
        start.release[--start.count] = 0;
        start.phase = VERSION_FINAL;
        return version_compare(last, wanted) >= 0 && compare_start(first, &start) <= 0 &&
               compare_start(last, &start) >= 0;
    }
    return false;
}

bool package_wish_in(struct text wish, struct text first, struct text last) {
    struct version low, high, wanted;
    struct text clause;
    bool numbered = version_parse(first, &low) && version_parse(last, &high);
    wish = text_trim(wish);
    if (wish.size == 0)
        return true;
    while (text_next_part(&wish, ',', &clause)) {
        clause = text_trim(clause);
        enum relation relation = take_relation(&clause);
        if (text_ends(clause, ".*"))
            clause = text_until(clause, clause.size - 2);
        if (!numbered || !version_parse(clause, &wanted) || !clause_in(relation, &wanted, &low, &high))
            return false;
    }
    return true;
}

bool package_at_most(struct text version, struct text most) {
    struct version left, right;
    return !version_parse(version, &left) || !version_parse(most, &right) || compare_start(&left, &right) <= 0;
}

bool package_begins(struct text version, struct text start) {
    struct version left, right;
    return version_parse(version, &left) && version_parse(start, &right) && compare_start(&left, &right) == 0;
}
