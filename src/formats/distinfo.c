#include "formats/distinfo.h"

#include "base/buffer.h"

enum { MOST_REQUIRES = 4096 };

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_separator(char byte) {
    return byte == '-' || byte == '_' || byte == '.';
}

struct text distinfo_normal_name(struct arena *arena, struct text name) {
    struct buffer normal = buffer_new(arena);
    for (size_t i = 0; i < name.size; i++) {
        if (!is_separator(name.at[i]))
            buffer_add_byte(&normal, name.at[i]);
        else if (i == 0 || !is_separator(name.at[i - 1]))
            buffer_add_byte(&normal, '-');
    }
    return text_lower(arena, buffer_text(&normal));
}

/* Where the version begins: behind the first dash that a digit follows. Names of other tools may hold dashes. */
static size_t find_version(struct text stem) {
    for (size_t i = 1; i + 1 < stem.size; i++)
        if (stem.at[i] == '-' && is_digit(stem.at[i + 1]))
            return i + 1;
    return TEXT_NOWHERE;
}

bool distinfo_name(struct arena *arena, struct text folder, struct text *name, struct text *version) {
    bool egg = text_ends(folder, ".egg-info");
    if (!egg && !text_ends(folder, ".dist-info"))
        return false;
    struct text stem = text_until(folder, text_find_last_byte(folder, '.'));
    /* pip renames what it could not remove to "~orch-2.0.dist-info": that is no distribution. */
    if (!stem.size || (!is_letter(stem.at[0]) && !is_digit(stem.at[0])))
        return false;
    size_t at = find_version(stem);
    if (at == TEXT_NOWHERE)
        return false;
    struct text stated = text_from(stem, at);
    size_t tag = egg ? text_find(stated, TEXT("-py")) : TEXT_NOWHERE; /* "-py3.11", "-py3.11-linux-x86_64" */
    *version = text_copy(arena, text_until(stated, tag));
    *name = distinfo_normal_name(arena, text_until(stem, at - 1));
    return true;
}

/* Takes the next "Name: value" off `rest`, with the lines that go on with it; false at the empty line behind the last.
 */
static bool next_header(struct arena *arena, struct text *rest, struct text *name, struct text *value) {
    struct text line;
    while (text_next_line(rest, &line) && text_trim(line).size) {
        size_t colon = text_find_byte(line, ':');
        struct text before_colon = text_trim(text_until(line, colon));
        struct buffer unfolded = buffer_new(arena);
        buffer_add(&unfolded, text_trim(text_from(line, colon == TEXT_NOWHERE ? line.size : colon + 1)));
        while (rest->size && (rest->at[0] == ' ' || rest->at[0] == '\t')) {
            struct text before = *rest;
            text_next_line(rest, &line);
            if (!text_trim(line).size) { /* blanks alone end the headers too */
                *rest = before;
                break;
            }
            buffer_add_byte(&unfolded, ' ');
            buffer_add(&unfolded, text_trim(line));
        }
        if (colon == TEXT_NOWHERE)
            continue;
        *name = before_colon;
        *value = buffer_text(&unfolded);
        return true;
    }
    return false;
}

struct value distinfo_metadata(struct arena *arena, struct text text) {
    struct value metadata = value_map(), requires = value_list();
    struct text name, value;
    if (text_starts(text, "\xEF\xBB\xBF"))
        text = text_from(text, 3);
    while (next_header(arena, &text, &name, &value)) {
        if (text_equal_folded(name, TEXT("Name")))
            value_set(arena, &metadata, "name", value_text(value));
        else if (text_equal_folded(name, TEXT("Version")))
            value_set(arena, &metadata, "version", value_text(value));
        else if (text_equal_folded(name, TEXT("Requires-Python")))
            value_set(arena, &metadata, "requires_python", value_text(value));
        else if (text_equal_folded(name, TEXT("Requires-Dist")) && value_count(&requires) < MOST_REQUIRES)
            value_append(arena, &requires, value_text(value));
    }
    if (value_count(&requires))
        value_set(arena, &metadata, "requires", requires);
    return metadata;
}
