#include "formats/paste.h"

#include "base/buffer.h"
#include "base/utf8.h"
#include "paste_prefix.h"
#include "scan.h"

enum { ESCAPE = 0x1B, BELL = 0x07, DELETE = 0x7F };

/* Escape sequences (ECMA-48), also in the ways in which a web page or a JSON log shows their first character. */
static bool take_introducer(struct text *rest) {
    static const char *const shown[] = {"\x1B", "\xE2\x90\x9B", "\\x1b", "\\x1B", "\\u001b", "\\u001B", "\\033", "^["};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct text from = *rest;
        /* Only the character itself can stand before something else than '['. */
        if (scan_literal(&from, shown[i]) && (i == 0 || text_starts(from, "["))) {
            *rest = from;
            return true;
        }
    }
    return false;
}

static bool take_control_sequence(struct text *rest) {
    struct text from = *rest;
    if (!scan_literal(&from, "["))
        return false;
    while (scan_one_of(&from, "0123456789;:?<=>!$ "))
        ;
    if (!from.size || from.at[0] < '@' || from.at[0] > '~')
        return false;
    *rest = text_from(from, 1);
    return true;
}

/* A title or another string, up to BEL or ESC \. One without an end hides nothing. */
static bool take_string(struct text *rest) {
    struct text from = *rest;
    if (!scan_one_of(&from, "]P_^X"))
        return false;
    size_t size = 0;
    while (size < from.size && from.at[size] != BELL && from.at[size] != ESCAPE)
        size++;
    struct text end = text_from(from, size);
    *rest = scan_literal(&end, "\x07") || scan_literal(&end, "\x1B\\") ? end : from;
    return true;
}

static bool take_escape(struct text *rest) {
    struct text from = *rest;
    if (!take_introducer(&from))
        return false;
    if (!take_string(&from) && !take_control_sequence(&from)) {
        scan_one_of(&from, "()*+-./#%"); /* "ESC ( B": a character set */
        bool final = from.size && from.at[0] >= ' ' && from.at[0] <= '~';
        from = text_from(from, final);
    }
    *rest = from;
    return true;
}

/* "[31m" whose escape character got lost. */
static bool take_bare_colour(struct text *rest) {
    struct text from = *rest;
    if (!scan_literal(&from, "["))
        return false;
    bool number;
    do
        number = scan_digits(&from, 1, 3);
    while (number && scan_literal(&from, ";"));
    if (!scan_literal(&from, "m") || (!number && from.size && (scan_is_name(from.at[0]) || from.at[0] == ']')))
        return false;
    *rest = from;
    return true;
}

/* Tags that an issue's text is wrapped in. Other words in angle brackets are a program's own: "<module>". */
static bool take_tag(struct text *rest) {
    static const char *const names[] = {"details", "summary", "pre", "code", "div", "span", "strong", "table",
                                        "tbody",   "tr",      "td",  "th",   "ul",  "li",   "ol",     "p",
                                        "b",       "i",       "em",  "img",  "h1",  "h2",   "h3",     "h4",
                                        "font",    "kbd",     "sub", "sup",  NULL};
    struct text from = *rest;
    if (!scan_literal(&from, "<"))
        return false;
    bool closing = scan_literal(&from, "/");
    if (!scan_word_of(&from, names))
        return false;
    if (!closing && from.size && (from.at[0] == ' ' || from.at[0] == '/')) {
        size_t end = text_find_byte(text_until(from, 512), '>');
        bool attributes =
            end != TEXT_NOWHERE && (end <= 2 || text_find_byte(text_until(from, end), '=') != TEXT_NOWHERE);
        from = text_from(from, attributes ? end : 0);
    }
    return scan_literal(&from, ">") && (*rest = from, true);
}

/* A character that stands for another one, or for nothing. */
static bool take_substitute(struct text *rest, const char **replacement) {
    static const struct {
        const char *from, *to;
    } substitutes[] = {
        {"&lt;", "<"},        {"&gt;", ">"},        {"&amp;", "&"},       {"&quot;", "\""},
        {"&#39;", "'"},       {"&nbsp;", " "},      {"\xC2\xA0", " "},    {"\xE2\x80\x8B", ""},
        {"\xE2\x80\x8E", ""}, {"\xE2\x80\x8F", ""}, {"\xEF\xBB\xBF", ""},
    };
    for (size_t i = 0; i < sizeof substitutes / sizeof *substitutes; i++)
        if (scan_literal(rest, substitutes[i].from)) {
            *replacement = substitutes[i].to;
            return true;
        }
    return false;
}

/* Can one of the readers above take something that begins with this byte? */
static bool is_suspect(unsigned char byte) {
    switch (byte) {
    case '\\':
    case '[':
    case '^':
    case '<':
    case '&':
    case 0xC2:
    case 0xE2:
    case 0xEF:
    case DELETE:
        return true;
    default:
        return byte < ' ' && byte != '\t';
    }
}

/* Takes what is not kept off `rest`; `*replacement` stands for it. */
static bool take_unwanted(struct text *rest, const char **replacement) {
    unsigned char byte = (unsigned char)rest->at[0];
    bool control = (byte < ' ' && byte != '\t') || byte == DELETE;
    *replacement = "";
    if (control && byte != ESCAPE) {
        while (rest->size && (unsigned char)rest->at[0] == byte)
            *rest = text_from(*rest, 1);
        return true;
    }
    if (take_escape(rest) || take_bare_colour(rest) || take_tag(rest) || take_substitute(rest, replacement))
        return true;
    *rest = text_from(*rest, control);
    return control;
}

static struct text clean(struct arena *arena, struct text line) {
    struct buffer plain = {0};
    size_t kept = 0; /* bytes of `line` that are in `plain`, or were left out */
    for (size_t i = 0; i < line.size; i++) {
        if (!is_suspect((unsigned char)line.at[i]))
            continue;
        struct text rest = text_from(line, i);
        const char *replacement;
        if (!take_unwanted(&rest, &replacement))
            continue;
        if (!plain.arena)
            plain = buffer_new(arena);
        buffer_add(&plain, text_until(text_from(line, kept), i - kept));
        buffer_add_string(&plain, replacement);
        kept = line.size - rest.size;
        i = kept - 1;
    }
    if (!plain.arena)
        return line;
    buffer_add(&plain, text_from(line, kept));
    return buffer_text(&plain);
}

static bool take_ending(struct text *text, const char *ending) {
    if (!text_ends(*text, ending))
        return false;
    *text = text_until(*text, text->size - text_of(ending).size);
    return true;
}

/* "│ ... │" and "╭───── Traceback (most recent call last) ─────╮" of the rich library. */
static struct text unframe(struct text line) {
    struct text inner = line;
    scan_blanks(&inner);
    if (scan_literal(&inner, "\xE2\x95\xAD") || scan_literal(&inner, "\xE2\x95\xB0")) { /* ╭ ╰ */
        while (scan_literal(&inner, "\xE2\x94\x80"))                                    /* ─ */
            ;
        take_ending(&inner, "\xE2\x95\xAE"); /* ╮ */
        take_ending(&inner, "\xE2\x95\xAF"); /* ╯ */
        while (take_ending(&inner, "\xE2\x94\x80"))
            ;
        return text_trim(inner);
    }
    if (!scan_literal(&inner, "\xE2\x94\x82")) /* │ */
        return line;
    scan_literal(&inner, " ");
    struct text framed = inner;
    while (framed.size && framed.at[framed.size - 1] == ' ')
        framed.size--;
    if (!take_ending(&framed, "\xE2\x94\x82"))
        return inner;
    while (framed.size && framed.at[framed.size - 1] == ' ')
        framed.size--;
    return framed;
}

/* A state of a progress bar, which the next one overwrote. */
static bool is_progress(struct text state) {
    return !text_trim(state).size || text_find_byte(state, '%') != TEXT_NOWHERE || text_contains(state, "it/s") ||
           text_contains(state, "s/it") || text_contains(state, "B/s");
}

struct ending {
    size_t size, mark; /* of what stands before, and of what ends it */
    bool divided;      /* does the line of the text go on? */
    bool overwritten;  /* by what follows, on a terminal */
};

static bool take_break(struct text *rest) {
    return scan_literal(rest, "<br>") || scan_literal(rest, "<br/>") || scan_literal(rest, "<br />");
}

static struct ending find_ending(struct text rest) {
    struct ending ending = {0};
    for (; ending.size < rest.size; ending.size++) {
        char byte = rest.at[ending.size];
        if (byte != '\n' && byte != '\r' && byte != '<')
            continue;
        struct text here = text_from(rest, ending.size), behind = here;
        if (byte == '<' && !take_break(&behind))
            continue;
        while (scan_literal(&behind, "\r"))
            ;
        bool whole = (byte != '<' && scan_literal(&behind, "\n")) || !behind.size;
        ending.mark = here.size - behind.size;
        ending.divided = !whole;
        ending.overwritten = ending.divided && byte == '\r' && is_progress(text_until(rest, ending.size));
        return ending;
    }
    return ending;
}

bool paste_next(struct arena *arena, struct paste_reader *reader, struct paste_line *line) {
    struct text raw;
    struct ending ending;
    do {
        if (!reader->rest.size)
            return false;
        ending = find_ending(reader->rest);
        raw = text_until(reader->rest, ending.size);
        reader->rest = text_from(reader->rest, ending.size + ending.mark);
        reader->number += !reader->divided;
        reader->divided = ending.divided;
    } while (ending.overwritten);
    *line = (struct paste_line){
        .text = clean(arena, raw), .number = reader->number, .rank = -1, .pid = -1, .time = PASTE_NO_TIME};
    line->whole = line->text;
    paste_prefix_remove(line);
    line->text = unframe(line->text);
    return true;
}
