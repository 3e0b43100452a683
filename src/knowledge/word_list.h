/* The short words of symptoms, "nan" or "mem", which no literal can hold: each counts where it stands by itself, with
 * neither a letter, a digit nor an underscore beside it. Made in an arena; nothing fails. */
#pragma once

#include "knowledge/image.h"

struct word_list;

struct word_place {
    uint32_t symptom;
    size_t at;   /* where to go on; zero at first */
    size_t end;  /* of the word that is being looked up; zero without one */
    size_t next; /* which of the list's words is compared next */
};

struct word_list *word_list_new(struct arena *arena, struct node symptoms);
/* The next word that stands in the line; false when none does. A symptom may come several times. */
bool word_list_next(const struct word_list *list, struct text line, struct word_place *place);

/* Does the word, in small letters, stand by itself in the line? */
bool word_stands_in(struct text line, struct text word);
bool word_stands_at(struct text line, size_t at, struct text word);
bool word_has_byte(char byte); /* a letter, a digit or an underscore */
