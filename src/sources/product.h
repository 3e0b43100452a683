/* Which card a product name means. Internal to text_listing.c. */
#pragma once

#include "knowledge/image.h"

/* The compute capability of the cards that knowledge has under such a name; names are written in many ways, so the
 * closest ones decide, and only when they agree. False when none is like it or they disagree. */
bool product_capability(const struct knowledge *knowledge, struct text name, struct text *capability);
/* "10de", "1002", "8086"; empty for a name that does not tell. */
struct text product_vendor(const struct knowledge *knowledge, struct text name);
