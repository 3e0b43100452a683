/* Which cause explains which. */
#include "weighing.h"

static bool names(struct node list, struct text cause) {
    for (size_t at = 0; at < node_count(list); at++)
        if (text_equal(node_text(node_at(list, at)), cause))
            return true;
    return false;
}

/* A way along `explains` edges, through causes that are accepted themselves: a chain of things that nobody saw explains
 * nothing. `seen` has a place for each cause of the taxonomy. */
struct way {
    const struct weighing *weighing;
    struct text to;
    bool *seen;
    size_t seen_count;
};

static bool may_pass(const struct way *way, struct text cause) {
    size_t order = knowledge_cause_order(way->weighing->knowledge, cause);
    if (order >= way->seen_count || way->seen[order])
        return false;
    way->seen[order] = true;
    const struct candidate *candidate = weighing_candidate(way->weighing, cause);
    return candidate && candidate->sum >= ACCEPTED_FROM;
}

static bool leads_on(const struct way *way, struct node entry) {
    struct node edges = node_get(entry, "explains");
    if (names(edges, way->to))
        return true;
    for (size_t at = 0; at < node_count(edges); at++) {
        struct text next = node_text(node_at(edges, at));
        if (may_pass(way, next) && leads_on(way, knowledge_cause(way->weighing->knowledge, next)))
            return true;
    }
    return false;
}

static bool leads_to(const struct weighing *weighing, const struct candidate *cause, const struct candidate *effect) {
    size_t count = node_count(node_get(knowledge_root(weighing->knowledge), "causes"));
    struct way way = {weighing, effect->cause, arena_array(weighing->arena, count, sizeof(bool)), count};
    return leads_on(&way, cause->entry);
}

/* Of a run's processes the first one to fail is followed by others, whatever those say. But what only a later one names
 * may be why the first one lost it. */
static bool came_first(const struct weighing *weighing, const struct candidate *cause, const struct candidate *effect) {
    return cause->by_first && !cause->by_later && effect->by_later && cause->sum >= LIKELY_FROM &&
           !names(node_get(effect->entry, "narrower_than"), cause->cause) && !leads_to(weighing, effect, cause);
}

/* A report that was pasted knew why: processes, or facts that it does not hold. */
static bool was_explained(const struct weighing *weighing, const struct candidate *cause,
                          const struct candidate *effect) {
    for (size_t at = 0; at < weighing->evidence_count; at++)
        if (text_equal(weighing->evidence[at].cause, effect->cause) &&
            text_equal(weighing->evidence[at].under, cause->cause))
            return true;
    return false;
}

/* What the maker of this evidence says, with the same line, for another cause. */
static int weight_beside(const struct weighing *weighing, const struct evidence *mine, struct text cause) {
    int most = 0;
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        const struct evidence *theirs = &weighing->evidence[at];
        if (theirs->weight > most && text_equal(theirs->cause, cause) && text_equal(theirs->group, mine->group) &&
            text_equal(theirs->origin.source, mine->origin.source))
            most = theirs->weight;
    }
    return most;
}

/* A line that allows for the cause, and says the effect more loudly, is not yet a sign of the cause: something has to
 * speak for it at least as much as for the effect. */
static bool seen_itself(const struct weighing *weighing, const struct candidate *cause,
                        const struct candidate *effect) {
    if (cause->sum >= effect->sum)
        return true;
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        const struct evidence *mine = &weighing->evidence[at];
        if (mine->weight > 0 && text_equal(mine->cause, cause->cause) && weighing_counts(weighing, at) &&
            mine->weight >= weight_beside(weighing, mine, effect->cause))
            return true;
    }
    return false;
}

bool weighing_explains(const struct weighing *weighing, const struct candidate *cause, const struct candidate *effect) {
    if (cause == effect || cause->sum < ACCEPTED_FROM)
        return false;
    if (came_first(weighing, cause, effect))
        return true;
    if (certainty_of(cause->sum, (struct text){0}) < certainty_of(effect->sum, (struct text){0}))
        return false;
    return names(node_get(cause->entry, "narrower_than"), effect->cause) || was_explained(weighing, cause, effect) ||
           (seen_itself(weighing, cause, effect) && leads_to(weighing, cause, effect));
}
