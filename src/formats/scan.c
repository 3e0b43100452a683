#include "scan.h"

#include <string.h>

#include "base/version.h"

enum { LONGEST_VERSION = 64 };

bool scan_is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

bool scan_is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool scan_is_name(char byte) {
    return scan_is_digit(byte) || scan_is_letter(byte) || byte == '_';
}

bool scan_literal(struct text *rest, const char *literal) {
    if (!text_starts(*rest, literal))
        return false;
    *rest = text_from(*rest, strlen(literal));
    return true;
}

bool scan_folded(struct text *rest, const char *literal) {
    size_t size = strlen(literal);
    if (!text_equal_folded(text_until(*rest, size), (struct text){literal, size}))
        return false;
    *rest = text_from(*rest, size);
    return true;
}

bool scan_one_of(struct text *rest, const char *bytes) {
    if (!rest->size || !rest->at[0] || !strchr(bytes, rest->at[0]))
        return false;
    *rest = text_from(*rest, 1);
    return true;
}

size_t scan_blanks(struct text *rest) {
    size_t count = 0;
    while (count < rest->size && (rest->at[count] == ' ' || rest->at[count] == '\t'))
        count++;
    *rest = text_from(*rest, count);
    return count;
}

bool scan_digits(struct text *rest, size_t least, size_t most) {
    size_t count = 0;
    while (count < rest->size && scan_is_digit(rest->at[count]))
        count++;
    if (count < least || count > most)
        return false;
    *rest = text_from(*rest, count);
    return true;
}

bool scan_integer(struct text *rest, int64_t *number) {
    struct text from = *rest;
    return scan_digits(&from, 1, 18) && text_to_integer(text_until(*rest, (size_t)(from.at - rest->at)), number) &&
           (*rest = from, true);
}

bool scan_word_of(struct text *rest, const char *const *words) {
    for (; *words; words++) {
        struct text from = *rest;
        if (scan_literal(&from, *words) && (!from.size || !scan_is_name(from.at[0]))) {
            *rest = from;
            return true;
        }
    }
    return false;
}

bool scan_shape(struct text *rest, const char *shape) {
    size_t size = strlen(shape);
    if (rest->size < size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (shape[i] == 'd' ? !scan_is_digit(rest->at[i]) : rest->at[i] != shape[i])
            return false;
    *rest = text_from(*rest, size);
    return true;
}

bool scan_to(struct text *rest, const char *label) {
    for (struct text from = *rest;;) {
        size_t at = text_find(from, text_of(label));
        if (at == TEXT_NOWHERE)
            return false;
        const char *before = from.at + at > rest->at ? from.at + at - 1 : NULL;
        from = text_from(from, at + strlen(label));
        if (!before || !scan_is_name(label[0]) || !scan_is_name(*before)) {
            *rest = from;
            return true;
        }
    }
}

static bool in_version(char byte) {
    return scan_is_name(byte) || byte == '.' || byte == '+' || byte == '-';
}

static bool is_glued(char byte) {
    return scan_is_digit(byte) || scan_is_letter(byte);
}

/* May a version end before `size`? Not within a word or among the numbers: "1.1.1t" is no 1.1. */
static bool may_end(struct text text, size_t size) {
    struct text rest = text_from(text, size);
    bool within = rest.size && is_glued(rest.at[0]) && is_glued(text.at[size - 1]);
    bool number = rest.size > 1 && rest.at[0] == '.' && scan_is_digit(rest.at[1]);
    return !within && !number;
}

bool scan_version(struct text *rest, struct text *version) {
    struct version parsed;
    size_t size = 0;
    while (size < rest->size && size < LONGEST_VERSION && in_version(rest->at[size]))
        size++;
    /* What follows a version may look like a part of it: "2.0.1-py3.10", "11.8.r11.8", "1.2.". */
    for (; size; size--)
        if (text_find_byte(TEXT(".+-_"), rest->at[size - 1]) == TEXT_NOWHERE && may_end(*rest, size) &&
            version_parse(text_until(*rest, size), &parsed)) {
            *version = text_until(*rest, size);
            *rest = text_from(*rest, size);
            return true;
        }
    return false;
}

bool scan_dotted(struct text *rest, struct text *version) {
    struct text from = *rest, found;
    struct version parsed;
    if (!scan_version(&from, &found) || !version_parse(found, &parsed) || parsed.count < 2)
        return false;
    *version = found;
    *rest = from;
    return true;
}
