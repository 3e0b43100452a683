/* The parts of `plumb knowledge gpu`. They write lines of the page and members of its JSON; the page owns both. */
#pragma once

#include "knowledge/product.h"
#include "knowledge_page.h"

/* What the cards have (rows of `gpu_specs`): lines, `specs` in JSON, and citations. Nothing for cards that are asked
 * for by chip or capability, or of which nothing is on record. */
void add_specifications(struct page *page, const struct products *products, struct text asked);

/* "24 GB", "1536 MiB"; empty when the row does not know. */
struct text memory_size(struct arena *arena, struct node row);

/* Which releases of torch have code for that capability on a platform, into `json` under the platform's name. */
void add_builds(struct page *page, struct value *json, struct text capability, const char *platform, const char *label);
