/* What was learnt: facts, each with a state and an origin.
 *
 * A store keeps every observation, also those that disagree. It belongs to an arena and borrows the texts and values
 * put into it. Entities and facts come out in an order of their own (by kind, natural key, attribute, then as added),
 * never in the order of arrival of entities. The getters for one attribute prefer a known observation - the first added
 * - to one that is not. */
#pragma once

#include "base/value.h"
#include "facts/tables.h"

enum fact_state { FACT_KNOWN, FACT_ABSENT, FACT_UNREADABLE, FACT_TIMED_OUT, FACT_NOT_ASKED };

struct origin {
    struct text source; /* which part of plumb looked: "pci", "torch" */
    struct text place;  /* where: a path, a variable, a call */
    int64_t line;       /* of a text, from 1; 0 without */
};

struct fact {
    struct text subject; /* "machine", or "listing:1" for the first listing of a text */
    enum entity_kind kind;
    struct text key; /* the entity's natural key, "" when there is only one */
    enum attribute attribute;
    enum fact_state state;
    struct value value; /* when known */
    struct text reason; /* why it is unreadable */
    struct origin origin;
};

struct fact_store;

struct fact_store *fact_store_new(struct arena *arena);
void fact_add(struct fact_store *store, const struct fact *fact);

/* All facts in order; the pointer stays valid until the next fact_add(). */
size_t fact_all(struct fact_store *store, const struct fact **facts);

struct entity {
    struct text subject;
    enum entity_kind kind;
    struct text key;
};

/* The entities of a kind, ordered by natural key; the array belongs to `arena`. */
size_t fact_entities(struct fact_store *store, struct arena *arena, struct text subject, enum entity_kind kind,
                     struct entity **entities);
size_t fact_subjects(struct fact_store *store, struct arena *arena, struct text **subjects);

/* NULL when nobody looked. */
const struct fact *fact_find(struct fact_store *store, const struct entity *entity, enum attribute attribute);
/* Every observation, best first. */
size_t fact_observations(struct fact_store *store, struct arena *arena, const struct entity *entity,
                         enum attribute attribute, const struct fact ***facts);

/* The value when it is known and of that type, else empty, the fallback, or an empty list. */
struct text fact_text(struct fact_store *store, const struct entity *entity, enum attribute attribute);
int64_t fact_integer(struct fact_store *store, const struct entity *entity, enum attribute attribute, int64_t fallback);
bool fact_is_true(struct fact_store *store, const struct entity *entity, enum attribute attribute);
bool fact_is_false(struct fact_store *store, const struct entity *entity,
                   enum attribute attribute); /* known and false */
bool fact_known(struct fact_store *store, const struct entity *entity, enum attribute attribute);
bool fact_absent(struct fact_store *store, const struct entity *entity,
                 enum attribute attribute); /* looked, and there is none */
enum fact_state fact_state_of(struct fact_store *store, const struct entity *entity,
                              enum attribute attribute); /* NOT_ASKED without any */

/* Versions and numbers inside are compared as numbers: "nvidia2" before "nvidia10". */
int natural_compare(struct text left, struct text right);
