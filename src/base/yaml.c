#include "base/yaml.h"

#include <stdlib.h>
#include <yaml.h>

enum { DEEPEST = 32 };

struct reader {
    yaml_parser_t parser;
    struct arena *arena;
    struct text text;
    const char *name;
    struct error *error;
};

static unsigned line_of(const yaml_event_t *event) {
    return (unsigned)event->start_mark.line + 1;
}

static bool refuse(struct reader *reader, unsigned line, const char *why) {
    return error_set(reader->error, "%s:%u: %s", reader->name, line, why);
}

/* The line where the library stopped; bytes that are not text have only an offset. */
static unsigned line_of_problem(const struct reader *reader) {
    if (reader->parser.error != YAML_READER_ERROR)
        return (unsigned)reader->parser.problem_mark.line + 1;
    unsigned line = 1;
    for (size_t i = 0; i < reader->text.size && i < reader->parser.problem_offset; i++)
        line += reader->text.at[i] == '\n';
    return line;
}

/* On true the caller deletes the event. */
static bool next(struct reader *reader, yaml_event_t *event) {
    if (yaml_parser_parse(&reader->parser, event))
        return true;
    const char *problem = reader->parser.problem;
    return refuse(reader, line_of_problem(reader), problem ? problem : "out of memory");
}

static bool is_bare(struct reader *reader, const yaml_event_t *event) {
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (event->type == YAML_ALIAS_EVENT)
        return refuse(reader, line_of(event),
                      "aliases (*) are not part of this dialect; quote the text if it is meant so");
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    }
    if (anchor)
        return refuse(reader, line_of(event),
                      "anchors (&) are not part of this dialect; quote the text if it is meant so");
    if (tag)
        return refuse(reader, line_of(event),
                      "tags (!) are not part of this dialect; quote the text if it is meant so");
    return true;
}

static struct text scalar_text(struct reader *reader, const yaml_event_t *event) {
    return text_copy(reader->arena, (struct text){(const char *)event->data.scalar.value, event->data.scalar.length});
}

static bool read_value(struct reader *reader, const yaml_event_t *event, unsigned depth, struct value *value);

static bool read_list(struct reader *reader, unsigned depth, struct value *list) {
    for (;;) {
        yaml_event_t event;
        if (!next(reader, &event))
            return false;
        bool ended = event.type == YAML_SEQUENCE_END_EVENT;
        struct value item;
        bool good = ended || read_value(reader, &event, depth + 1, &item);
        yaml_event_delete(&event);
        if (ended || !good)
            return good;
        value_append(reader->arena, list, item);
    }
}

struct key {
    struct text name;
    unsigned line;
};

static int compare_keys(const void *left, const void *right) {
    const struct key *a = left, *b = right;
    int difference = text_compare(a->name, b->name);
    return difference ? difference : (a->line > b->line) - (a->line < b->line);
}

/* Sorts, because a search for each key would let a large file take quadratic time. */
static bool are_different(struct reader *reader, struct key *keys, size_t count) {
    if (count)
        qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++)
        if (text_equal(keys[i - 1].name, keys[i].name))
            return error_set(reader->error, "%s:%u: the key '" TEXT_FORMAT "' was already given in line %u",
                             reader->name, keys[i].line, TEXT_ARGUMENTS(text_until(keys[i].name, 80)),
                             keys[i - 1].line);
    return true;
}

static bool read_key(struct reader *reader, const yaml_event_t *event, struct key *key) {
    if (!is_bare(reader, event))
        return false;
    if (event->type != YAML_SCALAR_EVENT)
        return refuse(reader, line_of(event), "a key has to be a text");
    *key = (struct key){scalar_text(reader, event), line_of(event)};
    return true;
}

static bool read_map(struct reader *reader, unsigned depth, struct value *map) {
    struct key *keys = NULL;
    size_t capacity = 0;
    for (;;) {
        yaml_event_t event;
        if (!next(reader, &event))
            return false;
        bool ended = event.type == YAML_MAPPING_END_EVENT;
        struct key key;
        bool good = ended || read_key(reader, &event, &key);
        yaml_event_delete(&event);
        if (ended)
            return are_different(reader, keys, map->map.count);
        if (!good || !next(reader, &event))
            return false;

        struct value value;
        good = read_value(reader, &event, depth + 1, &value);
        yaml_event_delete(&event);
        if (!good)
            return false;
        keys = arena_grow(reader->arena, keys, map->map.count, &capacity, sizeof key);
        keys[map->map.count] = key;
        value_add(reader->arena, map, key.name, value);
    }
}

/* The value that `event` begins. */
static bool read_value(struct reader *reader, const yaml_event_t *event, unsigned depth, struct value *value) {
    if (!is_bare(reader, event))
        return false;
    if (depth > DEEPEST)
        return refuse(reader, line_of(event), "nested too deeply");
    struct value read;
    if (event->type == YAML_SEQUENCE_START_EVENT)
        read = value_list();
    else if (event->type == YAML_MAPPING_START_EVENT)
        read = value_map();
    else
        read = value_text(scalar_text(reader, event));
    read.line = line_of(event);

    if (read.type == VALUE_LIST && !read_list(reader, depth, &read))
        return false;
    if (read.type == VALUE_MAP && !read_map(reader, depth, &read))
        return false;
    *value = read;
    return true;
}

static bool read_document(struct reader *reader, const yaml_event_t *start, struct value *value) {
    if (start->data.document_start.version_directive ||
        start->data.document_start.tag_directives.start != start->data.document_start.tag_directives.end)
        return refuse(reader, line_of(start), "directives (%) are not part of this dialect");
    yaml_event_t event;
    if (!next(reader, &event))
        return false;
    bool good = read_value(reader, &event, 1, value);
    yaml_event_delete(&event);
    return good;
}

/* No document at all (an empty file, or only remarks) is VALUE_NULL. */
static bool read_stream(struct reader *reader, struct value *value) {
    *value = value_null();
    bool ended = false;
    for (unsigned documents = 0; !ended;) {
        yaml_event_t event;
        if (!next(reader, &event))
            return false;
        bool good = true;
        if (event.type == YAML_DOCUMENT_START_EVENT)
            good = documents++ == 0 ? read_document(reader, &event, value)
                                    : refuse(reader, line_of(&event), "a second document begins");
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (!good)
            return false;
    }
    return true;
}

bool yaml_parse(struct arena *arena, struct text text, const char *name, struct value *value, struct error *error) {
    struct reader reader = {.arena = arena, .text = text, .name = name, .error = error};
    if (!yaml_parser_initialize(&reader.parser))
        return error_set(error, "%s: out of memory", name);
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)(text.at ? text.at : ""), text.size);
    struct value read;
    bool good = read_stream(&reader, &read);
    yaml_parser_delete(&reader.parser);
    if (good)
        *value = read;
    return good;
}
