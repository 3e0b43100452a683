/* Where a line divides into a name and its value, in all the ways in which programs and people write that. */
#include "listing_split.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "scan.h"

enum { LONGEST_KEY = 96 };

/* Bullets, quotes, table borders and pictures in front of a name. */
static struct text skip_marks(struct text line) {
    for (;;) {
        struct text rest = line;
        scan_blanks(&rest);
        if (!scan_one_of(&rest, "-*+#>|`\"'{[(,") && rest.size) {
            struct text before = rest;
            int32_t code_point = utf8_next(&rest);
            bool picture = code_point >= 0x2000 && code_point <= 0x2BFF;
            if (!picture && code_point != 0xFE0F && code_point < 0x1F000)
                return before;
        }
        if (!rest.size)
            return rest;
        line = rest;
    }
}

/* "torch.__version__ = 2.0" and 'NAME="Ubuntu"' state something; "cudatoolkit=11.3" and "torch==2.0" are wishes. */
static bool is_assignment(struct text line, size_t at) {
    struct text rest = text_from(line, at + 1);
    return (line.at[at - 1] == ' ' && !text_starts(rest, "=")) || text_starts(rest, "\"") || text_starts(rest, " ");
}

/* "... is 3.10.11", "... is True" */
static bool is_stated(struct text value) {
    return value.size && (scan_is_digit(value.at[0]) || text_starts(value, "True") || text_starts(value, "False"));
}

/* "torch.cuda.is_available() False": an expression that was printed beside its value. */
static bool is_printed(struct text line, size_t at) {
    return line.at[at] == ' ' && text_starts(line, "torch.") &&
           text_find_byte(text_from(line, at + 1), ' ') == TEXT_NOWHERE;
}

/* The name and what divides it from the value: ':', '=', '|', two blanks or a tab, dots. */
static bool find_divider(struct text line, size_t *key_size, size_t *value_at, enum split_form *form) {
    for (size_t at = 1; at < line.size && at <= LONGEST_KEY; at++) {
        char byte = line.at[at];
        struct text from = text_from(line, at);
        size_t word = text_starts(from, " is ") && is_stated(text_from(from, 4)) ? 3 : text_starts(from, " - ") ? 2 : 0;
        if (word) {
            *form = SPLIT_BY_COLON;
            *key_size = at;
            *value_at = at + word + 1;
            return true;
        }
        bool colon = byte == ':' || byte == '=' || byte == '|';
        if (byte == '=' && !is_assignment(line, at))
            return false;
        bool gap = byte == '\t' || (byte == ' ' && at + 1 < line.size && line.at[at + 1] == ' ');
        bool dots = text_starts(from, "....") || text_starts(from, "----");
        bool glued = at > 6 && scan_is_digit(byte) && text_ends(text_until(line, at), "版本"); /* "Torch版本2.2.1" */
        if (!colon && !gap && !dots && !glued && !is_printed(line, at))
            continue;
        struct text rest = text_from(line, at + colon);
        while (scan_one_of(&rest, dots ? ".- \t" : " \t"))
            ;
        bool later = gap && rest.size && (rest.at[0] == ':' || rest.at[0] == '=' || rest.at[0] == '|');
        if (later)
            rest = text_from(rest, 1);
        *form = colon || later || glued || is_printed(line, at) ? SPLIT_BY_COLON : SPLIT_BY_COLUMNS;
        *key_size = at;
        *value_at = line.size - rest.size;
        return true;
    }
    return false;
}

/* Lower case, without blanks, '_' and '-', and without what stands in parentheses. */
static struct text normal_key(struct arena *arena, struct text key) {
    struct buffer normal = buffer_new(arena);
    unsigned depth = 0;
    for (size_t i = 0; i < key.size; i++) {
        char byte = key.at[i];
        depth += byte == '(';
        bool kept =
            scan_is_digit(byte) || scan_is_letter(byte) || byte == '.' || byte == '/' || (unsigned char)byte >= 0x80;
        if (kept && depth == 0)
            buffer_add_byte(&normal, byte);
        depth -= byte == ')' && depth > 0;
    }
    return text_lower(arena, buffer_text(&normal));
}

static struct text clean_value(struct text value) {
    static const char around[] = " \t`\"'*,|;";
    while (scan_one_of(&value, around))
        ;
    while (value.size && text_find_byte(text_of(around), value.at[value.size - 1]) != TEXT_NOWHERE)
        value.size--;
    return value;
}

bool listing_split(struct arena *arena, struct text line, struct split *split) {
    struct text rest = skip_marks(line);
    size_t key_size, value_at;
    bool quoted = rest.size && rest.at > line.at && (rest.at[-1] == '"' || rest.at[-1] == '\'');
    if (!find_divider(rest, &key_size, &value_at, &split->form))
        return false;
    split->raw_key = text_trim(text_until(rest, key_size));
    split->key = normal_key(arena, split->raw_key);
    split->value = clean_value(text_from(rest, value_at));
    split->quoted = quoted && split->form == SPLIT_BY_COLON;
    split->bullet = rest.at > line.at;
    return split->key.size > 0;
}

struct text listing_heading(struct arena *arena, struct text line) {
    struct text rest = line;
    size_t marks = 0;
    while (scan_literal(&rest, "#"))
        marks++;
    return marks && scan_blanks(&rest) && rest.size <= LONGEST_KEY ? normal_key(arena, rest) : TEXT("");
}
