/* Python tracebacks inside a text, with chained exceptions in the order in which they were raised.
 * Source: the Python library reference, traceback; IPython's and rich's way of showing one.
 *
 * Fed plain lines in order. An entry: {"line": n, "type": "RuntimeError", "message": "first line", "script": "outermost
 * frame's file", "file": "innermost frame's file", "frame_line": n, "cause": bool, "chain": k, "rank": r}; entries of
 * one chain share `chain` and come first-raised first. `cause` is true where the next one of the chain was raised from
 * this one on purpose. `script`, `file` and `frame_line` are left out where no frame is shown: an exception line alone
 * counts too. */
#pragma once

#include "formats/paste.h"

struct traceback_reader;

enum { TRACEBACK_STREAMS = 32 }; /* ranks whose lines are mixed */

struct traceback_reader *traceback_new(struct arena *arena);
/* Was an exception raised in this line? */
bool traceback_line(struct traceback_reader *reader, const struct paste_line *line);
/* Was the line before this call one of the lines around an executed one, which nobody printed and nobody ran? */
bool traceback_was_around(const struct traceback_reader *reader);
/* What was raised by the innermost frames of tracebacks that end without their exception: "ValueError(\"no room\"" of
 * "raise ValueError(...". The room of `lines` is TRACEBACK_STREAMS. */
size_t traceback_cut_off(const struct traceback_reader *reader, struct arena *arena, struct paste_line *lines);
struct value traceback_found(struct traceback_reader *reader); /* a list */
