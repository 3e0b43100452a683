/* When no row meets every constraint: the smallest set of constraints that already contradict each other, and the
 * stacks that come nearest. */
#include "room.h"

enum { LARGEST_CONFLICT = 4, MOST_TRIED = 20000 };

/* Where no conflict is that small: what remains when each constraint that is not needed for it is taken away. */
static uint32_t reduced(const struct plan *plan, const struct candidates *candidates, uint32_t active) {
    for (size_t at = 0; at < plan->constraint_count; at++)
        if ((active & BIT(at)) && !candidates_any(plan, candidates, active & ~BIT(at)))
            active &= ~BIT(at);
    return active;
}

/* The next set with as many members; 0 after the last. Source: Hacker's Delight, "Next higher number with same number
 * of 1-bits". */
static uint32_t next_set(uint32_t set) {
    uint32_t lowest = set & (~set + 1), ripple = set + lowest;
    return ripple ? ripple | (((set ^ ripple) >> 2) / lowest) : 0;
}

static uint32_t smallest_conflict(const struct plan *plan, const struct candidates *candidates, uint32_t active) {
    for (unsigned size = 1; size <= LARGEST_CONFLICT && size <= plan->constraint_count; size++)
        for (uint32_t set = BIT(size) - 1; set && set < BIT(plan->constraint_count); set = next_set(set))
            if ((set & active) == set && !candidates_any(plan, candidates, set))
                return set;
    return reduced(plan, candidates, active);
}

/* Dropping as few as possible, never the platform alone where a wish would do. */
static void find_nearest(struct plan *plan, const struct candidates *candidates, uint32_t active) {
    size_t tried = 0;
    for (unsigned size = 1; size <= plan->constraint_count && !plan->nearest_count && tried < MOST_TRIED; size++)
        for (uint32_t set = BIT(size) - 1; set && set < BIT(plan->constraint_count); set = next_set(set)) {
            if (tried++ >= MOST_TRIED)
                return;
            if ((set & active) != set || !candidates_any(plan, candidates, active & ~set))
                continue;
            if (plan->nearest_count == PLAN_MOST_NEAREST)
                return;
            const struct candidate *candidate = candidates_best(plan, candidates, active & ~set);
            plan->nearest[plan->nearest_count++] = (struct plan_nearest){set, stack_of(plan, candidate, active & ~set)};
        }
}

/* Whoever wants an old torch on a card that it cannot know is helped most by the oldest that can. */
static void find_oldest(struct plan *plan, const struct candidates *candidates, uint32_t active) {
    uint32_t torch = constraints_of(plan, CONSTRAINT_TORCH);
    const struct candidate *oldest = NULL;
    if (!(plan->conflict & torch) || !(plan->conflict & constraints_of(plan, CONSTRAINT_CARD)))
        return;
    for (size_t at = 0; at < candidates->count; at++) {
        const struct candidate *candidate = &candidates->items[at];
        if (!candidate_fits(plan, candidate, active & ~torch) || (candidate->unknown_cards & active))
            continue;
        int order = oldest ? version_compare(&candidate->torch_version, &oldest->torch_version) : -1;
        if (order < 0 || (order == 0 && candidate_better(plan, candidate, oldest, active)))
            oldest = candidate;
    }
    plan->has_oldest = oldest != NULL;
    if (oldest)
        plan->oldest = stack_of(plan, oldest, active & ~torch);
}

void find_conflict(struct plan *plan, const struct candidates *candidates, uint32_t active) {
    plan->conflict = smallest_conflict(plan, candidates, active);
    find_nearest(plan, candidates, active);
    find_oldest(plan, candidates, active);
}
