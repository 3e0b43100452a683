#include "formats/elastic.h"

#include "paste_prefix.h"
#include "scan.h"

enum {
    MOST_ROWS = 1024,
    PATIENCE = 40, /* lines of a row: a recorded traceback may stand in it */
    LONGEST_VALUE = 1024,
};

struct row {
    int64_t line, rank, local_rank, exit_code, pid, stamp;
    struct text time, host, error_file;
    bool root, has_exit_code;
};

struct elastic_reader {
    struct arena *arena;
    struct row *rows;
    size_t count, capacity;
    int64_t last_line; /* with a part of a table in it */
    bool root;         /* the next rows stand below "Root Cause" */
    bool inside, in_row;
};

struct elastic_reader *elastic_new(struct arena *arena) {
    struct elastic_reader *reader = arena_alloc(arena, sizeof *reader);
    *reader = (struct elastic_reader){.arena = arena};
    return reader;
}

/* "Root Cause (first observed failure):" since 1.10, "Root Cause:" before; "Failures:", "Other Failures:" */
static bool read_heading(struct elastic_reader *reader, struct text line, int64_t number) {
    struct text rest = text_trim(line);
    bool root = scan_literal(&rest, "Root Cause");
    if (!root) {
        scan_literal(&rest, "Other ");
        if (!scan_literal(&rest, "Failures"))
            return false;
    } else if (scan_literal(&rest, " (")) {
        rest = text_from(rest, text_find_byte(rest, ')') == TEXT_NOWHERE ? 0 : text_find_byte(rest, ')') + 1);
    }
    if (!text_is(rest, ":"))
        return false;
    reader->root = root;
    reader->inside = true;
    reader->in_row = false;
    reader->last_line = number;
    return true;
}

/* "=====" ends a table, "-----" does not. */
static bool is_end(struct text line) {
    struct text rest = text_trim(line);
    size_t size = rest.size;
    while (scan_literal(&rest, "="))
        ;
    return size >= 10 && !rest.size;
}

static bool take_number(struct text *rest, int64_t *number) {
    struct text from = *rest;
    bool negative = scan_literal(&from, "-");
    if (!scan_integer(&from, number))
        return false;
    *number = negative ? -*number : *number;
    *rest = from;
    return true;
}

static struct row *begin_row(struct elastic_reader *reader, int64_t line) {
    reader->rows = arena_grow(reader->arena, reader->rows, reader->count, &reader->capacity, sizeof *reader->rows);
    struct row *row = &reader->rows[reader->count++];
    *row = (struct row){
        .line = line, .rank = -1, .local_rank = -1, .pid = -1, .stamp = PASTE_NO_TIME, .root = reader->root};
    return row;
}

/* "0 (local_rank: 0)", "-9 (pid: 1432)" */
static void read_numbers(struct text value, const char *label, int64_t *number, int64_t *beside) {
    if (take_number(&value, number) && scan_to(&value, label))
        scan_integer(&value, beside);
}

static void read_field(struct elastic_reader *reader, struct row *row, struct text key, struct text value) {
    if (text_is(value, "<N/A>") || !value.size)
        return;
    value = text_until(value, LONGEST_VALUE);
    if (text_is(key, "rank")) {
        read_numbers(value, "local_rank: ", &row->rank, &row->local_rank);
    } else if (text_is(key, "exitcode")) {
        struct text digits = value;
        row->has_exit_code = take_number(&digits, &row->exit_code);
        read_numbers(value, "pid: ", &row->exit_code, &row->pid);
    } else if (text_is(key, "host")) {
        row->host = text_copy(reader->arena, value);
    } else if (text_is(key, "error_file")) {
        row->error_file = text_copy(reader->arena, value);
    } else if (text_is(key, "time")) {
        struct text stamp = value;
        row->time = text_copy(reader->arena, value);
        paste_stamp_remove(&stamp, &row->stamp);
    }
}

/* "  exitcode  : -9 (pid: 1432)": its key and its value. */
static bool split_field(struct text line, struct text *key, struct text *value) {
    static const char *const keys[] = {"time", "host", "rank", "exitcode", "error_file", "traceback", "msg", NULL};
    struct text rest = line;
    scan_blanks(&rest);
    struct text from = rest;
    if (!scan_word_of(&rest, keys))
        return false;
    *key = text_until(from, (size_t)(rest.at - from.at));
    scan_blanks(&rest);
    if (!scan_literal(&rest, ":"))
        return false;
    *value = text_trim(rest);
    return true;
}

static struct row *new_row(struct elastic_reader *reader, int64_t line, bool root) {
    if (reader->count >= MOST_ROWS)
        return NULL;
    struct row *row = begin_row(reader, line);
    row->root = root;
    return row;
}

static struct text word_of(struct elastic_reader *reader, struct text rest) {
    struct text word;
    return text_next_word(&rest, &word) ? text_copy(reader->arena, text_until(word, LONGEST_VALUE)) : TEXT("");
}

/* "mpirun noticed that process rank 3 with PID 1432 on node n1 exited on signal 9 (Killed)." */
static bool read_noticed(struct elastic_reader *reader, struct text line, int64_t number) {
    struct text rest = line;
    int64_t rank, signal;
    if (!scan_to(&rest, "noticed that process rank ") || !scan_integer(&rest, &rank))
        return false;
    struct row *row = new_row(reader, number, true);
    if (!row)
        return true;
    row->rank = rank;
    if (scan_to(&rest, " with PID ") && scan_integer(&rest, &row->pid) && scan_to(&rest, " on node "))
        row->host = word_of(reader, rest);
    row->has_exit_code = scan_to(&rest, " exited on signal ") && scan_integer(&rest, &signal);
    row->exit_code = row->has_exit_code ? -signal : 0;
    return true;
}

/* mpirun: "Process name: [[14373,1],3]", and in the next line "Exit code:    1", of the first process to fail. */
static bool read_named(struct elastic_reader *reader, struct text line, int64_t number) {
    struct text rest = text_trim(line);
    struct row *row = reader->count ? &reader->rows[reader->count - 1] : NULL;
    int64_t rank;
    if (scan_literal(&rest, "Process name: [[") && scan_to(&rest, "],") && scan_integer(&rest, &rank)) {
        row = new_row(reader, number, true);
        if (row)
            row->rank = rank;
        return true;
    }
    if (!row || row->line + 1 != number || !scan_literal(&rest, "Exit code:"))
        return false;
    rest = text_trim(rest);
    row->has_exit_code = take_number(&rest, &row->exit_code);
    return true;
}

/* "srun: error: node01: task 5: Segmentation fault (core dumped)", "... task 3: Exited with exit code 1"; it does not
 * say which was the first. */
static bool read_task(struct elastic_reader *reader, struct text line, int64_t number) {
    static const struct {
        const char *word;
        int64_t code;
    } ends[] = {{"Killed", -9}, {"Segmentation fault", -11}, {"Aborted", -6}, {"Bus error", -7}, {"Terminated", -15}};
    struct text rest = text_trim(line);
    int64_t rank;
    if (!scan_literal(&rest, "srun: error: ") || !scan_to(&rest, ": task ") || !scan_integer(&rest, &rank) ||
        !scan_literal(&rest, ": "))
        return false;
    struct row *row = new_row(reader, number, false);
    if (!row)
        return true;
    row->rank = rank;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (text_starts(rest, ends[i].word)) {
            row->has_exit_code = true;
            row->exit_code = ends[i].code;
        }
    if (scan_literal(&rest, "Exited with exit code "))
        row->has_exit_code = take_number(&rest, &row->exit_code);
    return true;
}

void elastic_line(struct elastic_reader *reader, const struct paste_line *line, int64_t *rank) {
    struct text key, value;
    if (!reader->inside &&
        (read_noticed(reader, line->text, line->number) || read_named(reader, line->text, line->number) ||
         read_task(reader, line->text, line->number)))
        return;
    if (read_heading(reader, line->text, line->number) || !reader->inside)
        return;
    if (is_end(line->text) || line->number - reader->last_line > PATIENCE) {
        /* A ruler stands below the old form's "Root Cause:" rows, too; its next heading opens the table again. */
        reader->inside = false;
        return;
    }
    reader->in_row = reader->in_row && text_trim(line->text).size; /* "[1]:", which is taken for a rank's prefix */
    if (split_field(line->text, &key, &value)) {
        struct row *row = reader->count ? &reader->rows[reader->count - 1] : NULL;
        if (text_is(key, "time"))
            row = reader->count < MOST_ROWS ? begin_row(reader, line->number) : NULL;
        reader->in_row = row != NULL;
        if (row)
            read_field(reader, row, key, value);
        reader->last_line = line->number;
    }
    if (reader->in_row && reader->count && reader->rows[reader->count - 1].rank >= 0)
        *rank = reader->rows[reader->count - 1].rank;
}

static void set_number(struct arena *arena, struct value *map, const char *name, int64_t number) {
    if (number >= 0)
        value_set(arena, map, name, value_integer(number));
}

static void set_text(struct arena *arena, struct value *map, const char *name, struct text text) {
    if (text.size)
        value_set(arena, map, name, value_text(text));
}

struct value elastic_found(const struct elastic_reader *reader) {
    struct value found = value_list();
    for (size_t i = 0; i < reader->count; i++) {
        const struct row *row = &reader->rows[i];
        struct value map = value_map();
        value_set(reader->arena, &map, "line", value_integer(row->line));
        value_set(reader->arena, &map, "root", value_boolean(row->root));
        set_number(reader->arena, &map, "rank", row->rank);
        set_number(reader->arena, &map, "local_rank", row->local_rank);
        if (row->has_exit_code)
            value_set(reader->arena, &map, "exit_code", value_integer(row->exit_code));
        set_number(reader->arena, &map, "pid", row->pid);
        set_text(reader->arena, &map, "time", row->time);
        set_number(reader->arena, &map, "stamp", row->stamp);
        set_text(reader->arena, &map, "host", row->host);
        set_text(reader->arena, &map, "error_file", row->error_file);
        value_append(reader->arena, &found, map);
    }
    return found;
}
