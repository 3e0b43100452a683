/* Sources decide where to look: each asks the machine and turns answers into facts.
 *
 * A source is one file with one descriptor, listed in sources.c in the order in which they run; a later one may read
 * what an earlier one learnt. Sources never print, never conclude, and never turn "could not look" into "is not there":
 * the state of an answer is the state of the fact. */
#pragma once

#include "facts/store.h"
#include "knowledge/image.h"
#include "os/ask.h"

struct gathering_options {
    struct text python;      /* --python: an interpreter's path, or empty */
    struct text environment; /* --env: an environment's prefix, or empty */
    bool wake;               /* ask the driver even when that wakes a sleeping card */
    struct text directory;   /* where ./.venv is looked for; empty: the machine's working folder */
};

struct gathering {
    struct arena *arena;
    struct machine *machine;
    struct fact_store *facts;
    const struct knowledge *knowledge;
    struct text subject; /* "machine" */
    struct gathering_options options;
    struct text source; /* the one that runs now */
    /* Called with each fact as it is learnt; may be NULL. */
    void (*learnt)(void *context, const struct fact *fact);
    void *context;
};

struct source {
    const char *name;
    const char *about;     /* what it brings, one line */
    bool in_driver_worker; /* live, it runs in a child of its own, since a driver may hang */
    void (*gather)(struct gathering *gathering);
};

/* The table in sources.c, ended by NULL. */
extern const struct source *const sources[];

/* Runs one source; the facts' origin names it. */
void gather_source(struct gathering *gathering, const struct source *source);

void learn(struct gathering *gathering, enum attribute attribute, struct text key, struct value value,
           struct text place);
void learn_text(struct gathering *gathering, enum attribute attribute, struct text key, struct text text,
                struct text place);
void learn_integer(struct gathering *gathering, enum attribute attribute, struct text key, int64_t integer,
                   struct text place);
void learn_boolean(struct gathering *gathering, enum attribute attribute, struct text key, bool boolean,
                   struct text place);
/* For an answer that is not known: absent, unreadable with its reason, timed out or not asked. */
void learn_state(struct gathering *gathering, enum attribute attribute, struct text key, enum answer_state state,
                 struct text reason, struct text place);

struct entity gathering_entity(const struct gathering *gathering, enum entity_kind kind, struct text key);
bool gathering_on(const struct gathering *gathering, enum system system);
