/* The newest stack that meets every constraint, and which constraints keep it from being newer. */
#include "room.h"

struct text stack_driver(const struct plan *plan, const struct candidate *candidate, uint32_t active) {
    struct text least = coverage_cuda_driver(plan->knowledge, candidate->cuda, plan->windows_driver);
    for (size_t at = 0; at < plan->constraint_count; at++) {
        size_t from = 0;
        if (plan->constraints[at].kind != CONSTRAINT_CARD || !(active & BIT(at)))
            continue;
        struct node row = table_find(plan->knowledge, "architectures", "capability",
                                     plan->cards[plan->constraints[at].index].capability, &from);
        struct text first = row_text(row, "first_driver");
        least = !least.size || version_is_less(least, first) ? first : least;
    }
    if (!(candidate->ptx_cards & active))
        return least;
    /* PTX wants a driver whose own CUDA is at least that of the build. */
    struct node branches = knowledge_table(plan->knowledge, "drivers");
    struct text speaks = {0};
    for (size_t at = 0; at < node_count(branches); at++) {
        struct text cuda = row_text(node_at(branches, at), "cuda"), branch = row_text(node_at(branches, at), "branch");
        if (cuda.size && !version_is_less(cuda, coverage_minor(candidate->cuda)) &&
            (!speaks.size || version_is_less(branch, speaks)))
            speaks = branch;
    }
    return version_is_less(least, speaks) ? speaks : least;
}

/* One below the newest Python that has wheels: the newest one lacks other packages for about a year. Of those the
 * newest that fits all the rest. */
static struct text proposed_python(const struct plan *plan, struct node row, uint32_t pythons) {
    struct version least, most;
    if (!version_parse(row_text(row, "python_min"), &least) || !version_parse(row_text(row, "python_max"), &most) ||
        most.count < 2)
        return (struct text){0};
    unsigned newest = most.release[1], minor = newest > least.release[1] ? newest - 1 : newest;
    for (unsigned tried = minor + 1; tried-- > least.release[1];)
        if (tried < 32 && (pythons & BIT(tried)))
            return text_format(plan->arena, "%u.%u", most.release[0], tried);
    return text_format(plan->arena, "%u.%u", most.release[0], newest < 32 && (pythons & BIT(newest)) ? newest : minor);
}

struct plan_stack stack_of(const struct plan *plan, const struct candidate *candidate, uint32_t active) {
    struct plan_stack stack = {
        .row = candidate->row,
        .companions = candidate->companions,
        .torch = candidate->torch,
        .flavour = candidate->flavour,
        .platform = candidate->platform,
        .cuda = candidate->cuda,
        .python = plan->wish.python,
        .confirmed = !(candidate->unknown_cards & active),
        .native = !(candidate->ptx_cards & active),
    };
    if (!plan->cpu)
        stack.least_driver = stack_driver(plan, candidate, active);
    if (!plan->wish.python.size || !(constraints_of(plan, CONSTRAINT_PYTHON) & active)) {
        uint32_t python = constraints_of(plan, CONSTRAINT_PYTHON);
        uint32_t pythons = candidate_standing(plan, candidate, active).pythons;
        bool refused = (candidate->violates & python) || !(pythons & plan->wished_python);
        stack.python_proposed = !plan->wish.python.size || refused;
        stack.python = stack.python_proposed ? proposed_python(plan, candidate->row, pythons) : plan->wish.python;
    }
    return stack;
}

/* A constraint binds when a better stack could be had without it. */
static void find_bindings(struct plan *plan, const struct candidates *candidates, const struct candidate *best,
                          uint32_t active) {
    for (size_t at = 0; at < plan->constraint_count; at++) {
        uint32_t without = active & ~BIT(at);
        if (without == active || plan->constraints[at].kind == CONSTRAINT_PLATFORM)
            continue;
        const struct candidate *candidate = candidates_best(plan, candidates, without);
        bool same =
            candidate && text_equal(candidate->torch, best->torch) && text_equal(candidate->flavour, best->flavour);
        if (candidate && !same && candidate_better(plan, candidate, best, without))
            plan->bindings[plan->binding_count++] = (struct plan_binding){at, stack_of(plan, candidate, without)};
    }
}

/* What of a machine can be had newer. */
static uint32_t changeable(const struct plan *plan) {
    return constraints_of(plan, CONSTRAINT_DRIVER) | constraints_of(plan, CONSTRAINT_PYTHON) |
           constraints_of(plan, CONSTRAINT_LIBC);
}

/* Sometimes only a newer driver and a newer Python together give something better. */
static void find_together(struct plan *plan, const struct candidates *candidates, const struct candidate *best,
                          uint32_t active) {
    uint32_t without = active & ~changeable(plan);
    const struct candidate *later = candidates_best(plan, candidates, without);
    if (!later || later == best || !candidate_better(plan, later, best, without))
        return;
    uint32_t broken = 0;
    for (size_t at = 0; at < plan->constraint_count; at++)
        if ((BIT(at) & active & changeable(plan)) && !candidate_fits(plan, later, without | BIT(at)))
            broken |= BIT(at);
    if (broken & (broken - 1)) {
        plan->together = broken;
        plan->later = stack_of(plan, later, without);
    }
}

void choose(struct plan *plan, const struct candidates *candidates) {
    uint32_t all = plan->constraint_count == 32 ? UINT32_MAX : BIT(plan->constraint_count) - 1, active = all;
    const struct candidate *best = candidates_best(plan, candidates, active);
    if (!best && plan->wish.python_soft) {
        active &= ~constraints_of(plan, CONSTRAINT_PYTHON);
        best = candidates_best(plan, candidates, active);
    }
    if (!best) {
        find_conflict(plan, candidates, active);
        return;
    }
    for (size_t at = 0; at < candidates->count; at++)
        plan->fitting += candidate_fits(plan, &candidates->items[at], active);
    plan->has_stack = true;
    plan->stack = stack_of(plan, best, active);
    find_bindings(plan, candidates, best, active);
    find_together(plan, candidates, best, active);
}

/* What the wish and the project say of Python, as bits. */
static void find_pythons(struct plan *plan) {
    struct version version;
    for (unsigned minor = 0; minor < 32; minor++)
        if (python_is_required(plan->wish.requires_python, text_format(plan->arena, "3.%u", minor)))
            plan->required_pythons |= BIT(minor);
    struct text python = plan->wish.python;
    python = text_ends(python, "t") ? text_until(python, python.size - 1) : python;
    if (version_parse(python, &version) && version.count > 1 && version.release[1] < 32)
        plan->wished_python = BIT(version.release[1]);
}

bool plan_make(const struct plan_request *request, struct plan *plan, struct error *error) {
    *plan = (struct plan){.arena = request->arena,
                          .knowledge = request->knowledge,
                          .language = request->language,
                          .wish = request->wish,
                          .shell = request->shell};
    if (!constraints_make(plan, error))
        return false;
    if (node_present(plan->elsewhere))
        return true;
    plan->driver_bits = constraints_of(plan, CONSTRAINT_DRIVER);
    plan->python_bits = constraints_of(plan, CONSTRAINT_PYTHON);
    find_pythons(plan);
    packages_learn(plan);
    struct candidates candidates = candidates_make(plan);
    choose(plan, &candidates);
    packages_choose(plan);
    return true;
}
