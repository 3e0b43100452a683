/* Typed questions. */
#include "os/ask.h"

#include <stdlib.h>

static struct answer ask_named(struct machine *machine, struct arena *arena, enum question_kind kind,
                               struct text name) {
    return machine_ask(machine, arena, &(struct question){.kind = kind, .name = name});
}

static struct asked_text asked_text(const struct answer *answer, const char *member) {
    struct asked_text asked = {.state = answer->state, .reason = answer->reason};
    if (answer->state == ANSWER_KNOWN) {
        asked.text = value_get_text(&answer->value, member);
        asked.complete = value_get_boolean(&answer->value, "complete", true);
    }
    return asked;
}

struct asked_text ask_text(struct machine *machine, struct arena *arena, struct text path) {
    struct answer answer = ask_named(machine, arena, QUESTION_TEXT, path);
    return asked_text(&answer, "text");
}

struct asked_text ask_link(struct machine *machine, struct arena *arena, struct text path) {
    struct answer answer = ask_named(machine, arena, QUESTION_LINK, path);
    return asked_text(&answer, "target");
}

struct asked_text ask_variable(struct machine *machine, struct arena *arena, const char *name) {
    struct answer answer = ask_named(machine, arena, QUESTION_VARIABLE, text_of(name));
    return asked_text(&answer, "value");
}

static int by_bytes(const void *left, const void *right) {
    return text_compare(*(const struct text *)left, *(const struct text *)right);
}

struct asked_list ask_list(struct machine *machine, struct arena *arena, struct text path) {
    struct answer answer = ask_named(machine, arena, QUESTION_LIST, path);
    struct asked_list asked = {.state = answer.state, .reason = answer.reason};
    if (answer.state != ANSWER_KNOWN)
        return asked;
    const struct value *entries = value_get(&answer.value, "entries");
    struct text *texts = arena_array(arena, value_count(entries), sizeof *texts);
    for (size_t i = 0; i < value_count(entries); i++)
        if (value_at(entries, i)->type == VALUE_TEXT)
            texts[asked.count++] = value_at(entries, i)->text;
    /* Live listings are sorted; a capture may have been edited, and nothing may depend on its order. */
    qsort(texts, asked.count, sizeof *texts, by_bytes);
    asked.entries = texts;
    asked.complete = value_get_boolean(&answer.value, "complete", false);
    return asked;
}

struct asked_stat ask_stat(struct machine *machine, struct arena *arena, struct text path) {
    struct answer answer = ask_named(machine, arena, QUESTION_STAT, path);
    struct asked_stat asked = {.state = answer.state, .reason = answer.reason};
    if (answer.state != ANSWER_KNOWN)
        return asked;
    asked.type = value_get_text(&answer.value, "type");
    asked.size = value_get_integer(&answer.value, "size", 0);
    asked.mtime = value_get_integer(&answer.value, "mtime", 0);
    asked.mode = value_get_integer(&answer.value, "mode", 0);
    asked.uid = value_get_integer(&answer.value, "uid", 0);
    asked.gid = value_get_integer(&answer.value, "gid", 0);
    asked.major = value_get_integer(&answer.value, "major", 0);
    asked.minor = value_get_integer(&answer.value, "minor", 0);
    return asked;
}

enum answer_state ask_open(struct machine *machine, struct arena *arena, struct text path, struct text *refusal) {
    struct answer answer = ask_named(machine, arena, QUESTION_OPEN, path);
    *refusal = answer.state == ANSWER_KNOWN ? value_get_text(&answer.value, "error") : answer.reason;
    return answer.state;
}

struct answer ask_simple(struct machine *machine, struct arena *arena, enum question_kind kind) {
    return ask_named(machine, arena, kind, (struct text){0});
}

struct answer ask_registry(struct machine *machine, struct arena *arena, struct text key) {
    return ask_named(machine, arena, QUESTION_REGISTRY, key);
}

struct answer ask_call(struct machine *machine, struct arena *arena, const char *function, const struct text *arguments,
                       size_t count) {
    return machine_ask(
        machine, arena,
        &(struct question){
            .kind = QUESTION_CALL, .name = text_of(function), .arguments = arguments, .argument_count = count});
}

struct answer ask_child(struct machine *machine, struct arena *arena, const struct text *arguments, size_t count) {
    if (count == 0)
        return (struct answer){.state = ANSWER_NOT_ASKED};
    return machine_ask(
        machine, arena,
        &(struct question){
            .kind = QUESTION_CHILD, .name = arguments[0], .arguments = arguments + 1, .argument_count = count - 1});
}
