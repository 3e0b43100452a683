/* What plumb itself printed, found in a text that somebody pastes: a JSON report, the screen of a terminal in either
 * language, the Markdown of an issue.
 *
 * A JSON report with its facts is taken as what it is: the facts of its subjects. Of any other one the findings come
 * back as REPORTED entities, the chain as REPORTED_LINK, and what it states about the machine as a listing. What was
 * taken is blanked in the text, so that a line which the report cites is not read again as if a program had printed it;
 * lines keep their numbers. */
#pragma once

#include "sources/reading.h"

/* Is it worth while? Looks at a beginning for words that every report has. */
bool own_report_likely(struct text beginning);
/* Adds what it finds to the reading's facts, and returns the text without it. `text` is decoded. `*machine` is set when
 * facts of a machine came back. */
struct text own_report_learn(struct reading *reading, struct text text, bool *machine);
