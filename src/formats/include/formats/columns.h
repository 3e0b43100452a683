/* Lines of tables that mean something only with lines above them: the rows of nvidia-smi's --query-gpu and other
 * --query-... as CSV, of its dmon and pmon, whose heading names the columns; and what DCGM's tables break within a
 * cell, even within a word.
 *
 * A reader belongs to whoever holds it and is bounded; what is too long for it is passed over. It never fails. */
#pragma once

#include "formats/paste.h"

enum { COLUMNS_LONGEST = 1024 };

struct columns_reader {
    char heading[COLUMNS_LONGEST];
    size_t size, count; /* of the heading, in bytes and in columns; 0 columns without */
    char separator;     /* ',' or ' ' */
    int64_t last;       /* line of the heading, or of its last row */
    char cell[COLUMNS_LONGEST];
    size_t cell_size;
    int64_t cell_last; /* the line that the cell goes to */
};

/* "index=0, pcie.link.width.current=1" for a row of "index, pcie.link.width.current"; for a line that goes on with a
 * cell, the cell so far; empty for any other line. The text belongs to `scratch`. */
struct text columns_row(struct columns_reader *reader, struct arena *scratch, const struct paste_line *line);
