/* The capture format, docs/capture.md: line-oriented JSON after a first line "plumb-capture/1".
 *
 * An answer is {"ask": ["text", "/proc/version"], "known": {...}}, or with "absent": true, "unreadable": "EACCES",
 * "timed_out": true, "not_asked": true. The same lines travel from a gatherer to its parent. Functions here only turn
 * questions and answers into values and back. */
#pragma once

#include "os/machine.h"

#define CAPTURE_FIRST_LINE "plumb-capture/1"

struct value capture_question(struct arena *arena, const struct question *question); /* ["text", "/proc/version"] */
struct value capture_answer(struct arena *arena, const struct question *question, const struct answer *answer);
/* False for a line that is no answer or of a kind this version does not know. The question's texts borrow from `line`.
 */
bool capture_read_answer(struct arena *arena, const struct value *line, struct question *question,
                         struct answer *answer);
/* {"machine": {...traits, "plumb": version, "knowledge": date}}: the line behind the first. An empty text is left out.
 */
struct value capture_machine(struct arena *arena, const struct machine *machine, struct text plumb,
                             struct text knowledge);
const char *answer_state_name(enum answer_state state); /* "known", "absent", ... */

/* A capture, line by line. `text` and `name` (for messages) are borrowed. */
struct capture_reader {
    struct text rest, name;
    size_t line;
    bool cut; /* the last line is damaged: what was written behind it is lost */
};
enum capture_step { CAPTURE_LINE, CAPTURE_END, CAPTURE_DAMAGED };

/* False when the text is no capture, or one of a format that this version does not know. */
bool capture_open(struct capture_reader *reader, struct text text, struct text name, struct error *error);
/* CAPTURE_DAMAGED sets `error`, which names the line. A damaged last line is an end, with `cut` set. */
enum capture_step capture_next(struct capture_reader *reader, struct arena *arena, struct value *line,
                               struct error *error);
/* What stands under `kind` in all lines of that kind, {"fact": ...}, in their order. */
bool capture_lines(struct arena *arena, struct text text, struct text name, const char *kind,
                   const struct value **values, size_t *count, struct error *error);
