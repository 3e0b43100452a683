/* What the readers of plumb's own output share. Internal to own_report.c and own_screen.c. */
#pragma once

#include "sources/own_report.h"

/* One piece of evidence, as a REPORTED entity. */
struct reported {
    struct text cause, text, severity, source, place;
    struct text under; /* the cause that the report explains it by; empty for a finding of its own */
    int64_t weight, line;
};
void reported_learn(struct reading *reading, const struct reported *reported);
void reported_link_learn(struct reading *reading, struct text link, struct text state, struct text text);
/* What a link's line states: the cards, the driver's version, torch's; {"name", "value", "line"} each, for
 * listing_learn(). */
void reported_link_states(struct reading *reading, struct value *found, struct text link, struct text text,
                          int64_t line);
/* "2 x RTX 4090, GTX 1080" */
void reported_cards(struct reading *reading, struct value *found, struct text cards, int64_t line);
void reported_state(struct reading *reading, struct value *found, const char *name, struct text value, int64_t line);

/* Blanks the lines of a screen or of Markdown in `text`, which it may write to. */
void own_screen_learn(struct reading *reading, char *text, size_t size);
