#include "formats/settings.h"

#include "base/buffer.h"

enum { MOST_SETTINGS = 4096 }; /* adding one searches those before it */

struct settings {
    struct arena *arena;
    struct value map;
    struct text section; /* "global.", or empty */
    struct text name;    /* of the setting that is being read, empty between settings */
    struct buffer value;
    size_t indentation; /* of that setting: what stands deeper goes on with its value */
};

static struct text unquoted(struct arena *arena, struct text value) {
    char quote = value.size >= 2 ? value.at[0] : '\0';
    if ((quote != '"' && quote != '\'') || value.at[value.size - 1] != quote)
        return value;
    value = text_until(text_from(value, 1), value.size - 2);
    if (quote == '\'')
        return value;
    /* In double quotes the shell takes a backslash off these four alone. */
    struct buffer plain = buffer_new(arena);
    for (size_t i = 0; i < value.size; i++) {
        bool escaped = value.at[i] == '\\' && i + 1 < value.size &&
                       text_find_byte(TEXT("$\"\\`"), value.at[i + 1]) != TEXT_NOWHERE;
        i += escaped;
        buffer_add_byte(&plain, value.at[i]);
    }
    return buffer_text(&plain);
}

static bool is_name(struct text name) {
    for (size_t i = 0; i < name.size; i++) {
        unsigned char byte = (unsigned char)name.at[i];
        if (byte <= ' ' || byte == '"' || byte == '\'' || byte == '[')
            return false;
    }
    return name.size > 0;
}

static void end_setting(struct settings *settings) {
    struct text value = unquoted(settings->arena, buffer_text(&settings->value));
    if (settings->name.size && value_count(&settings->map) < MOST_SETTINGS)
        value_set_named(settings->arena, &settings->map, settings->name, value_text(value));
    settings->name = TEXT("");
}

static void begin_setting(struct settings *settings, struct text name, struct text value) {
    settings->name = text_join(settings->arena, settings->section, name);
    settings->value = buffer_new(settings->arena);
    buffer_add(&settings->value, value);
}

/* Lists in pip.conf and .condarc: one item in each further line. */
static void go_on(struct settings *settings, struct text line) {
    buffer_add_byte(&settings->value, '\n');
    buffer_add(&settings->value, line);
}

static void read_setting(struct settings *settings, struct text line) {
    size_t equals = text_find_byte(line, '='), colon = text_find_byte(line, ':');
    size_t at = equals < colon ? equals : colon;
    struct text name = text_trim(text_until(line, at));
    if (at != TEXT_NOWHERE && is_name(name))
        begin_setting(settings, name, text_trim(text_from(line, at + 1)));
}

/* modprobe.d(5): "blacklist nouveau" has the name "blacklist nouveau", and "options nvidia a=1" the value "a=1". */
static bool read_words(struct settings *settings, struct text line) {
    static const char *const commands[] = {"alias", "blacklist", "install", "options", "remove", "softdep"};
    struct text rest = line, command, module;
    if (!text_next_word(&rest, &command) || !text_next_word(&rest, &module) || module.at[0] == '=' ||
        module.at[0] == ':')
        return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (text_is(command, commands[i])) {
            struct text words[] = {command, module};
            begin_setting(settings, text_join_all(settings->arena, words, 2, TEXT(" ")), text_trim(rest));
            return true;
        }
    return false;
}

static void read_line(struct settings *settings, struct text line) {
    struct text trimmed = text_trim(line);
    if (!trimmed.size || trimmed.at[0] == '#' || trimmed.at[0] == ';')
        return;
    size_t indentation = (size_t)(trimmed.at - line.at);
    if (settings->name.size && indentation > settings->indentation) {
        go_on(settings, trimmed);
        return;
    }
    end_setting(settings);
    settings->indentation = indentation;
    if (trimmed.at[0] == '[' && text_ends(trimmed, "]")) {
        struct text name = text_trim(text_until(text_from(trimmed, 1), trimmed.size - 2));
        settings->section = name.size ? text_join(settings->arena, name, TEXT(".")) : TEXT("");
    } else if (!read_words(settings, trimmed)) {
        read_setting(settings, trimmed);
    }
}

struct value settings_read(struct arena *arena, struct text text) {
    struct settings settings = {.arena = arena, .map = value_map(), .section = TEXT(""), .name = TEXT("")};
    struct text line;
    settings.value = buffer_new(arena);
    if (text_starts(text, "\xEF\xBB\xBF"))
        text = text_from(text, 3);
    while (text_next_line(&text, &line))
        read_line(&settings, line);
    end_setting(&settings);
    return settings.map;
}
