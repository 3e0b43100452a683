#include "text_processes.h"

enum {
    MOST_PROCESSES = 2048,
    GOES_ON = 100, /* lines of a process behind an error, after which it did not fail of it */
};

static bool is_process(const struct process *process, int64_t rank, int64_t pid) {
    return rank >= 0 ? process->rank == rank : process->rank < 0 && process->pid == pid;
}

static int find_or_add(struct process_log *log, int64_t rank, int64_t pid) {
    if (rank < 0 && pid < 0)
        return NO_PROCESS;
    for (size_t i = 0; i < log->count; i++)
        if (is_process(&log->items[i], rank, pid))
            return (int)i;
    if (log->count >= MOST_PROCESSES)
        return NO_PROCESS;
    log->items = arena_grow(log->reading->arena, log->items, log->count, &log->capacity, sizeof *log->items);
    log->items[log->count] = (struct process){
        .rank = rank, .pid = pid, .local_rank = -1, .last_time = PASTE_NO_TIME, .stamp = PASTE_NO_TIME};
    return (int)log->count++;
}

int process_line(struct process_log *log, struct paste_line *line) {
    elastic_line(log->elastic, line, &line->rank);
    int at = find_or_add(log, line->rank, line->pid);
    if (at == NO_PROCESS)
        return at;
    struct process *process = &log->items[at];
    if (line->time >= 0)
        process->last_time = line->time;
    if (process->lines++ > GOES_ON && (process->own_line || process->peers_line))
        process->own_line = process->peers_line = 0;
    return at;
}

void process_failed(struct process_log *log, int process, const struct paste_line *line, bool peers) {
    if (process == NO_PROCESS)
        return;
    struct process *failed = &log->items[process];
    int64_t *its_line = peers ? &failed->peers_line : &failed->own_line;
    failed->lines = 0;
    if (*its_line)
        return;
    *its_line = line->number;
    *(peers ? &failed->peers_time : &failed->own_time) = failed->last_time;
}

static void copy_row(struct process *process, const struct value *row) {
    const struct value *exit_code = value_get(row, "exit_code");
    process->table_line = value_get_integer(row, "line", 0);
    process->pid = value_get_integer(row, "pid", process->pid);
    process->local_rank = value_get_integer(row, "local_rank", process->local_rank);
    process->has_exit_code = exit_code != NULL;
    process->exit_code = value_get_integer(row, "exit_code", 0);
    process->time = value_get_text(row, "time");
    process->host = value_get_text(row, "host");
    process->error_file = value_get_text(row, "error_file");
    process->stamp = value_get_integer(row, "stamp", PASTE_NO_TIME);
    process->is_root = value_get_boolean(row, "root", false);
}

static void add_table(struct process_log *log) {
    struct value rows = elastic_found(log->elastic);
    for (size_t i = 0; i < value_count(&rows); i++) {
        const struct value *row = value_at(&rows, i);
        int at = find_or_add(log, value_get_integer(row, "rank", -1), value_get_integer(row, "pid", -1));
        if (at != NO_PROCESS)
            copy_row(&log->items[at], row);
    }
}

/* Each node prints a table of its own: of several roots the earliest. */
static int root_of_table(const struct process_log *log) {
    int root = NO_PROCESS;
    for (size_t i = 0; i < log->count; i++) {
        const struct process *process = &log->items[i];
        if (process->is_root && (root == NO_PROCESS || (paste_comparable(process->stamp, log->items[root].stamp) &&
                                                        process->stamp < log->items[root].stamp)))
            root = (int)i;
    }
    return root;
}

static bool any_own(const struct process_log *log) {
    for (size_t i = 0; i < log->count; i++)
        if (log->items[i].own_line)
            return true;
    return false;
}

static int64_t line_of(const struct process *process, bool own) {
    return own ? process->own_line : process->own_line ? process->own_line : process->peers_line;
}

static int64_t time_of(const struct process *process) {
    return process->own_line ? process->own_time : process->peers_time;
}

/* By time where all failures have one, else by order. */
static int earliest(struct process_log *log, bool own) {
    bool timed = true, differ = false;
    int first = NO_PROCESS, by_line = NO_PROCESS;
    for (size_t i = 0; i < log->count; i++) {
        const struct process *process = &log->items[i];
        int64_t line = line_of(process, own);
        if (!line)
            continue;
        if (by_line == NO_PROCESS || line < line_of(&log->items[by_line], own))
            by_line = (int)i;
        timed = timed && time_of(process) >= 0 &&
                (first == NO_PROCESS || paste_comparable(time_of(process), time_of(&log->items[first])));
        differ = differ || (first != NO_PROCESS && time_of(process) != time_of(&log->items[first]));
        bool earlier = first == NO_PROCESS || time_of(process) < time_of(&log->items[first]) ||
                       (time_of(process) == time_of(&log->items[first]) && line < line_of(&log->items[first], own));
        if (timed && earlier)
            first = (int)i;
    }
    log->told_by = timed && differ ? "time" : "order";
    return timed && differ ? first : by_line;
}

/* Without a recorded error a row's time is the second in which the launcher looked: of processes that it found dead
 * together it names the one with the lowest rank. */
static bool is_guess(const struct process_log *log, int root) {
    const struct process *of = &log->items[root];
    bool tied = false;
    for (size_t i = 0; i < log->count && !of->error_file.size; i++)
        tied =
            tied || ((int)i != root && log->items[i].table_line && of->stamp >= 0 && log->items[i].stamp == of->stamp);
    return tied;
}

void process_decide(struct process_log *log) {
    add_table(log);
    bool own = any_own(log);
    int root = root_of_table(log);
    /* It looks every few moments: what it saw first may be a process that lost its peer. */
    bool lost_peer = root != NO_PROCESS && own && log->items[root].peers_line && !log->items[root].own_line;
    if (root != NO_PROCESS && !lost_peer && !(own && is_guess(log, root))) {
        log->first = root;
        log->told_by = "launcher";
    } else {
        log->first = earliest(log, own);
    }
}

struct text process_key(const struct process_log *log, int process) {
    const struct process *of = &log->items[process];
    return of->rank >= 0 ? text_format(log->reading->arena, "rank %lld", (long long)of->rank)
                         : text_format(log->reading->arena, "process %lld", (long long)of->pid);
}

static void learn(const struct process_log *log, int process, enum attribute attribute, struct value value) {
    const struct process *of = &log->items[process];
    int64_t line = line_of(of, false);
    struct fact fact = {
        .subject = TEXT(READING_SUBJECT),
        .kind = KIND_PROCESS,
        .key = process_key(log, process),
        .attribute = attribute,
        .state = FACT_KNOWN,
        .value = value,
        .reason = TEXT(""),
        .origin = {.source = TEXT("text"),
                   .place = log->reading->place,
                   .line = of->table_line ? of->table_line : line},
    };
    fact_add(log->reading->facts, &fact);
}

static void learn_text(const struct process_log *log, int process, enum attribute attribute, struct text text) {
    if (text.size)
        learn(log, process, attribute, value_text(text));
}

static void learn_number(const struct process_log *log, int process, enum attribute attribute, int64_t number) {
    if (number >= 0)
        learn(log, process, attribute, value_integer(number));
}

void process_learn(const struct process_log *log) {
    for (int at = 0; at < (int)log->count; at++) {
        const struct process *process = &log->items[at];
        int64_t line = line_of(process, false);
        if (!line && !process->table_line)
            continue; /* it only printed something */
        learn_number(log, at, ATTRIBUTE_PROCESS_RANK, process->rank);
        learn_number(log, at, ATTRIBUTE_PROCESS_LOCAL_RANK, process->local_rank);
        learn_number(log, at, ATTRIBUTE_PROCESS_ID, process->pid);
        learn_text(log, at, ATTRIBUTE_PROCESS_HOST, process->host);
        if (process->has_exit_code)
            learn(log, at, ATTRIBUTE_PROCESS_EXIT_CODE, value_integer(process->exit_code));
        learn_text(log, at, ATTRIBUTE_PROCESS_TIME, process->time);
        learn_text(log, at, ATTRIBUTE_PROCESS_ERROR_FILE, process->error_file);
        if (line)
            learn(log, at, ATTRIBUTE_PROCESS_FAILED_LINE, value_integer(line));
        learn(log, at, ATTRIBUTE_PROCESS_FIRST, value_boolean(at == log->first));
        if (at == log->first)
            learn(log, at, ATTRIBUTE_PROCESS_TOLD_BY, value_string(log->told_by));
    }
}
