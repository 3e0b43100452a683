/* plumb's screen and its Markdown, in either language, as they stand in a paste. The words come from knowledge. */
#include "own_screen.h"

#include <string.h>

#include "text_listing.h"

/* "driver 535.104.05" in either language. */
static bool take_driver(struct screen *screen, struct text part, int64_t number) {
    for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        struct text pattern = screen_word(screen, "headline", "driver", (enum language)language),
                    said = text_until(pattern, text_find(pattern, TEXT("{")));
        if (!said.size || !text_equal(text_until(part, said.size), said))
            continue;
        reported_state(screen->reading, &screen->found, "driver", text_trim(text_from(part, said.size)), number);
        return true;
    }
    return false;
}

/* "plumb 0.1.0 · 2 x RTX 4090 · driver 535.104.05 · Ubuntu 22.04", in Markdown bold. */
static bool take_headline(struct screen *screen, struct text line, int64_t number) {
    struct text rest = line;
    if (text_starts(rest, "**") && text_ends(rest, "**"))
        rest = text_until(text_from(rest, 2), rest.size - 4);
    if (!text_starts(rest, "plumb ") || rest.size < 7 || rest.at[6] < '0' || rest.at[6] > '9')
        return false;
    size_t first = text_find(rest, TEXT(" · "));
    struct text version = text_until(rest, first);
    if (text_find_byte(text_from(version, 6), ' ') != TEXT_NOWHERE)
        return false;
    rest = first == TEXT_NOWHERE ? (struct text){0} : text_copy(screen->reading->arena, text_from(rest, first));
    while (rest.size) {
        struct text part = screen_last_part(&rest);
        size_t before = value_count(&screen->found);
        if (!part.size || take_driver(screen, part, number))
            continue;
        reported_cards(screen->reading, &screen->found, part, number);
        if (value_count(&screen->found) == before)
            reported_state(screen->reading, &screen->found, "os", part, number);
    }
    return true;
}

/* --- line by line --- */

/* How --why begins: what is below cites lines. */
static bool begins_why(const struct screen *screen, struct text line) {
    for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        struct text said = screen_word(screen, "why", "said", (enum language)language);
        struct text beginning = text_until(said, 24);
        if (beginning.size == 24 && text_equal(text_until(line, 24), beginning))
            return true;
    }
    return false;
}

/* Is this line plumb's? A screen has no end of its own: what is not indented below a finding, and no title, is somebody
 * else's again. */
static bool is_own(struct screen *screen, struct text line, int64_t number) {
    bool indented = text_starts(line, "  "), deep = text_starts(line, "          ");
    if (screen->inside && text_starts(line, "plumb ") && text_contains(line, " · knowledge ")) {
        screen_close_finding(screen);
        screen->inside = screen->in_finding = screen->in_markdown = false;
        return true;
    }
    if (take_headline(screen, line, number)) {
        screen_close_finding(screen);
        screen->inside = true;
        screen->in_finding = screen->in_markdown = screen->in_why = false;
        return true;
    }
    if (!screen->inside)
        return false;
    if (text_starts(line, "### ")) {
        screen_close_finding(screen);
        screen->title = text_copy(screen->reading->arena, text_trim(text_from(line, 4)));
        return screen->in_markdown = true;
    }
    if (screen_take_tail(screen, line, number))
        return true;
    bool link = screen_take_chain(screen, line, number) || screen_take_row(screen, line, number);
    if (!link && screen->in_link && deep)
        screen_link_goes_on(screen, line);
    if (link || (screen->in_link && deep))
        return screen->in_link = true;
    screen->in_link = false;
    screen->in_why = text_trim(line).size && (screen->in_why || begins_why(screen, line));
    if (screen->in_why || screen->in_markdown)
        return true;
    if (screen->in_finding && indented) {
        screen_take_detail(screen, line);
        return true;
    }
    return false;
}

/* An unindented line may be the title of which the next one has the tail; else a finding ends there. Markdown's prose
 * stands unindented, until its last line. */
static void pass(struct screen *screen, struct text line) {
    if (!text_trim(line).size || !screen->inside)
        return;
    screen->title = screen->open ? screen->title : text_copy(screen->reading->arena, text_trim(line));
    if (!text_starts(line, " "))
        screen->in_finding = false;
}

static size_t line_size(const struct screen *screen, size_t at) {
    struct text rest = {screen->text + at, screen->size - at};
    size_t newline = text_find_byte(rest, '\n');
    return newline == TEXT_NOWHERE ? rest.size : newline;
}

/* The place moves on to the line of this number. */
static size_t place_of(const struct screen *screen, size_t at, int64_t *number, int64_t line) {
    for (; *number < line && at < screen->size; ++*number)
        at += line_size(screen, at) + 1;
    return at < screen->size ? at : screen->size;
}

void own_screen_learn(struct reading *reading, char *text, size_t size) {
    struct screen screen = {.reading = reading, .text = text, .size = size, .found = value_list()};
    struct text copy = text_copy(reading->arena, (struct text){text, size});
    struct paste_reader lines = {.rest = copy};
    struct paste_line line;
    size_t at = 0;
    int64_t number = 1;
    screen.scratch = arena_new();
    screen_say_words(&screen);
    for (size_t count = 1; paste_next(screen.scratch, &lines, &line); count++) {
        at = place_of(&screen, at, &number, line.number);
        if (is_own(&screen, line.text, line.number))
            memset(text + at, ' ', line_size(&screen, at));
        else
            pass(&screen, line.text);
        if (count % 1024 == 0) {
            arena_free(screen.scratch);
            screen.scratch = arena_new();
        }
    }
    screen_close_finding(&screen);
    screen_end_link(&screen);
    arena_free(screen.scratch);
    listing_learn(reading, &screen.found);
}
