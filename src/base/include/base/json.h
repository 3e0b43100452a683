/* JSON in and out, by jansson. Parsing is strict: duplicate names, trailing bytes and nesting deeper than the library's
 * limit are errors that name line and column. Numbers with a fraction become VALUE_REAL. */
#pragma once

#include "base/buffer.h"
#include "base/error.h"
#include "base/value.h"

/* `name` is only for the message: the file, or "-". */
bool json_parse(struct arena *arena, struct text text, const char *name, struct value *value, struct error *error);

enum json_style { JSON_ONE_LINE, JSON_INDENTED };

/* Same value, same bytes: members keep their order, a real number has the fewest digits that read back alike and is
 * null when it is not finite. Text that is not UTF-8 is written as {"bytes": "<base64>"}; in a member's name such bytes
 * become U+FFFD. Control characters and invisible ones are escaped, so that it can be shown on a terminal. */
void json_write(struct buffer *buffer, const struct value *value, enum json_style style);

/* The bytes of {"bytes": "<base64>"} or the text itself; false for anything else. */
bool json_bytes(struct arena *arena, const struct value *value, struct text *bytes);
