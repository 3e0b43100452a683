/* Questions and answers: the only way in which plumb learns anything about a machine.
 *
 * A machine answers questions of a few kinds. Implementations: live (this machine), sysroot (another disk or an
 * unpacked image), replay (a capture), and recording, which wraps one of these and hands each answer on. All of them
 * are read-only.
 *
 * Answers are owned by the arena passed in. Asking never fails as such: an answer is known, absent, unreadable, timed
 * out or not asked, and none of these is ever turned into another. Paths are in the style of the machine that is asked,
 * not of the host: see `struct traits`. Text is UTF-8 on every host; other bytes pass unchanged.
 *
 * `struct question` says what each kind's name and arguments are; the values of known answers are listed below it. */
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "base/value.h"

enum question_kind {
    QUESTION_TEXT,
    QUESTION_LIST,
    QUESTION_STAT,
    QUESTION_LINK,
    QUESTION_OPEN,
    QUESTION_CHILD,
    QUESTION_VARIABLE,
    QUESTION_VARIABLES,
    QUESTION_REGISTRY,
    QUESTION_USER,
    QUESTION_SYSTEM,
    QUESTION_NOW,
    QUESTION_DIGEST,
    QUESTION_CALL,
};

struct question {
    enum question_kind kind;
    struct text name; /* path, variable, registry key, function; the program of a child; the format of a digest */
    const struct text *arguments; /* of a child or a call; the path of a digest */
    size_t argument_count;
};

/* clang-format off */
/* The `value` of a known answer, by kind. This is also what stands in a capture, docs/capture.md.
 *
 *   text      {"text": "...", "complete": true}           at most 64 KiB from the start; not complete when cut
 *   list      {"entries": ["a", "b"], "complete": true}   sorted by bytes, without "." and ".."
 *   stat      {"type": "file|directory|character|block|fifo|socket|other", "size": n, "mtime": s, "mode": n,
 *              "uid": n, "gid": n, "major": n, "minor": n}   links are followed; seconds since 1970
 *   link      {"target": "..."}                           as stored; a file that is no link is absent
 *   open      {} or {"error": "EACCES"}                   could this user open the device for reading and writing? It
 *                                                         is not opened, since that would wake a sleeping card
 *   child     {"status": n, "output": "...", "complete": true}   standard output, at most 1 MiB
 *   variable  {"value": "..."}
 *   variables {"entries": [names], "complete": true}      which variables are set
 *   registry  {"keys": [...], "values": {name: text or integer}}
 *   user      {"uid": n, "gid": n, "groups": [n], "name": "...", "home": "...", "sudo_user": "..."}
 *                                                         on Windows name, home, administrator
 *   system    {"system": "linux|windows", "architecture": "x86_64", "release": "...", "version": "...",
 *              "host": "...", "directory": "..."}
 *   now       {"seconds": n}                              since 1970, UTC
 *   digest    whatever the format makes of the file, or {"error": "..."} when it is not of that format;
 *             "size" and "mtime" are added
 *   call      {"code": n, ...outputs}                     one call of the driver's libraries */
/* clang-format on */
enum answer_state { ANSWER_KNOWN, ANSWER_ABSENT, ANSWER_UNREADABLE, ANSWER_TIMED_OUT, ANSWER_NOT_ASKED };

struct answer {
    enum answer_state state;
    struct text reason; /* why it is unreadable: the error's name, "EACCES", "ERROR_ACCESS_DENIED"; or "not_regular",
                           "not_a_device" */
    struct value value; /* when known */
};

enum system { SYSTEM_LINUX, SYSTEM_WINDOWS };

struct traits {
    enum system system;
    char separator;      /* of paths */
    char list_separator; /* of PATH */
    bool fold_case;      /* are paths and variable names compared without case? */
    bool live; /* does what is answered describe the running machine? Nothing is ever executed or changed on another. */
    bool cut;  /* a capture that was cut off: what it lacks may well have been asked */
    struct text place; /* "" live, else the sysroot's or capture's name as given */
};

struct machine;

const struct traits *machine_traits(const struct machine *machine);
struct answer machine_ask(struct machine *machine, struct arena *arena, const struct question *question);

/* What a format makes of a file's bytes. */
typedef bool digest_function(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error);
struct answer machine_digest(struct machine *machine, struct arena *arena, const char *format, digest_function *make,
                             struct text path);

/* Who carries out calls of the driver's libraries; none is set unless the process is a driver worker. */
typedef struct answer call_function(void *context, struct arena *arena, const struct question *question);
void machine_set_caller(struct machine *machine, call_function *call, void *context);

/* Called before each question is put, so that somebody can say where it hangs. */
typedef void asking_function(void *context, const struct question *question);
void machine_set_asking(struct machine *machine, asking_function *asking, void *context);

struct machine *machine_live(struct arena *arena);
/* `directory` is a path of the host. Links never lead out of it; what the root does not hold about the host (variables,
 * users, calls, an empty /proc, /sys or /dev) is "not asked". */
bool machine_sysroot(struct arena *arena, struct text directory, struct machine **machine, struct error *error);
/* `capture` is the whole content of a capture, borrowed; `name` is for messages. */
bool machine_replay(struct arena *arena, struct text capture, struct text name, struct machine **machine,
                    struct error *error);

/* Hands each answer of `inner` on, in the order asked, once per question. */
typedef void recorded_function(void *context, const struct question *question, const struct answer *answer);
struct machine *machine_recording(struct arena *arena, struct machine *inner, recorded_function *recorded,
                                  void *context);
