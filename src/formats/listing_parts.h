/* Takes known things off a line that names no fields. Internal to listing_terse.c. */
#pragma once

#include "base/text.h"
#include "listing_keys.h"

struct listing_part {
    enum meaning meaning; /* MEANS_NOTHING of a name and version that are not known: "pip 25.1.1" */
    struct text value;
    size_t count; /* "8 x Tesla V100" */
};

/* "python 3.8", "Ubuntu 20.04", "2x RTX 3090"; false where the line goes on with something else. */
bool listing_take_part(struct text *rest, struct listing_part *part);
