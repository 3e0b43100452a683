/* Tab-separated files into rows. */
#include "table.h"

#include <stdlib.h>

#include "base/utf8.h"

/* Takes the next cell off the line; unlike text_next_part() an empty last cell is one. */
static struct text next_cell(struct text *rest, bool *more) {
    size_t end = text_find_byte(*rest, '\t');
    struct text cell = text_trim(text_until(*rest, end));
    *more = end != TEXT_NOWHERE;
    *rest = *more ? text_from(*rest, end + 1) : TEXT("");
    return cell;
}

static bool read_columns(struct compilation *compilation, struct table *table, struct text line, unsigned number) {
    size_t keys = 0, sources = 0;
    for (bool more = true; more;) {
        struct text cell = next_cell(&line, &more);
        bool is_key = text_ends(cell, "*");
        if (cell.size == (size_t)is_key || table->column_count == TABLE_COLUMNS) {
            fault_add(compilation, table->path, number, "a column without a name, or more than %d columns",
                      TABLE_COLUMNS);
            return false;
        }
        struct text name = text_until(cell, cell.size - is_key);
        for (size_t i = 0; i < table->column_count; i++)
            if (text_equal(table->columns[i], name))
                fault_add(compilation, table->path, number, "the column '" TEXT_FORMAT "' is there twice; rename one",
                          TEXT_ARGUMENTS(name));
        keys += is_key;
        sources += text_is(name, "source");
        table->is_key[table->column_count] = is_key;
        table->columns[table->column_count++] = name;
    }
    if (keys == 0)
        fault_add(compilation, table->path, number,
                  "no column is marked as key; put '*' behind the names that tell rows apart");
    if (sources == 0)
        fault_add(compilation, table->path, number, "there is no column 'source'; add it");
    return keys > 0 && sources > 0;
}

static void read_row(struct compilation *compilation, struct table *table, struct text line, unsigned number) {
    struct table_row row = {.table = table, .line = number};
    row.cells = arena_array(compilation->arena, table->column_count, sizeof *row.cells);
    size_t count = 0;
    for (bool more = true; more; count++) {
        struct text cell = next_cell(&line, &more);
        if (count < table->column_count && !text_is(cell, "-"))
            row.cells[count] = cell;
    }
    if (count != table->column_count) {
        fault_add(compilation, table->path, number,
                  "%zu cells where there are %zu columns; separate by tabs, write '-' for what is not known", count,
                  table->column_count);
        return;
    }
    check_row(compilation, &row);
    table->rows =
        arena_grow(compilation->arena, table->rows, table->row_count, &table->row_capacity, sizeof *table->rows);
    table->rows[table->row_count++] = row;
}

static int compare_keys(const struct table_row *a, const struct table_row *b) {
    int order = 0;
    for (size_t i = 0; order == 0 && i < a->table->column_count; i++)
        if (a->table->is_key[i])
            order = text_compare(a->cells[i], b->cells[i]);
    return order;
}

static int compare_rows(const void *left, const void *right) {
    const struct table_row *a = left, *b = right;
    int order = compare_keys(a, b);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static void sort_rows(struct compilation *compilation, struct table *table) {
    if (table->row_count > 0)
        qsort(table->rows, table->row_count, sizeof *table->rows, compare_rows);
    for (size_t i = 1; i < table->row_count; i++)
        if (compare_keys(&table->rows[i - 1], &table->rows[i]) == 0)
            fault_add(compilation, table->path, table->rows[i].line,
                      "this row has the key of line %u; keep one of them, or mark more columns with '*'",
                      table->rows[i - 1].line);
}

static struct value rows_of(struct compilation *compilation, const struct table *table) {
    struct value rows = value_list();
    for (size_t i = 0; i < table->row_count; i++) {
        struct value row = value_map();
        for (size_t k = 0; k < table->column_count; k++)
            if (table->rows[i].cells[k].size > 0)
                value_add(compilation->arena, &row, table->columns[k], value_text(table->rows[i].cells[k]));
        if (compilation->from.size)
            value_set(compilation->arena, &row, "from", value_text(compilation->from));
        value_append(compilation->arena, &rows, row);
    }
    return rows;
}

static struct value keys_of(struct compilation *compilation, const struct table *table) {
    struct value keys = value_list();
    for (size_t i = 0; i < table->column_count; i++)
        if (table->is_key[i])
            value_append(compilation->arena, &keys, value_text(table->columns[i]));
    return keys;
}

static struct text name_of(struct text path) {
    struct text name = text_from(path, text_find_last_byte(path, '/') + 1);
    return text_until(name, text_find_last_byte(name, '.'));
}

void read_table(struct compilation *compilation, struct text path, struct text content) {
    struct table *table = arena_alloc(compilation->arena, sizeof *table);
    *table = (struct table){.name = name_of(path), .path = path};
    if (!utf8_valid(content)) {
        fault_add(compilation, path, 0, "is not UTF-8; save it as UTF-8");
        return;
    }
    struct text line;
    for (unsigned number = 1; text_next_line(&content, &line); number++) {
        if (text_starts(line, "#") || text_trim(line).size == 0)
            continue;
        if (table->column_count > 0)
            read_row(compilation, table, line, number);
        else if (!read_columns(compilation, table, line, number))
            return;
    }
    if (table->row_count == 0)
        fault_add(compilation, path, 0, "has no rows; add some, or remove the file");
    sort_rows(compilation, table);
    value_set_named(compilation->arena, &compilation->tables, table->name, rows_of(compilation, table));
    value_set_named(compilation->arena, &compilation->keys, table->name, keys_of(compilation, table));
}
