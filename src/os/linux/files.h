/* Questions about files, wherever they lie. For the live machine and sysroots of Linux. */
#pragma once

#include "internal.h"

/* A file as the kernel is asked for it. */
struct place {
    int directory;    /* what a relative `path` starts from */
    const char *path; /* ends with NUL */
    bool follow;      /* false: `path` is one name, its links were followed already, and the kernel is to follow none */
};

/* A text, list, stat or link question. */
struct answer file_answer(struct arena *arena, const struct place *place, enum question_kind kind);
struct answer file_digest(struct arena *arena, const struct place *place, digest_function *make);
/* Can the device node be opened for reading and writing? */
struct answer file_opens(struct arena *arena, const struct place *place);

/* The answer that an errno of a question is. */
struct answer errno_answer(int number);
const char *errno_name(int number);

/* A NUL-terminated copy, or NULL when the text holds a NUL itself: no file has such a name. */
const char *path_string(struct arena *arena, struct text path);
