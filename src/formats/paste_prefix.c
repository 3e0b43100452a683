#include "paste_prefix.h"

#include "scan.h"

/* Each reader below takes one kind of prefix off the line, with the one blank behind it, or nothing. */

static bool end_prefix(struct text *line, struct text rest) {
    if (rest.size && !scan_one_of(&rest, " \t"))
        return false;
    *line = rest;
    return true;
}

/* "> ", ">> "; but not Python's prompt. */
static bool take_quote(struct text *line) {
    struct text rest = *line;
    scan_blanks(&rest);
    if (text_starts(rest, ">>>") || !scan_literal(&rest, ">"))
        return false;
    scan_literal(&rest, ">");
    return end_prefix(line, rest);
}

static bool take_month_or_day(struct text *rest) {
    static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
                                        "Nov", "Dec", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", NULL};
    return scan_word_of(rest, names);
}

static bool take_clock(struct text *rest) {
    if (!scan_shape(rest, "dd:dd:dd"))
        return false;
    struct text fraction = *rest;
    if (scan_one_of(&fraction, ".,:-") && scan_digits(&fraction, 1, 9))
        *rest = fraction;
    struct text zone = *rest;
    if (scan_literal(&zone, "Z") ||
        (scan_one_of(&zone, "+-") && (scan_shape(&zone, "dd:dd") || scan_shape(&zone, "dddd"))))
        *rest = zone;
    return true;
}

static bool take_date(struct text *rest) {
    static const char *const shapes[] = {"dddd-dd-dd", "dddd/dd/dd", "dddd.dd.dd", "dd-dd-dddd",
                                         "dd/dd/dddd", "dd-dd",      "dd/dd"};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct text from = *rest;
        if (scan_shape(&from, shapes[i]) && scan_one_of(&from, "T _")) {
            *rest = from;
            return true;
        }
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

/* "2026-01-02T03:04:05.123Z ", "[2026-01-02 03:04:05,123] ", "03:04:05-123456 " */
static bool take_time(struct text *line) {
    struct text rest = *line;
    bool bracket = scan_literal(&rest, "[");
    take_date(&rest);
    if (!take_clock(&rest) || (bracket && !scan_literal(&rest, "]")))
        return false;
    take_separator(&rest);
    return end_prefix(line, rest);
}

/* "INFO 02-18 21:25:53 __init__.py:190] ", "ERROR 07-07 02:26:35 [engine.py:448] ": vLLM. */
static bool take_level(struct text *line) {
    static const char *const levels[] = {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL", NULL};
    struct text rest = *line, source;
    if (!scan_word_of(&rest, levels) || !scan_blanks(&rest) || !take_date(&rest) || !take_clock(&rest))
        return false;
    struct text behind = rest;
    if (text_next_word(&behind, &source) && text_ends(source, "]"))
        rest = behind;
    return end_prefix(line, rest);
}

/* "E0115 09:31:22.111000 139 torch/distributed/api.py:869] ": glog, and what imitates it. */
static bool take_glog(struct text *line) {
    struct text rest = *line;
    if (!scan_one_of(&rest, "IWEF") || !scan_shape(&rest, "dddd ") || !take_clock(&rest))
        return false;
    size_t end = text_find_byte(text_until(rest, 256), ']');
    rest = text_from(rest, end == TEXT_NOWHERE ? rest.size : end + 1);
    return end != TEXT_NOWHERE && end_prefix(line, rest);
}

/* "[    2.829492] ", "[  +0.000005] ", "[Tue Apr 22 21:25:20 2026] ": dmesg. */
static bool take_kernel_time(struct text *line) {
    struct text rest = *line;
    if (!scan_literal(&rest, "["))
        return false;
    scan_blanks(&rest);
    struct text date = rest;
    bool dated = take_month_or_day(&date) && scan_blanks(&date) && take_month_or_day(&date) && scan_blanks(&date) &&
                 scan_digits(&date, 1, 2) && scan_blanks(&date) && take_clock(&date) && scan_shape(&date, " dddd");
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
    if (!take_month_or_day(&rest) || !scan_blanks(&rest) || !scan_digits(&rest, 1, 2) || !scan_blanks(&rest) ||
        !take_clock(&rest) || !text_next_word(&rest, &host) || !text_next_word(&rest, &program))
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

/* "[rank0]: ", "[Rank 1] ", "[default0]:", "[0]: ", "[1,0]<stderr>: " */
static bool take_rank(struct text *line, int64_t *rank) {
    struct text rest = *line;
    int64_t number;
    if (!scan_literal(&rest, "["))
        return false;
    bool named = scan_folded(&rest, "rank") || scan_folded(&rest, "default");
    scan_literal(&rest, " ");
    if (!named && scan_digits(&rest, 1, 6) && !scan_literal(&rest, ","))
        rest = text_from(*line, 1);
    if (!scan_integer(&rest, &number) || !scan_literal(&rest, "]"))
        return false;
    bool stream = scan_literal(&rest, "<stderr>") || scan_literal(&rest, "<stdout>");
    if (!scan_literal(&rest, ":") && !named && !stream)
        return false;
    scan_literal(&rest, " ");
    *line = rest;
    *rank = number;
    return true;
}

static bool is_worker(struct text name) {
    static const char *const ends[] = {"worker", "node", "rank", "master",  "trainer",
                                       "host",   "pod",  "task", "launcher"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_ends(name, ends[i]))
            return true;
    return false;
}

/* "0: ", " 3: " (srun --label), "worker-0: ", "train-job-master-0  | " */
static bool take_worker(struct text *line, int64_t *rank) {
    struct text rest = *line;
    size_t indentation = scan_blanks(&rest), size = 0;
    while (size < rest.size && (scan_is_name(rest.at[size]) || rest.at[size] == '-' || rest.at[size] == '.'))
        size++;
    struct text name = text_until(rest, size), digits = name;
    while (name.size && scan_is_digit(name.at[name.size - 1]))
        name.size--;
    digits = text_from(digits, name.size);
    if (text_ends(name, "-") || text_ends(name, "_"))
        name.size--;
    rest = text_from(rest, size);
    bool ended = scan_literal(&rest, ":");
    if (!ended && name.size) {
        scan_blanks(&rest);
        ended = scan_literal(&rest, "|");
    }
    int64_t number;
    bool known = name.size ? indentation == 0 && is_worker(name) : indentation < 5;
    if (!known || !ended || digits.size > 6 || !text_to_integer(digits, &number) || !end_prefix(line, rest))
        return false;
    *rank = number;
    return true;
}

/* "(EngineCore_0 pid=3856547) ", "(RayWorker pid=12, ip=10.0.0.2) " */
static bool take_process(struct text *line) {
    struct text rest = *line;
    size_t end = text_find_byte(text_until(rest, 160), ')');
    if (end == TEXT_NOWHERE || !scan_literal(&rest, "(") || !text_contains(text_until(rest, end - 1), " pid="))
        return false;
    return end_prefix(line, text_from(*line, end + 1));
}

void paste_prefix_remove(struct text *line, int64_t *rank) {
    while (line->size) {
        char first = line->at[0];
        /* Most lines begin with a letter or a blank: not all readers need to try. */
        bool taken = take_quote(line) || take_worker(line, rank) ||
                     (first == '[' && (take_time(line) || take_kernel_time(line) || take_rank(line, rank))) ||
                     (first == '(' && take_process(line)) ||
                     ((scan_is_digit(first) || first == '#') && (take_time(line) || take_build_time(line))) ||
                     (scan_is_letter(first) && (take_level(line) || take_glog(line) || take_syslog(line)));
        if (!taken)
            return;
    }
}
