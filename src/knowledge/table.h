/* Tables while they are compiled: rows of cells, and what the columns of known tables may hold. */
#pragma once

#include "compilation.h"

#define TABLE_COLUMNS 32

struct table {
    struct text name;
    struct text path;
    struct text columns[TABLE_COLUMNS]; /* without the star */
    bool is_key[TABLE_COLUMNS];
    size_t column_count;
    struct table_row *rows;
    size_t row_count, row_capacity;
};

struct table_row {
    const struct table *table;
    unsigned line;
    struct text *cells; /* as many as columns; empty where absent */
};

/* Types of the cells and pairs that must not cross, for one row. */
void check_row(struct compilation *compilation, const struct table_row *row);

bool date_valid(struct text text); /* YYYY-MM-DD */
