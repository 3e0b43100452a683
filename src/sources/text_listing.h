/* From what a listing states to facts. Internal to text.c. */
#pragma once

#include "sources/reading.h"

/* `found` is what formats/listing.h gives. */
void listing_learn(struct reading *reading, const struct value *found);
