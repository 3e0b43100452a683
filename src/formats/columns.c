#include "formats/columns.h"

#include <string.h>

#include "scan.h"

enum {
    MOST_COLUMNS = 64,
    FARTHEST = 2, /* lines from one row to the next */
};

/* A name without its unit: "memory.used [MiB]" */
static struct text bare(struct text name) {
    return text_trim(text_until(name, text_find(name, TEXT(" ["))));
}

/* "pcie.link.gen.max", "uuid": as nvidia-smi --help-query-gpu spells them */
static bool is_field(struct text name) {
    if (!name.size || name.at[0] < 'a' || name.at[0] > 'z')
        return false;
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.at[i];
        if ((byte < 'a' || byte > 'z') && !scan_is_digit(byte) && byte != '.' && byte != '_')
            return false;
    }
    return true;
}

static bool next_part(char separator, struct text *rest, struct text *part) {
    if (separator == ' ')
        return text_next_word(rest, part);
    if (!text_next_part(rest, separator, part))
        return false;
    *part = text_trim(*part);
    return true;
}

/* How many fields are named; 0 where something else stands among them, or none has a name of several words. */
static size_t fields_of(struct text names) {
    struct text name;
    size_t count = 0;
    bool compound = false;
    while (next_part(',', &names, &name)) {
        name = bare(name);
        if (!is_field(name) || ++count > MOST_COLUMNS)
            return 0;
        compound = compound || text_find_byte(name, '.') != TEXT_NOWHERE || text_find_byte(name, '_') != TEXT_NOWHERE;
    }
    return compound ? count : 0;
}

/* What "--query-gpu=index,name" asks for. */
static struct text asked(struct text line) {
    if (!scan_to(&line, "--query-"))
        return TEXT("");
    size_t equals = text_find_byte(line, '=');
    struct text names = text_from(line, equals == TEXT_NOWHERE ? line.size : equals + 1);
    size_t end = 0;
    while (end < names.size && text_find_byte(TEXT(" \t'\"`]"), names.at[end]) == TEXT_NOWHERE)
        end++;
    return text_until(names, end);
}

/* "# gpu    pwr  gtemp  mtemp     sm" */
static size_t words_of(struct text names) {
    struct text name;
    size_t count = 0;
    bool gpu = false;
    while (text_next_word(&names, &name)) {
        if (scan_is_digit(name.at[0]) || ++count > MOST_COLUMNS)
            return 0;
        gpu = gpu || text_is(name, "gpu");
    }
    return gpu ? count : 0;
}

static bool begin(struct columns_reader *reader, struct text names, size_t count, char separator, int64_t number) {
    if (count < 2 || names.size > sizeof reader->heading)
        return false;
    memcpy(reader->heading, names.at, names.size);
    reader->size = names.size;
    reader->count = count;
    reader->separator = separator;
    reader->last = number;
    return true;
}

static bool is_heading(struct columns_reader *reader, struct text line, int64_t number) {
    struct text trimmed = text_trim(line);
    if (trimmed.size && trimmed.at[0] == '#')
        return begin(reader, text_from(trimmed, 1), words_of(text_from(trimmed, 1)), ' ', number);
    if (text_find_byte(line, ',') == TEXT_NOWHERE)
        return false;
    if (text_contains(line, "--query-"))
        return begin(reader, asked(line), fields_of(asked(line)), ',', number);
    return begin(reader, trimmed, fields_of(trimmed), ',', number);
}

static size_t parts_of(const struct columns_reader *reader, struct text row) {
    struct text part;
    size_t count = 0;
    while (count <= MOST_COLUMNS && next_part(reader->separator, &row, &part))
        count++;
    return count;
}

static struct text labelled(const struct columns_reader *reader, struct arena *scratch, struct text row) {
    struct text names = {reader->heading, reader->size}, name, value, parts[MOST_COLUMNS];
    size_t count = 0;
    while (count < reader->count && next_part(reader->separator, &names, &name) &&
           next_part(reader->separator, &row, &value)) {
        name = bare(name);
        parts[count++] = text_format(scratch, TEXT_FORMAT "=" TEXT_FORMAT, TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(value));
    }
    return text_join_all(scratch, parts, count, TEXT(", "));
}

/* "| Warning | GPU 0 Thermal violations totaling 13.3 second |" as its two cells, each with its blanks. */
static bool two_cells(struct text line, struct text *left, struct text *right) {
    line = text_trim(line);
    if (line.size < 2 || line.at[0] != '|' || line.at[line.size - 1] != '|')
        return false;
    line = text_until(text_from(line, 1), line.size - 2);
    return text_next_part(&line, '|', left) && text_next_part(&line, '|', right) && !line.size;
}

/* Without the blank before it and the two behind it: the text is broken one column short of the cell. */
static struct text padded_off(struct text cell) {
    if (text_starts(cell, " "))
        cell = text_from(cell, 1);
    for (int i = 0; i < 2 && text_ends(cell, " "); i++)
        cell = text_until(cell, cell.size - 1);
    return cell;
}

static struct text cell_row(struct columns_reader *reader, struct arena *scratch, const struct paste_line *line) {
    struct text left, right;
    bool follows = reader->cell_size && line->number - reader->cell_last == 1;
    if (!two_cells(line->text, &left, &right)) {
        reader->cell_size = 0;
        return TEXT("");
    }
    bool goes_on = follows && !text_trim(left).size;
    size_t size = goes_on ? reader->cell_size : 0;
    right = padded_off(right);
    reader->cell_last = line->number;
    if (right.size > sizeof reader->cell - size) {
        reader->cell_size = 0;
        return TEXT("");
    }
    memcpy(reader->cell + size, right.at, right.size);
    reader->cell_size = size + right.size;
    return goes_on ? text_copy(scratch, text_trim((struct text){reader->cell, reader->cell_size})) : TEXT("");
}

struct text columns_row(struct columns_reader *reader, struct arena *scratch, const struct paste_line *line) {
    struct text text = line->text;
    if (text.size > COLUMNS_LONGEST)
        return TEXT("");
    if (text_find_byte(text, '|') != TEXT_NOWHERE)
        return cell_row(reader, scratch, line);
    bool near = reader->count && line->number - reader->last <= FARTHEST;
    bool hash = text_starts(text_trim(text), "#");
    if (near && hash && reader->separator == ' ') { /* the units below the names */
        reader->last = line->number;
        return TEXT("");
    }
    if (is_heading(reader, text, line->number) || !near || hash || parts_of(reader, text) != reader->count)
        return TEXT("");
    reader->last = line->number;
    return labelled(reader, scratch, text);
}
