/* Sentences in the reader's language, with their slots filled. */
#pragma once

#include "base/buffer.h"
#include "knowledge/image.h"

enum language { LANGUAGE_ENGLISH, LANGUAGE_CHINESE };

struct slot {
    const char *name;
    struct text value; /* borrowed */
};

/* The text for `id` under texts; an unknown id gives the id itself, a slot that is not given stays visible as {name}.
 */
struct text say(struct arena *arena, const struct knowledge *knowledge, enum language language, const char *id,
                const struct slot *slots, size_t count);
/* The {en, zh} pair at `node`. */
struct text say_node(struct arena *arena, struct node node, enum language language, const struct slot *slots,
                     size_t count);
/* "zh", "zh_CN.UTF-8", "zh-Hans" are Chinese, "en..." English; false for anything else. */
bool language_of(struct text name, enum language *language);
