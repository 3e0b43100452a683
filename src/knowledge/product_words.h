/* Names of cards as words, and how like two of them are. Internal to product.c. */
#pragma once

#include "base/text.h"

enum { PRODUCT_WORDS = 16 };

struct product_words {
    struct text items[PRODUCT_WORDS]; /* borrowed from the name */
    size_t count;
    bool cut; /* the last one may go on: "GeForce RTX 208..." */
};

struct product_words product_words(struct text name);
/* How like `name` is to the name of a row: positive, the more the better; not positive when they name different cards.
 */
int product_likeness(const struct product_words *name, const struct product_words *row);
/* One of `words` (ended by NULL), whatever the case. */
bool product_word_is(struct text word, const char *const *words);
