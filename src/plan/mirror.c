/* A mirror: which of the things that a plan fetches it has, and at which address. What it does not have comes from
 * where it always comes. */
#include "room.h"

static bool is_called(struct node row, struct text name) {
    return text_equal(row_text(row, "name"), name) || has_word(row_text(row, "also"), name);
}

/* A row of the mirror that carries this; missing when there is none. */
static struct node row_of(const struct plan *plan, const char *kind, const char *what) {
    struct node table = knowledge_table(plan->knowledge, "mirrors");
    for (size_t at = 0; plan->wish.mirror.size && at < node_count(table); at++) {
        struct node row = node_at(table, at);
        if (is_called(row, plan->wish.mirror) && text_is(row_text(row, "kind"), kind) &&
            has_word(row_text(row, "carries"), text_of(what)))
            return row;
    }
    return (struct node){0};
}

bool mirror_check(struct plan *plan, struct error *error) {
    struct node table = knowledge_table(plan->knowledge, "mirrors");
    struct buffer names = buffer_new(plan->arena);
    struct text last = {0};
    plan->wish.mirror = text_lower(plan->arena, text_trim(plan->wish.mirror));
    for (size_t at = 0; plan->wish.mirror.size && at < node_count(table); at++) {
        struct text name = row_text(node_at(table, at), "name");
        if (is_called(node_at(table, at), plan->wish.mirror)) {
            plan->wish.mirror = name;
            return true;
        }
        if (!text_equal(name, last))
            buffer_format(&names, "%s" TEXT_FORMAT, names.size ? ", " : "", TEXT_ARGUMENTS(name));
        last = name;
    }
    struct text known = buffer_text(&names);
    return !plan->wish.mirror.size || error_set(error, "--mirror " TEXT_FORMAT ": it is one of " TEXT_FORMAT,
                                                TEXT_ARGUMENTS(plan->wish.mirror), TEXT_ARGUMENTS(known));
}

struct text mirror_pypi(const struct plan *plan) {
    return row_text(row_of(plan, "pypi", "pypi"), "url");
}

struct text mirror_conda_forge(const struct plan *plan) {
    return text_replace(plan->arena, row_text(row_of(plan, "conda", "conda-forge"), "url"), TEXT("{channel}"),
                        TEXT("conda-forge"));
}

/* Releases whose wheels PyTorch lists on one page only are not looked for elsewhere. */
struct node mirror_wheels(const struct plan *plan, const struct plan_stack *stack) {
    bool page = text_is(row_text(index_row(plan, stack->torch), "option"), "find-links");
    return page ? (struct node){0} : row_of(plan, "torch-wheels", "flavours");
}

struct text mirror_note(const struct plan *plan) {
    const struct plan_stack *stack = &plan->stack;
    bool pypi = mirror_pypi(plan).size > 0, wheels = node_present(mirror_wheels(plan, stack));
    bool conda = text_is(plan->wish.manager, "conda") || text_is(plan->wish.manager, "pixi");
    struct slot slots[] = {{"name", plan->wish.mirror}, {"flavour", stack->flavour}, {"url", index_url(plan, stack)}};
    if (!plan->wish.mirror.size)
        return (struct text){0};
    if (!pypi)
        return plan_say(plan, "plan.mirror.no_pypi", slots, 3);
    if (!stack_is_default(stack) && !wheels)
        return plan_say(plan, "plan.mirror.no_wheels", slots, 3);
    return plan_say(plan, conda && !mirror_conda_forge(plan).size ? "plan.mirror.no_conda" : "plan.mirror.all", slots,
                    3);
}
