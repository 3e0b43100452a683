/* Prefixes that say whose line it is: a quotation, a rank, a container, a worker process. */
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

/* "[rank0]: ", "[Rank 1] ", "[default0]:", "[0]: ", "[1,0]<stderr>: " */
static bool take_rank(struct text *line, struct paste_line *of) {
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
    of->rank = number;
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
static bool take_worker(struct text *line, struct paste_line *of) {
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
    of->rank = number;
    return true;
}

/* "(EngineCore_0 pid=3856547) ", "(RayWorker pid=12, ip=10.0.0.2) ", "(VllmWorker rank=1 pid=34) " */
static bool take_process(struct text *line, struct paste_line *of) {
    struct text rest = *line, inner, number;
    size_t end = text_find_byte(text_until(rest, 160), ')');
    if (end == TEXT_NOWHERE || !scan_literal(&rest, "(") || !text_contains(text_until(rest, end - 1), " pid="))
        return false;
    if (!end_prefix(line, text_from(*line, end + 1)))
        return false;
    inner = number = text_until(rest, end - 1);
    if (scan_to(&number, "pid="))
        scan_integer(&number, &of->pid);
    number = inner;
    if (scan_to(&number, "rank="))
        scan_integer(&number, &of->rank);
    of->process = inner;
    return true;
}

void paste_prefix_remove(struct paste_line *of) {
    struct text *line = &of->text;
    while (line->size) {
        char first = line->at[0];
        bool taken = take_quote(line) || take_worker(line, of) || paste_stamp_remove(line, &of->time) ||
                     (first == '[' && take_rank(line, of)) || (first == '(' && take_process(line, of));
        if (!taken)
            return;
    }
}
