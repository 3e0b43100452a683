#include "base/json.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base64.h"
#include "base/scrub.h"
#include "base/utf8.h"

/* As deep as jansson parses: 2048. */
static struct value from_jansson(struct arena *arena, json_t *json) {
    struct value value = value_null();
    switch (json_typeof(json)) {
    case JSON_NULL:
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        value = value_boolean(json_is_true(json));
        break;
    case JSON_INTEGER:
        value = value_integer(json_integer_value(json));
        break;
    case JSON_REAL:
        value = value_real(json_real_value(json));
        break;
    case JSON_STRING:
        value = value_text(text_copy(arena, (struct text){json_string_value(json), json_string_length(json)}));
        break;
    case JSON_ARRAY:
        value = value_list();
        for (size_t i = 0; i < json_array_size(json); i++)
            value_append(arena, &value, from_jansson(arena, json_array_get(json, i)));
        break;
    case JSON_OBJECT:
        value = value_map();
        for (void *member = json_object_iter(json); member; member = json_object_iter_next(json, member)) {
            struct text name = {json_object_iter_key(member), json_object_iter_key_len(member)};
            value_add(arena, &value, text_copy(arena, name), from_jansson(arena, json_object_iter_value(member)));
        }
        break;
    }
    return value;
}

bool json_parse(struct arena *arena, struct text text, const char *name, struct value *value, struct error *error) {
    json_error_t problem;
    json_t *json = json_loadb(text.at ? text.at : "", text.size,
                              JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY, &problem);
    if (!json)
        return error_set(error, "%s: line %d, column %d: %s", name, problem.line, problem.column, problem.text);
    *value = from_jansson(arena, json);
    json_decref(json);
    return true;
}

static void add_escaped(struct buffer *buffer, uint32_t code_point) {
    if (code_point < 0x10000) {
        buffer_format(buffer, "\\u%04X", (unsigned)code_point);
        return;
    }
    uint32_t offset = code_point - 0x10000;
    buffer_format(buffer, "\\u%04X\\u%04X", (unsigned)(0xD800 + (offset >> 10)), (unsigned)(0xDC00 + (offset & 0x3FF)));
}

/* jansson escapes what the format demands; what a terminal must not see is escaped here. Chunks are whole characters.
 */
static int add_chunk(const char *chunk, size_t size, void *context) {
    struct buffer *buffer = context;
    struct text rest = {chunk, size};
    while (rest.size) {
        struct text before = rest;
        int32_t code_point = utf8_next(&rest);
        if (code_point >= 0 && scrub_is_unsafe((uint32_t)code_point))
            add_escaped(buffer, (uint32_t)code_point);
        else
            buffer_add(buffer, text_until(before, before.size - rest.size));
    }
    return 0;
}

/* Takes `scalar`, which is NULL when jansson could not make it. */
static void write_scalar(struct buffer *buffer, json_t *scalar, size_t flags) {
    if (scalar)
        json_dump_callback(scalar, add_chunk, buffer, JSON_ENCODE_ANY | flags);
    else
        buffer_add_string(buffer, "null");
    json_decref(scalar);
}

static void write_real(struct buffer *buffer, double real) {
    int digits = 15;
    for (; digits < 17; digits++) {
        char written[40];
        snprintf(written, sizeof written, "%.*g", digits, real);
        if (strtod(written, NULL) == real)
            break;
    }
    write_scalar(buffer, json_real(real), JSON_REAL_PRECISION((size_t)digits));
}

static void write_utf8(struct buffer *buffer, struct text text) {
    write_scalar(buffer, json_stringn_nocheck(text.at ? text.at : "", text.size), 0);
}

static void write_text(struct buffer *buffer, struct text text) {
    if (utf8_valid(text)) {
        write_utf8(buffer, text);
        return;
    }
    buffer_add_string(buffer, "{\"bytes\": \"");
    base64_write(buffer, text);
    buffer_add_string(buffer, "\"}");
}

static void write_value(struct buffer *buffer, const struct value *value, enum json_style style, size_t depth);

/* What stands before a member: nothing before the first of a line, else a blank or a new line. */
static void write_gap(struct buffer *buffer, enum json_style style, size_t depth, bool first) {
    if (!first)
        buffer_add_byte(buffer, ',');
    if (style == JSON_INDENTED) {
        buffer_add_byte(buffer, '\n');
        buffer_add_repeated(buffer, ' ', 2 * depth);
    } else if (!first) {
        buffer_add_byte(buffer, ' ');
    }
}

static void write_members(struct buffer *buffer, const struct value *value, enum json_style style, size_t depth) {
    bool is_map = value->type == VALUE_MAP;
    size_t count = value_count(value);
    buffer_add_byte(buffer, is_map ? '{' : '[');
    for (size_t i = 0; i < count; i++) {
        write_gap(buffer, style, depth + 1, i == 0);
        if (is_map) {
            write_utf8(buffer, utf8_repair(buffer->arena, value->map.members[i].name));
            buffer_add_string(buffer, ": ");
        }
        write_value(buffer, is_map ? &value->map.members[i].value : &value->list.items[i], style, depth + 1);
    }
    if (count)
        write_gap(buffer, style, depth, true);
    buffer_add_byte(buffer, is_map ? '}' : ']');
}

static void write_value(struct buffer *buffer, const struct value *value, enum json_style style, size_t depth) {
    switch (value->type) {
    case VALUE_NULL:
        buffer_add_string(buffer, "null");
        break;
    case VALUE_BOOLEAN:
        buffer_add_string(buffer, value->boolean ? "true" : "false");
        break;
    case VALUE_INTEGER:
        write_scalar(buffer, json_integer(value->integer), 0);
        break;
    case VALUE_REAL:
        write_real(buffer, value->real);
        break;
    case VALUE_TEXT:
        write_text(buffer, value->text);
        break;
    case VALUE_LIST:
    case VALUE_MAP:
        write_members(buffer, value, style, depth);
        break;
    }
}

void json_write(struct buffer *buffer, const struct value *value, enum json_style style) {
    write_value(buffer, value, style, 0);
}

bool json_bytes(struct arena *arena, const struct value *value, struct text *bytes) {
    if (value && value->type == VALUE_TEXT) {
        *bytes = value->text;
        return true;
    }
    const struct value *encoded = value_get(value, "bytes");
    return value_count(value) == 1 && encoded && encoded->type == VALUE_TEXT &&
           base64_read(arena, encoded->text, bytes);
}
