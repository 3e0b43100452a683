/* What the parts of the compiler share: everything that was read, and the faults found so far. */
#pragma once

#include "base/printf_like.h"
#include "base/value.h"
#include "knowledge/compile.h"

enum entry_kind { ENTRY_CAUSE, ENTRY_SYMPTOM, ENTRY_TEXT, ENTRY_SOURCE, ENTRY_MYTH, ENTRY_TAXONOMY, ENTRY_KINDS };

/* One entry of one file: `value` is what stands below the id. */
struct entry {
    struct text id;
    struct text path; /* of its file */
    const struct value *value;
    size_t order; /* in which it was read */
    bool known;   /* of the knowledge that a drop-in lies over: checked when that was compiled */
};

struct entries {
    struct entry *items; /* sorted by id once everything is read */
    size_t count, capacity;
};

struct fault {
    struct text path;
    unsigned line; /* 0: the file as a whole */
    struct text message;
};

struct compilation {
    struct arena *arena;
    struct entries entries[ENTRY_KINDS];
    struct value tables; /* a map of lists of rows */
    struct value keys;   /* a map of lists: the key columns of each table that was read */
    struct text from;    /* the folder of a drop-in, which its entries and rows then name; empty for a whole */
    struct fault *faults;
    size_t fault_count, fault_capacity;
};

void fault_add(struct compilation *compilation, struct text path, unsigned line, const char *format, ...)
    PRINTF_LIKE(4, 5);
/* The same with the entry's id in front. */
void fault_in(struct compilation *compilation, const struct entry *entry, unsigned line, const char *format, ...)
    PRINTF_LIKE(4, 5);

void entries_add(struct compilation *compilation, enum entry_kind kind, struct entry entry);
/* Sorts by id and reports ids that are given twice; one of them stays. */
void entries_finish(struct compilation *compilation, enum entry_kind kind);
const struct entry *entry_find(const struct compilation *compilation, enum entry_kind kind, struct text id);
const char *entry_kind_name(enum entry_kind kind);

/* Splits a YAML file of this kind into entries. */
void read_entries(struct compilation *compilation, enum entry_kind kind, struct text path, struct text content);
void read_taxonomy(struct compilation *compilation, struct text path, struct text content);
/* What `explain` notices a myth by, as symptoms of severity "myth"; after the myths and before the symptoms are
 * finished. */
void add_myth_symptoms(struct compilation *compilation);
/* After all sources and causes are read. */
void read_table(struct compilation *compilation, struct text path, struct text content);

/* Adds what `base` has and the drop-in did not give: entries before entries_finish(), rows after all tables are read.
 */
void merge_entries(struct compilation *compilation, const struct knowledge *base);
void merge_tables(struct compilation *compilation, const struct knowledge *base);

/* Key by key: known, required, of the right type, ids that exist. */
void check_schema(struct compilation *compilation, enum entry_kind kind, const struct entry *entry);
/* All causes of the taxonomy and no others, and no rings. */
void check_causes(struct compilation *compilation);
/* Literals, patterns, samples, overlaps. */
void check_symptoms(struct compilation *compilation);
/* The finished image against the samples it was made from: is each recognised, and none taken for noise? */
void check_samples(struct compilation *compilation, struct text image);

/* The whole as one tree of values, as image.h describes it. */
struct value build_tree(struct compilation *compilation);
