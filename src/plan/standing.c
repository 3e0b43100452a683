/* Which candidates meet the constraints that are active, and which of them is the better stack. */
#include "room.h"

#include <string.h>

/* Builds of a package that have code for the active cards, whichever they are. */
static uint32_t choice_pythons(const struct with_choices *choices, uint32_t active) {
    uint32_t pythons = 0;
    for (size_t at = 0; at < choices->count; at++)
        pythons |= (choices->items[at].cards & active) ? 0 : choices->items[at].pythons;
    return pythons;
}

uint32_t candidate_pythons(const struct plan *plan, const struct candidate *candidate, uint32_t active) {
    bool driver = (plan->driver_bits & active) != 0;
    uint32_t pythons = (plan->python_bits & active) ? plan->wished_python : candidate->pythons;
    if ((candidate->violates & active) || (driver && (candidate->violates_with_driver & active)))
        return 0;
    for (size_t at = 0; at < plan->constraint_count; at++) {
        const struct constraint *constraint = &plan->constraints[at];
        if (!(active & BIT(at)))
            continue;
        if (constraint->kind == CONSTRAINT_REQUIRES_PYTHON)
            pythons &= plan->required_pythons;
        if (constraint->kind == CONSTRAINT_WITH && plan->packages[constraint->index].judged)
            pythons &= choice_pythons(&candidate->with[constraint->index], active);
    }
    return pythons;
}

bool candidate_fits(const struct plan *plan, const struct candidate *candidate, uint32_t active) {
    return candidate_pythons(plan, candidate, active) != 0;
}

/* The first package is the most important one. */
static int compare_ranks(const struct plan *plan, const unsigned *left, const unsigned *right) {
    for (size_t at = 0; at < plan->wish.with_count; at++)
        if (left[at] != right[at])
            return left[at] > right[at] ? 1 : -1;
    return 0;
}

static unsigned best_rank(const struct with_choices *choices, uint32_t active, uint32_t python) {
    unsigned best = 0;
    for (size_t at = 0; at < choices->count; at++) {
        const struct with_choice *choice = &choices->items[at];
        if (!(choice->cards & active) && (choice->pythons & python) && choice->rank > best)
            best = choice->rank;
    }
    return best;
}

struct standing candidate_standing(const struct plan *plan, const struct candidate *candidate, uint32_t active) {
    uint32_t pythons = candidate_pythons(plan, candidate, active);
    struct standing standing = {.pythons = candidate->with ? 0 : pythons};
    for (unsigned minor = 0; candidate->with && minor < 32; minor++) {
        unsigned ranks[PLAN_MOST_WITH] = {0};
        if (!(pythons & BIT(minor)))
            continue;
        for (size_t at = 0; at < plan->constraint_count; at++)
            if (plan->constraints[at].kind == CONSTRAINT_WITH && (active & BIT(at)))
                ranks[plan->constraints[at].index] =
                    best_rank(&candidate->with[plan->constraints[at].index], active, BIT(minor));
        int order = standing.pythons ? compare_ranks(plan, ranks, standing.ranks) : 1;
        standing.pythons = order > 0 ? BIT(minor) : order ? standing.pythons : standing.pythons | BIT(minor);
        if (order > 0)
            memcpy(standing.ranks, ranks, sizeof ranks);
    }
    return standing;
}

/* `here` and `there` are what both stand for. */
static bool is_better(const struct plan *plan, const struct candidate *left, const struct standing *here,
                      const struct candidate *right, const struct standing *there, uint32_t active) {
    bool left_known = !(left->unknown_cards & active), right_known = !(right->unknown_cards & active);
    bool left_native = !(left->ptx_cards & active), right_native = !(right->ptx_cards & active);
    if (left_known != right_known)
        return left_known;
    int order = compare_ranks(plan, here->ranks, there->ranks);
    order = order ? order : version_compare(&left->torch_version, &right->torch_version);
    if (order)
        return order > 0;
    if (left_native != right_native)
        return left_native;
    return version_compare(&left->cuda_version, &right->cuda_version) > 0;
}

bool candidate_better(const struct plan *plan, const struct candidate *left, const struct candidate *right,
                      uint32_t active) {
    struct standing here = candidate_standing(plan, left, active), there = candidate_standing(plan, right, active);
    return is_better(plan, left, &here, right, &there, active);
}

const struct candidate *candidates_best(const struct plan *plan, const struct candidates *candidates, uint32_t active) {
    const struct candidate *best = NULL;
    struct standing of_best = {.pythons = 0};
    for (size_t at = 0; at < candidates->count; at++) {
        const struct candidate *candidate = &candidates->items[at];
        struct standing standing = candidate_standing(plan, candidate, active);
        if (standing.pythons && (!best || is_better(plan, candidate, &standing, best, &of_best, active))) {
            best = candidate;
            of_best = standing;
        }
    }
    return best;
}

bool candidates_any(const struct plan *plan, const struct candidates *candidates, uint32_t active) {
    for (size_t at = 0; at < candidates->count; at++)
        if (candidate_fits(plan, &candidates->items[at], active))
            return true;
    return false;
}
