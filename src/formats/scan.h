/* Reading a line from left to right. Each function takes what it names off the front of `rest`, or returns false and
 * takes nothing. Letters are ASCII; nothing allocates. */
#pragma once

#include "base/text.h"

bool scan_is_digit(char byte);
bool scan_is_letter(char byte);
bool scan_is_name(char byte); /* letters, digits and '_' */

bool scan_literal(struct text *rest, const char *literal);
bool scan_folded(struct text *rest, const char *literal); /* whatever the case */
bool scan_one_of(struct text *rest, const char *bytes);
size_t scan_blanks(struct text *rest); /* how many */
bool scan_digits(struct text *rest, size_t least, size_t most);
bool scan_integer(struct text *rest, int64_t *number);
/* One of several words, whole: no letter, digit or '_' follows. `words` ends with NULL. */
bool scan_word_of(struct text *rest, const char *const *words);
/* 'd' stands for a digit, all else for itself: "dddd-dd-dd". */
bool scan_shape(struct text *rest, const char *shape);

/* Moves `rest` behind the first `label`; one that begins with a letter must begin a word. */
bool scan_to(struct text *rest, const char *label);

/* "2.3.1+cu121", "535.104.05", "1.8.0a0+2c68c50", "v4": what base/version.h can read, as long as it goes. */
bool scan_version(struct text *rest, struct text *version);
/* The same with two numbers or more: a lone number is seldom meant as a version. */
bool scan_dotted(struct text *rest, struct text *version);
