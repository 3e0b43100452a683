/* Candidates and their sums. */
#include "weighing.h"

#include <stdlib.h>

struct candidate *weighing_candidate(const struct weighing *weighing, struct text cause) {
    for (size_t at = 0; at < weighing->candidate_count; at++)
        if (text_equal(weighing->candidates[at].cause, cause))
            return &weighing->candidates[at];
    return NULL;
}

static int by_taxonomy(const void *left, const void *right) {
    const struct candidate *a = left, *b = right;
    return a->order < b->order ? -1 : a->order > b->order;
}

void weighing_collect(struct weighing *weighing) {
    size_t capacity = 0;
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        struct text cause = weighing->evidence[at].cause;
        struct node entry = knowledge_cause(weighing->knowledge, cause);
        if (!node_present(entry) || weighing_candidate(weighing, cause))
            continue;
        weighing->candidates = arena_grow(weighing->arena, weighing->candidates, weighing->candidate_count, &capacity,
                                          sizeof(struct candidate));
        weighing->candidates[weighing->candidate_count++] = (struct candidate){
            .cause = cause,
            .entry = entry,
            .link = chain_link_named(node_text(node_get(entry, "link"))),
            .order = knowledge_cause_order(weighing->knowledge, cause),
        };
    }
    if (weighing->candidate_count)
        qsort(weighing->candidates, weighing->candidate_count, sizeof(struct candidate), by_taxonomy);
}

/* Which of two records of one group counts: the stronger, of equals what speaks against the cause, then the first. */
static bool outweighs(const struct evidence *left, const struct evidence *right) {
    if (abs(left->weight) != abs(right->weight))
        return abs(left->weight) > abs(right->weight);
    if (left->weight != right->weight)
        return left->weight < right->weight;
    return left < right; /* as recorded: they stand in one array */
}

bool weighing_counts(const struct weighing *weighing, size_t at) {
    const struct evidence *mine = &weighing->evidence[at];
    if (weighing->spent[at])
        return false;
    for (size_t other = 0; other < weighing->evidence_count; other++) {
        const struct evidence *theirs = &weighing->evidence[other];
        if (other != at && !weighing->spent[other] && text_equal(theirs->cause, mine->cause) &&
            text_equal(theirs->group, mine->group) && outweighs(theirs, mine))
            return false;
    }
    return true;
}

void weighing_add_up(struct weighing *weighing) {
    for (size_t at = 0; at < weighing->candidate_count; at++) {
        weighing->candidates[at].sum = 0;
        weighing->candidates[at].by_first = false;
        weighing->candidates[at].by_later = true;
    }
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        const struct evidence *evidence = &weighing->evidence[at];
        struct candidate *candidate = weighing_candidate(weighing, evidence->cause);
        if (!candidate || !weighing_counts(weighing, at))
            continue;
        candidate->sum += evidence->weight;
        bool error = evidence->weight > 0 && evidence->severity == SEVERITY_ERROR;
        candidate->by_first = candidate->by_first || (error && evidence->order == ORDER_FIRST);
        candidate->by_later = candidate->by_later && (evidence->weight <= 0 || evidence->order == ORDER_LATER);
    }
}
