/* Weighing: from evidence to the roots.
 *
 * A cause's sum is, over the groups of evidence for it, the strongest weight of each group, in decibans. It is accepted
 * from ACCEPTED_FROM on. An accepted cause explains another when knowledge's `explains` edges lead from it there by way
 * of causes that are accepted too (or the other is a broader name for it) and it is itself no less certain than what it
 * explains: a guess does not take the place of something seen, and a missing file of torch is no effect of a missing
 * driver, however the edges run. A root is accepted and explained by no other. Roots are taken strongest first (ties:
 * link, then taxonomy); the evidence that a likely root accounts for then stops counting for the rest. docs/findings.md
 */
#pragma once

#include "findings/judge.h"

/* In decibans. Calibrated on the cases: "certain" holds in 98 of 100, "likely" in 80. */
enum { ACCEPTED_FROM = 4, LIKELY_FROM = 10, CERTAIN_FROM = 20, SUM_CAP = 40 };

/* So near to each other, resting on the same lines, neither of two causes goes before the other. */
enum { RIVAL_WITHIN = 3 };

/* Printed messages say what happened, not what came first. Where two roots stand beside each other, one is mostly the
 * reason for the other in a way that knowledge lacks: in five blind sets of cases the first one was right in 326 of 330
 * where it stood alone, and in 4 of 12 where another one was at least likely and within this of it. */
enum { CONTESTED_WITHIN = 12 };

struct root {
    struct text cause;
    int sum;
    enum chain_link link;
    size_t order;                     /* in the taxonomy */
    const struct evidence **evidence; /* what counted: for it, strongest first, then what speaks against it */
    size_t evidence_count;
    const struct text *explains; /* in the order of the taxonomy */
    size_t explains_count;
    const struct text *rivals; /* causes that the same lines fit as well; none where the root is certain */
    size_t rival_count;
    struct text contested_by; /* the root beside which it cannot be certain; empty for none */
};

/* Of a sum that no other root contests; else it is likely at most. */
enum certainty certainty_of(int sum, struct text contested_by);

/* Roots, the first is the answer. Evidence for causes that knowledge does not have is left out. */
size_t weigh_roots(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence,
                   size_t count, struct root **roots);

/* --- the sum as a reader can redo it, for --why --- */

enum fate { FATE_REFUSED, FATE_ROOT, FATE_EXPLAINED };

struct weighed_record {
    const struct evidence *evidence;
    bool counts;          /* else another record of its group does, or a root accounts for it */
    struct text spent_by; /* that root; empty for the first reason */
};

struct weighed {
    struct text cause;
    int sum; /* of the records that count, when its fate was decided */
    enum fate fate;
    struct text by;                       /* the root that explains it */
    struct text contested_by;             /* of a root, as there */
    const struct weighed_record *records; /* as recorded */
    size_t record_count;
};

/* Every cause that some evidence is about: the roots in their order, each with what it explains, then what is too weak,
 * strongest first. */
size_t weigh_all(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence, size_t count,
                 struct weighed **weighed);
