/* Prefixes of lines that state something. Internal to listing.c. */
#pragma once

#include "base/text.h"

/* The line behind "INFO ", "root - INFO - ", "[ComfyUI] "; the line itself where nothing of the kind stands. */
struct text listing_without_prefix(struct text line);
/* ComfyUI's reports stamp each piece of a line: "** Platform:2025-11-27T00:45:36.444873 -  2025-11-27T00:45:36.444976 -
 * Windows2025-11-27T00:45:36.445076 - ". */
struct text listing_without_stamps(struct arena *arena, struct text line);
