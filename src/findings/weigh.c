#include "weigh.h"

#include <stdlib.h>

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

static struct candidate *candidate_of(const struct weighing *weighing, struct text cause) {
    for (size_t at = 0; at < weighing->candidate_count; at++)
        if (text_equal(weighing->candidates[at].cause, cause))
            return &weighing->candidates[at];
    return NULL;
}

static int by_taxonomy(const void *left, const void *right) {
    const struct candidate *a = left, *b = right;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void collect_candidates(struct weighing *weighing) {
    size_t capacity = 0;
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        struct text cause = weighing->evidence[at].cause;
        struct node entry = knowledge_cause(weighing->knowledge, cause);
        if (!node_present(entry) || candidate_of(weighing, cause))
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

/* Is this evidence the one of its group that counts for its cause? */
static bool counts(const struct weighing *weighing, size_t at) {
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

static void add_up(struct weighing *weighing) {
    for (size_t at = 0; at < weighing->candidate_count; at++) {
        weighing->candidates[at].sum = 0;
        weighing->candidates[at].by_first = false;
        weighing->candidates[at].by_later = true;
    }
    for (size_t at = 0; at < weighing->evidence_count; at++) {
        const struct evidence *evidence = &weighing->evidence[at];
        struct candidate *candidate = candidate_of(weighing, evidence->cause);
        if (!candidate || !counts(weighing, at))
            continue;
        candidate->sum += evidence->weight;
        bool error = evidence->weight > 0 && evidence->severity == SEVERITY_ERROR;
        candidate->by_first = candidate->by_first || (error && evidence->order == ORDER_FIRST);
        candidate->by_later = candidate->by_later && (evidence->weight <= 0 || evidence->order == ORDER_LATER);
    }
}

static bool names(struct node list, struct text cause) {
    for (size_t at = 0; at < node_count(list); at++)
        if (text_equal(node_text(node_at(list, at)), cause))
            return true;
    return false;
}

enum certainty certainty_of_sum(int sum) {
    return sum >= CERTAIN_FROM ? CERTAINTY_CERTAIN : sum >= LIKELY_FROM ? CERTAINTY_LIKELY : CERTAINTY_POSSIBLE;
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
    const struct candidate *candidate = candidate_of(way->weighing, cause);
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

static bool explains(const struct weighing *weighing, const struct candidate *cause, const struct candidate *effect) {
    if (cause == effect || cause->sum < ACCEPTED_FROM)
        return false;
    if (came_first(weighing, cause, effect))
        return true;
    if (certainty_of_sum(cause->sum) < certainty_of_sum(effect->sum))
        return false;
    return names(node_get(cause->entry, "narrower_than"), effect->cause) || leads_to(weighing, cause, effect) ||
           was_explained(weighing, cause, effect);
}

/* Of an accepted candidate that is not done. */
static bool is_root(const struct weighing *weighing, const struct candidate *candidate) {
    for (size_t at = 0; at < weighing->candidate_count; at++)
        if (!weighing->candidates[at].done && explains(weighing, &weighing->candidates[at], candidate))
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
        if (text_equal(weighing->evidence[at].cause, root->cause) && counts(weighing, at))
            root->evidence[root->evidence_count++] = &weighing->evidence[at];
    qsort((void *)root->evidence, root->evidence_count, sizeof(struct evidence *), by_weight);
}

/* Is some line that counts for the one among those that count for the other? */
static bool share_evidence(const struct weighing *weighing, const struct root *root, const struct candidate *other) {
    for (size_t at = 0; at < weighing->evidence_count; at++)
        for (size_t mine = 0; mine < root->evidence_count; mine++)
            if (root->evidence[mine]->weight > 0 && weighing->evidence[at].weight > 0 &&
                text_equal(weighing->evidence[at].cause, other->cause) && counts(weighing, at) &&
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
            !explains(weighing, taken, other) && share_evidence(weighing, root, other))
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
                &weighing->evidence[at], counts(weighing, at), spent ? spent->cause : (struct text){0}};
    }
}

/* Everything accepted that this root explains is done with it. */
static void list_explained(struct weighing *weighing, const struct candidate *cause, struct root *root) {
    struct text *explained = arena_array(weighing->arena, weighing->candidate_count, sizeof *explained);
    for (size_t at = 0; at < weighing->candidate_count; at++) {
        struct candidate *effect = &weighing->candidates[at];
        if (effect->done || effect->sum < ACCEPTED_FROM || !explains(weighing, cause, effect))
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

static struct weighing begin(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence,
                             size_t count) {
    struct weighing weighing = {.arena = arena, .knowledge = knowledge, .evidence = evidence, .evidence_count = count};
    weighing.spent = arena_array(arena, count, sizeof *weighing.spent);
    collect_candidates(&weighing);
    add_up(&weighing);
    return weighing;
}

size_t weigh_roots(struct arena *arena, const struct knowledge *knowledge, const struct evidence *evidence,
                   size_t count, struct root **roots) {
    struct weighing weighing = begin(arena, knowledge, evidence, count);
    size_t found = 0;
    *roots = arena_array(arena, weighing.candidate_count, sizeof **roots);
    for (struct candidate *next; (next = next_root(&weighing)) != NULL; add_up(&weighing))
        (*roots)[found++] = take_root(&weighing, next);
    return found;
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
    size_t found = 0;
    weighing.traced = true;
    *weighed = arena_array(arena, weighing.candidate_count, sizeof **weighed);
    for (struct candidate *next; (next = next_root(&weighing)) != NULL; add_up(&weighing)) {
        struct root root = take_root(&weighing, next);
        (*weighed)[found++] = next->fate;
        for (size_t at = 0; at < root.explains_count; at++)
            (*weighed)[found++] = candidate_of(&weighing, root.explains[at])->fate;
    }
    return add_refused(&weighing, *weighed, found);
}
