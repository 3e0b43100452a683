#include "base/pattern.h"

#include <pcre2.h>
#include <stdlib.h>

enum { MOST_STEPS = 200000, MOST_DEPTH = 2000, MOST_HEAP_KIB = 8 * 1024 };
enum { WINDOW = 8 * 1024, OVERLAP = 2 * 1024 };
enum { WORTH_COMPILING = 256 }; /* matches after which machine code pays: making it takes as long as some dozens */

struct pattern {
    pcre2_code *code;
    pcre2_match_context *limits;
    pcre2_match_data *data;
    unsigned uses;
};

static bool refuse(struct error *error, size_t offset, const char *why) {
    return error_set(error, "pattern, offset %zu: %s", offset, why);
}

static bool is_one_of(const char *set, char byte) {
    return text_find_byte(text_of(set), byte) != TEXT_NOWHERE;
}

static bool is_letter(char byte) {
    char folded = (char)(byte | 0x20);
    return folded >= 'a' && folded <= 'z';
}

/* The escapes that only say which characters match, or where. All others (\1 \k \g \Q \K \C \c ...) are refused. */
static bool is_plain_escape(char escaped) {
    bool word = is_letter(escaped) || (escaped >= '0' && escaped <= '9');
    return !word || is_one_of("AbBdDefhHnNrRsStvVwWx", escaped);
}

/* After "(?": ":", ">", a group's name, or the options i, m and s. So nothing looks around, refers back or recurs. */
static bool is_plain_group(struct text rest) {
    if (text_starts(rest, ":") || text_starts(rest, ">"))
        return true;
    if (text_starts(rest, "P<"))
        rest = text_from(rest, 1);
    if (text_starts(rest, "<"))
        return rest.size > 1 && (is_letter(rest.at[1]) || rest.at[1] == '_');
    size_t options = 0;
    while (options < rest.size && is_one_of("ims-", rest.at[options]))
        options++;
    return options && options < rest.size && (rest.at[options] == ')' || rest.at[options] == ':');
}

/* The size of "[:digit:]" where `rest` begins with such a name, or 0. */
static size_t class_name_size(struct text rest) {
    if (!text_starts(rest, "[:"))
        return 0;
    size_t end = text_find_byte(rest, ']');
    bool named = end != TEXT_NOWHERE && end > 2 && rest.at[end - 1] == ':';
    return named ? end + 1 : 0;
}

/* Bytes match, so a character of several bytes is only right as a whole: not in a class, not repeated by itself. */
static bool check_wide(struct text pattern, struct error *error) {
    bool in_class = false;
    size_t first = 0; /* of the class: there a ']' is a member */
    for (size_t i = 0; i < pattern.size; i++) {
        struct text rest = text_from(pattern, i);
        bool wide = (unsigned char)rest.at[0] >= 0x80;
        if (wide && in_class)
            return refuse(error, i, "a class [] can hold only ASCII; write (?:a|b)");
        if (wide && rest.size > 1 && is_one_of("*+?{", rest.at[1]))
            return refuse(error, i, "only ASCII can be repeated by itself; put (?:) around it");

        if (rest.at[0] == '\\') {
            i++;
        } else if (!in_class && rest.at[0] == '[') {
            in_class = true;
            first = i + (text_starts(rest, "[^") ? 2 : 1);
        } else if (in_class && class_name_size(rest)) {
            i += class_name_size(rest) - 1;
        } else if (rest.at[0] == ']' && i > first) {
            in_class = false;
        }
    }
    return true;
}

/* Deliberately knows no classes: in one, too, "(?" and "(*" are refused, and no reading of the pattern lets them by. */
static bool check_dialect(struct text pattern, struct error *error) {
    for (size_t i = 0; i + 1 < pattern.size; i++) {
        struct text rest = text_from(pattern, i);
        if (text_starts(rest, "(*"))
            return refuse(error, i, "verbs (*...) are not part of this dialect");
        if (text_starts(rest, "(?") && !is_plain_group(text_from(rest, 2)))
            return refuse(error, i,
                          "only (?:...), (?>...), (?<name>...) and the options i, m, s are part of this dialect");
        if (pattern.at[i] != '\\')
            continue;
        if (!is_plain_escape(pattern.at[i + 1]))
            return refuse(error, i, "this escape is not part of this dialect");
        i++;
    }
    return check_wide(pattern, error);
}

static pcre2_code *compile(struct text pattern, struct error *error) {
    int code;
    PCRE2_SIZE offset;
    uint32_t options = PCRE2_NEVER_BACKSLASH_C | PCRE2_NEVER_UTF | PCRE2_NEVER_UCP | PCRE2_USE_OFFSET_LIMIT;
    pcre2_code *compiled =
        pcre2_compile((PCRE2_SPTR)(pattern.at ? pattern.at : ""), pattern.size, options, &code, &offset, NULL);
    if (!compiled) {
        PCRE2_UCHAR message[256];
        pcre2_get_error_message(code, message, sizeof message);
        refuse(error, offset, (const char *)message);
        return NULL;
    }
    uint32_t groups;
    pcre2_pattern_info(compiled, PCRE2_INFO_CAPTURECOUNT, &groups);
    if (groups >= PATTERN_GROUPS) {
        error_set(error, "pattern: more than %d groups; those that capture nothing are written (?:...)",
                  PATTERN_GROUPS - 1);
        pcre2_code_free(compiled);
        return NULL;
    }
    return compiled;
}

bool pattern_compile(struct text pattern, struct pattern **compiled, struct error *error) {
    if (!check_dialect(pattern, error))
        return false;
    pcre2_code *code = compile(pattern, error);
    if (!code)
        return false;
    struct pattern *made = malloc(sizeof *made);
    pcre2_match_context *limits = pcre2_match_context_create(NULL);
    pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
    if (!made || !limits || !data) {
        pcre2_code_free(code);
        pcre2_match_context_free(limits);
        pcre2_match_data_free(data);
        free(made);
        return error_set(error, "pattern: out of memory");
    }
    pcre2_set_match_limit(limits, MOST_STEPS);
    pcre2_set_depth_limit(limits, MOST_DEPTH);
    pcre2_set_heap_limit(limits, MOST_HEAP_KIB);
    *made = (struct pattern){code, limits, data, 0};
    *compiled = made;
    return true;
}

void pattern_free(struct pattern *pattern) {
    if (!pattern)
        return;
    pcre2_code_free(pattern->code);
    pcre2_match_context_free(pattern->limits);
    pcre2_match_data_free(pattern->data);
    free(pattern);
}

static struct text span(struct text subject, size_t from, size_t to) {
    return from == PCRE2_UNSET ? (struct text){NULL, 0} : text_from(text_until(subject, to), from);
}

/* Machine code has limits of its own; where it reaches one, the interpreter and its limits decide. A system that
 * refuses memory for code, or a library without it, only is slower. */
static int match_window(struct pattern *pattern, struct text window, size_t from, uint32_t options) {
    PCRE2_SPTR at = (PCRE2_SPTR)window.at;
    int filled = pcre2_match(pattern->code, at, window.size, from, options, pattern->data, pattern->limits);
    if (filled == PCRE2_ERROR_JIT_STACKLIMIT || filled == PCRE2_ERROR_MATCHLIMIT)
        filled =
            pcre2_match(pattern->code, at, window.size, from, options | PCRE2_NO_JIT, pattern->data, pattern->limits);
    return filled;
}

/* One window after the other, because the library's limits do not count what a repeated class eats: "\w+\s" tries every
 * byte of a run of letters from every byte of it. So the time grows with the text, not with its square. */
static int match_windows(struct pattern *pattern, struct text subject) {
    for (size_t from = 0;; from += WINDOW - OVERLAP) {
        bool cut = subject.size - from > WINDOW;
        size_t end = cut ? from + WINDOW : subject.size;
        pcre2_set_offset_limit(pattern->limits, cut ? end - OVERLAP - 1 : PCRE2_UNSET);
        int filled = match_window(pattern, text_until(subject, end), from, cut ? PCRE2_NOTEOL : 0);
        if (filled > 0 || !cut)
            return filled;
    }
}

bool pattern_match(struct pattern *pattern, struct text subject, struct pattern_match *match) {
    if (!subject.at)
        subject.at = "";
    if (++pattern->uses == WORTH_COMPILING)
        pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
    int filled = match_windows(pattern, subject);
    if (filled <= 0)
        return false;
    const PCRE2_SIZE *offsets = pcre2_get_ovector_pointer(pattern->data);
    *match = (struct pattern_match){.whole = span(subject, offsets[0], offsets[1])};
    for (size_t i = 1; i < (size_t)filled; i++)
        match->groups[i] = span(subject, offsets[2 * i], offsets[2 * i + 1]);
    return true;
}

size_t pattern_names(const struct pattern *pattern, struct pattern_name names[PATTERN_GROUPS]) {
    uint32_t count, entry_size;
    PCRE2_SPTR entry;
    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMEENTRYSIZE, &entry_size);
    pcre2_pattern_info(pattern->code, PCRE2_INFO_NAMETABLE, &entry);
    /* An entry is the group's number, two bytes with the high one first, and the name with a NUL. */
    for (uint32_t i = 0; i < count && i < PATTERN_GROUPS; i++, entry += entry_size)
        names[i] = (struct pattern_name){text_of((const char *)entry + 2), (unsigned)entry[0] << 8 | entry[1]};
    return count;
}
