/* UTF-8: what is valid, how wide it is on a terminal, and how foreign bytes become it. */
#pragma once

#include "base/text.h"

bool utf8_valid(struct text text);
/* Takes one code point off `rest` and returns it, or -1 for a byte that is not UTF-8 (one byte is taken then). Not for
 * empty text. */
int32_t utf8_next(struct text *rest);
/* Appends the UTF-8 form of a code point; returns how many bytes (0 for a surrogate or a number past U+10FFFF). */
size_t utf8_put(char out[4], uint32_t code_point);
/* Columns on a terminal: 2 for East Asian wide, 0 for combining and control characters, 1 for a byte that is not UTF-8.
 */
size_t utf8_columns(struct text text);
/* The longest prefix of whole characters that fits in `columns`. */
struct text utf8_fit(struct text text, size_t columns);
/* Bytes that are not UTF-8 become U+FFFD. */
struct text utf8_repair(struct arena *arena, struct text text);
