/* A text that somebody hands in - a log, a traceback, a pasted listing, a whole issue - turned into facts.
 *
 * Subject "text": SYMPTOM entities for messages that knowledge recognises, one for each symptom with the first line
 * that shows it and how many do; EXCEPTION entities for Python tracebacks. Subject "listing:1": what listings in the
 * text state about machine, driver, cards, toolkit and the environment with the key "listing"; "listing:2" and so on
 * where a program's listing begins again and contradicts the first.
 *
 * The text is read in blocks, in constant memory. Up to 3 MiB every line is looked at; further on only lines near a
 * message that knowledge may recognise. Facts borrow from `arena`. */
#pragma once

#include "base/error.h"
#include "facts/store.h"
#include "knowledge/image.h"

struct reading {
    struct arena *arena;
    struct fact_store *facts;
    const struct knowledge *knowledge;
    struct text place; /* what the text is called: a path, "-" */
    /* Fills up to `size` bytes; returns how many, 0 at the end, negative when reading failed. */
    int64_t (*read)(void *context, void *out, size_t size);
    void *context;

    /* Results. */
    int64_t lines;
    uint64_t bytes;
    bool whole; /* was every line looked at? */
};

#define READING_SUBJECT "text"
#define READING_LISTING "listing:1"
#define READING_ENVIRONMENT "listing"

/* False when reading failed; what was read before it is in the facts all the same. */
bool reading_run(struct reading *reading, struct error *error);

/* The map of a report's "listing": torch, torch_cuda, python, os, gpus, driver, cuda_toolkit, cudnn, is_available,
 * numpy, torchvision, torchaudio. What the text does not state is missing; what it states as not there is null. */
struct value reading_listing(struct fact_store *facts, struct arena *arena);
