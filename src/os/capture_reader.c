/* A capture, line by line. */
#include "base/json.h"
#include "os/capture.h"

bool capture_open(struct capture_reader *reader, struct text text, struct text name, struct error *error) {
    struct capture_reader opened = {.rest = text, .name = name, .line = 1};
    struct text first = {0};
    text_next_line(&opened.rest, &first);
    if (!text_is(first, CAPTURE_FIRST_LINE)) {
        if (text_starts(first, "plumb-capture/"))
            return error_set(error, TEXT_FORMAT ": this capture was made by a newer plumb, which reads it",
                             TEXT_ARGUMENTS(name));
        return error_set(error, TEXT_FORMAT ": no capture (its first line is not \"" CAPTURE_FIRST_LINE "\")",
                         TEXT_ARGUMENTS(name));
    }
    *reader = opened;
    return true;
}

enum capture_step capture_next(struct capture_reader *reader, struct arena *arena, struct value *line,
                               struct error *error) {
    struct text text;
    do {
        if (!text_next_line(&reader->rest, &text))
            return CAPTURE_END;
        reader->line++;
    } while (text_trim(text).size == 0);

    struct error why;
    if (json_parse(arena, text, "", line, &why))
        return CAPTURE_LINE;
    if (text_trim(reader->rest).size == 0) {
        reader->cut = true;
        return CAPTURE_END;
    }
    error_set(error, TEXT_FORMAT ": line %zu is damaged", TEXT_ARGUMENTS(reader->name), reader->line);
    return CAPTURE_DAMAGED;
}

bool capture_lines(struct arena *arena, struct text text, struct text name, const char *kind,
                   const struct value **values, size_t *count, struct error *error) {
    struct capture_reader reader;
    struct value *found = NULL, line;
    size_t found_count = 0, capacity = 0;
    enum capture_step step;
    if (!capture_open(&reader, text, name, error))
        return false;
    while ((step = capture_next(&reader, arena, &line, error)) == CAPTURE_LINE) {
        const struct value *value = value_get(&line, kind);
        if (value == NULL)
            continue;
        if (found_count == capacity)
            found = arena_grow(arena, found, found_count, &capacity, sizeof *found);
        found[found_count++] = *value;
    }
    if (step == CAPTURE_DAMAGED)
        return false;
    *values = found;
    *count = found_count;
    return true;
}
