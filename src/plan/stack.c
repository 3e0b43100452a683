/* What follows from a chosen row: companions, requirements, and the index its wheels live on. */
#include "room.h"

struct text stack_python(const struct plan_stack *stack) {
    struct text minor = coverage_minor(stack->python);
    return text_ends(stack->python, "t") && !text_ends(minor, "t") ? stack->python : minor;
}

/* conda names the free-threaded build by a package of its own. */
struct text conda_python(const struct plan *plan, const char *between) {
    struct text python = stack_python(&plan->stack);
    bool free_threaded = text_ends(python, "t");
    python = free_threaded ? text_until(python, python.size - 1) : python;
    return text_format(plan->arena, "%s%s" TEXT_FORMAT, free_threaded ? "python-freethreading" : "python", between,
                       TEXT_ARGUMENTS(python));
}

bool stack_is_default(const struct plan_stack *stack) {
    return text_is(row_text(stack->row, "default"), "yes");
}

struct text companion_of(const struct plan_stack *stack, const char *name) {
    struct text several = row_text(stack->companions, name), newest = {0};
    text_next_word(&several, &newest);
    return newest;
}

struct text numpy_requirement(const struct plan *plan, const struct plan_stack *stack) {
    struct text abi = row_text(stack->row, "numpy_abi");
    size_t from = 0;
    return abi.size ? row_text(table_find(plan->knowledge, "numpy", "abi", abi, &from), "requirement")
                    : (struct text){0};
}

/* The last row whose first release is not above this one. */
struct node index_row(const struct plan *plan, struct text torch) {
    struct node table = knowledge_table(plan->knowledge, "indexes"), best = {0};
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        struct text since = row_text(row, "since");
        if (!version_is_less(torch, since) && (!node_present(best) || version_is_less(row_text(best, "since"), since)))
            best = row;
    }
    return best;
}

struct text index_url(const struct plan *plan, const struct plan_stack *stack) {
    struct node mirror = mirror_wheels(plan, stack);
    if (stack_is_default(stack))
        return (struct text){0};
    return text_replace(plan->arena, row_text(node_present(mirror) ? mirror : index_row(plan, stack->torch), "url"),
                        TEXT("{flavour}"), stack->flavour);
}

struct text index_option(const struct plan *plan, const struct plan_stack *stack) {
    struct node mirror = mirror_wheels(plan, stack);
    if (!node_present(mirror))
        return row_text(index_row(plan, stack->torch), "option");
    return text_is(row_text(mirror, "form"), "index") ? TEXT("extra-index-url") : row_text(mirror, "form");
}

bool index_is_page(const struct plan *plan) {
    return text_is(index_option(plan, &plan->stack), "find-links");
}

static bool is_wanted(const struct plan *plan, struct text package) {
    for (size_t at = 0; at < plan->wish.with_count; at++)
        if (text_equal(plan->packages[at].name, package))
            return true;
    return false;
}

size_t stack_requirements(const struct plan *plan, const struct plan_stack *stack, bool local,
                          struct text *requirements, size_t most) {
    static const char *const names[] = {"torch", "torchvision", "torchaudio", "torchtext"};
    struct text plain = row_text(index_row(plan, stack->torch), "plain"), numpy = numpy_requirement(plan, stack);
    size_t count = 0;
    for (size_t at = 0; at < 4 && count < most; at++) {
        struct text name = text_of(names[at]), version = at ? companion_of(stack, names[at]) : stack->torch;
        if (!version.size || (at == 3 && !is_wanted(plan, name)))
            continue;
        bool with_local = local && !stack_is_default(stack) && !has_word(plain, name);
        requirements[count++] = text_format(plan->arena, TEXT_FORMAT "==" TEXT_FORMAT "%s" TEXT_FORMAT,
                                            TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(version), with_local ? "+" : "",
                                            TEXT_ARGUMENTS(with_local ? stack->flavour : (struct text){0}));
    }
    if (numpy.size && count < most)
        requirements[count++] = numpy;
    for (size_t at = 0; at < plan->wish.with_count && count < most; at++) {
        struct wanted_build wanted = plan->wanted[at];
        if (!plan->packages[at].companion && !wanted.alone)
            requirements[count++] = wanted.requirement;
    }
    return count;
}
