#include "weigh.h"

#include <stdlib.h>

#include "weighing.h"

enum certainty certainty_of(int sum, struct text contested_by) {
    if (sum >= CERTAIN_FROM && !contested_by.size)
        return CERTAINTY_CERTAIN;
    return sum >= LIKELY_FROM ? CERTAINTY_LIKELY : CERTAINTY_POSSIBLE;
}

/* Of an accepted candidate that is not done. */
static bool is_root(const struct weighing *weighing, const struct candidate *candidate) {
    for (size_t at = 0; at < weighing->candidate_count; at++)
        if (!weighing->candidates[at].done && weighing_explains(weighing, &weighing->candidates[at], candidate))
            return false;
    return true;
}

static int capped(int sum) {
    return sum > SUM_CAP ? SUM_CAP : sum;
}

static bool comes_before(const struct candidate *left, const struct candidate *right) {
    if (capped(left->sum) != capped(right->sum))
        return left->sum > right->sum;
    if (left->link != right->link)
        return left->link < right->link;
    return left->order < right->order;
}

/* Knowledge in which `explains` and `narrower_than` together form a ring has accepted causes and no root: none of them
 * may get lost. */
static struct candidate *next_root(struct weighing *weighing) {
    struct candidate *root = NULL, *any = NULL;
    for (size_t at = 0; at < weighing->candidate_count; at++) {
        struct candidate *candidate = &weighing->candidates[at];
        if (candidate->done || candidate->sum < ACCEPTED_FROM)
            continue;
        if (!any || comes_before(candidate, any))
            any = candidate;
        if (is_root(weighing, candidate) && (!root || comes_before(candidate, root)))
            root = candidate;
    }
    return root ? root : any;
}

/* What speaks for the cause first, what speaks against it last. */
static int by_weight(const void *left, const void *right) {
    const struct evidence *a = *(const struct evidence *const *)left, *b = *(const struct evidence *const *)right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return a < b ? -1 : a > b; /* as recorded: they stand in one array */
}

static void list_evidence(const struct weighing *weighing, struct root *root) {
    root->evidence = arena_array(weighing->arena, weighing->evidence_count, sizeof(struct evidence *));
    for (size_t at = 0; at < weighing->evidence_count; at++)
        if (text_equal(weighing->evidence[at].cause, root->cause) && weighing_counts(weighing, at))
            root->evidence[root->evidence_count++] = &weighing->evidence[at];
    qsort((void *)root->evidence, root->evidence_count, sizeof(struct evidence *), by_weight);
}

/* Is some line that counts for the one among those that count for the other? */
static bool share_evidence(const struct weighing *weighing, const struct root *root, const struct candidate *other) {
    for (size_t at = 0; at < weighing->evidence_count; at++)
        for (size_t mine = 0; mine < root->evidence_count; mine++)
            if (root->evidence[mine]->weight > 0 && weighing->evidence[at].weight > 0 &&
                text_equal(weighing->evidence[at].cause, other->cause) && weighing_counts(weighing, at) &&
                text_equal(weighing->evidence[at].group, root->evidence[mine]->group))
                return true;
    return false;
}

/* What could as well have been taken: asking decides. */
static void list_rivals(struct weighing *weighing, const struct candidate *taken, struct root *root) {
    struct text *rivals = arena_array(weighing->arena, weighing->candidate_count, sizeof *rivals);
    for (size_t at = 0; at < weighing->candidate_count && root->sum < CERTAIN_FROM; at++) {
        const struct candidate *other = &weighing->candidates[at];
        if (other != taken && !other->done && other->sum >= ACCEPTED_FROM && taken->sum - other->sum <= RIVAL_WITHIN &&
            !weighing_explains(weighing, taken, other) && share_evidence(weighing, root, other))
            rivals[root->rival_count++] = other->cause;
    }
    root->rivals = rivals;
}

/* How the sum of a cause came about, as it stands now. */
static void write_down(const struct weighing *weighing, struct candidate *candidate, enum fate fate, struct text by) {
    if (!weighing->traced)
        return;
    struct weighed_record *records = arena_array(weighing->arena, weighing->evidence_count, sizeof *records);
    candidate->fate =
        (struct weighed){.cause = candidate->cause, .sum = candidate->sum, .fate = fate, .by = by, .records = records};
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        const struct candidate *spent = weighing->spent[at];
        if (text_equal(weighing->evidence[at].cause, candidate->cause))
            records[candidate->fate.record_count++] = (struct weighed_record){
                &weighing->evidence[at], weighing_counts(weighing, at), spent ? spent->cause : (struct text){0}};
    }
}

/* Everything accepted that this root explains is done with it. */
static void list_explained(struct weighing *weighing, const struct candidate *cause, struct root *root) {
    struct text *explained = arena_array(weighing->arena, weighing->candidate_count, sizeof *explained);
    for (size_t at = 0; at < weighing->candidate_count; at++) {
        struct candidate *effect = &weighing->candidates[at];
        if (effect->done || effect->sum < ACCEPTED_FROM || !weighing_explains(weighing, cause, effect))
            continue;
        write_down(weighing, effect, FATE_EXPLAINED, cause->cause);
        effect->done = true;
        explained[root->explains_count++] = effect->cause;
    }
    root->explains = explained;
}

/* A group that a likely root accounts for no longer speaks for other causes. What it says against them stays true. */
static void spend_evidence(struct weighing *weighing, const struct candidate *taken, const struct root *root) {
    for (size_t at = 0; at < weighing->evidence_count && root->sum >= LIKELY_FROM; at++)
        for (size_t mine = 0; mine < root->evidence_count; mine++)
            if (root->evidence[mine]->weight > 0 && weighing->evidence[at].weight > 0 &&
                text_equal(weighing->evidence[at].group, root->evidence[mine]->group))
                weighing->spent[at] = weighing->spent[at] ? weighing->spent[at] : taken;
}

static struct root take_root(struct weighing *weighing, struct candidate *candidate) {
    struct root root = {
        .cause = candidate->cause, .sum = candidate->sum, .link = candidate->link, .order = candidate->order};
    list_evidence(weighing, &root);
    write_down(weighing, candidate, FATE_ROOT, (struct text){0});
    list_rivals(weighing, candidate, &root);
    list_explained(weighing, candidate, &root);
    candidate->done = true;
    spend_evidence(weighing, candidate, &root);
    return root;
}

/* What facts of a machine or a listing conclude by themselves is true whatever else is. */
static bool rests_on_messages(const struct root *root) {
    int concluded = 0;
    for (size_t at = 0; at < root->evidence_count; at++)
        if (root->evidence[at]->weight > 0 && !text_starts(root->evidence[at]->origin.source, "symptom:"))
            concluded += root->evidence[at]->weight;
    return concluded < CERTAIN_FROM;
}

/* The strongest goes first among the roots, so it is the first one found that contests. */
static void list_contests(struct root *roots, size_t count) {
    for (size_t at = 0; at < count; at++)
        for (size_t other = 0; other < count && !roots[at].contested_by.size; other++)
            if (other != at && roots[at].sum >= CERTAIN_FROM && roots[other].sum >= LIKELY_FROM &&
                capped(roots[at].sum) - capped(roots[other].sum) < CONTESTED_WITHIN && rests_on_messages(&roots[at]))
                roots[at].contested_by = roots[other].cause;
}

/* Every root, in the order in which they are told. */
static size_t take_roots(struct weighing *weighing, struct root **roots) {
    size_t found = 0;
    *roots = arena_array(weighing->arena, weighing->candidate_count, sizeof **roots);
    for (struct candidate *next; (next = next_root(weighing)) != NULL; weighing_add_up(weighing))
        (*roots)[found++] = take_root(weighing, next);
    list_contests(*roots, found);
    return found;
}

static struct weighing begin(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence,
                             size_t count) {
    struct weighing weighing = {.arena = arena, .knowledge = knowledge, .evidence = evidence, .evidence_count = count};
    weighing.spent = arena_array(arena, count, sizeof *weighing.spent);
    weighing_collect(&weighing);
    weighing_add_up(&weighing);
    return weighing;
}

size_t weigh_roots(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence,
                   size_t count, struct root **roots) {
    struct weighing weighing = begin(arena, knowledge, evidence, count);
    return take_roots(&weighing, roots);
}

/* Strongest first, else as the taxonomy has them. */
static int by_sum(const void *left, const void *right) {
    const struct candidate *a = *(const struct candidate *const *)left, *b = *(const struct candidate *const *)right;
    if (a->sum != b->sum)
        return a->sum > b->sum ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static size_t add_refused(struct weighing *weighing, struct weighed *weighed, size_t count) {
    struct candidate **refused = arena_array(weighing->arena, weighing->candidate_count, sizeof *refused);
    size_t refused_count = 0;
    for (size_t at = 0; at < weighing->candidate_count; at++)
        if (!weighing->candidates[at].done)
            refused[refused_count++] = &weighing->candidates[at];
    qsort((void *)refused, refused_count, sizeof(struct candidate *), by_sum);
    for (size_t at = 0; at < refused_count; at++) {
        write_down(weighing, refused[at], FATE_REFUSED, (struct text){0});
        weighed[count++] = refused[at]->fate;
    }
    return count;
}

size_t weigh_all(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence, size_t count,
                 struct weighed **weighed) {
    struct weighing weighing = begin(arena, knowledge, evidence, count);
    struct root *roots;
    size_t found = 0;
    weighing.traced = true;
    size_t root_count = take_roots(&weighing, &roots);
    *weighed = arena_array(arena, weighing.candidate_count, sizeof **weighed);
    for (size_t at = 0; at < root_count; at++) {
        (*weighed)[found] = weighing_candidate(&weighing, roots[at].cause)->fate;
        (*weighed)[found++].contested_by = roots[at].contested_by;
        for (size_t effect = 0; effect < roots[at].explains_count; effect++)
            (*weighed)[found++] = weighing_candidate(&weighing, roots[at].explains[effect])->fate;
    }
    return add_refused(&weighing, *weighed, found);
}
