/* Reports by cause: the table that `plumb explain --triage` prints. */
#pragma once

#include "run.h"

/* What was found in one file. */
struct triage_row {
    struct text file; /* below the folder */
    struct text cause, title;
    enum certainty certainty;
    enum none none;    /* where there is no cause */
    struct text error; /* where it could not be read */
};

struct triage {
    struct text folder;
    const struct triage_row *rows;
    size_t count;
    bool cut; /* there was more than is looked at */
};

int triage_print(struct run *run, const struct triage *triage);
