/* The plan in sentences: what it is, and how to get it; or what contradicts what. */
#include "lines.h"

void add_line(struct writing *writing, const char *label, struct text text, bool whole) {
    if (writing->count < MOST_LINES && text.size)
        writing->lines[writing->count++] = (struct plan_line){label, text, whole};
}

void add_said(struct writing *writing, const char *label, const char *id, const struct slot *slots, size_t count) {
    add_line(writing, label, plan_say(writing->plan, id, slots, count), false);
}

struct text stack_name(const struct plan *plan, const struct plan_stack *stack) {
    return text_format(plan->arena, "torch " TEXT_FORMAT "+" TEXT_FORMAT, TEXT_ARGUMENTS(stack->torch),
                       TEXT_ARGUMENTS(stack->flavour));
}

struct text stack_line(const struct plan *plan, const struct plan_stack *stack) {
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

static void write_stack(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct plan_command commands[PLAN_MOST_COMMANDS];
    add_line(writing, "plan.label.stack", stack_line(plan, &plan->stack), false);
    write_why(writing);
    write_abilities(writing);
    write_size(writing);
    size_t count = plan_commands(plan, commands);
    for (size_t at = 0; at < count; at++)
        add_line(writing, "plan.label.install", commands[at].shown, true);
    write_build(writing);
    write_myths(writing);
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
    write_chips(writing);
    write_myths(writing);
    if (plan->has_oldest) {
        struct slot oldest[] = {{"stack", stack_line(plan, &plan->oldest)}, {"wish", plan->wish.torch}};
        add_said(writing, "plan.label.nearest", "plan.nearest.oldest", oldest, 2);
    }
}

static void write_elsewhere(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct text torch = elsewhere_torch(plan),
                id = text_join(plan->arena, TEXT("plan.elsewhere."), row_text(plan->elsewhere, "text"));
    struct slot slots[] = {{"torch", torch.size ? torch : TEXT("-")},
                           {"url", elsewhere_url(plan)},
                           {"python", row_text(plan->elsewhere, "python")},
                           {"flavour", row_text(plan->elsewhere_build, "flavour")}};
    add_said(writing, "plan.label.stack", id.at, slots, 4);
    add_said(writing, "plan.label.why", "plan.elsewhere.unjudged", slots, 4);
    add_line(writing, "plan.label.install", elsewhere_command(plan), true);
}

size_t plan_lines(const struct plan *plan, const struct plan_line **lines) {
    struct writing writing = {.plan = plan, .lines = arena_array(plan->arena, MOST_LINES, sizeof(struct plan_line))};
    if (node_present(plan->elsewhere))
        write_elsewhere(&writing);
    else if (plan->has_stack)
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
