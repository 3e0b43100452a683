/* Questions and answers as values, and back. */
#include "os/capture.h"

#include "base/json.h"
#include "internal.h"

/* How many texts follow the kind in a question. */
static const struct kind {
    const char *name;
    size_t least, most;
} kinds[] = {
    [QUESTION_TEXT] = {"text", 1, 1},         [QUESTION_LIST] = {"list", 1, 1},
    [QUESTION_STAT] = {"stat", 1, 1},         [QUESTION_LINK] = {"link", 1, 1},
    [QUESTION_OPEN] = {"open", 1, 1},         [QUESTION_CHILD] = {"child", 1, SIZE_MAX},
    [QUESTION_VARIABLE] = {"variable", 1, 1}, [QUESTION_VARIABLES] = {"variables", 0, 0},
    [QUESTION_REGISTRY] = {"registry", 1, 1}, [QUESTION_USER] = {"user", 0, 0},
    [QUESTION_SYSTEM] = {"system", 0, 0},     [QUESTION_NOW] = {"now", 0, 0},
    [QUESTION_DIGEST] = {"digest", 2, 2},     [QUESTION_CALL] = {"call", 1, SIZE_MAX},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *const state_names[] = {
    [ANSWER_KNOWN] = "known",         [ANSWER_ABSENT] = "absent",       [ANSWER_UNREADABLE] = "unreadable",
    [ANSWER_TIMED_OUT] = "timed_out", [ANSWER_NOT_ASKED] = "not_asked",
};

const char *answer_state_name(enum answer_state state) {
    return state_names[state];
}

struct value capture_question(struct arena *arena, const struct question *question) {
    struct value list = value_list();
    value_append(arena, &list, value_string(kinds[question->kind].name));
    if (kinds[question->kind].least > 0)
        value_append(arena, &list, value_text(question->name));
    for (size_t i = 0; i < question->argument_count; i++)
        value_append(arena, &list, value_text(question->arguments[i]));
    return list;
}

struct value capture_answer(struct arena *arena, const struct question *question, const struct answer *answer) {
    struct value line = value_map(), state = value_boolean(true);
    if (answer->state == ANSWER_KNOWN)
        state = answer->value;
    else if (answer->state == ANSWER_UNREADABLE)
        state = value_text(answer->reason);
    value_set(arena, &line, "ask", capture_question(arena, question));
    value_set(arena, &line, answer_state_name(answer->state), state);
    return line;
}

struct value capture_machine(struct arena *arena, const struct machine *machine, struct text plumb,
                             struct text knowledge) {
    const struct traits *traits = machine_traits(machine);
    struct value map = value_map(), line = value_map();
    value_set(arena, &map, "system", value_string(traits->system == SYSTEM_WINDOWS ? "windows" : "linux"));
    value_set(arena, &map, "separator", value_text(text_copy(arena, (struct text){&traits->separator, 1})));
    value_set(arena, &map, "list_separator", value_text(text_copy(arena, (struct text){&traits->list_separator, 1})));
    value_set(arena, &map, "fold_case", value_boolean(traits->fold_case));
    if (plumb.size > 0)
        value_set(arena, &map, "plumb", value_text(plumb));
    if (knowledge.size > 0)
        value_set(arena, &map, "knowledge", value_text(knowledge));
    value_set(arena, &line, "machine", map);
    return line;
}

/* --- and back --- */

/* JSON shows bytes that are not UTF-8 as {"bytes": "<base64>"}; readers of an answer expect a text where one was
 * written. */
static struct value with_texts(struct arena *arena, const struct value *value, unsigned depth) {
    enum { DEPTH_LIMIT = 64 };
    struct text bytes;
    if (depth > DEPTH_LIMIT || (value->type != VALUE_LIST && value->type != VALUE_MAP))
        return *value;
    if (value_count(value) == 1 && value_get(value, "bytes") != NULL && json_bytes(arena, value, &bytes))
        return value_text(bytes);
    struct value copy = value->type == VALUE_LIST ? value_list() : value_map();
    for (size_t i = 0; i < value_count(value); i++) {
        if (value->type == VALUE_LIST) {
            value_append(arena, &copy, with_texts(arena, &value->list.items[i], depth + 1));
        } else {
            const struct value_member *member = &value->map.members[i];
            value_set_named(arena, &copy, member->name, with_texts(arena, &member->value, depth + 1));
        }
    }
    return copy;
}

static bool read_question(struct arena *arena, const struct value *ask, struct question *question) {
    size_t count = value_count(ask);
    if (ask == NULL || ask->type != VALUE_LIST || count == 0)
        return false;
    struct text *texts = arena_array(arena, count, sizeof *texts);
    for (size_t i = 0; i < count; i++)
        if (!json_bytes(arena, value_at(ask, i), &texts[i]))
            return false;
    for (size_t kind = 0; kind < KINDS; kind++) {
        if (!text_is(texts[0], kinds[kind].name))
            continue;
        if (count - 1 < kinds[kind].least || count - 1 > kinds[kind].most)
            return false;
        *question = (struct question){.kind = (enum question_kind)kind};
        if (count > 1)
            question->name = texts[1];
        if (count > 2) {
            question->arguments = texts + 2;
            question->argument_count = count - 2;
        }
        return true;
    }
    return false;
}

static bool read_state(struct arena *arena, const struct value *line, struct answer *answer) {
    for (size_t i = 0; i < sizeof state_names / sizeof *state_names; i++) {
        const struct value *value = value_get(line, state_names[i]);
        if (value == NULL)
            continue;
        *answer = (struct answer){.state = (enum answer_state)i};
        if (answer->state == ANSWER_KNOWN)
            answer->value = with_texts(arena, value, 0);
        else if (answer->state == ANSWER_UNREADABLE)
            answer->reason = value->type == VALUE_TEXT ? value->text : (struct text){0};
        return true;
    }
    return false;
}

bool capture_read_answer(struct arena *arena, const struct value *line, struct question *question,
                         struct answer *answer) {
    struct question read;
    if (!read_question(arena, value_get(line, "ask"), &read) || !read_state(arena, line, answer))
        return false;
    *question = read;
    return true;
}

/* --- equal questions --- */

bool question_is_about_file(enum question_kind kind) {
    return kind == QUESTION_TEXT || kind == QUESTION_LIST || kind == QUESTION_STAT || kind == QUESTION_LINK ||
           kind == QUESTION_OPEN;
}

static struct text folded(struct arena *arena, struct text text) {
    return text_replace(arena, text_lower(arena, text), TEXT("/"), TEXT("\\"));
}

struct text question_key(struct arena *arena, const struct traits *traits, const struct question *question) {
    struct question same = *question;
    struct text path;
    if (traits->fold_case && (question_is_about_file(same.kind) || same.kind == QUESTION_REGISTRY))
        same.name = folded(arena, same.name);
    else if (traits->fold_case && same.kind == QUESTION_VARIABLE)
        same.name = text_lower(arena, same.name);
    else if (traits->fold_case && same.kind == QUESTION_DIGEST) {
        path = folded(arena, same.arguments[0]);
        same.arguments = &path;
    }
    struct value list = capture_question(arena, &same);
    struct buffer key = buffer_new(arena);
    json_write(&key, &list, JSON_ONE_LINE);
    return buffer_text(&key);
}
