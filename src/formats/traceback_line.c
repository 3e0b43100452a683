#include "traceback_line.h"

#include "scan.h"

static size_t indentation_of(struct text line) {
    return scan_blanks(&line);
}

struct text traceback_plain(struct text line) {
    struct text rest = line;
    scan_blanks(&rest);
    if (!scan_literal(&rest, "| ") && !scan_literal(&rest, "+ "))
        return line;
    return text_ends(rest, "|") ? line : rest;
}

bool traceback_head(struct text *line, size_t *indentation, bool *original) {
    struct text head = TEXT("Traceback (most recent call last)");
    size_t at = text_find(*line, head);
    if (at == TEXT_NOWHERE)
        return false;
    struct text before = text_until(*line, at);
    *original = text_ends(before, "Original ");
    /* Behind a progress bar it began at the left. */
    *indentation = text_trim(before).size && !*original ? 0 : indentation_of(*line);
    *line = text_from(*line, at + head.size);
    scan_literal(line, ":");
    return true;
}

enum link traceback_link(struct text line) {
    if (text_contains(line, "During handling of the above exception, another exception occurred"))
        return LINK_CONTEXT;
    if (text_contains(line, "The above exception was the direct cause of the following exception"))
        return LINK_CAUSE;
    return LINK_NONE;
}

/* 'File "x.py", line 3, in f' */
static bool quoted_frame(struct text rest, struct frame_line *frame) {
    if (!scan_literal(&rest, "File \""))
        return false;
    size_t end = text_find_byte(rest, '"');
    struct text file = text_until(rest, end);
    rest = text_from(rest, end == TEXT_NOWHERE ? rest.size : end + 1);
    if (!file.size || !scan_literal(&rest, ", line ") || !scan_integer(&rest, &frame->line))
        return false;
    frame->file = file;
    return true;
}

/* "File ~/x.py:12, in f(a)" of IPython, "/home/user/x.py:12 in f" of rich. A path has a folder or an ending. */
static bool bare_frame(struct text rest, struct frame_line *frame) {
    scan_literal(&rest, "File ");
    size_t in = text_find(rest, TEXT(" in "));
    struct text place = text_until(rest, in);
    if (in != TEXT_NOWHERE && text_ends(place, ","))
        place.size--;
    size_t colon = text_find_last_byte(place, ':');
    struct text digits = text_from(place, colon == TEXT_NOWHERE ? place.size : colon + 1);
    if (in == TEXT_NOWHERE || !scan_integer(&digits, &frame->line) || digits.size)
        return false;
    frame->file = text_until(place, colon);
    return text_find_byte(frame->file, '"') == TEXT_NOWHERE &&
           (text_ends(frame->file, ".py") || text_find_byte(frame->file, '/') != TEXT_NOWHERE) &&
           text_find_byte(frame->file, ' ') == TEXT_NOWHERE;
}

bool traceback_frame(struct text line, struct frame_line *frame) {
    frame->indentation = indentation_of(line);
    struct text rest = text_from(line, frame->indentation);
    return quoted_frame(rest, frame) || bare_frame(rest, frame);
}

static bool is_place(struct text place) {
    static const char *const endings[] = {".py", ".pyx", ".ipynb", ">"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends(place, endings[i]) && text_find_byte(place, ' ') == TEXT_NOWHERE)
            return true;
    return false;
}

bool traceback_shows_source(struct text line) {
    struct frame_line frame;
    struct text rest = text_trim(line);
    if (text_starts(rest, "Cell In") || text_starts(rest, "Input In ["))
        return true;
    if (bare_frame(rest, &frame))
        return true;
    size_t in = text_find(rest, TEXT(" in "));
    return in != TEXT_NOWHERE && text_ends(rest, ")") && is_place(text_until(rest, in));
}

bool traceback_source(struct text line, bool *executed) {
    struct text rest = line;
    scan_blanks(&rest);
    *executed = scan_literal(&rest, "\xE2\x9D\xB1"); /* ❱ */
    while (scan_literal(&rest, "-"))
        ;
    *executed = scan_literal(&rest, ">") || *executed;
    scan_blanks(&rest);
    return scan_digits(&rest, 1, 6) && (!rest.size || rest.at[0] == ' ');
}

/* "torch.cuda.OutOfMemoryError": names joined by dots. */
static bool take_type(struct text *rest, struct text *type, struct text *last) {
    struct text from = *rest;
    size_t size = 0, begin = 0;
    while (size < from.size && (scan_is_name(from.at[size]) || (from.at[size] == '.' && size > begin))) {
        if (from.at[size] == '.')
            begin = size + 1;
        size++;
    }
    if (size == begin || scan_is_digit(from.at[begin]) || size > 160)
        return false;
    *type = text_until(from, size);
    *last = text_from(*type, begin);
    *rest = text_from(from, size);
    return true;
}

static bool is_exception_name(struct text name) {
    static const char *const endings[] = {"Error", "Exception", "Interrupt", "Exit", "error"};
    static const char *const names[] = {"StopIteration", "BackendCompilerFailed"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends(name, endings[i]) && name.size > text_of(endings[i]).size)
            return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(name, names[i]))
            return true;
    return false;
}

bool traceback_exception(struct text line, size_t most_indentation, struct exception_line *exception) {
    struct text rest = line, type, last;
    size_t indentation = scan_blanks(&rest);
    if (!take_type(&rest, &type, &last))
        return false;
    bool colon = scan_literal(&rest, ":"), outside = most_indentation == SIZE_MAX;
    if (rest.size && (!colon || !scan_one_of(&rest, " \t")))
        return false;
    bool capital = last.at[0] >= 'A' && last.at[0] <= 'Z';
    /* In a traceback the line at the left is the exception, whatever its name. */
    bool expected = !outside && indentation <= most_indentation && capital && (colon || !rest.size);
    bool sure = is_exception_name(last) && colon && (capital || last.at != type.at);
    if (!expected && !sure)
        return false;
    *exception = (struct exception_line){.type = type, .message = text_trim(rest), .colon = colon};
    return true;
}
