/* Why this stack and no other: cards, driver, Python, what is installed along, and what a better one would need. */
#include "lines.h"

/* The newest machine code that serves a card: "sm_86" for a capability of 8.9. */
static struct text serving_code(const struct plan *plan, struct text capability, bool ptx) {
    struct text words = row_text(plan->stack.row, "architectures"), word, best = {0};
    while (text_next_word(&words, &word)) {
        enum coverage coverage = coverage_of(word, capability);
        if (coverage == (ptx ? COVERAGE_PTX : COVERAGE_NATIVE) &&
            (!best.size || best.size < word.size || (best.size == word.size && text_compare(best, word) < 0)))
            best = word;
    }
    return best;
}

static void add_cards(struct writing *writing) {
    const struct plan *plan = writing->plan;
    static const char *const ids[] = {"plan.card.unknown", "plan.card.unknown", "plan.card.ptx", "plan.card.native"};
    for (size_t at = 0; at < plan->constraint_count; at++) {
        if (plan->constraints[at].kind != CONSTRAINT_CARD)
            continue;
        struct text capability = plan->cards[plan->constraints[at].index].capability;
        enum coverage coverage = coverage_of(row_text(plan->stack.row, "architectures"), capability);
        struct slot slots[] = {{"card", plan->constraints[at].shown},
                               {"code", serving_code(plan, capability, coverage == COVERAGE_PTX)},
                               {"cuda", plan->stack.cuda}};
        add_said(writing, "plan.label.why", ids[coverage], slots, 3);
    }
}

/* 37 of "3.7" and of "sm_37"; 0 of anything else. */
static int64_t code_number(struct text code) {
    int64_t major = 0, minor = 0;
    size_t dot = text_find_byte(code, '.');
    if (text_starts(code, "sm_"))
        return text_to_integer(text_from(code, 3), &major) ? major : 0;
    return dot != TEXT_NOWHERE && text_to_integer(text_until(code, dot), &major) &&
                   text_to_integer(text_from(code, dot + 1), &minor)
               ? major * 10 + minor
               : 0;
}

/* The build has code for the card, and the cuDNN that it pins has none any more. */
static void add_cudnn(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct text cudnn = row_text(plan->stack.row, "cudnn");
    struct text least = row_text(coverage_library(plan->knowledge, "cudnn", cudnn, plan->stack.cuda), "sm_min");
    for (size_t at = 0; at < plan->constraint_count; at++) {
        if (plan->constraints[at].kind != CONSTRAINT_CARD || !least.size)
            continue;
        struct text capability = plan->cards[plan->constraints[at].index].capability;
        struct slot slots[] = {{"card", plan->constraints[at].shown}, {"cudnn", cudnn}, {"least", least}};
        if (code_number(capability) && code_number(capability) < code_number(least))
            add_said(writing, "plan.label.why", "plan.card.cudnn", slots, 3);
    }
}

static void add_unheard(struct writing *writing) {
    struct slot slots[] = {{"card", writing->plan->wish.unheard}};
    if (slots[0].value.size)
        add_said(writing, "plan.label.why", "plan.card.unheard", slots, 1);
}

static void add_driver(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct slot slots[] = {
        {"driver", plan->wish.driver}, {"least", plan->stack.least_driver}, {"cuda", plan->stack.cuda}};
    if (plan->cpu || !plan->stack.least_driver.size)
        return;
    add_said(writing, "plan.label.why", plan->wish.driver.size ? "plan.driver.runs" : "plan.driver.needed", slots, 3);
}

static void add_python(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct slot slots[] = {{"python", stack_python(&plan->stack)},
                           {"least", row_text(plan->stack.row, "python_min")},
                           {"most", row_text(plan->stack.row, "python_max")},
                           {"there", plan->wish.python}};
    if (!plan->stack.python_proposed)
        return;
    add_said(writing, "plan.label.why", plan->wish.python.size ? "plan.python.replaced" : "plan.python.proposed", slots,
             4);
}

static void add_binding(struct writing *writing, const struct plan_binding *binding) {
    const struct plan *plan = writing->plan;
    const struct constraint *constraint = &plan->constraints[binding->constraint];
    struct slot slots[] = {{"what", constraint->shown},
                           {"stack", stack_name(plan, &binding->stack)},
                           {"driver", binding->stack.least_driver},
                           {"least", row_text(binding->stack.row, "python_min")},
                           {"most", row_text(binding->stack.row, "python_max")}};
    switch (constraint->kind) {
    case CONSTRAINT_DRIVER:
        add_said(writing, "plan.label.better", "plan.better.driver", slots, 5);
        break;
    case CONSTRAINT_PYTHON:
        add_said(writing, "plan.label.better", "plan.better.python", slots, 5);
        break;
    case CONSTRAINT_LIBC:
        add_said(writing, "plan.label.better", "plan.better.libc", slots, 5);
        break;
    case CONSTRAINT_CARD:
        add_said(writing, "plan.label.why", "plan.binds.card", slots, 5);
        break;
    case CONSTRAINT_PLATFORM:
    case CONSTRAINT_TORCH:
    case CONSTRAINT_REQUIRES_PYTHON:
    case CONSTRAINT_AS_OF:
    case CONSTRAINT_CUDA:
    case CONSTRAINT_WITH:
        add_said(writing, "plan.label.why", "plan.binds.wish", slots, 5);
        break;
    }
}

/* What of this machine can be had newer; cards and wishes are as they are. */
static bool can_change(const struct plan *plan, const struct plan_binding *binding) {
    enum constraint_kind kind = plan->constraints[binding->constraint].kind;
    return kind == CONSTRAINT_DRIVER || kind == CONSTRAINT_PYTHON || kind == CONSTRAINT_LIBC;
}

static void add_together(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct text parts[PLAN_MOST_CONSTRAINTS];
    size_t count = 0;
    struct slot slots[] = {{"driver", plan->later.least_driver},
                           {"least", row_text(plan->later.row, "python_min")},
                           {"most", row_text(plan->later.row, "python_max")}};
    for (size_t at = 0; at < plan->constraint_count; at++)
        if (plan->together & BIT(at)) {
            enum constraint_kind kind = plan->constraints[at].kind;
            parts[count++] = plan_say(plan,
                                      kind == CONSTRAINT_DRIVER   ? "plan.need.driver"
                                      : kind == CONSTRAINT_PYTHON ? "plan.need.python"
                                                                  : "plan.need.libc",
                                      slots, 3);
        }
    struct slot together[] = {{"what", text_join_all(plan->arena, parts, count, plan_say(plan, "plan.and", NULL, 0))},
                              {"stack", stack_name(plan, &plan->later)}};
    if (count)
        add_said(writing, "plan.label.better", "plan.better.together", together, 2);
}

/* An old Python that the manager does not fetch has to be there already. */
static void add_manager(struct writing *writing) {
    const struct plan *plan = writing->plan;
    size_t from = 0;
    struct text least =
        row_text(table_find(plan->knowledge, "managers", "manager", plan->wish.manager, &from), "python_min");
    struct slot slots[] = {{"manager", plan->wish.manager}, {"python", stack_python(&plan->stack)}, {"least", least}};
    if (least.size && version_is_less(stack_python(&plan->stack), least))
        add_said(writing, "plan.label.why", "plan.manager.old_python", slots, 3);
}

static void add_notes(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct text numpy = numpy_requirement(plan, &plan->stack);
    struct slot slots[] = {{"numpy", numpy}, {"torch", plan->stack.torch}, {"flavour", plan->stack.flavour}};
    if (numpy.size)
        add_said(writing, "plan.label.why", "plan.numpy", slots, 3);
    if (stack_is_default(&plan->stack))
        add_said(writing, "plan.label.why", "plan.index.pypi", slots, 3);
    else if (text_is(plan->platform, "windows") && !plan->cpu)
        add_said(writing, "plan.label.why", "plan.index.windows", slots, 3);
    if (plan->cpu && !plan->card_count && !plan->wish.cuda.size)
        add_said(writing, "plan.label.why", "plan.cpu.no_card", slots, 3);
    add_line(writing, "plan.label.why", mirror_note(plan), false);
    if (text_is(plan->wish.manager, "conda"))
        add_said(writing, "plan.label.why", "plan.conda.pip", slots, 3);
    if (text_is(plan->wish.manager, "pixi"))
        add_said(writing, "plan.label.install", "plan.pixi.file", slots, 3);
    if (text_is(plan->wish.manager, "conda") || text_is(plan->wish.manager, "pixi"))
        add_said(writing, "plan.label.why", "plan.unresolved", (const struct slot[]){{"manager", plan->wish.manager}},
                 1);
    if (plan->wish.as_of.size && !text_is(plan->wish.manager, "uv"))
        add_said(writing, "plan.label.why", "plan.as_of.uv", slots, 3);
}

/* Which build of each wanted package, and from where. */
static void add_packages(struct writing *writing) {
    const struct plan *plan = writing->plan;
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct wanted_build wanted = plan->wanted[at];
        struct slot slots[] = {{"package", wanted.name},
                               {"version", wanted.release},
                               {"url", wanted.place.url.size ? wanted.place.url : wanted.repository}};
        if (plan->packages[at].companion)
            continue;
        if (!node_present(wanted.build))
            add_said(writing, "plan.label.why",
                     plan->packages[at].packages.count ? "plan.with.newer" : "plan.with.unjudged",
                     (const struct slot[]){{"package", plan->wish.with[at]}}, 1);
        else
            add_said(writing, "plan.label.why", text_join(plan->arena, TEXT("plan.with."), wanted.place.way).at, slots,
                     3);
    }
}

void write_chips(struct writing *writing) {
    const struct plan *plan = writing->plan;
    for (size_t at = 0; at < plan->card_count; at++) {
        const struct plan_card *card = &plan->cards[at];
        struct slot slots[] = {{"card", card->name}, {"ids", card->ids}};
        if (card->ids.size && (!at || !text_equal(plan->cards[at - 1].ids, card->ids)))
            add_said(writing, "plan.label.why", "plan.card.chips", slots, 2);
    }
}

static void add_slices(struct writing *writing) {
    const struct plan *plan = writing->plan;
    bool any = false;
    for (size_t at = 0; at < plan->card_count; at++)
        any = any || plan->cards[at].slice.size;
    if (any)
        add_said(writing, "plan.label.why", "plan.card.slice", NULL, 0);
}

void write_why(struct writing *writing) {
    const struct plan *plan = writing->plan;
    add_cards(writing);
    add_cudnn(writing);
    write_chips(writing);
    add_slices(writing);
    add_unheard(writing);
    add_driver(writing);
    add_python(writing);
    add_packages(writing);
    add_manager(writing);
    add_notes(writing);
    for (int better = 0; better < 2; better++)
        for (size_t at = 0; at < plan->binding_count; at++)
            if (can_change(plan, &plan->bindings[at]) == (better == 1))
                add_binding(writing, &plan->bindings[at]);
    add_together(writing);
}
