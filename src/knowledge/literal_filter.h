/* Looking for literals in much text of which hardly any line holds one: faster than a step of the automaton a byte.
 *
 * Of each literal six bytes are chosen, those whose groups of four are rarest in ordinary text. A group of four is
 * then looked up at every third place of the text: one of the three in the six lies at such a place. A bitmap answers
 * nearly always; where it does not, the literals of that group are compared byte by byte. So the answer is exact.
 *
 * Made in an arena when it is first needed; a paste never needs it. */
#pragma once

#include "base/buffer.h"

enum { FILTER_LITERAL_BYTES = 6 }; /* the least that a literal has */

struct literal_filter;

struct filter_literal {
    struct text bytes; /* ASCII letters folded; FILTER_LITERAL_BYTES or more */
    uint32_t owner;    /* below `owners` of literal_filter_new() */
};

/* `ordinary` is some text of the kind that is looked through: its frequent groups are avoided. */
struct literal_filter *literal_filter_new(struct arena *arena, const struct filter_literal *literals, size_t count,
                                          size_t owners, struct text ordinary);

/* The offset behind a literal that lies at or after `from`, or TEXT_NOWHERE. Where several do it is one of those in the
 * first line that holds any; a literal is never spread over lines. */
size_t literal_filter_seek(const struct literal_filter *filter, struct text block, size_t from);

/* Its literals are not looked for any more. */
void literal_filter_leave_out(struct literal_filter *filter, uint32_t owner);
