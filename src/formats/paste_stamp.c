/* Time stamps in front of a line, as log libraries, the kernel, syslog and builds write them. Each reader takes one
 * kind off, with the one blank behind it, or nothing. */
#include "paste_prefix.h"

#include "scan.h"

/* Milliseconds of the parts of a time. Stamps without a year, and those without a date, are times of their own kind:
 * paste_comparable() tells them apart by their size. */
enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
static const int64_t YEARLESS_DAYS = 400; /* more than a year has days, less than a date of our time */

static bool end_prefix(struct text *line, struct text rest) {
    if (rest.size && !scan_one_of(&rest, " \t"))
        return false;
    *line = rest;
    return true;
}

static bool take_month_or_day(struct text *rest) {
    static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
                                        "Nov", "Dec", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", NULL};
    return scan_word_of(rest, names);
}

/* ".123", ",123456": thousandths of a second. */
static int64_t milliseconds(struct text digits) {
    int64_t value = 0;
    for (size_t i = 0; i < 3; i++)
        value = value * 10 + (i < digits.size ? digits.at[i] - '0' : 0);
    return value;
}

static int64_t number_at(struct text text, size_t at, size_t size) {
    int64_t number = 0;
    text_to_integer(text_until(text_from(text, at), size), &number);
    return number;
}

static bool take_clock(struct text *rest, int64_t *time) {
    struct text clock = *rest;
    if (!scan_shape(rest, "dd:dd:dd"))
        return false;
    *time += number_at(clock, 0, 2) * HOUR + number_at(clock, 3, 2) * MINUTE + number_at(clock, 6, 2) * SECOND;
    struct text fraction = *rest;
    if (scan_one_of(&fraction, ".,:-")) {
        struct text digits = fraction;
        if (scan_digits(&fraction, 1, 9)) {
            *time += milliseconds(text_until(digits, (size_t)(fraction.at - digits.at)));
            *rest = fraction;
        }
    }
    struct text zone = *rest;
    if (scan_literal(&zone, "Z") ||
        (scan_one_of(&zone, "+-") && (scan_shape(&zone, "dd:dd") || scan_shape(&zone, "dddd"))))
        *rest = zone;
    return true;
}

/* Days since 1970 of a date in the Gregorian calendar; of one without a year a number below YEARLESS_DAYS. */
static int64_t day_number(int64_t year, int64_t month, int64_t day) {
    if (year == 0)
        return (month * 31 + day) % YEARLESS_DAYS + 1;
    year -= month <= 2;
    int64_t era = year / 400, of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool take_date(struct text *rest, int64_t *time) {
    static const struct {
        const char *shape;
        unsigned char year, month, day; /* where they stand; no year: the place 99 */
    } dates[] = {{"dddd-dd-dd", 0, 5, 8}, {"dddd/dd/dd", 0, 5, 8}, {"dddd.dd.dd", 0, 5, 8}, {"dd-dd-dddd", 6, 3, 0},
                 {"dd/dd/dddd", 6, 0, 3}, {"dd-dd", 99, 0, 3},     {"dd/dd", 99, 0, 3}};
    for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
        struct text from = *rest;
        if (!scan_shape(&from, dates[i].shape) || !scan_one_of(&from, "T _"))
            continue;
        int64_t year = dates[i].year == 99 ? 0 : number_at(*rest, dates[i].year, 4);
        *time += day_number(year, number_at(*rest, dates[i].month, 2), number_at(*rest, dates[i].day, 2)) * DAY;
        *rest = from;
        return true;
    }
    return false;
}

/* What a log library puts between the time and its message. */
static void take_separator(struct text *rest) {
    static const char *const separators[] = {" -", " |", ":"};
    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
        struct text from = *rest;
        if (scan_literal(&from, separators[i]) && text_starts(from, " ")) {
            *rest = from;
            return;
        }
    }
}

/* "INFO     ", "INFO: ", "DEBUG - " behind the time: of such a line nothing is meant but what it says. */
static void take_quiet_level(struct text *line) {
    static const char *const levels[] = {"INFO", "DEBUG", NULL};
    struct text rest = *line;
    scan_blanks(&rest);
    if (!scan_word_of(&rest, levels))
        return;
    scan_one_of(&rest, ":");
    if (!scan_blanks(&rest))
        return;
    take_separator(&rest);
    scan_literal(&rest, "- ");
    *line = rest;
}

/* "2026-01-02T03:04:05.123Z ", "[2026-01-02 03:04:05,123] ", "03:04:05-123456 INFO     " */
static bool take_time(struct text *line, int64_t *time) {
    struct text rest = *line;
    int64_t stamp = 0;
    bool bracket = scan_literal(&rest, "[");
    take_date(&rest, &stamp);
    if (!take_clock(&rest, &stamp) || (bracket && !scan_literal(&rest, "]")))
        return false;
    take_separator(&rest);
    if (!end_prefix(line, rest))
        return false;
    take_quiet_level(line);
    *time = stamp;
    return true;
}

/* "INFO 02-18 21:25:53 __init__.py:190] ", "ERROR 07-07 02:26:35 [engine.py:448] ": vLLM. */
static bool take_level(struct text *line, int64_t *time) {
    static const char *const levels[] = {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", NULL};
    struct text rest = *line, source;
    int64_t stamp = 0;
    if (!scan_word_of(&rest, levels) || !scan_blanks(&rest) || !take_date(&rest, &stamp) || !take_clock(&rest, &stamp))
        return false;
    struct text behind = rest;
    if (text_next_word(&behind, &source) && text_ends(source, "]"))
        rest = behind;
    return end_prefix(line, rest) && (*time = stamp, true);
}

/* "E0115 09:31:22.111000 139 torch/distributed/api.py:869] ": glog, and what imitates it. */
static bool take_glog(struct text *line, int64_t *time) {
    struct text rest = *line;
    int64_t stamp = 0;
    if (!scan_one_of(&rest, "IWEF") || !scan_shape(&rest, "dddd ") || !take_clock(&rest, &stamp))
        return false;
    stamp += day_number(0, number_at(*line, 1, 2), number_at(*line, 3, 2)) * DAY;
    size_t end = text_find_byte(text_until(rest, 256), ']');
    rest = text_from(rest, end == TEXT_NOWHERE ? rest.size : end + 1);
    return end != TEXT_NOWHERE && end_prefix(line, rest) && (*time = stamp, true);
}

/* "[    2.829492] ", "[  +0.000005] ", "[Tue Apr 22 21:25:20 2026] ": dmesg. */
static bool take_kernel_time(struct text *line) {
    struct text rest = *line;
    if (!scan_literal(&rest, "["))
        return false;
    scan_blanks(&rest);
    struct text date = rest;
    int64_t stamp = 0; /* of one machine, and seldom of the program: not kept */
    bool dated = take_month_or_day(&date) && scan_blanks(&date) && take_month_or_day(&date) && scan_blanks(&date) &&
                 scan_digits(&date, 1, 2) && scan_blanks(&date) && take_clock(&date, &stamp) &&
                 scan_shape(&date, " dddd");
    if (dated)
        rest = date;
    else if (scan_literal(&rest, "+"),
             !scan_digits(&rest, 1, 10) || !scan_literal(&rest, ".") || !scan_digits(&rest, 6, 6))
        return false;
    return scan_literal(&rest, "]") && end_prefix(line, rest);
}

/* "Jan  2 03:04:05 host kernel: ", "Jan  2 03:04:05 host python[123]: ": syslog. */
static bool take_syslog(struct text *line) {
    struct text rest = *line, host, program;
    int64_t stamp = 0; /* to the second only */
    if (!take_month_or_day(&rest) || !scan_blanks(&rest) || !scan_digits(&rest, 1, 2) || !scan_blanks(&rest) ||
        !take_clock(&rest, &stamp) || !text_next_word(&rest, &host) || !text_next_word(&rest, &program))
        return false;
    return text_ends(program, ":") && end_prefix(line, rest);
}

/* "#12 14.90 ", "14.90 ": a build's seconds. Columns of numbers look alike, but go on with a number or a unit. */
static bool take_build_time(struct text *line) {
    static const char *const units[] = {"K",   "M",   "G",   "B",  "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB",
                                        "MHz", "GHz", "img", "it", "s",  "ms", "us", "W",  "C",   "V",   NULL};
    struct text rest = *line;
    if (scan_literal(&rest, "#") && (!scan_digits(&rest, 1, 4) || !scan_literal(&rest, " ")))
        return false;
    if (!scan_digits(&rest, 1, 5) || !scan_literal(&rest, ".") || !scan_digits(&rest, 2, 3) || !end_prefix(&rest, rest))
        return false;
    struct text message = rest;
    scan_blanks(&message);
    bool number = message.size && text_find_byte(TEXT("0123456789-+.|%"), message.at[0]) != TEXT_NOWHERE;
    if (number || scan_word_of(&message, units))
        return false;
    *line = rest;
    return true;
}

bool paste_stamp_remove(struct text *line, int64_t *time) {
    char first = line->at[0];
    if (first == '[')
        return take_time(line, time) || take_kernel_time(line);
    if (scan_is_digit(first) || first == '#')
        return take_time(line, time) || take_build_time(line);
    return scan_is_letter(first) && (take_level(line, time) || take_glog(line, time) || take_syslog(line));
}

bool paste_comparable(int64_t left, int64_t right) {
    bool times = left >= 0 && right >= 0;
    return times && (left < DAY) == (right < DAY) && (left < YEARLESS_DAYS * DAY) == (right < YEARLESS_DAYS * DAY);
}
