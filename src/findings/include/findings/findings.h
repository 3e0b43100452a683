/* From facts to a report model: judges run, evidence is weighed, the root is found, texts and remedies are filled in.
 */
#pragma once

#include "base/quote.h"
#include "findings/judge.h"

struct findings_request {
    struct fact_store *facts;
    const struct knowledge *knowledge;
    enum language language;
    enum shell shell; /* what commands are quoted for */
    struct text version, verb, subject_name;
    bool replayed;
    bool with_facts;      /* put all facts into the model */
    bool with_why;        /* and how each cause's sum came about */
    bool is_text;         /* subjects are the listings of a text, not a machine */
    struct text more;     /* the command that shows details; empty where they are shown */
    struct value verbs;   /* a list of texts: the verbs of this plumb */
    struct value missing; /* a list of texts: what the gathering could not do; already in the reader's language */
    struct value notes;
};

struct report_model findings_make(struct arena *arena, const struct findings_request *request);
