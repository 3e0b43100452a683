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

/* Literals have FILTER_LITERAL_BYTES or more, words three letters or more; ASCII letters are folded. A word is seen
 * where what stands beside it is ASCII. */
struct filter_texts {
    const struct text *literals, *words;
    size_t literal_count, word_count;
};

/* `ordinary` are some texts of the kind that is looked through: their frequent groups are avoided. The texts are
 * borrowed. */
struct literal_filter *literal_filter_new(struct arena *arena, const struct filter_texts *sought,
                                          const struct text *ordinary, size_t texts);

/* The offset behind a literal or word that lies at or after `from`, or TEXT_NOWHERE; `sought` is its index, words
 * counted on behind the literals. Where several do it is one of those in the first line that holds any; none is ever
 * spread over lines. */
size_t literal_filter_seek(const struct literal_filter *filter, struct text block, size_t from, uint32_t *sought);

/* A line was looked at that was found by this. What stands in a thousand lines is ordinary text, or was seen often
 * enough, and is passed over from then on; other literals of its symptom are not. */
void literal_filter_met(struct literal_filter *filter, uint32_t sought);
