/* The report model: what a report says, whole and in the reader's language, before anything prints it.
 *
 * findings/ fills it, report/ prints it; nothing in it is decided later. All texts are UTF-8 and belong to the run's
 * arena. They may hold foreign text that is not scrubbed yet: each printer scrubs for its own medium. Order is final.
 * docs/report.md describes the JSON form. */
#pragma once

#include "base/value.h"

enum link_state { LINK_OK, LINK_WARNING, LINK_BROKEN, LINK_UNKNOWN, LINK_NOT_REACHED };
enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };
enum certainty { CERTAINTY_POSSIBLE, CERTAINTY_LIKELY, CERTAINTY_CERTAIN };
enum status { STATUS_OK, STATUS_BROKEN, STATUS_UNKNOWN };
/* Why there is no finding in a text: the environment it states is sound, nothing in it is known, or it is too little.
 */
enum none { NONE_NOT_ASKED, NONE_THERE_IS_ONE, NONE_SOUND, NONE_UNRECOGNISED, NONE_TOO_LITTLE };

struct model_link {
    struct text id;    /* "graphics_card" */
    struct text label; /* in the reader's language */
    struct text text;  /* what is there, one line */
    enum link_state state;
    bool shown; /* in the default text form; JSON has all */
};

struct model_evidence {
    struct text text;    /* what was seen, one line */
    struct text place;   /* path, variable, call; empty for a text */
    int64_t line;        /* line of the text that was explained; 0 without */
    struct text source;  /* who saw it: "pci", "symptom:torch.no_kernel_image" */
    int weight;          /* decibans */
    struct text process; /* which process of several printed it, "rank 3"; empty when nobody says */
    int64_t count;       /* lines that show it; 0 of what is no printed message */
    struct text about;   /* both in the reader's language: "rank 3, 7 more times"; empty for none */
};

struct model_remedy {
    const struct text *arguments; /* the argument vector; count 0 for a remedy that is only a note */
    size_t argument_count;
    struct text command; /* the same, quoted for the reader's shell */
    struct text note;
    bool root; /* needs administrator rights */
};

struct model_finding {
    struct text cause, link;
    enum severity severity;
    enum certainty certainty;
    int weight;        /* decibans, the sum that the evidence gives */
    struct text title; /* what is wrong, in one line */
    struct text say;   /* one to three sentences */
    const struct model_evidence *evidence;
    size_t evidence_count;
    const struct text *explains; /* accepted causes that this one produces */
    size_t explains_count;
    const struct model_remedy *remedies; /* cheapest first */
    size_t remedy_count;
    const struct text *rivals; /* causes that the same lines fit as well: `ask` decides */
    size_t rival_count;
    const struct text *rival_titles;
    struct text prove;       /* a command; empty without */
    struct text ask_command; /* the cheapest command whose answer decides; empty without */
    struct text ask_say;
};

/* One record of the sum behind a cause, for --why. */
struct model_record {
    struct model_evidence evidence;
    struct text group; /* within one only the strongest counts */
    bool counts;
    struct text spent_by; /* does not count since this root accounts for it; else another of its group is stronger */
    struct text note;     /* why it does not count, for people; empty when it does */
};

enum outcome { OUTCOME_REFUSED, OUTCOME_ROOT, OUTCOME_EXPLAINED };

/* How the sum of a cause came about: the weights of the records that count add up to it. */
struct model_sum {
    struct text cause;
    int sum;
    enum outcome outcome;
    struct text by;           /* the root that explains it */
    struct text contested_by; /* of a root: another one beside which it cannot be certain */
    struct text said;         /* what came of it, for people: "certain", "explained by driver.not_loaded" */
    const struct model_record *records;
    size_t record_count;
};

struct model_why {
    int possible_from, likely_from, certain_from; /* decibans */
    struct text said;                             /* how to read it, for people */
    const struct model_sum *sums;                 /* roots, each with what it explains, then what is too weak */
    size_t count;
    bool asked; /* else it is not shown */
};

/* Words of the printers. */
struct model_labels {
    struct text states[5];      /* by enum link_state */
    struct text certainties[3]; /* by enum certainty */
    struct text severities[3];  /* by enum severity */
    struct text statuses[3];    /* by enum status */
    struct text seen, mend, no_root, prove, ask, line, and_more, missing, next, explains, judged, weight, rivals;
};

/* Words of an answer to whoever handed the text in; empty without a finding. */
struct model_comment {
    struct text opening, mend, no_root, prove, ask, signature;
};

struct report_model {
    struct text version;   /* of plumb */
    struct text knowledge; /* its date */
    struct text verb;
    struct text subject; /* "machine", a capture's or text's name */
    bool replayed;       /* of a capture or another root: marked, and nothing is run there */
    enum status status;
    struct text headline;    /* "plumb 0.1 · 2 x RTX 4090 · driver 535.104.05 · Ubuntu 22.04" */
    struct text judged_line; /* "judged: ./.venv/bin/python 3.10, ..."; empty without */
    struct value judged;     /* a map, as JSON has it */
    const struct model_link *links;
    size_t link_count;
    const struct model_finding *findings; /* root first, then next in line */
    size_t finding_count;
    const struct text *missing; /* what could not be looked at, or what a text lacks */
    size_t missing_count;
    const struct text *notes; /* newer than this plumb knows, replayed, whose sudo */
    size_t note_count;
    struct text closing; /* the last line */
    struct model_comment comment;
    enum none none;          /* only of a text */
    struct text ask_command; /* the one to run next where the text does not decide; empty without */
    struct text ask_say;
    const struct text *lacks; /* ids of what the text does not state and would decide */
    size_t lack_count;
    struct model_why why;
    struct value listing;   /* a map; empty for none */
    struct value processes; /* a map: which of a run's processes failed first; empty for none */
    struct value facts;     /* a map; empty when not asked for */
    struct model_labels labels;
};

const char *link_state_id(enum link_state state); /* "ok", "warning", "broken", "unknown", "not_reached" */
const char *severity_id(enum severity severity);
const char *certainty_id(enum certainty certainty);
const char *status_id(enum status status);
const char *none_id(enum none none);          /* NULL where there is a finding, or nobody asked */
const char *outcome_id(enum outcome outcome); /* "refused", "root", "explained" */
