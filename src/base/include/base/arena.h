/* Memory that lives as long as a run.
 *
 * An arena owns everything allocated from it; nothing is freed one by one, and arena_free() ends it all. Allocation
 * never returns NULL: when the system has no memory left the process writes one line and aborts, which its parent
 * reports as a lost child. Inputs have limits of their own, so that this is not a way to be attacked. */
#pragma once

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena);

/* `size` bytes, zeroed, aligned for any type. A size of 0 gives a valid pointer. */
void *arena_alloc(struct arena *arena, size_t size);

/* Room for `count` items of `size` bytes, zeroed; aborts when the product overflows. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* A larger copy of an array: at least `count` + 1 items fit afterwards. `*capacity` is read and written. */
void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size);
