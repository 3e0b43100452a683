/* plumb's screen and its Markdown, in either language, as they stand in a paste. The words come from knowledge. */
#include "own_parts.h"

#include <string.h>

#include "formats/paste.h"
#include "knowledge/say.h"
#include "text_listing.h"

/* What a certainty stands for where the report does not give the sum, and what keeps findings in their order. */
enum {
    CERTAIN = 39,
    LIKELY = 19,
    POSSIBLE = 9,
    MOST_FINDINGS = 10,
    MOST_LINKS = 64,
    MOST_TAKEN = 64,
    LONGEST_LINK = 1024
};

static const char *const states[] = {"ok", "warning", "broken", "unknown", "not_reached"};
static const char *const links[] = {"graphics_card", "kernel_driver", "device_access", "driver_library",
                                    "session",       "interpreter",   "framework",     "cuda_libraries",
                                    "gpu_run",       "training_job"};

/* The words that a screen is known by, in both languages. */
static const struct {
    const char *group, *id;
} wanted[] = {{"state", "ok"},
              {"state", "warning"},
              {"state", "broken"},
              {"state", "unknown"},
              {"state", "not_reached"},
              {"link", "graphics_card"},
              {"link", "kernel_driver"},
              {"link", "device_access"},
              {"link", "driver_library"},
              {"link", "session"},
              {"link", "interpreter"},
              {"link", "framework"},
              {"link", "cuda_libraries"},
              {"link", "gpu_run"},
              {"link", "training_job"},
              {"certainty", "certain"},
              {"certainty", "likely"},
              {"certainty", "possible"},
              {"severity", "warning"},
              {"severity", "note"},
              {"label", "weight"},
              {"label", "explains"},
              {"label", "seen"},
              {"why", "said"},
              {"headline", "driver"}};
enum { WORDS = sizeof wanted / sizeof *wanted, LANGUAGES = 2 };

struct screen {
    struct reading *reading;
    struct arena *scratch; /* of some lines */
    struct text words[WORDS][LANGUAGES];
    size_t link_count;
    char *text; /* blanked as it is taken */
    size_t size;
    struct value found;
    struct text link, link_state, link_text; /* the link that is read */
    bool inside, in_finding, in_link, in_why;
    bool in_markdown;         /* from the first finding of Markdown to its last line all is own */
    struct text title;        /* of the finding to come */
    struct reported reported; /* the finding that is read */
    bool open;                /* it is not learnt yet */
    struct text explained[32];
    size_t explained_count;
    size_t findings;
};

static void say_words(struct screen *screen) {
    struct reading *reading = screen->reading;
    for (size_t at = 0; at < WORDS; at++)
        for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            struct text id = text_format(reading->arena, "%s.%s", wanted[at].group, wanted[at].id);
            screen->words[at][language] =
                say(reading->arena, reading->knowledge, (enum language)language, id.at, NULL, 0);
        }
}

static struct text word(const struct screen *screen, const char *group, const char *id, enum language language) {
    for (size_t at = 0; at < WORDS; at++)
        if (strcmp(wanted[at].group, group) == 0 && strcmp(wanted[at].id, id) == 0)
            return screen->words[at][language];
    return (struct text){0};
}

static bool is_word(const struct screen *screen, struct text text, const char *group, const char *id) {
    return text_equal(text, word(screen, group, id, LANGUAGE_ENGLISH)) ||
           text_equal(text, word(screen, group, id, LANGUAGE_CHINESE));
}

/* Does the text begin with this word and a gap behind it? Then `*rest` is what follows. */
static bool takes_word(const struct screen *screen, struct text text, const char *group, const char *id,
                       struct text *rest) {
    for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        struct text said = word(screen, group, id, (enum language)language), behind = text_from(text, said.size);
        if (said.size && text_equal(text_until(text, said.size), said) && (!behind.size || text_starts(behind, "  "))) {
            *rest = text_trim(behind);
            return true;
        }
    }
    return false;
}

/* --- findings --- */

static void close_finding(struct screen *screen) {
    if (!screen->open)
        return;
    if (!screen->reported.text.size)
        screen->reported.text = screen->title;
    reported_learn(screen->reading, &screen->reported);
    screen->reported.under = screen->reported.cause;
    for (size_t at = 0; at < screen->explained_count; at++) {
        screen->reported.cause = screen->explained[at];
        reported_learn(screen->reading, &screen->reported);
    }
    screen->open = false;
    screen->title = (struct text){0};
}

static int64_t weight_of(const struct screen *screen, struct text certainty) {
    int64_t later = (int64_t)(screen->findings < MOST_FINDINGS ? screen->findings : MOST_FINDINGS - 1);
    if (is_word(screen, certainty, "certainty", "certain"))
        return CERTAIN - later;
    if (is_word(screen, certainty, "certainty", "likely"))
        return LIKELY - later;
    return is_word(screen, certainty, "certainty", "possible") ? POSSIBLE - later / 2 : 0;
}

/* The end of a text behind its last " · ", which is taken off. */
static struct text last_part(struct text *text) {
    struct text mark = TEXT(" · "), rest = *text;
    size_t found = TEXT_NOWHERE, at;
    for (size_t from = 0; (at = text_find(text_from(rest, from), mark)) != TEXT_NOWHERE; from += at + 1)
        found = from + at;
    struct text last = found == TEXT_NOWHERE ? rest : text_from(rest, found + mark.size);
    *text = found == TEXT_NOWHERE ? (struct text){0} : text_until(rest, found);
    return text_trim(last);
}

/* The word at the end of a text; behind two blanks, or all of it. */
static struct text last_word(struct text text) {
    text = text_trim(text);
    for (size_t at = text.size; at > 1; at--)
        if (text.at[at - 1] == ' ' && text.at[at - 2] == ' ')
            return text_from(text, at);
    return text;
}

/* "[title  ][severity · ]certainty · cause", the cause in backquotes in Markdown. */
static bool take_tail(struct screen *screen, struct text line, int64_t number) {
    struct text rest = line, cause = last_part(&rest);
    if (text_starts(cause, "`") && text_ends(cause, "`"))
        cause = text_until(text_from(cause, 1), cause.size - 2);
    if (!rest.size || !node_present(knowledge_cause(screen->reading->knowledge, cause)))
        return false;
    struct text before = rest, certainty = last_word(last_part(&before));
    int64_t weight = weight_of(screen, certainty);
    if (!weight || screen->findings == MOST_TAKEN)
        return false;
    const char *severity = "error";
    struct text title = before.size ? before : text_until(rest, rest.size - certainty.size);
    if (is_word(screen, last_word(before), "severity", "warning"))
        severity = "warning";
    else if (is_word(screen, last_word(before), "severity", "note"))
        severity = "note";
    close_finding(screen);
    if (text_trim(title).size > certainty.size)
        screen->title = text_copy(screen->reading->arena, text_trim(title));
    screen->reported = (struct reported){.cause = text_copy(screen->reading->arena, cause),
                                         .severity = text_of(severity),
                                         .source = TEXT("report"),
                                         .weight = weight,
                                         .line = number};
    screen->explained_count = 0;
    screen->findings++;
    screen->open = screen->in_finding = true;
    return true;
}

static void take_explained(struct screen *screen, struct text list) {
    struct text part;
    while (text_next_part(&list, ',', &part) &&
           screen->explained_count < sizeof screen->explained / sizeof *screen->explained)
        if (node_present(knowledge_cause(screen->reading->knowledge, text_trim(part))))
            screen->explained[screen->explained_count++] = text_copy(screen->reading->arena, text_trim(part));
}

/* A line of the finding that is read. */
static void take_detail(struct screen *screen, struct text line) {
    struct text text = text_trim(line), rest;
    int64_t weight;
    if (takes_word(screen, text, "label", "weight", &rest) && text_to_integer(rest, &weight)) {
        /* A sum that is more than the certainty that the report gives was contested by another root. */
        if (screen->reported.weight > LIKELY || weight <= LIKELY)
            screen->reported.weight = weight;
    }
    else if (takes_word(screen, text, "label", "explains", &rest))
        take_explained(screen, rest);
    else if (!screen->reported.text.size && takes_word(screen, text, "label", "seen", &rest))
        screen->reported.text = text_copy(screen->reading->arena, rest);
}

/* --- the chain and the first line --- */

/* A link is learnt when its last line was seen: a long text goes on below. */
static void end_link(struct screen *screen) {
    if (screen->link.size)
        reported_link_learn(screen->reading, screen->link, screen->link_state, screen->link_text);
    screen->link = (struct text){0};
}

static void link_goes_on(struct screen *screen, struct text line) {
    const struct text parts[] = {screen->link_text, text_trim(line)};
    if (screen->link_text.size + line.size < LONGEST_LINK)
        screen->link_text = text_join_all(screen->reading->arena, parts, 2, TEXT(" "));
}

static bool take_link(struct screen *screen, struct text state, struct text rest, int64_t number) {
    struct text said;
    for (size_t at = 0; at < sizeof links / sizeof *links; at++) {
        if (!takes_word(screen, rest, "link", links[at], &said))
            continue;
        if (++screen->link_count > MOST_LINKS)
            return true;
        said = text_copy(screen->reading->arena, said);
        end_link(screen);
        screen->link = text_of(links[at]);
        screen->link_state = state;
        screen->link_text = said;
        reported_link_states(screen->reading, &screen->found, text_of(links[at]), said, number);
        return true;
    }
    return false;
}

/* " BROKEN  driver library  ..." */
static bool take_chain(struct screen *screen, struct text line, int64_t number) {
    struct text rest;
    if (!text_starts(line, " ") || text_starts(line, "  "))
        return false;
    for (size_t at = 0; at < sizeof states / sizeof *states; at++)
        if (takes_word(screen, text_from(line, 1), "state", states[at], &rest) &&
            take_link(screen, text_of(states[at]), rest, number))
            return true;
    return false;
}

/* "| BROKEN | driver library | ... |", where Markdown escapes what would start something. */
static bool take_row(struct screen *screen, struct text line, int64_t number) {
    struct text cells[5] = {{0}}, rest = line;
    if (!text_starts(line, "|"))
        return false;
    rest = text_replace(screen->scratch, line, TEXT("\\"), TEXT(""));
    for (size_t at = 0; at < 5 && text_next_part(&rest, '|', &cells[at]); at++)
        cells[at] = text_trim(cells[at]);
    if (!cells[2].size)
        return false;
    for (size_t state = 0; state < sizeof states / sizeof *states; state++) {
        const struct text parts[] = {cells[2], cells[3]};
        if (is_word(screen, cells[1], "state", states[state]) &&
            take_link(screen, text_of(states[state]), text_join_all(screen->scratch, parts, 2, TEXT("  ")), number))
            return true;
    }
    return false;
}

/* "driver 535.104.05" in either language. */
static bool take_driver(struct screen *screen, struct text part, int64_t number) {
    for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        struct text pattern = word(screen, "headline", "driver", (enum language)language),
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
        struct text part = last_part(&rest);
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
        struct text said = word(screen, "why", "said", (enum language)language);
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
        close_finding(screen);
        screen->inside = screen->in_finding = screen->in_markdown = false;
        return true;
    }
    if (take_headline(screen, line, number)) {
        close_finding(screen);
        screen->inside = true;
        screen->in_finding = screen->in_markdown = screen->in_why = false;
        return true;
    }
    if (!screen->inside)
        return false;
    if (text_starts(line, "### ")) {
        close_finding(screen);
        screen->title = text_copy(screen->reading->arena, text_trim(text_from(line, 4)));
        return screen->in_markdown = true;
    }
    if (take_tail(screen, line, number))
        return true;
    bool link = take_chain(screen, line, number) || take_row(screen, line, number);
    if (!link && screen->in_link && deep)
        link_goes_on(screen, line);
    if (link || (screen->in_link && deep))
        return screen->in_link = true;
    screen->in_link = false;
    screen->in_why = text_trim(line).size && (screen->in_why || begins_why(screen, line));
    if (screen->in_why || screen->in_markdown)
        return true;
    if (screen->in_finding && indented) {
        take_detail(screen, line);
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
    say_words(&screen);
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
    close_finding(&screen);
    end_link(&screen);
    arena_free(screen.scratch);
    listing_learn(reading, &screen.found);
}
