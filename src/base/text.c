#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text text_of(const char *zero_terminated) {
    return zero_terminated ? (struct text){zero_terminated, strlen(zero_terminated)} : (struct text){"", 0};
}

/* memcpy() may not be handed NULL, not even for nothing. */
static char *put(char *out, struct text text) {
    if (text.size)
        memcpy(out, text.at, text.size);
    return out + text.size;
}

struct text text_copy(struct arena *arena, struct text text) {
    char *copy = arena_alloc(arena, text.size + 1);
    put(copy, text);
    return (struct text){copy, text.size};
}

struct text text_format(struct arena *arena, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    struct text text = {"", 0};
    if (size > 0) {
        char *out = arena_alloc(arena, (size_t)size + 1);
        vsnprintf(out, (size_t)size + 1, format, again);
        text = (struct text){out, (size_t)size};
    }
    va_end(again);
    va_end(arguments);
    return text;
}

struct text text_join(struct arena *arena, struct text left, struct text right) {
    return text_join_all(arena, (const struct text[]){left, right}, 2, (struct text){"", 0});
}

struct text text_join_all(struct arena *arena, const struct text *parts, size_t count, struct text separator) {
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += (i ? separator.size : 0) + parts[i].size;
    char *joined = arena_alloc(arena, size + 1);
    char *end = joined;
    for (size_t i = 0; i < count; i++) {
        if (i)
            end = put(end, separator);
        end = put(end, parts[i]);
    }
    return (struct text){joined, size};
}

struct text text_replace(struct arena *arena, struct text text, struct text from, struct text to) {
    size_t hits = 0;
    for (struct text rest = text; from.size && text_find(rest, from) != TEXT_NOWHERE; hits++)
        rest = text_from(rest, text_find(rest, from) + from.size);

    struct text *parts = arena_array(arena, hits + 1, sizeof *parts);
    struct text rest = text;
    for (size_t i = 0; i < hits; i++) {
        parts[i] = text_until(rest, text_find(rest, from));
        rest = text_from(rest, parts[i].size + from.size);
    }
    parts[hits] = rest;
    return text_join_all(arena, parts, hits + 1, to);
}

static char lower(char byte) {
    bool upper = byte >= 'A' && byte <= 'Z';
    return (char)(upper ? byte - 'A' + 'a' : byte);
}

struct text text_lower(struct arena *arena, struct text text) {
    char *lowered = arena_alloc(arena, text.size + 1);
    for (size_t i = 0; i < text.size; i++)
        lowered[i] = lower(text.at[i]);
    return (struct text){lowered, text.size};
}

bool text_equal(struct text left, struct text right) {
    return left.size == right.size && (left.size == 0 || memcmp(left.at, right.at, left.size) == 0);
}

/* Nearly always the first byte tells, without the other's size. */
static bool begins_otherwise(struct text text, const char *zero_terminated) {
    return *zero_terminated && (!text.size || text.at[0] != *zero_terminated);
}

bool text_is(struct text text, const char *zero_terminated) {
    return !begins_otherwise(text, zero_terminated) && text_equal(text, text_of(zero_terminated));
}

bool text_equal_folded(struct text left, struct text right) {
    if (left.size != right.size)
        return false;
    for (size_t i = 0; i < left.size; i++)
        if (lower(left.at[i]) != lower(right.at[i]))
            return false;
    return true;
}

int text_compare(struct text left, struct text right) {
    size_t common = left.size < right.size ? left.size : right.size;
    int difference = common ? memcmp(left.at, right.at, common) : 0;
    return difference ? difference : (left.size > right.size) - (left.size < right.size);
}

bool text_starts(struct text text, const char *prefix) {
    return !begins_otherwise(text, prefix) && text_is(text_until(text, strlen(prefix)), prefix);
}

bool text_ends(struct text text, const char *suffix) {
    size_t size = strlen(suffix);
    return size <= text.size && text_is(text_from(text, text.size - size), suffix);
}

bool text_contains(struct text text, const char *part) {
    return text_find(text, text_of(part)) != TEXT_NOWHERE;
}

size_t text_find(struct text text, struct text part) {
    if (part.size == 0)
        return 0;
    for (size_t from = 0; part.size <= text.size - from;) {
        const char *first = memchr(text.at + from, part.at[0], text.size - from - part.size + 1);
        if (!first)
            break;
        /* The last byte tells most that only begin alike, before a call is spent on them. */
        if (first[part.size - 1] == part.at[part.size - 1] && memcmp(first, part.at, part.size) == 0)
            return (size_t)(first - text.at);
        from = (size_t)(first - text.at) + 1;
    }
    return TEXT_NOWHERE;
}

size_t text_find_byte(struct text text, char byte) {
    return text_find(text, (struct text){&byte, 1});
}

size_t text_find_last_byte(struct text text, char byte) {
    for (size_t i = text.size; i-- > 0;)
        if (text.at[i] == byte)
            return i;
    return TEXT_NOWHERE;
}

struct text text_from(struct text text, size_t offset) {
    if (offset == 0)
        return text;
    if (offset > text.size)
        offset = text.size;
    return (struct text){text.at ? text.at + offset : "", text.size - offset};
}

struct text text_until(struct text text, size_t size) {
    return (struct text){text.at, size < text.size ? size : text.size};
}

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

struct text text_trim(struct text text) {
    while (text.size && is_blank(text.at[0]))
        text = text_from(text, 1);
    while (text.size && is_blank(text.at[text.size - 1]))
        text.size--;
    return text;
}

bool text_next_line(struct text *rest, struct text *line) {
    if (!text_next_part(rest, '\n', line))
        return false;
    /* A CR that no LF follows is part of the line: the end of the text is no line end. */
    bool ended = line->at + line->size != rest->at;
    if (ended && text_ends(*line, "\r"))
        line->size--;
    return true;
}

bool text_next_part(struct text *rest, char separator, struct text *part) {
    if (rest->size == 0)
        return false;
    *part = text_until(*rest, text_find_byte(*rest, separator));
    *rest = text_from(*rest, part->size + 1);
    return true;
}

bool text_next_word(struct text *rest, struct text *word) {
    struct text from = *rest;
    while (from.size && is_blank(from.at[0]))
        from = text_from(from, 1);
    size_t size = 0;
    while (size < from.size && !is_blank(from.at[size]))
        size++;
    *rest = text_from(from, size);
    if (size == 0)
        return false;
    *word = text_until(from, size);
    return true;
}

static bool has_hexadecimal_prefix(struct text text) {
    return text_starts(text, "0x") || text_starts(text, "0X");
}

static bool to_number(struct text digits, unsigned base, uint64_t *number) {
    uint64_t sum = 0;
    for (size_t i = 0; i < digits.size; i++) {
        char digit = lower(digits.at[i]);
        unsigned value = digit >= '0' && digit <= '9'   ? (unsigned)(digit - '0')
                         : digit >= 'a' && digit <= 'f' ? (unsigned)(digit - 'a') + 10
                                                        : base;
        if (value >= base || sum > (UINT64_MAX - value) / base)
            return false;
        sum = sum * base + value;
    }
    *number = sum;
    return digits.size > 0;
}

bool text_to_integer(struct text text, int64_t *number) {
    bool negative = text_starts(text, "-");
    struct text digits = text_from(text, negative);
    bool hexadecimal = has_hexadecimal_prefix(digits);
    uint64_t magnitude;
    if (!to_number(text_from(digits, hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, &magnitude))
        return false;
    if (magnitude > (uint64_t)INT64_MAX + negative)
        return false;
    *number = negative && magnitude ? -(int64_t)(magnitude - 1) - 1 : (int64_t)magnitude;
    return true;
}

bool text_to_hexadecimal(struct text text, uint64_t *number) {
    return to_number(text_from(text, has_hexadecimal_prefix(text) ? 2 : 0), 16, number);
}
