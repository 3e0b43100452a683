/* What the parts of weighing share: candidates with their sums, and which of them explains another. Internal to
 * weigh.c; everything belongs to the arena. */
#pragma once

#include "weigh.h"

/* One cause that some evidence is about. */
struct candidate {
    struct text cause;
    struct node entry;
    int sum;
    enum chain_link link;
    size_t order;
    bool by_first; /* the process that failed first has an error that speaks for it */
    bool by_later; /* and nothing but processes that failed later */
    bool done;     /* taken as a root, or explained by one */
    struct weighed fate;
};

struct weighing {
    struct arena *arena;
    const struct knowledge *knowledge;
    const struct evidence *evidence;
    size_t evidence_count;
    const struct candidate **spent; /* by evidence: the root that accounts for it */
    struct candidate *candidates;
    size_t candidate_count;
    bool traced; /* each candidate's fate is written down */
};

struct candidate *weighing_candidate(const struct weighing *weighing, struct text cause); /* NULL for none */

/* A candidate for each cause that knowledge has and some evidence is about, in the order of the taxonomy. */
void weighing_collect(struct weighing *weighing);

/* Is this evidence the one of its group that counts for its cause? */
bool weighing_counts(const struct weighing *weighing, size_t at);

/* Every candidate's sum, of the evidence that no root accounts for yet. */
void weighing_add_up(struct weighing *weighing);

/* Does `cause`, as it stands now, explain `effect`? */
bool weighing_explains(const struct weighing *weighing, const struct candidate *cause, const struct candidate *effect);
