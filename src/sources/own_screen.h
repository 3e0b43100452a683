/* Reading plumb's screen and its Markdown back. Internal to own_screen.c. Everything belongs to the reading's arena. */
#pragma once

#include "formats/paste.h"
#include "knowledge/say.h"
#include "own_parts.h"

enum { SCREEN_WORDS = 25, SCREEN_LANGUAGES = 2 };

struct screen {
    struct reading *reading;
    struct arena *scratch; /* of some lines */
    struct text words[SCREEN_WORDS][SCREEN_LANGUAGES];
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

/* --- words, in either language --- */

void screen_say_words(struct screen *screen);
struct text screen_word(const struct screen *screen, const char *group, const char *id, enum language language);
bool screen_is_word(const struct screen *screen, struct text text, const char *group, const char *id);
/* Does the text begin with this word and a gap behind it? Then `*rest` is what follows. */
bool screen_takes_word(const struct screen *screen, struct text text, const char *group, const char *id,
                       struct text *rest);
/* The end of a text behind its last " · ", which is taken off. */
struct text screen_last_part(struct text *text);

/* --- findings --- */

void screen_close_finding(struct screen *screen);
/* "[title  ][severity · ]certainty · cause", the cause in backquotes in Markdown. */
bool screen_take_tail(struct screen *screen, struct text line, int64_t number);
/* A line of the finding that is read. */
void screen_take_detail(struct screen *screen, struct text line);

/* --- the chain --- */

/* A link is learnt when its last line was seen: a long text goes on below. */
void screen_end_link(struct screen *screen);
void screen_link_goes_on(struct screen *screen, struct text line);
/* " BROKEN  driver library  ..." */
bool screen_take_chain(struct screen *screen, struct text line, int64_t number);
/* "| BROKEN | driver library | ... |", where Markdown escapes what would start something. */
bool screen_take_row(struct screen *screen, struct text line, int64_t number);
