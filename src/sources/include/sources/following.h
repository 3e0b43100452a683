/* A text that comes bit by bit, as from `tail -f`: facts are learnt as soon as their line is whole.
 *
 * The last lines are kept, so that a traceback or a listing that comes in pieces is read as a whole; what is further
 * back is forgotten, and a fact is learnt once. So a stream may go on for ever in constant memory. */
#pragma once

#include "facts/store.h"
#include "knowledge/image.h"

/* Called with each new fact, whose texts are borrowed for the call. */
typedef void following_learnt(void *context, const struct fact *fact);

struct following;
struct following *following_new(struct arena *arena, const struct knowledge *knowledge, following_learnt *learnt,
                                void *context);
/* What came next, however it was cut. Returns how many facts were new. */
size_t following_take(struct following *following, struct text bytes);
/* The text is over: a last line without an end counts. */
size_t following_end(struct following *following);
