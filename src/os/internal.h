/* How the machines of os/ are made, and the few things in which platforms differ. For os/ alone. */
#pragma once

#include "os/child.h"
#include "os/machine.h"

/* Each kind of machine begins with this. */
struct machine {
    struct traits traits;
    struct answer (*ask)(struct machine *machine, struct arena *arena, const struct question *question);
    /* NULL where there are no files: then digests are answered by `ask`, as they were recorded. */
    struct answer (*digest)(struct machine *machine, struct arena *arena, const struct question *question,
                            digest_function *make);
    /* NULL, or sees each answer on its way out. */
    void (*answered)(struct machine *machine, const struct question *question, const struct answer *answer);
    call_function *call;
    void *call_context;
    asking_function *asking;
    void *asking_context;
};

struct answer answer_known(struct value value);
struct answer answer_absent(void);
struct answer answer_unreadable(const char *reason);
struct answer answer_timed_out(void);
struct answer answer_not_asked(void);

/* Equal for questions that ask the same of a machine with these traits. */
struct text question_key(struct arena *arena, const struct traits *traits, const struct question *question);
/* Is `name` the path of a file? */
bool question_is_about_file(enum question_kind kind);

/* Texts and what belongs to them. Keys are borrowed. */
struct table {
    struct arena *arena;
    struct table_slot *slots;
    size_t count, capacity;
};
/* False, and nothing changes, when the key is there already. */
bool key_table_add(struct table *table, struct text key, void *item);
void *key_table_find(const struct table *table, struct text key); /* NULL when it is not there */

/* Most that one answer holds. */
enum {
    TEXT_LIMIT = 64 * 1024,
    LIST_LIMIT = 65536,
    OUTPUT_LIMIT = 1024 * 1024,
};

/* The value of a listing: `names` are sorted here. */
struct value list_value(struct arena *arena, struct text *names, size_t count, bool complete);
/* Runs `make` over a file; `failed` tells afterwards whether reading it failed (NULL: it did not, else the error's
 * name). */
struct answer digest_answer(struct arena *arena, const struct bytes *bytes, digest_function *make, int64_t mtime,
                            const char *(*failed)(void *context));

/* --- what each platform's folder implements --- */

/* The path of this program when libuv cannot tell; empty when nothing can. */
struct text platform_executable(struct arena *arena);
/* The languages of the user's settings where they are no variables; empty elsewhere. */
struct text platform_language(struct arena *arena);
/* The signals by which a user stops a program and that are not ignored (as nohup wishes); returns how many, at most 4.
 */
size_t platform_interrupts(int signals[4]);

/* A child with everything that it starts. */
struct family {
    int64_t process;
    bool together; /* it can be ended as a whole */
    void *handle;
};
/* Flags for uv_spawn() that make a family of a child. One that reads the terminal stays with it. */
unsigned platform_family_flags(bool inherit_input);
struct family platform_family(int64_t process, bool inherit_input);
void platform_family_kill(struct family *family);
void platform_family_close(struct family *family);
