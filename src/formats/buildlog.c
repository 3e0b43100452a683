#include "formats/buildlog.h"

#include "scan.h"

enum { LONGEST_LINE = 4096, LONGEST_SHOWN = 400, MOST_BUILDS = 16 };

struct build {
    int64_t line, errors, stopped;
    struct text error;
};

struct buildlog_reader {
    struct arena *arena;
    struct build builds[MOST_BUILDS];
    size_t count;
    bool open;            /* the last of them has not stopped yet */
    bool message_follows; /* "CMake Error at CMakeLists.txt:3 (find_package):" */
};

struct buildlog_reader *buildlog_new(struct arena *arena) {
    struct buildlog_reader *reader = arena_alloc(arena, sizeof *reader);
    *reader = (struct buildlog_reader){.arena = arena};
    return reader;
}

/* ":12:3: ", ":12: ", "(12): ", "(12,3): ", " : ", ": " behind a file's name or a program's. */
static bool is_place(struct text before) {
    while (before.size && (before.at[before.size - 1] == ' ' || before.at[before.size - 1] == ':'))
        before.size--;
    if (!before.size)
        return false;
    char last = before.at[before.size - 1];
    if (scan_is_digit(last))
        return text_find_byte(before, ':') != TEXT_NOWHERE;
    return last == ')' && text_find_byte(before, '(') != TEXT_NOWHERE &&
           text_find_last_byte(before, '(') + 1 < before.size &&
           scan_is_digit(before.at[text_find_last_byte(before, '(') + 1]);
}

/* "x.cpp:3:10: fatal error: a.h: No such file", "a.cu(12): error: ...", "a.cpp(3): error C2065: ..." */
static bool is_compilers(struct text line) {
    static const char *const words[] = {"fatal error", "error"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (struct text rest = line; scan_to(&rest, words[i]);) {
            struct text before = text_until(line, (size_t)(rest.at - line.at) - text_of(words[i]).size), number = rest;
            bool ended = text_starts(rest, ": ") || text_starts(rest, ":\t") || text_starts(rest, " #") ||
                         (scan_literal(&number, " C") && scan_digits(&number, 3, 5)) || text_starts(rest, " LNK");
            if (ended && is_place(before))
                return true;
        }
    return false;
}

static bool is_tools(struct text line) {
    static const char *const beginnings[] = {"nvcc fatal",      "ptxas fatal",        "ptxas error",    "nvlink fatal",
                                             "nvlink error",    "LINK : fatal error", "clang: error: ", "g++: error: ",
                                             "gcc: error: ",    "c++: error: ",       "cc1plus: error", "error[E",
                                             "CMake Error at ", "CMake Error: ",      "CMake Error in "};
    static const char *const parts[] = {": undefined reference to ", "ld: cannot find ", "ld: error: ", ": error LNK",
                                        ": fatal error LNK",         "ptxas /"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (text_starts(line, beginnings[i]))
            return true;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (text_contains(line, parts[i]))
            return i + 1 < sizeof parts / sizeof *parts || text_contains(line, "; error");
    return false;
}

/* Most lines of a log hold none of these words. */
static bool may_be_error(struct text line) {
    return text_contains(line, "rror") || text_contains(line, "fatal") || text_contains(line, "undefined reference") ||
           text_contains(line, "ld: cannot find");
}

/* What says that a build is over, whatever it was that failed. */
static bool is_stop(struct text line) {
    static const char *const parts[] = {"ninja: build stopped",       "Failed building wheel for",
                                        "Error compiling objects",    "Error building extension",
                                        "error: command '",           "Configuring incomplete",
                                        "metadata-generation-failed", "subprocess-exited-with-error"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (text_contains(line, parts[i]))
            return true;
    struct text rest = line;
    bool make = scan_literal(&rest, "make") || scan_literal(&rest, "gmake");
    return make && text_contains(text_until(rest, 16), ": ***");
}

void buildlog_line(struct buildlog_reader *reader, const struct paste_line *line) {
    struct text text = text_trim(text_until(line->text, LONGEST_LINE));
    struct build *last = reader->count ? &reader->builds[reader->count - 1] : NULL;
    if (last && reader->message_follows && text.size) {
        const struct text parts[] = {last->error, text_until(text, LONGEST_SHOWN)};
        last->error = text_join_all(reader->arena, parts, 2, TEXT(" "));
        reader->message_follows = false;
        return;
    }
    if (last && reader->open && is_stop(text)) {
        last->stopped = line->number;
        reader->open = false;
        return;
    }
    if (!may_be_error(text) || (!is_compilers(text) && !is_tools(text)))
        return;
    if (last && reader->open) {
        last->errors++;
        return;
    }
    if (reader->count == MOST_BUILDS)
        return;
    reader->builds[reader->count++] = (struct build){
        .line = line->number, .errors = 1, .error = text_copy(reader->arena, text_until(text, LONGEST_SHOWN))};
    reader->open = true;
    reader->message_follows = text_starts(text, "CMake Error at ") && text_ends(text, ":");
}

struct value buildlog_found(const struct buildlog_reader *reader) {
    struct value found = value_list();
    for (size_t i = 0; i < reader->count; i++) {
        const struct build *build = &reader->builds[i];
        struct value map = value_map();
        if (!build->stopped)
            continue;
        value_set(reader->arena, &map, "line", value_integer(build->line));
        value_set(reader->arena, &map, "error", value_text(build->error));
        value_set(reader->arena, &map, "errors", value_integer(build->errors));
        value_set(reader->arena, &map, "stopped", value_integer(build->stopped));
        value_append(reader->arena, &found, map);
    }
    return found;
}
