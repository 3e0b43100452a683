/* What to say of a text where it does not decide: which kind of "none" it is, what it lacks, and what to run next. */
#pragma once

#include "findings/findings.h"

/* After fill_findings(): `none`, `lacks` and the sentence of `missing`, and the question of a text without findings. */
void fill_none(struct report_model *model, struct judging *judging, enum shell shell);
/* The report's question, unless it has one: that of its root. */
void fill_ask(struct report_model *model);
void fill_comment(struct report_model *model, const struct judging *judging);
/* The last line of a text without findings. */
const char *none_closing(const struct judging *judging, enum none none);
