/* Printing a report model. Same model, same bytes; nothing is decided here. Results belong to the arena; nothing fails.
 */
#pragma once

#include "base/buffer.h"
#include "findings/model.h"

struct report_style {
    unsigned columns; /* width to wrap to; only commands and paths may exceed it, unwrapped. 80 where nobody says. */
    bool colour;
    bool verbose; /* every link, every finding in full, weights */
    bool quiet;   /* one line */
};

void report_text(struct buffer *out, struct arena *arena, const struct report_model *model,
                 const struct report_style *style);
void report_json(struct buffer *out, struct arena *arena, const struct report_model *model);
/* The same in one line. */
void report_json_line(struct buffer *out, struct arena *arena, const struct report_model *model);
/* A short Markdown answer about the root to whoever handed the text in: COMMENT_LINES at most, wrapped at 80 columns.
 * Nothing without a finding. */
enum { COMMENT_LINES = 25 };
void report_comment(struct buffer *out, struct arena *arena, const struct report_model *model);
void report_markdown(struct buffer *out, struct arena *arena, const struct report_model *model);

/* The JSON Schema of report_json()'s output, without that of `facts`, which facts_schema() gives. */
struct value report_schema(struct arena *arena);
