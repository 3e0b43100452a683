#include "base/scrub.h"

#include "base/buffer.h"
#include "base/utf8.h"

enum { BELL = 0x07, ESCAPE = 0x1B };

static bool is_between(uint32_t code_point, uint32_t first, uint32_t last) {
    return code_point >= first && code_point <= last;
}

bool scrub_is_unsafe(uint32_t code_point) {
    static const struct {
        uint32_t first, last;
    } unsafe[] = {
        {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},   {0x115F, 0x1160},
        {0x17B4, 0x17B5}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F}, {0x3164, 0x3164},
        {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE01EF},
    };
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (is_between(code_point, unsafe[i].first, unsafe[i].last))
            return true;
    return false;
}

/* Skips bytes of one kind: parameters, intermediates. */
static struct text skip(struct text rest, char first, char last) {
    size_t size = 0;
    while (size < rest.size && rest.at[size] >= first && rest.at[size] <= last)
        size++;
    return text_from(rest, size);
}

static struct text skip_one(struct text rest, char first, char last) {
    return text_from(rest, rest.size && rest.at[0] >= first && rest.at[0] <= last);
}

/* Behind a string's introducer, up to its terminator (BEL, ESC \ or U+009C). Where another control comes first nothing
 * is skipped: a terminal would swallow what follows, but nobody may hide text from the reader in this way. */
static struct text skip_string(struct text rest) {
    struct text from = rest;
    while (rest.size) {
        struct text here = rest;
        int32_t code_point = utf8_next(&rest);
        if (code_point == BELL || code_point == 0x9C)
            return rest;
        if (text_starts(here, "\x1B\\"))
            return text_from(here, 2);
        if (code_point >= 0 && scrub_is_unsafe((uint32_t)code_point))
            break;
    }
    return from;
}

/* Behind ESC or a C1 control: the rest of the sequence (ECMA-48, and what xterm adds). */
static struct text skip_sequence(struct text rest, int32_t control) {
    if (control == ESCAPE && rest.size && is_between((unsigned char)rest.at[0], 0x40, 0x5F)) {
        control = rest.at[0] + 0x40; /* ESC and a letter stand for a C1 control */
        rest = text_from(rest, 1);
    }
    switch (control) {
    case 0x9B: /* CSI */
        return skip_one(skip(skip(rest, 0x30, 0x3F), 0x20, 0x2F), 0x40, 0x7E);
    case 0x90: /* DCS */
    case 0x98: /* SOS */
    case 0x9D: /* OSC */
    case 0x9E: /* PM */
    case 0x9F: /* APC */
        return skip_string(rest);
    case ESCAPE:
        return skip_one(skip(rest, 0x20, 0x2F), 0x30, 0x7E);
    default:
        return rest;
    }
}

struct text scrub_terminal(struct arena *arena, struct text text, enum scrub_lines lines) {
    struct buffer scrubbed = buffer_new(arena);
    while (text.size) {
        struct text from = text;
        int32_t code_point = utf8_next(&text);
        if (code_point == '\r' && text_starts(text, "\n"))
            code_point = utf8_next(&text);
        if (code_point < 0)
            buffer_add_string(&scrubbed, "\xEF\xBF\xBD");
        else if (code_point == '\t')
            buffer_add_byte(&scrubbed, ' ');
        else if (code_point == '\n' && lines == SCRUB_KEEP_LINES)
            buffer_add_byte(&scrubbed, '\n');
        else if (!scrub_is_unsafe((uint32_t)code_point))
            buffer_add(&scrubbed, text_until(from, from.size - text.size));
        else {
            buffer_add_byte(&scrubbed, '?');
            text = skip_sequence(text, code_point);
        }
    }
    return buffer_text(&scrubbed);
}

static bool is_one_of(const char *set, char byte) {
    return text_find_byte(text_of(set), byte) != TEXT_NOWHERE;
}

/* For what a backslash does not make harmless everywhere; else NULL. */
static const char *entity_of(char byte) {
    switch (byte) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '`':
        return "&#96;";
    default:
        return NULL;
    }
}

/* Takes one byte off `rest`, or a run of what refers to people and issues. */
static void add_markdown(struct buffer *buffer, struct text *rest, bool starts_line) {
    size_t references = 0;
    while (references < rest->size && is_one_of("@#", rest->at[references]))
        references++;
    char byte = rest->at[0];
    if (references) {
        buffer_add_byte(buffer, '`');
        buffer_add(buffer, text_until(*rest, references));
        buffer_add_byte(buffer, '`');
    } else if (entity_of(byte)) {
        buffer_add_string(buffer, entity_of(byte));
    } else {
        if (is_one_of("\\*_[]|~$", byte) || (starts_line && is_one_of("-+=", byte)))
            buffer_add_byte(buffer, '\\');
        buffer_add_byte(buffer, byte);
    }
    *rest = text_from(*rest, references ? references : 1);
}

struct text scrub_markdown(struct arena *arena, struct text text, enum scrub_lines lines) {
    struct text rest = scrub_terminal(arena, text, lines);
    struct buffer scrubbed = buffer_new(arena);
    bool starts_line = true;
    while (rest.size) {
        char byte = rest.at[0];
        add_markdown(&scrubbed, &rest, starts_line);
        starts_line = byte == '\n' || (starts_line && byte == ' ');
    }
    return buffer_text(&scrubbed);
}

struct text scrub_markdown_code(struct arena *arena, struct text text, enum scrub_lines lines) {
    return text_replace(arena, scrub_terminal(arena, text, lines), TEXT("`"), TEXT("'"));
}
