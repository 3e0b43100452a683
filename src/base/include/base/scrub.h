/* The one scrubber through which foreign text passes before a person sees it.
 *
 * Terminal: control characters (C0, C1, escape sequences as a whole), bidirectional marks and other invisible format
 * characters become a visible '?', tabs a blank, bytes that are not UTF-8 U+FFFD; a line end stays only where `lines`
 * allows. Markdown: also neutralises what would close a fence, start HTML or mention a person. Results are owned by the
 * arena. */
#pragma once

#include "base/text.h"

enum scrub_lines { SCRUB_ONE_LINE, SCRUB_KEEP_LINES };

/* Is it a control character, or one that is invisible or turns the direction of writing? Line end and tab count. */
bool scrub_is_unsafe(uint32_t code_point);

struct text scrub_terminal(struct arena *arena, struct text text, enum scrub_lines lines);
/* For running text: it reads as it was, and starts nothing. '@' and '#' stand in a code span: no other escape keeps
 * GitHub from mentioning. */
struct text scrub_markdown(struct arena *arena, struct text text, enum scrub_lines lines);
/* For the inside of a fence, or of a code span, which an empty line would end: there only SCRUB_ONE_LINE will do. */
struct text scrub_markdown_code(struct arena *arena, struct text text, enum scrub_lines lines);
