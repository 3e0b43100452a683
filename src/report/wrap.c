#include "report/wrap.h"

#include "base/utf8.h"

static bool is_one_of(int32_t code_point, const int32_t *set, size_t count) {
    for (size_t at = 0; at < count; at++)
        if (set[at] == code_point)
            return true;
    return false;
}

/* 、。〉》」』】〕！），．：；？％ and the western ’ ” — … · % that follow Han characters */
static bool is_closing(int32_t code_point) {
    static const int32_t set[] = {0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0xFF01, 0xFF09,
                                  0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF05, 0x2019, 0x201D, 0x2014, 0x2026,
                                  0xB7,   ',',    '.',    ';',    ':',    '!',    '?',    ')',    ']',    '%'};
    return is_one_of(code_point, set, sizeof set / sizeof *set);
}

/* 〈《「『【〔（ and ‘ “ ( [ */
static bool is_opening(int32_t code_point) {
    static const int32_t set[] = {0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, 0x2018, 0x201C, '(', '['};
    return is_one_of(code_point, set, sizeof set / sizeof *set);
}

static bool is_blank(struct text rest) {
    return rest.size && (rest.at[0] == ' ' || rest.at[0] == '\n');
}

static struct text between(struct text from, struct text rest) {
    return text_until(from, from.size - rest.size);
}

static int32_t peek(struct text rest) {
    return rest.size ? utf8_next(&rest) : 0;
}

/* A folder may have a Han name, so a path ends at a blank or at punctuation that Han characters are set with. */
static bool is_in_path(bool in_path, struct text character, int32_t code_point) {
    if (code_point == '/' || code_point == '\\')
        return true;
    return in_path && !(utf8_columns(character) == 2 && (is_closing(code_point) || is_opening(code_point)));
}

/* Takes what must not be broken off `rest`, which does not start with a blank. */
static struct text next_piece(struct text *rest) {
    struct text from = *rest;
    bool in_path = false;
    while (rest->size && !is_blank(*rest)) {
        struct text before = *rest;
        int32_t last = utf8_next(rest), next = peek(*rest);
        struct text character = between(before, *rest), after = *rest;
        if (rest->size)
            utf8_next(&after);
        bool beside_wide = utf8_columns(character) == 2 || utf8_columns(between(*rest, after)) == 2;
        in_path = is_in_path(in_path, character, last);
        if (beside_wide && !in_path && !is_closing(next) && !is_opening(last))
            break;
    }
    return between(from, *rest);
}

/* "/usr/lib/libcuda.so.1 -> libcuda.so.470.82" is one thing to read. */
static bool takes_arrow(struct text *rest) {
    struct text behind = text_from(*rest, TEXT(" -> ").size);
    if (!text_starts(*rest, " -> ") || !behind.size || is_blank(behind))
        return false;
    *rest = behind;
    return true;
}

static struct text next_unit(struct text *rest) {
    struct text from = *rest;
    do
        next_piece(rest);
    while (takes_arrow(rest));
    return between(from, *rest);
}

static void break_line(struct flow *flow) {
    buffer_add_byte(flow->out, '\n');
    flow->column = 0;
}

static void add_unit(struct flow *flow, struct text unit, bool blank_before) {
    size_t columns = utf8_columns(unit), blank = blank_before ? 1 : 0;
    if (flow->column > flow->indent && flow->column + blank + columns > flow->width) {
        break_line(flow);
    } else if (flow->column > flow->indent && blank) {
        buffer_add_byte(flow->out, ' ');
        flow->column++;
    }
    if (flow->column < flow->indent) {
        buffer_add_repeated(flow->out, ' ', flow->indent - flow->column);
        flow->column = flow->indent;
    }
    buffer_add(flow->out, unit);
    flow->column += columns;
}

void flow_prose(struct flow *flow, struct text text) {
    bool blank = true;
    while (text.size) {
        if (is_blank(text)) {
            text = text_from(text, 1);
            blank = true;
            continue;
        }
        add_unit(flow, next_unit(&text), blank);
        blank = false;
    }
}

void flow_whole(struct flow *flow, struct text text) {
    text = text_trim(text);
    if (text.size)
        add_unit(flow, text, true);
}

/* Where the command at the end of a sentence starts, or its size. */
static size_t command_start(struct text text) {
    static const char *const marks[] = {": plumb ", ": python ", "：plumb ", "：python "};
    for (size_t at = 0; at < sizeof marks / sizeof *marks; at++) {
        size_t found = text_find(text, text_of(marks[at]));
        if (found != TEXT_NOWHERE)
            return found + (marks[at][0] == ':' ? 2 : TEXT("：").size);
    }
    return text.size;
}

void flow_sentence(struct flow *flow, struct text text) {
    size_t start = command_start(text);
    struct text prose = text_until(text, start), command = text_from(text, start);
    flow_prose(flow, prose);
    if (command.size)
        add_unit(flow, text_trim(command), text_ends(prose, " "));
}

void flow_end(struct flow *flow) {
    break_line(flow);
}

struct text shortened(struct arena *arena, struct text text, size_t columns) {
    if (utf8_columns(text) <= columns)
        return text;
    struct text kept = text_trim(utf8_fit(text, columns ? columns - 1 : 0));
    return text_join(arena, kept, TEXT("…"));
}
