/* Spans of bytes, UTF-8 where they are meant for people.
 *
 * A span borrows: whoever made the bytes owns them. Functions that take an arena return bytes owned by that arena, with
 * a NUL after the last one, so that `.at` can be handed to the system when the span holds no NUL itself. No function
 * here fails. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/printf_like.h"

struct text {
    const char *at;
    size_t size;
};

#define TEXT(literal) ((struct text){literal, sizeof(literal) - 1})
#define TEXT_FORMAT "%.*s"
#define TEXT_ARGUMENTS(text) (int)((text).size > 65536 ? 65536 : (text).size), (text).at ? (text).at : ""

struct text text_of(const char *zero_terminated); /* NULL gives the empty text */
struct text text_copy(struct arena *arena, struct text text);
struct text text_format(struct arena *arena, const char *format, ...) PRINTF_LIKE(2, 3);
struct text text_join(struct arena *arena, struct text left, struct text right);
/* Each part with `separator` between. */
struct text text_join_all(struct arena *arena, const struct text *parts, size_t count, struct text separator);
/* Every occurrence of `from` (not empty) becomes `to`. */
struct text text_replace(struct arena *arena, struct text text, struct text from, struct text to);
struct text text_lower(struct arena *arena, struct text text); /* ASCII letters only */

bool text_equal(struct text left, struct text right);
bool text_is(struct text text, const char *zero_terminated);
bool text_equal_folded(struct text left, struct text right); /* ASCII letters only */
int text_compare(struct text left, struct text right);       /* by bytes; a prefix comes first */
bool text_starts(struct text text, const char *prefix);
bool text_ends(struct text text, const char *suffix);
bool text_contains(struct text text, const char *part);

#define TEXT_NOWHERE ((size_t)-1)
size_t text_find(struct text text, struct text part); /* byte offset of the first occurrence, or TEXT_NOWHERE */
size_t text_find_byte(struct text text, char byte);
size_t text_find_last_byte(struct text text, char byte);

struct text text_from(struct text text, size_t offset); /* empty past the end */
struct text text_until(struct text text, size_t size);  /* the whole when shorter */
struct text text_trim(struct text text);                /* blanks, tabs, line ends at both ends */

/* Takes the next line (without its LF or CRLF) off `rest`; false when nothing is left. */
bool text_next_line(struct text *rest, struct text *line);
/* Takes the next part before `separator` off `rest`. "a,,b" has three parts, "a," one, "" none. */
bool text_next_part(struct text *rest, char separator, struct text *part);
/* Takes the next run of non-blank bytes off `rest`. */
bool text_next_word(struct text *rest, struct text *word);

/* Whole text as a decimal or 0x-prefixed number; false (and `*number` untouched) for anything else or an overflow. */
bool text_to_integer(struct text text, int64_t *number);
bool text_to_hexadecimal(struct text text, uint64_t *number);
