/* From weighed roots and chain states to the report model's findings, links and words. */
#pragma once

#include "findings/findings.h"
#include "weigh.h"

void fill_findings(struct report_model *model, const struct judging *judging, const struct root *roots, size_t count,
                   enum shell shell);
/* How the sum of each cause came about. */
void fill_why(struct report_model *model, const struct judging *judging);
/* After fill_findings(): a link that only another break holds up is "not reached". */
void fill_links(struct report_model *model, struct judging *judging, bool is_text);
/* A tensor on the GPU in the judged interpreter, quoted. */
struct text fill_proof(const struct judging *judging, enum shell shell);
void fill_labels(struct report_model *model, const struct judging *judging);
