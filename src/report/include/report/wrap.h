/* Laying out texts on lines: what wraps, what stays whole, and how wide it is. All texts are scrubbed already.
 *
 * Columns are those of a terminal: a Han character has two. A line is begun by whatever its writer puts there (a
 * label), which `column` counts, and ended by flow_end(); no line gets trailing blanks. */
#pragma once

#include "base/buffer.h"

struct flow {
    struct buffer *out;
    size_t indent; /* where the text starts, on each of its lines */
    size_t width;  /* wrapped to; a single unit that is wider still stays whole */
    size_t column; /* of what stands on the line */
};

/* Prose: broken at blanks, and beside Han characters but not before closing or after opening punctuation. A path and
 * "path -> path" stay whole. Line ends count as blanks. */
void flow_prose(struct flow *flow, struct text text);
/* Commands, and lines that are somebody else's: never broken. */
void flow_whole(struct flow *flow, struct text text);
/* A sentence that may end with ": plumb ..." or ": python ...": prose, and a command that stays whole. */
void flow_sentence(struct flow *flow, struct text text);
void flow_end(struct flow *flow);

/* The text, or as much as fits into `columns` with an ellipsis. */
struct text shortened(struct arena *arena, struct text text, size_t columns);
