/* Lines that a console or a mail program broke, and lines that answer the one before.
 *
 * A console breaks at its last column, whatever stands there: no line is wider, and several end exactly there. A mail
 * program breaks between words: no line is wider than 80 columns, and behind several the next line's first word would
 * not have fitted. */
#include "base/utf8.h"
#include "formats/paste.h"
#include "scan.h"

enum {
    NARROWEST = 60,
    WIDEST = 240,
    LEAST_LINES = 3, /* that end at the edge */
    WITHIN_WORDS = 2,
    MAIL = 80,
    MAIL_LEAST = 72,     /* where mail programs break as a rule; */
    MAIL_NARROWEST = 60, /* one that breaks earlier is told from more lines */
    MAIL_LINES = 2,
    SAME_BEGINNING = 4,
    LONGEST_ANSWER = 64,
};

/* Rulers and rows of tables are as wide as each other for another reason. */
static bool is_drawn(struct text line) {
    size_t kinds = 0;
    bool seen[256] = {false};
    if (!line.size)
        return true;
    char last = line.at[line.size - 1];
    bool columns = text_contains(text_trim(line), "    ") && line.at[0] != '|';
    if (last == '|' || last == '+' || columns)
        return true;
    for (size_t i = 0; i < line.size && kinds < 4; i++) {
        unsigned char byte = (unsigned char)line.at[i];
        kinds += !seen[byte];
        seen[byte] = true;
    }
    return kinds < 4;
}

/* Records of a log have one width and begin alike, but for numbers that count up; what goes on does not begin like
 * what it continues. */
static bool is_record(struct text line, struct text next) {
    for (size_t i = 0; i < SAME_BEGINNING; i++) {
        if (i >= line.size || i >= next.size)
            return line.size == next.size;
        if (line.at[i] != next.at[i] && !(scan_is_digit(line.at[i]) && scan_is_digit(next.at[i])))
            return false;
    }
    return true;
}

static struct text first_word(struct text line) {
    struct text word = {0};
    text_next_word(&line, &word);
    return word;
}

/* A mail program leaves long words whole. */
static bool is_breakable(struct text line) {
    return text_find_byte(text_trim(line), ' ') != TEXT_NOWHERE;
}

/* Would the next line's first word have stood behind `limit` columns? A short line ends where it does for another
 * reason, unless a path or a symbol as long as half a line follows. */
static bool fits_no_more(struct text line, struct text next, size_t limit) {
    if (!next.size || next.at[0] == ' ' || next.at[0] == '\t' || line.size > (size_t)WIDEST * 4)
        return false;
    size_t width = utf8_columns(line), word = utf8_columns(first_word(next));
    return word && width + 1 + word > limit && (width >= MAIL / 2 || word >= MAIL / 2) && width &&
           (width <= MAIL || !is_breakable(line));
}

/* Consoles of their usual widths are told from one line that ends at the edge, others from several; where most lines
 * do, some have to be broken within a word. */
static bool is_edge(size_t widest, size_t at_edge, size_t within, size_t lines) {
    bool usual = widest == 80 || widest == 120;
    return widest >= NARROWEST && widest <= WIDEST &&
           (usual ? at_edge > 0 : at_edge >= LEAST_LINES && (at_edge * 2 <= lines || within >= WITHIN_WORDS));
}

/* Small letters on both sides of the break. */
static bool is_within_word(struct text line, struct text next) {
    char last = line.size ? line.at[line.size - 1] : ' ', first = next.size ? next.at[0] : ' ';
    return last >= 'a' && last <= 'z' && first >= 'a' && first <= 'z';
}

static bool next_line(struct text *text, struct text *line) {
    if (!text_next_line(text, line))
        return false;
    while (line->size && line->at[line->size - 1] == '\r')
        line->size--;
    return true;
}

/* How many lines end where the next word would have stood behind `limit`. */
static size_t full_lines(struct text text, size_t limit) {
    size_t full = 0;
    struct text line, previous = {0};
    while (next_line(&text, &line)) {
        while (scan_literal(&line, ">"))
            scan_literal(&line, " ");
        full += previous.size && fits_no_more(previous, line, limit);
        previous = line;
    }
    return full;
}

/* The column at which a mail program broke, 0 when none did; `widest` is the width of the widest line with a blank. */
static size_t mail_limit(struct text text, size_t widest) {
    if (widest > MAIL)
        return 0;
    if (widest >= MAIL_NARROWEST && widest < MAIL_LEAST && full_lines(text, widest) >= MAIL_LINES)
        return widest;
    return full_lines(text, MAIL_LEAST) ? MAIL_LEAST : 0;
}

struct paste_wrapping paste_wrapping_of(struct text decoded) {
    size_t widest = 0, breakable = 0, at_edge = 0, within = 0, lines = 0;
    struct text line, text = decoded;
    while (next_line(&text, &line)) {
        lines += line.size > 0;
        size_t width = line.size > (size_t)WIDEST * 4 ? WIDEST + 1 : utf8_columns(line);
        if (width > breakable && is_breakable(line))
            breakable = width;
        if (width < widest || is_drawn(line))
            continue;
        at_edge = width > widest ? 0 : at_edge;
        within = width > widest ? 0 : within;
        widest = width;
        bool goes_on = text.size && text.at[0] != '\n' && text.at[0] != '\r' && !is_record(line, text);
        at_edge += goes_on;
        within += goes_on && is_within_word(line, text);
    }
    return (struct paste_wrapping){
        .edge = is_edge(widest, at_edge, within, lines) ? widest : 0,
        .mail = mail_limit(decoded, breakable),
    };
}

bool paste_goes_on(const struct paste_wrapping *wrapping, const struct paste_line *line,
                   const struct paste_line *next) {
    struct text whole = line->whole;
    return wrapping->edge && next->whole.size && whole.size >= wrapping->edge && whole.size <= wrapping->edge * 4 &&
           utf8_columns(whole) == wrapping->edge && !is_drawn(whole) && !is_record(line->whole, next->whole);
}

bool paste_may_go_on(const struct paste_wrapping *wrapping, const struct paste_line *line,
                     const struct paste_line *next) {
    return wrapping->mail && fits_no_more(line->whole, next->text, wrapping->mail);
}

bool paste_asks_python(struct text line) {
    return text_starts(line, ">>> ") || text_starts(line, "In [") || text_contains(line, "print(") ||
           (text_contains(line, "python") && text_contains(line, " -c"));
}

bool paste_is_answered(const struct paste_line *line, const struct paste_line *next) {
    struct text answer = text_trim(next->text);
    if (text_starts(answer, ">>>")) /* to an import the next prompt is the answer: it worked */
        return answer.size <= LONGEST_ANSWER && text_starts(line->text, ">>> import ");
    return answer.size && answer.size <= LONGEST_ANSWER && paste_asks_python(line->text) &&
           !paste_asks_python(answer) && !text_starts(answer, "...");
}
