/* "name: value" in its many shapes. Internal to listing_field.c. */
#pragma once

#include "base/text.h"

enum split_form { SPLIT_BY_COLON, SPLIT_BY_COLUMNS };

struct split {
    struct text raw_key; /* as written, without the bullet */
    struct text key;   /* lower case, letters, digits, '.' and '/' only: "pytorchversion" of "PyTorch version (GPU?)" */
    struct text value; /* without quotes and marks around it */
    enum split_form form;
    bool quoted; /* "key": JSON or a Python dictionary */
    bool bullet; /* something stood in front of the key */
};

bool listing_split(struct arena *arena, struct text line, struct split *split);
/* The normal key of a heading, "### Operating system"; empty for another line. */
struct text listing_heading(struct arena *arena, struct text line);
