/* From collected facts to a report model, for the verbs that judge. */
#pragma once

#include "collect.h"
#include "findings/findings.h"

struct report_model make_report(struct run *run, const char *verb, struct text subject, struct collected *collected,
                                bool is_text);
