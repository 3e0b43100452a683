/* Rows of a table that is made for programs, with their columns' names: nvidia-smi's --query-gpu and other --query-...
 * as CSV, its dmon and pmon. What a value means stands in a line above it, often the first of many.
 *
 * A reader belongs to whoever holds it and is bounded; a heading too long for it is passed over. It never fails. */
#pragma once

#include "formats/paste.h"

enum { COLUMNS_LONGEST = 1024 };

struct columns_reader {
    char heading[COLUMNS_LONGEST];
    size_t size, count; /* of the heading, in bytes and in columns; 0 columns without */
    char separator;     /* ',' or ' ' */
    int64_t last;       /* line of the heading, or of its last row */
};

/* "index=0, pcie.link.width.current=1" for a row of "index, pcie.link.width.current"; empty for any other line. The
 * text belongs to `scratch`. */
struct text columns_row(struct columns_reader *reader, struct arena *scratch, const struct paste_line *line);
