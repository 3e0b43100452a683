/* Assignments of plain literals in Python source. Source: docs.python.org, "Lexical analysis". */
#include "formats/distinfo.h"

#include <stdlib.h>

#include "base/buffer.h"

enum { MOST_LITERALS = 1024, LONGEST_NUMBER = 64 };

/* What a line of source leaves open for the next one. */
struct source_state {
    char triple_quote; /* of the string that is open, or 0 */
    unsigned brackets;
    bool continued; /* by a backslash */
};

static bool is_quote(char byte) {
    return byte == '"' || byte == '\'';
}

static bool is_triple(struct text rest, char quote) {
    return rest.size >= 3 && rest.at[0] == quote && rest.at[1] == quote && rest.at[2] == quote;
}

/* The offset behind a string that begins or goes on at `at`; a triple-quoted one may stay open. */
static size_t pass_string(struct source_state *state, struct text line, size_t at, char quote) {
    for (; at < line.size; at++) {
        if (line.at[at] == '\\')
            at++;
        else if (state->triple_quote ? is_triple(text_from(line, at), quote) : line.at[at] == quote) {
            at += state->triple_quote ? 3 : 1;
            state->triple_quote = '\0';
            return at;
        }
    }
    return line.size;
}

static void pass_line(struct source_state *state, struct text line) {
    size_t at = state->triple_quote ? pass_string(state, line, 0, state->triple_quote) : 0;
    state->continued = false;
    while (at < line.size) {
        char byte = line.at[at];
        if (is_quote(byte)) {
            bool triple = is_triple(text_from(line, at), byte);
            state->triple_quote = triple ? byte : '\0';
            at = pass_string(state, line, at + (triple ? 3 : 1), byte);
            continue;
        }
        if (byte == '#')
            return;
        state->continued = byte == '\\' && at + 1 == line.size;
        if (byte == '(' || byte == '[' || byte == '{')
            state->brackets++;
        else if ((byte == ')' || byte == ']' || byte == '}') && state->brackets)
            state->brackets--;
        at++;
    }
}

static bool is_name(struct text name) {
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.at[i];
        bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
        if (!letter && (i == 0 || byte < '0' || byte > '9'))
            return false;
    }
    return name.size > 0;
}

/* Nothing but a comment may follow a literal. */
static bool is_end(struct text rest) {
    rest = text_trim(rest);
    return !rest.size || rest.at[0] == '#';
}

static bool string_literal(struct arena *arena, struct text source, struct value *value) {
    bool raw = source.size && (source.at[0] == 'r' || source.at[0] == 'R');
    if (raw || text_starts(source, "u"))
        source = text_from(source, 1);
    if (!source.size || !is_quote(source.at[0]) || is_triple(source, source.at[0]))
        return false;
    struct buffer string = buffer_new(arena);
    for (size_t i = 1; i < source.size; i++) {
        char byte = source.at[i];
        if (byte == source.at[0]) {
            *value = value_text(buffer_text(&string));
            return is_end(text_from(source, i + 1));
        }
        if (byte == '\\') {
            char next = i + 1 < source.size ? source.at[++i] : '\0';
            /* Other escapes stand for characters that no version holds. */
            if (raw || (next != '\\' && !is_quote(next)))
                return false;
            byte = next;
        }
        buffer_add_byte(&string, byte);
    }
    return false;
}

static bool number_literal(struct text source, struct value *value) {
    struct text digits = text_trim(text_until(source, text_find_byte(source, '#')));
    char memory[LONGEST_NUMBER + 1] = {0}, *end;
    int64_t integer;
    if (text_to_integer(digits, &integer)) {
        *value = value_integer(integer);
        return true;
    }
    if (!digits.size || digits.size > LONGEST_NUMBER)
        return false;
    for (size_t i = 0; i < digits.size; i++) {
        if (text_find_byte(TEXT("0123456789.eE+-"), digits.at[i]) == TEXT_NOWHERE)
            return false;
        memory[i] = digits.at[i];
    }
    double real = strtod(memory, &end);
    *value = value_real(real);
    return *end == '\0';
}

static bool literal(struct arena *arena, struct text source, struct value *value) {
    struct text word = text_trim(text_until(source, text_find_byte(source, '#')));
    if (text_is(word, "None"))
        *value = value_null();
    else if (text_is(word, "True") || text_is(word, "False"))
        *value = value_boolean(text_is(word, "True"));
    else
        return string_literal(arena, source, value) || number_literal(source, value);
    return true;
}

/* "name = literal", "name: annotation = literal" */
static void read_assignment(struct arena *arena, struct text line, struct value *literals) {
    size_t equals = text_find_byte(line, '=');
    if (equals == TEXT_NOWHERE || equals + 1 >= line.size || line.at[equals + 1] == '=')
        return;
    struct text target = text_until(line, equals);
    struct text name = text_trim(text_until(target, text_find_byte(target, ':')));
    struct value value;
    if (name.at != line.at || !is_name(name) || value_count(literals) >= MOST_LITERALS)
        return;
    if (literal(arena, text_trim(text_from(line, equals + 1)), &value))
        value_set_named(arena, literals, text_copy(arena, name), value);
}

struct value distinfo_literals(struct arena *arena, struct text text) {
    struct value literals = value_map();
    struct source_state state = {0};
    struct text line;
    if (text_starts(text, "\xEF\xBB\xBF"))
        text = text_from(text, 3);
    while (text_next_line(&text, &line)) {
        bool statement = !state.triple_quote && !state.brackets && !state.continued;
        pass_line(&state, line);
        bool whole = !state.triple_quote && !state.brackets && !state.continued;
        if (statement && whole)
            read_assignment(arena, line, &literals);
    }
    return literals;
}
