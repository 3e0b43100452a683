/* One child of plumb and what is heard from it: facts, answers, and what it was asking when nothing more was heard.
 *
 * Facts of one listener are kept apart until listener_merge(), so that their order does not depend on which child was
 * faster. */
#pragma once

#include "collect.h"
#include "os/child.h"

enum { LISTENER_ARGUMENTS = 24 };

struct listener {
    struct run *run;
    const char *name; /* of the part, for people */
    struct fact_store *facts;
    struct text *lines; /* with --answers: what a capture keeps */
    size_t line_count, line_capacity;
    struct text machine_line;
    struct value asking; /* the last question */
    struct text source;  /* who put it */
    bool ended;          /* did the child say that it was done? */
    bool asleep;
    bool replayed; /* the text is a machine that was saved: a capture, or a report with its facts */
    /* Called where a child that follows a stream has said all that is known up to now; may be NULL. */
    void (*caught_up)(void *context);
    void *context;
    struct text arguments[LISTENER_ARGUMENTS];
    size_t argument_count;
};

struct listener listener_new(struct run *run, const char *name);
void listener_argument(struct listener *listener, struct text argument);
void listener_option(struct listener *listener, const char *name, struct text value); /* "--name=value", unless empty */
/* The child that speaks to this listener; `limit_ms` 0 is none. */
struct child listener_child(struct listener *listener, int64_t limit_ms);
/* Forgets what was heard, but for the facts and answers of one source. */
void listener_restart(struct listener *listener, struct text kept_source);
/* What went wrong with the child, as texts of `missing`. */
void listener_missing(struct listener *listener, const struct child *child, struct collected *collected);
void listener_merge(struct listener *listener, struct collected *collected);
