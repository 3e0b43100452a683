/* The plan in sentences: what it is, why, what a better one would need; or what contradicts what. */
#include "room.h"

enum { MOST_LINES = 64 };

struct writing {
    const struct plan *plan;
    struct plan_line *lines;
    size_t count;
};

static void add_line(struct writing *writing, const char *label, struct text text, bool whole) {
    if (writing->count < MOST_LINES && text.size)
        writing->lines[writing->count++] = (struct plan_line){label, text, whole};
}

static void add_said(struct writing *writing, const char *label, const char *id, const struct slot *slots,
                     size_t count) {
    add_line(writing, label, plan_say(writing->plan, id, slots, count), false);
}

static struct text stack_name(const struct plan *plan, const struct plan_stack *stack) {
    return text_format(plan->arena, "torch " TEXT_FORMAT "+" TEXT_FORMAT, TEXT_ARGUMENTS(stack->torch),
                       TEXT_ARGUMENTS(stack->flavour));
}

static struct text stack_line(const struct plan *plan, const struct plan_stack *stack) {
    static const char *const names[] = {"torchvision", "torchaudio"};
    struct buffer out = buffer_new(plan->arena);
    buffer_add(&out, stack_name(plan, stack));
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        struct text version = companion_of(stack, names[at]);
        if (version.size)
            buffer_format(&out, " · %s " TEXT_FORMAT, names[at], TEXT_ARGUMENTS(version));
    }
    if (stack->python.size)
        buffer_format(&out, " · Python " TEXT_FORMAT, TEXT_ARGUMENTS(stack_python(stack)));
    return buffer_text(&out);
}

static struct text joined(const struct plan *plan, uint32_t bits) {
    struct text parts[PLAN_MOST_CONSTRAINTS];
    size_t count = 0;
    for (size_t at = 0; at < plan->constraint_count; at++)
        if (bits & BIT(at))
            parts[count++] = plan->constraints[at].shown;
    return text_join_all(plan->arena, parts, count, plan_say(plan, "plan.and", NULL, 0));
}

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

static bool all_known(const struct plan *plan) {
    for (size_t at = 0; at < plan->card_count; at++) {
        size_t from = 0;
        if (!node_present(
                table_find(plan->knowledge, "architectures", "capability", plan->cards[at].capability, &from)))
            return false;
    }
    return plan->card_count > 0;
}

static bool all_cards(const struct plan *plan, const char *column) {
    for (size_t at = 0; at < plan->card_count; at++) {
        size_t from = 0;
        if (!text_is(
                row_text(table_find(plan->knowledge, "architectures", "capability", plan->cards[at].capability, &from),
                         column),
                "yes"))
            return false;
    }
    return plan->card_count > 0;
}

static void add_abilities(struct writing *writing) {
    const struct plan *plan = writing->plan;
    const char *id = all_cards(plan, "fp8")            ? "plan.can.fp8"
                     : all_cards(plan, "bf16")         ? "plan.can.bf16"
                     : all_cards(plan, "tensor_cores") ? "plan.can.fp16"
                                                       : "plan.can.fp32";
    if (all_known(plan) && !plan->cpu)
        add_said(writing, "plan.label.can", id, NULL, 0);
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

/* What compiling extensions needs: the same major toolkit as the build's, and the cards it is for. */
static void add_build(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct text list = {0};
    struct error error;
    if (!plan->wish.build || plan->cpu || !plan_print(plan, TEXT("arch-list"), &list, &error))
        return;
    struct text major = text_until(plan->stack.cuda, text_find_byte(plan->stack.cuda, '.'));
    struct slot slots[] = {{"cuda", plan->stack.cuda}, {"major", major}};
    add_said(writing, "plan.label.build", "plan.build.toolkit", slots, 2);
    if (text_trim(list).size)
        add_line(writing, "plan.label.build",
                 text_format(plan->arena, "export TORCH_CUDA_ARCH_LIST=\"" TEXT_FORMAT "\"",
                             TEXT_ARGUMENTS(text_trim(list))),
                 true);
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
    if (text_is(plan->wish.manager, "conda"))
        add_said(writing, "plan.label.why", "plan.conda.pip", slots, 3);
    if (text_is(plan->wish.manager, "pixi"))
        add_said(writing, "plan.label.install", "plan.pixi.file", slots, 3);
    if (plan->wish.as_of.size && !text_is(plan->wish.manager, "uv"))
        add_said(writing, "plan.label.why", "plan.as_of.uv", slots, 3);
}

static void add_unjudged(struct writing *writing) {
    const struct plan *plan = writing->plan;
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct slot slots[] = {{"package", plan->wish.with[at]}};
        if (!text_is(plan->wish.with[at], "torchvision") && !text_is(plan->wish.with[at], "torchaudio") &&
            !text_is(plan->wish.with[at], "torchtext"))
            add_said(writing, "plan.label.why", "plan.with.unjudged", slots, 1);
    }
}

static void write_stack(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct plan_command commands[PLAN_MOST_COMMANDS];
    add_line(writing, "plan.label.stack", stack_line(plan, &plan->stack), false);
    add_cards(writing);
    add_unheard(writing);
    add_driver(writing);
    add_python(writing);
    add_unjudged(writing);
    add_manager(writing);
    add_notes(writing);
    for (int better = 0; better < 2; better++)
        for (size_t at = 0; at < plan->binding_count; at++)
            if (can_change(plan, &plan->bindings[at]) == (better == 1))
                add_binding(writing, &plan->bindings[at]);
    add_together(writing);
    add_abilities(writing);
    size_t count = plan_commands(plan, commands);
    for (size_t at = 0; at < count; at++)
        add_line(writing, "plan.label.install", commands[at].shown, true);
    add_build(writing);
}

static void write_conflict(struct writing *writing) {
    const struct plan *plan = writing->plan;
    unsigned several = (plan->conflict & (plan->conflict - 1)) != 0;
    struct slot slots[] = {{"what", joined(plan, plan->conflict)}};
    add_said(writing, "plan.label.conflict", several ? "plan.conflict.several" : "plan.conflict.one", slots, 1);
    for (size_t at = 0; at < plan->nearest_count; at++) {
        const struct plan_nearest *nearest = &plan->nearest[at];
        struct slot without[] = {{"what", joined(plan, nearest->dropped)},
                                 {"stack", stack_line(plan, &nearest->stack)},
                                 {"driver", nearest->stack.least_driver},
                                 {"platform", nearest->stack.platform}};
        bool driver = (nearest->dropped & constraints_of(plan, CONSTRAINT_DRIVER)) && nearest->stack.least_driver.size;
        add_said(writing, "plan.label.nearest", driver ? "plan.nearest.driver" : "plan.nearest.without", without, 4);
    }
    if (plan->has_oldest) {
        struct slot oldest[] = {{"stack", stack_line(plan, &plan->oldest)}, {"wish", plan->wish.torch}};
        add_said(writing, "plan.label.nearest", "plan.nearest.oldest", oldest, 2);
    }
}

size_t plan_lines(const struct plan *plan, const struct plan_line **lines) {
    struct writing writing = {.plan = plan, .lines = arena_array(plan->arena, MOST_LINES, sizeof(struct plan_line))};
    if (plan->has_stack)
        write_stack(&writing);
    else
        write_conflict(&writing);
    *lines = writing.lines;
    return writing.count;
}

/* "RTX 4090 (sm_89) · driver 535.104.05 · linux · Python 3.10" */
struct text plan_headline(const struct plan *plan) {
    struct text parts[PLAN_MOST_CONSTRAINTS];
    size_t count = 0;
    static const enum constraint_kind kinds[] = {CONSTRAINT_CARD, CONSTRAINT_DRIVER, CONSTRAINT_PYTHON};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (size_t at = 0; at < plan->constraint_count; at++)
            if (plan->constraints[at].kind == kinds[kind])
                parts[count++] = plan->constraints[at].shown;
    parts[count++] = text_is(plan->wish.system, "wsl") ? TEXT("wsl") : plan->platform;
    return text_join_all(plan->arena, parts, count, TEXT(" · "));
}
