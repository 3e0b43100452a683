/* From a tree of values to an image. */
#pragma once

#include "automaton.h"
#include "base/value.h"

/* `root` is a map of maps, lists and texts; the outputs of `automaton` are positions in its map `symptoms` sorted by
 * name. The image is owned by `arena` and 8-byte aligned. False when it would be larger than an image may be. */
bool image_write(struct arena *arena, const struct value *root, const struct automaton *automaton, struct text *image,
                 struct error *error);
