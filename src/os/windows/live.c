/* This machine, on Windows. */
#include <time.h>

#include "live.h"

bool wide_variable(struct arena *arena, struct text name, struct text *value) {
    if (name.size == 0 || text_find_byte(name, '\0') != TEXT_NOWHERE)
        return false;
    const wchar_t *wide = wide_of(arena, name);
    SetLastError(ERROR_SUCCESS);
    DWORD room = GetEnvironmentVariableW(wide, NULL, 0); /* with the NUL */
    if (room == 0 && GetLastError() == ERROR_ENVVAR_NOT_FOUND)
        return false;
    wchar_t *content = arena_array(arena, (size_t)room + 1, sizeof *content);
    DWORD size = GetEnvironmentVariableW(wide, content, room + 1);
    *value = text_of_wide(arena, content, size <= room ? size : 0);
    return true;
}

static struct answer variable_answer(struct arena *arena, struct text name) {
    struct text value;
    if (!wide_variable(arena, name, &value))
        return answer_absent();
    struct value map = value_map();
    value_set(arena, &map, "value", value_text(value));
    return answer_known(map);
}

static struct answer variables_answer(struct arena *arena) {
    wchar_t *block = GetEnvironmentStringsW();
    if (block == NULL)
        return answer_not_asked();
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    const wchar_t *line = block;
    for (; *line != L'\0' && count < LIST_LIMIT; line += wcslen(line) + 1) {
        const wchar_t *equals = wcschr(line, L'=');
        if (equals == NULL || equals == line)
            continue; /* "=C:=C:\folder": the drives' folders */
        if (count == capacity)
            names = arena_grow(arena, names, count, &capacity, sizeof *names);
        names[count++] = text_of_wide(arena, line, (size_t)(equals - line));
    }
    bool complete = *line == L'\0';
    FreeEnvironmentStringsW(block);
    return answer_known(list_value(arena, names, count, complete));
}

static struct answer now_answer(struct arena *arena) {
    struct value map = value_map();
    value_set(arena, &map, "seconds", value_integer(time(NULL)));
    return answer_known(map);
}

static struct answer live_ask(struct machine *machine, struct arena *arena, const struct question *question) {
    (void)machine;
    switch (question->kind) {
    case QUESTION_TEXT:
    case QUESTION_LIST:
    case QUESTION_STAT:
    case QUESTION_LINK:
        return file_answer(arena, question);
    case QUESTION_VARIABLE:
        return variable_answer(arena, question->name);
    case QUESTION_VARIABLES:
        return variables_answer(arena);
    case QUESTION_REGISTRY:
        return registry_answer(arena, question->name);
    case QUESTION_USER:
        return user_answer(arena);
    case QUESTION_SYSTEM:
        return system_answer(arena);
    case QUESTION_NOW:
        return now_answer(arena);
    case QUESTION_OPEN:
    case QUESTION_CHILD:
    case QUESTION_DIGEST:
    case QUESTION_CALL:
        break;
    }
    return answer_not_asked();
}

static struct answer live_digest(struct machine *machine, struct arena *arena, const struct question *question,
                                 digest_function *make) {
    (void)machine;
    return file_digest(arena, question->arguments[0], make);
}

struct machine *machine_live(struct arena *arena) {
    struct machine *machine = arena_alloc(arena, sizeof *machine);
    *machine = (struct machine){
        .traits = {.system = SYSTEM_WINDOWS, .separator = '\\', .list_separator = ';', .fold_case = true, .live = true},
        .ask = live_ask,
        .digest = live_digest,
    };
    return machine;
}

bool machine_sysroot(struct arena *arena, struct text directory, struct machine **machine, struct error *error) {
    (void)arena, (void)machine;
    return error_set(error,
                     TEXT_FORMAT ": another system's root cannot be read on Windows; capture it on a running system",
                     TEXT_ARGUMENTS(directory));
}
