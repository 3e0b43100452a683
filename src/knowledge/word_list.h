/* The short words of symptoms, "nan" or "mem", which no literal can hold: each counts where it stands by itself, with
 * neither a letter, a digit nor an underscore beside it. Made in an arena; nothing fails. */
#pragma once

#include "knowledge/image.h"

struct word_list;

struct word_place {
    uint32_t symptom;
    size_t at, next_word; /* where to go on; zero at first */
};

struct word_list *word_list_new(struct arena *arena, struct node symptoms);
/* The next word that stands in the line; false when none does. A symptom may come several times. */
bool word_list_next(const struct word_list *list, struct text line, struct word_place *place);

/* Does the word, ASCII letters folded, stand by itself at `at`? */
bool word_stands_at(struct text line, size_t at, struct text folded_word);
