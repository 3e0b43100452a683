/* The parent's side of gathering: children gather and stream, this collects. The parent itself asks the machine
 * nothing. */
#pragma once

#include "run.h"

struct collected {
    struct fact_store *facts;
    struct value missing; /* texts in the reader's language: what was stuck or crashed */
    struct value notes;
    bool interrupted, asleep;
    bool replayed; /* a text that is a saved machine: it is judged as one */
    bool refused;  /* nothing was gathered, since what the user named cannot be read: wrong usage */
    bool done;     /* did the files part end by itself? */
    /* With `answers`: the capture's lines behind the first, as they came, each question once. */
    const struct text *lines;
    size_t line_count;
    struct text machine_line;
};

/* Gathers what the options say: live, a sysroot or a capture. False when nothing could be gathered at all. */
bool collect_machine(struct run *run, struct collected *collected, struct error *error);
/* Reads a text in a child and collects its facts. `path` is a file or "-". */
bool collect_text(struct run *run, struct text path, struct collected *collected, struct error *error);

/* One text of several that are read side by side. */
struct text_collection {
    struct run run; /* in: whose arena it lives in; out: with what the site knows */
    struct text path;
    struct collected collected;
    bool good; /* else `error` says why it cannot be read */
    struct error error;
};
/* `limit_ms` 0 is none. `*interrupted` is set when the user asked to stop. */
void collect_texts(struct arena *arena, struct text_collection *texts, size_t count, int64_t limit_ms,
                   bool *interrupted);
