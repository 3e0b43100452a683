/* What programs put in front of what they state: the level and name of a logger, the name of an extension; and time
 * stamps inside a line. */
#include "listing_prefix.h"

#include "base/buffer.h"
#include "scan.h"

enum { LONGEST_LOGGER = 48, LONGEST_ARROW = 96 };

static const char *const levels[] = {"INFO",     "DEBUG",   "WARNING", "WARN",  "ERROR",   "NOTICE", "TRACE",
                                     "CRITICAL", "SUCCESS", "info",    "debug", "warning", NULL};

static bool take_level(struct text *line) {
    struct text rest = *line;
    scan_literal(&rest, ">"); /* a quotation without its blank */
    scan_blanks(&rest);
    bool bracket = scan_literal(&rest, "[");
    if (!scan_word_of(&rest, levels) || (bracket && !scan_literal(&rest, "]")))
        return false;
    scan_one_of(&rest, ":|");
    if (scan_literal(&rest, " - ") || scan_literal(&rest, " | ") || scan_blanks(&rest)) {
        scan_literal(&rest, "- ");
        *line = rest;
        return true;
    }
    /* "INFO:root:Torch 2.0.1": Python's own form */
    size_t colon = text_find_byte(rest, ':');
    for (size_t i = 0; i < colon && i < rest.size; i++)
        if (!scan_is_name(rest.at[i]) && rest.at[i] != '.')
            return false;
    if (colon == TEXT_NOWHERE || colon > LONGEST_LOGGER)
        return false;
    *line = text_from(rest, colon + 1);
    return true;
}

/* "root - INFO - ", "mmdet - INFO - " */
static bool take_logger(struct text *line) {
    struct text rest = *line;
    size_t dash = text_find(text_until(rest, LONGEST_LOGGER), TEXT(" - "));
    if (dash == TEXT_NOWHERE || dash == 0 || text_find_byte(text_until(rest, dash), ' ') != TEXT_NOWHERE)
        return false;
    rest = text_from(rest, dash + 3);
    return take_level(&rest) && (*line = rest, true);
}

/* "[2024-10-13 00:29] ": no seconds. */
static bool take_minute(struct text *line) {
    struct text rest = *line;
    if (!scan_literal(&rest, "[") || !scan_shape(&rest, "dddd-dd-dd dd:dd") || !scan_literal(&rest, "] "))
        return false;
    *line = rest;
    return true;
}

/* "[ComfyUI] ", "[sd-webui-comfyui] ": names of programs and parts of them. */
static bool take_program(struct text *line) {
    struct text rest = *line;
    scan_blanks(&rest);
    size_t close = text_find_byte(text_until(rest, LONGEST_LOGGER), ']');
    if (!scan_literal(&rest, "[") || close == TEXT_NOWHERE || !scan_is_letter(rest.size ? rest.at[0] : ' '))
        return false;
    rest = text_from(*line, (size_t)(rest.at - line->at) + close);
    scan_literal(&rest, ":");
    return scan_blanks(&rest) && (*line = rest, true);
}

/* "[2025-04-26 11:08:13,118]::[InvokeAI]::INFO --> " */
static bool take_arrow(struct text *line) {
    size_t arrow = text_find(text_until(*line, LONGEST_ARROW), TEXT(" --> "));
    if (arrow == TEXT_NOWHERE || !text_contains(text_until(*line, arrow), "]::"))
        return false;
    *line = text_from(*line, arrow + 5);
    return true;
}

struct text listing_without_prefix(struct text line) {
    for (unsigned taken = 0; taken < 4; taken++)
        if (!take_arrow(&line) && !take_level(&line) && !take_logger(&line) && !take_program(&line) &&
            !take_minute(&line))
            break;
    return line;
}

/* "2025-11-27T00:45:36.443341", and the dash that divides it from the message. */
static bool take_stamp(struct text *rest) {
    struct text from = *rest;
    if (!scan_shape(&from, "dddd-dd-ddTdd:dd:dd.") && !scan_shape(&from, "dddd-dd-dd dd:dd:dd."))
        return false;
    if (!scan_digits(&from, 3, 9))
        return false;
    struct text dash = from;
    if (scan_literal(&dash, " - ") || (scan_literal(&dash, " -") && !dash.size))
        from = dash;
    *rest = from;
    return true;
}

/* Where the next stamp may begin: four digits before a dash. */
static size_t next_year(struct text line) {
    size_t from = 0, dash;
    while ((dash = text_find_byte(text_from(line, from), '-')) != TEXT_NOWHERE) {
        from += dash + 1;
        if (from > 4 && scan_is_digit(line.at[from - 2]) && scan_is_digit(line.at[from - 5]))
            return from - 5;
    }
    return TEXT_NOWHERE;
}

struct text listing_without_stamps(struct arena *arena, struct text line) {
    struct buffer kept = buffer_new(arena);
    struct text rest = line;
    for (size_t year; (year = next_year(rest)) != TEXT_NOWHERE;) {
        struct text stamp = text_from(rest, year), behind = stamp;
        size_t size = take_stamp(&behind) ? year : year + 5;
        buffer_add(&kept, text_until(rest, size));
        rest = size == year ? behind : text_from(rest, size);
    }
    if (rest.size == line.size)
        return line;
    buffer_add(&kept, rest);
    return buffer_text(&kept);
}
