/* Slots in sentences and argument vectors: `{name}` and `{name:type}`. Other braces are text. */
#pragma once

#include "base/text.h"

struct slot_place {
    size_t start, end;      /* of the whole, braces included */
    struct text name, type; /* borrowed; type is empty where none was written */
};

/* The first slot at or after `from`; names and types are lower-case letters, digits and '_'. */
bool slot_next(struct text text, size_t from, struct slot_place *place);
