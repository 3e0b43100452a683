/* Which symptoms a line of text shows.
 *
 * All literals of all symptoms are looked for at once (an automaton that the image holds); a pattern is compiled only
 * when one of its literals was seen, and kept for the matcher's life. A matcher belongs to the arena and is released
 * with matcher_free(). */
#pragma once

#include "base/pattern.h"
#include "base/value.h"
#include "knowledge/image.h"

struct matcher;

struct matcher *matcher_new(struct arena *arena, const struct knowledge *knowledge);
void matcher_free(struct matcher *matcher);

struct symptom_hit {
    struct text id; /* of the symptom; borrowed from the image */
    struct node symptom;
    struct value
        captures; /* a map of the named groups that took part; texts borrow from the line, names from the matcher */
};

/* Symptoms of one line, in the order of their ids; `hits` belongs to `arena`. A symptom counts once per line. When a
 * symptom of severity "noise" is among them, only noise is returned. Lines over 64 KiB are looked at up to there. */
size_t matcher_line(struct matcher *matcher, struct arena *arena, struct text line, struct symptom_hit **hits);

struct symptom_line {
    struct text line; /* without its newline; borrowed from the block */
    size_t at;        /* its offset in the block */
    struct symptom_hit *hits;
    size_t count; /* at least 1 */
};

/* The next line, at or after `from`, that shows a symptom; false when none does. For much text: what is passed over
 * costs less than a nanosecond a byte. A literal that was seen in a thousand lines is not
 * looked for any further. `from` is best the beginning of a line: what lies before it is not seen. */
bool matcher_next(struct matcher *matcher, struct arena *arena, struct text block, size_t from,
                  struct symptom_line *found);
