/* A machine that answers from a capture.
 *
 * What was not recorded is "not asked", unless what was recorded shows that it cannot exist: a whole listing that lacks
 * the name, or a folder above that is absent. */
#include "os/ask.h"
#include "os/capture.h"

#include "internal.h"

struct replay {
    struct machine machine;
    struct table answers; /* of question_key(); struct answer */
};

static const struct answer *recorded(struct replay *replay, struct arena *arena, const struct question *question) {
    return key_table_find(&replay->answers, question_key(arena, &replay->machine.traits, question));
}

static const struct answer *recorded_about(struct replay *replay, struct arena *arena, enum question_kind kind,
                                           struct text name) {
    return recorded(replay, arena, &(struct question){.kind = kind, .name = name});
}

/* Does a whole listing lack `name`? */
static bool listing_lacks(const struct replay *replay, const struct answer *listing, struct text name) {
    if (listing == NULL || listing->state != ANSWER_KNOWN || !value_get_boolean(&listing->value, "complete", false))
        return false;
    const struct value *entries = value_get(&listing->value, "entries");
    for (size_t i = 0; i < value_count(entries); i++) {
        struct text entry = value_at(entries, i)->type == VALUE_TEXT ? value_at(entries, i)->text : (struct text){0};
        if (replay->machine.traits.fold_case ? text_equal_folded(entry, name) : text_equal(entry, name))
            return false;
    }
    return true;
}

static bool is_absent(const struct answer *answer) {
    return answer != NULL && answer->state == ANSWER_ABSENT;
}

/* Was the end of this path, links followed, found missing? Neither "no link" nor "no folder" says that. */
static bool found_missing(struct replay *replay, struct arena *arena, struct text path) {
    return is_absent(recorded_about(replay, arena, QUESTION_STAT, path)) ||
           is_absent(recorded_about(replay, arena, QUESTION_TEXT, path)) ||
           is_absent(recorded_about(replay, arena, QUESTION_OPEN, path));
}

/* Would a listing show an existing file under just this name? "." and ".." never. Windows knows a file by further
 * names: PROGRA~1, trailing dots and blanks, other cases of letters that are not ASCII. */
static bool is_listed_as(const struct replay *replay, struct text name) {
    if (name.size == 0 || text_is(name, ".") || text_is(name, ".."))
        return false;
    if (replay->machine.traits.system != SYSTEM_WINDOWS)
        return true;
    for (size_t i = 0; i < name.size; i++)
        if (name.at[i] == '~' || (unsigned char)name.at[i] >= 0x80)
            return false;
    return !text_ends(name, ".") && !text_ends(name, " ");
}

static bool cannot_exist(struct replay *replay, struct arena *arena, struct text path, bool follows_link) {
    struct machine *machine = &replay->machine;
    if (!path_absolute(machine, path))
        return false;
    if (follows_link && found_missing(replay, arena, path))
        return true;
    for (struct text child = path, parent; !text_equal(parent = path_parent(machine, child), child); child = parent) {
        const struct answer *listing = recorded_about(replay, arena, QUESTION_LIST, parent);
        struct text name = path_name(machine, child);
        if (text_is(name, "..") && machine->traits.system == SYSTEM_WINDOWS)
            return false; /* Windows drops the folder before it without looking */
        if (is_listed_as(replay, name) && listing_lacks(replay, listing, name))
            return true;
        /* A file is no folder either: nothing lies below it. */
        if (is_absent(listing) || found_missing(replay, arena, parent))
            return true;
    }
    return false;
}

static bool derived_absent(struct replay *replay, struct arena *arena, const struct question *question) {
    if (question_is_about_file(question->kind))
        return cannot_exist(replay, arena, question->name, question->kind != QUESTION_LINK);
    if (question->kind == QUESTION_DIGEST)
        return cannot_exist(replay, arena, question->arguments[0], true);
    if (question->kind == QUESTION_VARIABLE)
        return listing_lacks(replay, recorded_about(replay, arena, QUESTION_VARIABLES, (struct text){0}),
                             question->name);
    return false;
}

static struct answer replay_ask(struct machine *machine, struct arena *arena, const struct question *question) {
    struct replay *replay = (struct replay *)machine;
    const struct answer *answer = recorded(replay, arena, question);
    if (answer == NULL)
        return derived_absent(replay, arena, question) ? answer_absent() : answer_not_asked();
    struct answer copy = {.state = answer->state, .reason = text_copy(arena, answer->reason)};
    if (copy.state == ANSWER_KNOWN)
        copy.value = value_copy(arena, &answer->value);
    return copy;
}

static char first_byte(struct text text, char otherwise) {
    return text.size == 1 ? text.at[0] : otherwise;
}

static bool read_traits(const struct value *map, struct traits *traits) {
    struct text system = value_get_text(map, "system");
    bool windows = text_is(system, "windows");
    if (!windows && !text_is(system, "linux"))
        return false;
    traits->system = windows ? SYSTEM_WINDOWS : SYSTEM_LINUX;
    traits->separator = first_byte(value_get_text(map, "separator"), windows ? '\\' : '/');
    traits->list_separator = first_byte(value_get_text(map, "list_separator"), windows ? ';' : ':');
    traits->fold_case = value_get_boolean(map, "fold_case", windows);
    return true;
}

static void add_answer(struct replay *replay, struct arena *arena, const struct value *line) {
    struct question question;
    struct answer answer;
    if (!capture_read_answer(arena, line, &question, &answer))
        return;
    struct answer *kept = arena_alloc(arena, sizeof *kept);
    *kept = answer;
    key_table_add(&replay->answers, question_key(arena, &replay->machine.traits, &question), kept);
}

bool machine_replay(struct arena *arena, struct text capture, struct text name, struct machine **machine,
                    struct error *error) {
    struct replay *replay = arena_alloc(arena, sizeof *replay);
    *replay = (struct replay){.machine = {.ask = replay_ask}, .answers = {.arena = arena}};
    struct traits *traits = &replay->machine.traits;

    struct capture_reader reader;
    struct value line;
    if (!capture_open(&reader, capture, name, error))
        return false;
    enum capture_step step = capture_next(&reader, arena, &line, error);
    if (step == CAPTURE_DAMAGED)
        return false;
    if (step == CAPTURE_END || !read_traits(value_get(&line, "machine"), traits))
        return error_set(error, TEXT_FORMAT ": the second line does not say what machine this was",
                         TEXT_ARGUMENTS(name));
    while ((step = capture_next(&reader, arena, &line, error)) == CAPTURE_LINE)
        add_answer(replay, arena, &line);
    if (step == CAPTURE_DAMAGED)
        return false;
    traits->cut = reader.cut;
    traits->place = text_copy(arena, name);
    *machine = &replay->machine;
    return true;
}
