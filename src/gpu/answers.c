/* How the answers to calls are put together. */
#include <string.h>

#include "calls.h"

struct value answer_code(struct arena *arena, int code) {
    struct value answer = value_map();
    value_set(arena, &answer, "code", value_integer(code));
    return answer;
}

struct value answer_problem(struct arena *arena, struct text problem) {
    struct value answer = answer_code(arena, -1);
    value_set(arena, &answer, "problem", value_text(problem));
    return answer;
}

struct value answer_missing(struct arena *arena) {
    return answer_problem(arena, TEXT("no such function"));
}

struct value answer_number(struct arena *arena, int code, int64_t number) {
    struct value answer = answer_code(arena, code);
    if (code != 0)
        return answer;
    value_set(arena, &answer, "number", value_integer(number));
    value_set(arena, &answer, "result", value_text(text_format(arena, "%lld", (long long)number)));
    return answer;
}

struct text driver_text(struct arena *arena, const char *buffer) {
    const char *end = memchr(buffer, 0, DRIVER_TEXT_SIZE);
    return text_copy(arena, (struct text){buffer, end ? (size_t)(end - buffer) : DRIVER_TEXT_SIZE});
}

struct value answer_text(struct arena *arena, int code, const char *buffer) {
    struct value answer = answer_code(arena, code);
    if (code == 0)
        value_set(arena, &answer, "result", value_text(driver_text(arena, buffer)));
    return answer;
}

void describe(struct arena *arena, struct value *outputs, const char *name, struct value output, int code, int *first) {
    if (code == 0)
        value_set(arena, outputs, name, output);
    else if (*first == 0)
        *first = code;
}

struct value answer_description(struct arena *arena, int code, const struct value *outputs) {
    struct value answer = answer_code(arena, code);
    for (size_t at = 0; at < value_count(outputs); at++)
        value_add(arena, &answer, outputs->map.members[at].name, outputs->map.members[at].value);
    if (value_get(outputs, "name"))
        value_set(arena, &answer, "result", *value_get(outputs, "name"));
    return answer;
}
