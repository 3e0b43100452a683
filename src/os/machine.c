/* Puts a question to whichever kind of machine there is, and tells those who want to know. */
#include <stdlib.h>

#include "internal.h"

struct answer answer_known(struct value value) {
    return (struct answer){.state = ANSWER_KNOWN, .value = value};
}

struct answer answer_absent(void) {
    return (struct answer){.state = ANSWER_ABSENT};
}

struct answer answer_unreadable(const char *reason) {
    return (struct answer){.state = ANSWER_UNREADABLE, .reason = text_of(reason)};
}

struct answer answer_timed_out(void) {
    return (struct answer){.state = ANSWER_TIMED_OUT};
}

struct answer answer_not_asked(void) {
    return (struct answer){.state = ANSWER_NOT_ASKED};
}

const struct traits *machine_traits(const struct machine *machine) {
    return &machine->traits;
}

void machine_set_caller(struct machine *machine, call_function *call, void *context) {
    machine->call = call;
    machine->call_context = context;
}

void machine_set_asking(struct machine *machine, asking_function *asking, void *context) {
    machine->asking = asking;
    machine->asking_context = context;
}

static struct answer ask(struct machine *machine, struct arena *arena, const struct question *question,
                         digest_function *make) {
    if (question->kind == QUESTION_CALL && machine->call != NULL)
        return machine->call(machine->call_context, arena, question);
    if (make != NULL && machine->digest != NULL)
        return machine->digest(machine, arena, question, make);
    return machine->ask(machine, arena, question);
}

static struct answer ask_and_tell(struct machine *machine, struct arena *arena, const struct question *question,
                                  digest_function *make) {
    if (machine->asking != NULL)
        machine->asking(machine->asking_context, question);
    struct answer answer = ask(machine, arena, question, make);
    if (machine->answered != NULL)
        machine->answered(machine, question, &answer);
    return answer;
}

struct answer machine_ask(struct machine *machine, struct arena *arena, const struct question *question) {
    return ask_and_tell(machine, arena, question, NULL);
}

struct answer machine_digest(struct machine *machine, struct arena *arena, const char *format, digest_function *make,
                             struct text path) {
    struct question question = {
        .kind = QUESTION_DIGEST, .name = text_of(format), .arguments = &path, .argument_count = 1};
    return ask_and_tell(machine, arena, &question, make);
}

static int by_bytes(const void *left, const void *right) {
    return text_compare(*(const struct text *)left, *(const struct text *)right);
}

struct value list_value(struct arena *arena, struct text *names, size_t count, bool complete) {
    struct value entries = value_list(), list = value_map();
    if (count > 0)
        qsort(names, count, sizeof *names, by_bytes);
    for (size_t i = 0; i < count; i++)
        value_append(arena, &entries, value_text(names[i]));
    value_set(arena, &list, "entries", entries);
    value_set(arena, &list, "complete", value_boolean(complete));
    return list;
}

struct answer digest_answer(struct arena *arena, const struct bytes *bytes, digest_function *make, int64_t mtime,
                            const char *(*failed)(void *context)) {
    struct error error = {{0}};
    struct value digest = value_map();
    if (!make(arena, bytes, &digest, &error)) {
        digest = value_map();
        value_set(arena, &digest, "error", value_text(text_copy(arena, text_of(error.message))));
    }
    /* A format that saw only a part would call the file broken, or worse, whole. */
    const char *reason = failed(bytes->context);
    if (reason != NULL)
        return answer_unreadable(reason);
    value_set(arena, &digest, "size", value_integer((int64_t)bytes->size));
    value_set(arena, &digest, "mtime", value_integer(mtime));
    return answer_known(digest);
}
