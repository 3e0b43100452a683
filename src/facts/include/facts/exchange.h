/* Facts as JSON: on the pipe from a gatherer, in a capture, and for people (`plumb facts --json`). By key, never by
 * position. */
#pragma once

#include "base/error.h"
#include "facts/store.h"

const char *fact_state_name(enum fact_state state); /* "known", "absent", "unreadable", "timed_out", "not_asked" */

/* {"fact": {"subject", "kind", "key", "attribute", "state", "value", "reason", "origin": {"source", "place", "line"}}}
 */
struct value fact_to_value(struct arena *arena, const struct fact *fact);
/* Takes the inner map. False for a kind or attribute this version does not know, and for a key or value that has not
 * the type it should: such a fact is skipped, not wrong. Texts are borrowed; those that stand as {"bytes": "<base64>"}
 * are decoded into the arena. */
bool fact_from_value(struct arena *arena, const struct value *value, struct fact *fact);

/* {subject: {kind: {key: {attribute: {"state", "value", "unit", "origin", "others": [...]}}}}}; what is personal is
 * redacted by the caller. */
struct value facts_to_value(struct fact_store *store, struct arena *arena);

/* The way back: adds what this version knows of such a map, and returns how many observations that were. A key that was
 * not UTF-8 has lost its bytes. Texts are borrowed. */
size_t facts_from_value(struct fact_store *store, struct arena *arena, const struct value *facts);

/* The JSON Schema of the map that facts_to_value() gives, and the reference page in Markdown: both from the tables. */
struct value facts_schema(struct arena *arena);
struct text facts_reference(struct arena *arena);
