/* Typed questions over machine.h. Each returns its state; the outputs are set only when it is ANSWER_KNOWN. */
#pragma once

#include "os/machine.h"

struct asked_text {
    enum answer_state state;
    struct text reason;
    struct text text;
    bool complete;
};
struct asked_text ask_text(struct machine *machine, struct arena *arena, struct text path);
struct asked_text ask_link(struct machine *machine, struct arena *arena, struct text path); /* `text` is the target */
struct asked_text ask_variable(struct machine *machine, struct arena *arena, const char *name);

struct asked_list {
    enum answer_state state;
    struct text reason;
    const struct text *entries;
    size_t count;
    bool complete;
};
struct asked_list ask_list(struct machine *machine, struct arena *arena, struct text path);

struct asked_stat {
    enum answer_state state;
    struct text reason;
    struct text type;
    int64_t size, mtime, mode, uid, gid, major, minor;
};
struct asked_stat ask_stat(struct machine *machine, struct arena *arena, struct text path);

/* Known: could this user open the device? `refusal` is then empty, or the error's name; else why it was not answered.
 */
enum answer_state ask_open(struct machine *machine, struct arena *arena, struct text path, struct text *refusal);

/* The other kinds, whose values are read with value_get(). */
struct answer ask_simple(struct machine *machine, struct arena *arena,
                         enum question_kind kind); /* user, system, now, variables */
struct answer ask_registry(struct machine *machine, struct arena *arena, struct text key);
struct answer ask_call(struct machine *machine, struct arena *arena, const char *function, const struct text *arguments,
                       size_t count);
struct answer ask_child(struct machine *machine, struct arena *arena, const struct text *arguments, size_t count);

/* Paths in the machine's own style. */
struct text path_join(const struct machine *machine, struct arena *arena, struct text directory, struct text name);
struct text path_parent(const struct machine *machine, struct text path); /* "/" of "/"; "." of "name" */
struct text path_name(const struct machine *machine, struct text path);   /* the last component */
bool path_absolute(const struct machine *machine, struct text path);
/* Collapses ".", ".." and repeated separators by text alone. */
struct text path_normal(const struct machine *machine, struct arena *arena, struct text path);
/* Follows links component by component, at most 40; the path itself when nothing could be asked. `*missing` (may be
 * NULL) is set when the end does not exist. */
struct text path_resolve(struct machine *machine, struct arena *arena, struct text path, bool *missing);
