#include "processes.h"

#include "judge_common.h"

enum { MOST_NAMED = 6 };

/* POSIX numbers; what they stand for does not change. */
static const char *signal_name(int64_t number) {
    static const struct {
        int64_t number;
        const char *name;
    } signals[] = {{4, "SIGILL"},  {6, "SIGABRT"},  {7, "SIGBUS"},  {8, "SIGFPE"},
                   {9, "SIGKILL"}, {11, "SIGSEGV"}, {15, "SIGTERM"}};
    for (size_t at = 0; at < sizeof signals / sizeof *signals; at++)
        if (signals[at].number == number)
            return signals[at].name;
    return "";
}

struct failed {
    struct entity *all;
    size_t count;
    const struct entity *first; /* NULL when none is told apart */
};

static struct failed failed_processes(const struct judging *judging) {
    struct failed failed = {0};
    failed.count = fact_entities(judging->facts, judging->arena, TEXT("text"), KIND_PROCESS, &failed.all);
    for (size_t at = 0; at < failed.count; at++)
        if (fact_is_true(judging->facts, &failed.all[at], ATTRIBUTE_PROCESS_FIRST))
            failed.first = &failed.all[at];
    return failed;
}

struct text processes_name(const struct judging *judging, struct text key) {
    const struct slot slots[] = {{"number", text_from(key, text_of("process ").size)}};
    return text_starts(key, "process ")
               ? say(judging->arena, judging->knowledge, judging->language, "note.process", slots, 1)
               : key;
}

/* "rank 3", "rank 3 (exit code 1)", "rank 3 (signal 9, SIGKILL)" */
static struct text named(const struct judging *judging, const struct entity *process) {
    const struct fact *code = fact_find(judging->facts, process, ATTRIBUTE_PROCESS_EXIT_CODE);
    if (!code || code->state != FACT_KNOWN)
        return processes_name(judging, process->key);
    int64_t number = code->value.integer;
    bool signal = number < 0 && signal_name(-number)[0];
    const struct slot slots[] = {
        {"process", processes_name(judging, process->key)},
        {"code", text_format(judging->arena, "%lld", (long long)(signal ? -number : number))},
        {"signal", text_of(signal ? signal_name(-number) : "")},
    };
    return say(judging->arena, judging->knowledge, judging->language, signal ? "note.by_signal" : "note.by_exit_code",
               slots, signal ? 3 : 2);
}

static void note_others(struct judging *judging, const struct failed *failed) {
    struct text names[MOST_NAMED + 1];
    size_t count = 0, others = failed->count - 1;
    for (size_t at = 0; at < failed->count && count < MOST_NAMED; at++)
        if (&failed->all[at] != failed->first)
            names[count++] = processes_name(judging, failed->all[at].key);
    if (count < others)
        names[count++] = TEXT("...");
    const struct slot slots[] = {{"count", text_format(judging->arena, "%zu", others)},
                                 {"names", text_join_all(judging->arena, names, count, TEXT(", "))}};
    judge_note(judging, "note.failed_after", slots, 2);
}

void processes_note(struct judging *judging) {
    struct failed failed = failed_processes(judging);
    if (!failed.first || failed.count < 2)
        return;
    struct text told_by = fact_text(judging->facts, failed.first, ATTRIBUTE_PROCESS_TOLD_BY);
    const struct slot slots[] = {{"process", named(judging, failed.first)}};
    judge_note(judging,
               text_is(told_by, "launcher") ? "note.first_by_launcher"
               : text_is(told_by, "time")   ? "note.first_by_time"
                                            : "note.first_by_order",
               slots, 1);
    note_others(judging, &failed);
}

struct value processes_map(const struct judging *judging) {
    struct failed failed = failed_processes(judging);
    struct value map = value_map(), names = value_list();
    if (!failed.first)
        return map;
    const struct fact *code = fact_find(judging->facts, failed.first, ATTRIBUTE_PROCESS_EXIT_CODE);
    for (size_t at = 0; at < failed.count; at++)
        value_append(judging->arena, &names, value_text(failed.all[at].key));
    value_set(judging->arena, &map, "first", value_text(failed.first->key));
    value_set(judging->arena, &map, "told_by",
              value_text(fact_text(judging->facts, failed.first, ATTRIBUTE_PROCESS_TOLD_BY)));
    if (code && code->state == FACT_KNOWN)
        value_set(judging->arena, &map, "exit_code", code->value);
    value_set(judging->arena, &map, "failed", names);
    return map;
}

void builds_note(struct judging *judging) {
    struct entity *builds;
    size_t count = fact_entities(judging->facts, judging->arena, TEXT("text"), KIND_BUILD, &builds);
    for (size_t at = 0; at < count; at++) {
        const struct fact *error = fact_find(judging->facts, &builds[at], ATTRIBUTE_BUILD_ERROR);
        int64_t errors = fact_integer(judging->facts, &builds[at], ATTRIBUTE_BUILD_ERRORS, 1),
                stopped = fact_integer(judging->facts, &builds[at], ATTRIBUTE_BUILD_STOPPED, 0);
        if (!error || error->state != FACT_KNOWN)
            continue;
        const struct slot slots[] = {{"line", text_format(judging->arena, "%lld", (long long)error->origin.line)},
                                     {"error", error->value.text},
                                     {"more", text_format(judging->arena, "%lld", (long long)errors - 1)},
                                     {"stopped", text_format(judging->arena, "%lld", (long long)stopped)}};
        judge_note(judging, errors > 1 ? "note.build_errors" : "note.build_error", slots, 4);
    }
}
