/* This machine, on Linux. */
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "live.h"

static struct answer place_answer(struct arena *arena, const struct question *question) {
    struct place place = {.directory = AT_FDCWD, .path = path_string(arena, question->name), .follow = true};
    if (place.path == NULL)
        return answer_absent();
    return question->kind == QUESTION_OPEN ? file_opens(arena, &place) : file_answer(arena, &place, question->kind);
}

static struct answer variable_answer(struct arena *arena, struct text name) {
    const char *string = path_string(arena, name);
    const char *set = string == NULL ? NULL : getenv(string);
    if (set == NULL)
        return answer_absent();
    struct value map = value_map();
    value_set(arena, &map, "value", value_text(text_copy(arena, text_of(set))));
    return answer_known(map);
}

static struct answer variables_answer(struct arena *arena) {
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    for (char **variable = environ; variable != NULL && *variable != NULL && count < LIST_LIMIT; variable++) {
        struct text line = text_of(*variable);
        size_t equals = text_find_byte(line, '=');
        if (equals == TEXT_NOWHERE || equals == 0)
            continue;
        if (count == capacity)
            names = arena_grow(arena, names, count, &capacity, sizeof *names);
        names[count++] = text_copy(arena, text_until(line, equals));
    }
    return answer_known(list_value(arena, names, count, count < LIST_LIMIT));
}

static struct answer system_answer(struct arena *arena) {
    struct utsname name;
    char directory[PATH_MAX];
    struct value map = value_map();
    value_set(arena, &map, "system", value_string("linux"));
    if (uname(&name) == 0) {
        value_set(arena, &map, "architecture", value_text(text_copy(arena, text_of(name.machine))));
        value_set(arena, &map, "release", value_text(text_copy(arena, text_of(name.release))));
        value_set(arena, &map, "version", value_text(text_copy(arena, text_of(name.version))));
        value_set(arena, &map, "host", value_text(text_copy(arena, text_of(name.nodename))));
    }
    /* A folder that was removed, or lies out of reach of this mount namespace, has no path. */
    if (getcwd(directory, sizeof directory) != NULL && directory[0] == '/')
        value_set(arena, &map, "directory", value_text(text_copy(arena, text_of(directory))));
    return answer_known(map);
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
    case QUESTION_OPEN:
        return place_answer(arena, question);
    case QUESTION_CHILD:
        return program_answer(arena, question);
    case QUESTION_VARIABLE:
        return variable_answer(arena, question->name);
    case QUESTION_VARIABLES:
        return variables_answer(arena);
    case QUESTION_USER:
        return user_answer(arena);
    case QUESTION_SYSTEM:
        return system_answer(arena);
    case QUESTION_NOW:
        return now_answer(arena);
    case QUESTION_REGISTRY:
    case QUESTION_DIGEST:
    case QUESTION_CALL:
        break;
    }
    return answer_not_asked();
}

static struct answer live_digest(struct machine *machine, struct arena *arena, const struct question *question,
                                 digest_function *make) {
    (void)machine;
    struct place place = {.directory = AT_FDCWD, .path = path_string(arena, question->arguments[0]), .follow = true};
    return place.path == NULL ? answer_absent() : file_digest(arena, &place, make);
}

struct machine *machine_live(struct arena *arena) {
    struct machine *machine = arena_alloc(arena, sizeof *machine);
    *machine = (struct machine){
        .traits = {.system = SYSTEM_LINUX, .separator = '/', .list_separator = ':', .live = true},
        .ask = live_ask,
        .digest = live_digest,
    };
    return machine;
}
