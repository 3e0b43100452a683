#include "base/version.h"

#include <limits.h>

enum { RELEASE_NUMBERS = sizeof((struct version){0}.release) / sizeof(unsigned) };

static const struct {
    const char *name;
    enum version_phase phase;
} marks[] = {
    /* A name that begins with another one stands before it. */
    {"alpha", VERSION_ALPHA},       {"a", VERSION_ALPHA},       {"beta", VERSION_BETA},   {"b", VERSION_BETA},
    {"preview", VERSION_CANDIDATE}, {"pre", VERSION_CANDIDATE}, {"post", VERSION_POST},   {"rc", VERSION_CANDIDATE},
    {"rev", VERSION_POST},          {"r", VERSION_POST},        {"c", VERSION_CANDIDATE}, {"dev", VERSION_DEVELOPMENT},
};

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/* A number too large for its place (a build time to the second) stays the largest one. */
static bool take_number(struct text *rest, unsigned *number) {
    size_t size = 0;
    unsigned sum = 0;
    for (; size < rest->size && is_digit(rest->at[size]); size++) {
        unsigned digit = (unsigned)(rest->at[size] - '0');
        sum = sum > (UINT_MAX - digit) / 10 ? UINT_MAX : sum * 10 + digit;
    }
    *rest = text_from(*rest, size);
    *number = sum;
    return size > 0;
}

static bool take_byte(struct text *rest, const char *any_of) {
    if (!rest->size || text_find_byte(text_of(any_of), rest->at[0]) == TEXT_NOWHERE)
        return false;
    *rest = text_from(*rest, 1);
    return true;
}

static bool take_release(struct text *rest, struct version *version) {
    unsigned number;
    if (!take_number(rest, &number))
        return false;
    version->release[version->count++] = number;
    for (struct text dot = *rest; take_byte(&dot, ".") && take_number(&dot, &number); *rest = dot)
        if (version->count < RELEASE_NUMBERS)
            version->release[version->count++] = number;
    return true;
}

/* "a0", ".dev20241112", "-rc.1", "post"; PEP 440 also knows "-1" for "post1". */
static bool take_mark(struct text *rest, enum version_phase *phase, unsigned *number) {
    struct text from = *rest;
    bool dashed = text_starts(from, "-");
    take_byte(&from, ".-_");
    if (dashed && take_number(&from, number)) {
        *phase = VERSION_POST;
        *rest = from;
        return true;
    }
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct text name = text_of(marks[i].name);
        if (!text_equal_folded(text_until(from, name.size), name))
            continue;
        *phase = marks[i].phase;
        *rest = from = text_from(from, name.size);
        take_byte(&from, ".-_");
        if (take_number(&from, number))
            *rest = from;
        return true;
    }
    return false;
}

static bool is_local(struct text text) {
    for (size_t i = 0; i < text.size; i++) {
        char byte = text.at[i];
        char folded = (char)(byte | 0x20);
        if (!is_digit(byte) && !(folded >= 'a' && folded <= 'z') && byte != '.' && byte != '-' && byte != '_')
            return false;
    }
    return text.size > 0;
}

bool version_parse(struct text text, struct version *version) {
    struct version parsed = {.phase = VERSION_FINAL, .local = {"", 0}};
    struct text rest = text;
    take_byte(&rest, "vV");
    if (!take_release(&rest, &parsed))
        return false;

    /* Of several ("1.0rc1.dev3") the first counts. */
    enum version_phase phase;
    unsigned number = 0;
    for (unsigned i = 0; i < 3 && take_mark(&rest, &phase, &number); i++, number = 0) {
        if (i)
            continue;
        parsed.phase = phase;
        parsed.phase_number = number;
    }

    if (take_byte(&rest, "+")) {
        if (!is_local(rest))
            return false;
        parsed.local = rest;
    } else if (rest.size) {
        return false;
    }
    *version = parsed;
    return true;
}

static int compare_numbers(unsigned left, unsigned right) {
    return (left > right) - (left < right);
}

int version_compare(const struct version *left, const struct version *right) {
    int difference = 0;
    for (unsigned i = 0; i < RELEASE_NUMBERS && !difference; i++)
        difference = compare_numbers(left->release[i], right->release[i]);
    if (!difference)
        difference = compare_numbers(left->phase, right->phase);
    if (!difference)
        difference = compare_numbers(left->phase_number, right->phase_number);
    return difference;
}

bool version_less(struct text left, struct text right, bool *less) {
    struct version a, b;
    if (!version_parse(left, &a) || !version_parse(right, &b))
        return false;
    *less = version_compare(&a, &b) < 0;
    return true;
}

bool version_same_release(const struct version *left, const struct version *right, unsigned count) {
    for (unsigned i = 0; i < count && i < RELEASE_NUMBERS; i++)
        if (left->release[i] != right->release[i])
            return false;
    return true;
}

struct text version_public(struct text text) {
    return text_until(text, text_find_byte(text, '+'));
}

struct text version_local(struct text text) {
    size_t plus = text_find_byte(text, '+');
    return plus == TEXT_NOWHERE ? (struct text){"", 0} : text_from(text, plus + 1);
}
