/* What the ways of explaining share: a text, a stream, a folder of texts. */
#pragma once

#include "machine_report.h"

/* The model of a text that was collected, with what only texts have: the myths it repeats, its listing. */
struct report_model explain_model(struct run *run, struct text path, struct collected *collected);

/* --follow: a line for each cause as soon as the line that shows it comes, and the whole report at the end. */
int explain_follow(struct run *run);
/* --triage: a table by cause of the texts in a folder. */
int explain_triage(struct run *run, struct text folder);
/* --here: the machine's facts join the text's. */
void explain_add_machine(struct run *run, struct collected *text, const struct collected *machine);
