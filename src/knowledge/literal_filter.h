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

/* `literals`: ASCII letters folded, FILTER_LITERAL_BYTES or more. `ordinary` are some texts of the kind that is looked
 * through: their frequent groups are avoided. */
struct literal_filter *literal_filter_new(struct arena *arena, const struct text *literals, size_t count,
                                          const struct text *ordinary, size_t texts);

/* The offset behind a literal that lies at or after `from`, with its index, or TEXT_NOWHERE. Where several do it is one
 * of those in the first line that holds any; a literal is never spread over lines. */
size_t literal_filter_seek(const struct literal_filter *filter, struct text block, size_t from, uint32_t *literal);

/* A line was found by this literal and shows no symptom. A literal that stands in thousands of such lines is ordinary
 * text, and is passed over from then on; others of its symptom are not. */
void literal_filter_fruitless(struct literal_filter *filter, uint32_t literal);
