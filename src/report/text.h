/* What the files of the text printer share: text.c has the whole page, text_finding.c one finding. */
#pragma once

#include "report/report.h"
#include "report/wrap.h"

struct text_printer {
    struct buffer *out;
    struct arena *arena;
    const struct report_model *model;
    const struct report_style *style;
    size_t columns;
    size_t start; /* of the page in `out` */
};

/* Scrubbed: as one line, or with line ends, which flow_prose() takes for blanks. */
struct text text_shown(const struct text_printer *printer, struct text foreign);
struct text text_prose(const struct text_printer *printer, struct text foreign);
/* An ANSI attribute, where colour is wanted; NULL for none, "0" ends it. */
void text_paint(struct text_printer *printer, const char *code);
/* A line whose text starts at `indent`; `column` is where it is now. */
struct flow text_flow(struct text_printer *printer, size_t indent, size_t column);
/* An empty line between two parts of the page. */
void text_gap(struct text_printer *printer);
/* How many of `count` are shown: all when verbose. */
size_t text_limit(const struct text_printer *printer, size_t count, size_t most);
/* "+2 more" */
/* A label of the model with its number in place: "line {n}". */
struct text text_numbered(struct arena *arena, struct text label, long long number);
void text_more(struct text_printer *printer, size_t indent, size_t count);

void text_finding(struct text_printer *printer, const struct model_finding *finding);
/* Its title and its first remedy. */
void text_finding_in_brief(struct text_printer *printer, const struct model_finding *finding);
/* How the sums came about, where that was asked. */
void text_why(struct text_printer *printer);
