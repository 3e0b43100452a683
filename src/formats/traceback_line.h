/* What a single line of a traceback is. Internal to traceback.c. */
#pragma once

#include "base/text.h"

/* Without the bar that an exception group draws at the left. */
struct text traceback_plain(struct text line);

/* "Traceback (most recent call last):", wherever it stands; `line` is left with what follows. `original` where the
 * exception that is printed above carries it in its message, so that this one was raised before. */
bool traceback_head(struct text *line, size_t *indentation, bool *original);

enum link { LINK_NONE, LINK_CONTEXT, LINK_CAUSE };
enum link traceback_link(struct text line);

struct frame_line {
    struct text file;
    int64_t line;
    size_t indentation;
};
bool traceback_frame(struct text line, struct frame_line *frame);

/* The head of a frame whose source is shown with the lines around it, as notebooks and rich do: "~/x.py in f(a)",
 * "File ~/x.py:12, in f(a)", "Cell In[3], line 5". */
bool traceback_shows_source(struct text line);
/* A numbered line of such a source; `executed` where an arrow marks it. */
bool traceback_source(struct text line, bool *executed);

struct exception_line {
    struct text type, message;
    bool colon; /* behind the type */
};
/* `most_indentation` is that of the traceback's head; SIZE_MAX outside of a traceback, where only what is surely the
 * name of an exception counts. */
bool traceback_exception(struct text line, size_t most_indentation, struct exception_line *exception);
