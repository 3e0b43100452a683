/* The compiled knowledge: one block of memory that is used as it is, built in or mapped from a file.
 *
 * Everything in it is a tree of nodes, as YAML and the tables have it:
 *
 *     causes    {id: {link, title, say, explains, narrower_than, remedies, prove, ask, sources, order}}
 *     symptoms  {id: {literal, pattern, speaks: {cause: integer}, severity, group, sample, sources}}
 *     texts     {id: {en, zh}}
 *     sources   {id: {title, url, read}}
 *     myths     {id: {claim, verdict, truth, why, sources}}
 *     tables    {name: [{column: text}]}            rows sorted by their key columns
 *     about     {date}                              newest `read` of all sources: what this knowledge knows at most
 *
 * A node is a handle that borrows from the image; reading through a wrong type gives the missing node, the empty text
 * or 0. An image from outside is checked as a whole when it is opened, so that reading it needs no further care. */
#pragma once

#include "base/error.h"
#include "base/text.h"

struct knowledge; /* immutable */

struct node {
    const struct knowledge *knowledge; /* NULL: missing */
    uint32_t index;
};

/* `image` (8-byte aligned) is borrowed as long as the knowledge is used. */
bool knowledge_open(struct arena *arena, const void *image, size_t size, const struct knowledge **knowledge,
                    struct error *error);

/* The image that this very program was built with: the build checked it, so that no start pays for checking it again.
 */
const struct knowledge *knowledge_open_own(struct arena *arena, const void *image);

struct node knowledge_root(const struct knowledge *knowledge);
bool node_present(struct node node);
struct node node_get(struct node map, const char *name); /* binary search; missing when there is none */
struct node node_get_text(struct node map, struct text name);
size_t node_count(struct node list_or_map);
struct node node_at(struct node list_or_map, size_t index); /* the member's value for a map */
struct text node_name_at(struct node map, size_t index);
struct text node_text(struct node node); /* of a text or of an integer's source form */
int64_t node_integer(struct node node, int64_t fallback);

/* Rows of a table whose column has this text; the first at or after `*from`, which is moved past it. Missing when there
 * is none. */
struct node table_find(const struct knowledge *knowledge, const char *table, const char *column, struct text text,
                       size_t *from);
struct node knowledge_table(const struct knowledge *knowledge, const char *table); /* a list of rows */
/* A cell; empty when it is absent ("-" or nothing) . */
struct text row_text(struct node row, const char *column);

struct node knowledge_cause(const struct knowledge *knowledge, struct text id);
struct node knowledge_symptom(const struct knowledge *knowledge, struct text id);
/* The position of a cause in the taxonomy's order; SIZE_MAX when unknown. */
size_t knowledge_cause_order(const struct knowledge *knowledge, struct text id);
