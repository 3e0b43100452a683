/* One value as JSON and YAML know it: what answers, facts and digests are made of.
 *
 * Values live in an arena and are built once, then only read. Maps keep the order in which members were added. A text
 * may hold bytes that are not UTF-8; JSON then shows it as {"bytes": "<base64>"}. `line` is the line of the file it was
 * read from, or 0. Reading through a wrong type is safe: the getters give the empty value, text, list or the fallback.
 */
#pragma once

#include "base/text.h"

enum value_type { VALUE_NULL, VALUE_BOOLEAN, VALUE_INTEGER, VALUE_REAL, VALUE_TEXT, VALUE_LIST, VALUE_MAP };

struct value_member;

struct value {
    enum value_type type;
    unsigned line;
    union {
        bool boolean;
        int64_t integer;
        double real;
        struct text text;
        struct {
            struct value *items;
            size_t count, capacity;
        } list;
        struct {
            struct value_member *members;
            size_t count, capacity;
        } map;
    };
};

struct value_member {
    struct text name;
    struct value value;
};

struct value value_null(void);
struct value value_boolean(bool boolean);
struct value value_integer(int64_t integer);
struct value value_real(double real);
struct value value_text(struct text text); /* borrows */
struct value value_string(const char *zero_terminated);
struct value value_list(void);
struct value value_map(void);

void value_append(struct arena *arena, struct value *list, struct value item);
/* Adds or replaces a member; `name` is borrowed. */
void value_set(struct arena *arena, struct value *map, const char *name, struct value value);
void value_set_named(struct arena *arena, struct value *map, struct text name, struct value value);
/* The same without the search, for a name that is known to be new: how large maps are built. */
void value_add(struct arena *arena, struct value *map, struct text name, struct value value);

/* NULL when `map` is no map or has no such member. */
const struct value *value_get(const struct value *map, const char *name);
const struct value *value_get_named(const struct value *map, struct text name);
struct text value_get_text(const struct value *map, const char *name); /* empty when missing */
int64_t value_get_integer(const struct value *map, const char *name, int64_t fallback);
bool value_get_boolean(const struct value *map, const char *name, bool fallback);
size_t value_count(const struct value *list_or_map);                  /* 0 for anything else */
const struct value *value_at(const struct value *list, size_t index); /* NULL past the end */

bool value_equal(const struct value *left, const struct value *right); /* map order does not matter */
/* A copy that borrows nothing outside `arena`. */
struct value value_copy(struct arena *arena, const struct value *value);
