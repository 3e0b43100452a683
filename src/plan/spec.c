/* Wishes for versions, in the words of PEP 440 and in those people type. */
#include "room.h"

#include <stdio.h>

bool version_is_less(struct text left, struct text right) {
    bool less = false;
    return version_less(left, right, &less) && less;
}

bool has_word(struct text words, struct text wanted) {
    struct text word;
    while (text_next_word(&words, &word))
        if (text_equal(word, wanted))
            return true;
    return false;
}

enum relation { SAME, PREFIX, DIFFERENT, NOT_PREFIX, AT_LEAST, AT_MOST, ABOVE, BELOW, COMPATIBLE };

static enum relation take_relation(struct text *clause) {
    static const struct {
        const char *sign;
        enum relation relation;
    } signs[] = {{"===", SAME},      {"==", SAME}, {"!=", DIFFERENT}, {">=", AT_LEAST}, {"<=", AT_MOST},
                 {"~=", COMPATIBLE}, {">", ABOVE}, {"<", BELOW},      {"=", PREFIX}};
    for (size_t at = 0; at < sizeof signs / sizeof *signs; at++)
        if (text_starts(*clause, signs[at].sign)) {
            *clause = text_trim(text_from(*clause, text_of(signs[at].sign).size));
            return signs[at].relation;
        }
    return PREFIX;
}

static enum relation take_star(enum relation relation, struct text *clause) {
    if (!text_ends(*clause, ".*"))
        return relation;
    *clause = text_until(*clause, clause->size - 2);
    return relation == DIFFERENT ? NOT_PREFIX : relation == SAME ? PREFIX : relation;
}

static bool read_clause(struct text clause, enum relation *relation, struct version *version) {
    clause = text_trim(clause);
    *relation = take_relation(&clause);
    *relation = take_star(*relation, &clause);
    return version_parse(clause, version);
}

static bool holds(enum relation relation, const struct version *wanted, const struct version *version) {
    int order = version_compare(version, wanted);
    switch (relation) {
    case SAME:
        return order == 0;
    case PREFIX:
        return version_same_release(version, wanted, wanted->count);
    case DIFFERENT:
        return order != 0;
    case NOT_PREFIX:
        return !version_same_release(version, wanted, wanted->count);
    case AT_LEAST:
        return order >= 0;
    case AT_MOST:
        return order <= 0;
    case ABOVE:
        return order > 0;
    case BELOW:
        return order < 0;
    case COMPATIBLE:
        return order >= 0 && wanted->count > 1 && version_same_release(version, wanted, wanted->count - 1);
    }
    return false;
}

bool spec_valid(struct text spec) {
    struct text clause;
    enum relation relation;
    struct version version;
    size_t count = 0;
    while (text_next_part(&spec, ',', &clause)) {
        if (!read_clause(clause, &relation, &version))
            return false;
        count++;
    }
    return count > 0;
}

bool spec_fits(struct text spec, struct text text) {
    struct text clause;
    enum relation relation;
    struct version wanted, version;
    if (!version_parse(text, &version))
        return false;
    while (text_next_part(&spec, ',', &clause))
        if (!read_clause(clause, &relation, &wanted) || !holds(relation, &wanted, &version))
            return false;
    return true;
}

bool python_is_required(struct text requires, struct text python) {
    char last[32];
    struct text minor = coverage_minor(python);
    if (!requires.size || !minor.size)
        return true;
    int size = snprintf(last, sizeof last, TEXT_FORMAT ".99", TEXT_ARGUMENTS(minor));
    return spec_fits(requires, minor) ||
           (size > 0 && (size_t)size < sizeof last && spec_fits(requires, (struct text){last, (size_t)size}));
}
