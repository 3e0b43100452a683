/* What plumb inspect shows of a wheel, and what it says of device code in libraries and wheels alike. */
#pragma once

#include "knowledge_page.h"

/* The hidden child's part: the wheel at `path` ("-" is standard input) as "wheel" in `file`, or "fault", a message. */
void inspect_read_wheel(struct run *run, struct text path, struct value *file);

int inspect_show_wheel(struct run *run, struct text path, const struct value *file);

struct text inspect_joined(struct run *run, const struct value *list);
/* The architectures that most of the code was compiled for; NULL when all of it was compiled for the same ones. */
const struct value *inspect_most(const struct value *fatbin);
/* What only parts of it were compiled for besides; empty when there is nothing. */
struct text inspect_extra(struct run *run, const struct value *fatbin);
/* Lines that say for which cards such code is, by the table of architectures; sets "cards" too. */
void inspect_add_cards(struct page *page, const struct value *architectures);
