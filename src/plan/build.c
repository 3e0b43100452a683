/* What compiling extensions for the stack needs: the toolkit of torch's CUDA, a host compiler that it takes, and the
 * architectures of the cards. Nothing of it needs root. */
#include "lines.h"

static bool compiler_knows(const struct plan *plan, struct node architecture) {
    struct text cuda = coverage_minor(plan->stack.cuda), first = row_text(architecture, "first_cuda"),
                last = row_text(architecture, "last_cuda");
    return first.size && !version_is_less(cuda, first) && !(last.size && version_is_less(last, cuda));
}

/* The newest architecture for a card that the toolkit compiles for: machine code of its own major capability ("8.6" for
 * 8.9), else PTX of an older one ("9.0+PTX" for 13.0). */
static struct text architecture_for(const struct plan *plan, struct text capability) {
    struct node table = knowledge_table(plan->knowledge, "architectures");
    struct text best = {0}, below = {0};
    for (size_t at = 0; at < node_count(table); at++) {
        struct text known = row_text(node_at(table, at), "capability");
        bool embedded = !row_text(node_at(table, at), "first_driver").size; /* a Jetson's: no other card is of it */
        if (!compiler_knows(plan, node_at(table, at)) || version_is_less(capability, known) ||
            (embedded && !text_equal(known, capability)))
            continue;
        bool same = text_equal(text_until(known, text_find_byte(known, '.')),
                               text_until(capability, text_find_byte(capability, '.')));
        struct text *place = same ? &best : &below;
        *place = !place->size || version_is_less(*place, known) ? known : *place;
    }
    return best.size || !below.size ? best : text_join(plan->arena, below, TEXT("+PTX"));
}

struct text architecture_list(const struct plan *plan) {
    struct text words[PLAN_MOST_CONSTRAINTS];
    size_t count = 0;
    for (size_t at = 0; at < plan->constraint_count; at++) {
        if (plan->constraints[at].kind != CONSTRAINT_CARD)
            continue;
        struct text word = architecture_for(plan, plan->cards[plan->constraints[at].index].capability);
        bool repeated = !word.size;
        for (size_t before = 0; before < count; before++)
            repeated = repeated || text_equal(words[before], word);
        if (!repeated)
            words[count++] = word;
    }
    for (size_t at = 1; at < count; at++)
        for (size_t below = at; below && version_is_less(words[below], words[below - 1]); below--) {
            struct text higher = words[below - 1];
            words[below - 1] = words[below];
            words[below] = higher;
        }
    return text_join_all(plan->arena, words, count, TEXT(";"));
}

/* Of a way, the row with the newest first CUDA that is not above the stack's. */
static struct node package_row(const struct plan *plan, const char *way) {
    struct node table = knowledge_table(plan->knowledge, "nvcc_packages"), best = {0};
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        struct text since = row_text(row, "since");
        if (text_is(row_text(row, "way"), way) && has_word(row_text(row, "platforms"), plan->stack.platform) &&
            !version_is_less(plan->stack.cuda, since) &&
            (!node_present(best) || version_is_less(row_text(best, "since"), since)))
            best = row;
    }
    return best;
}

static struct node compiler_row(const struct plan *plan) {
    size_t from = 0;
    return table_find(plan->knowledge, "host_compilers", "cuda", coverage_minor(plan->stack.cuda), &from);
}

static struct text command(const struct plan *plan, const char *way) {
    struct text words = row_text(package_row(plan, way), "command"), gcc = row_text(compiler_row(plan), "gcc_max");
    if (text_contains(words, "{gcc}") && !gcc.size)
        return (struct text){0};
    words = text_replace(plan->arena, words, TEXT("{cuda}"), coverage_minor(plan->stack.cuda));
    return text_replace(plan->arena, words, TEXT("{gcc}"), gcc);
}

static struct text variable(const struct plan *plan) {
    struct text list = architecture_list(plan);
    const char *form = plan->shell == SHELL_POWERSHELL ? "$env:TORCH_CUDA_ARCH_LIST = \"" TEXT_FORMAT "\""
                                                       : "export TORCH_CUDA_ARCH_LIST=\"" TEXT_FORMAT "\"";
    return list.size ? text_format(plan->arena, form, TEXT_ARGUMENTS(list)) : list;
}

void write_build(struct writing *writing) {
    const struct plan *plan = writing->plan;
    if (!plan->wish.build || plan->cpu)
        return;
    struct node compilers = compiler_row(plan);
    struct text toolkit = command(plan, "conda"), note = row_text(package_row(plan, "pip"), "text");
    struct slot slots[] = {{"cuda", coverage_minor(plan->stack.cuda)},
                           {"major", text_until(plan->stack.cuda, text_find_byte(plan->stack.cuda, '.'))},
                           {"gcc", row_text(compilers, "gcc_max")},
                           {"clang", row_text(compilers, "clang_max")},
                           {"first", row_text(compilers, "studio_min")},
                           {"last", row_text(compilers, "studio_max")}};
    bool windows = text_is(plan->stack.platform, "windows");
    add_said(writing, "plan.label.build", toolkit.size ? "plan.build.toolkit" : "plan.build.no_package", slots, 6);
    add_line(writing, "plan.label.build", toolkit, true);
    if (windows ? slots[5].value.size : slots[2].value.size)
        add_said(writing, "plan.label.build", windows ? "plan.build.studio" : "plan.build.host", slots, 6);
    add_line(writing, "plan.label.build", command(plan, "host"), true);
    if (note.size)
        add_said(writing, "plan.label.build", text_join(plan->arena, TEXT("plan.build."), note).at, slots, 6);
    add_line(writing, "plan.label.build", variable(plan), true);
}

struct value build_value(const struct plan *plan) {
    struct value map = value_map();
    struct text toolkit = command(plan, "conda"), host = command(plan, "host"),
                gcc = row_text(compiler_row(plan), "gcc_max"), studio = row_text(compiler_row(plan), "studio_max");
    value_set(plan->arena, &map, "cuda", value_text(coverage_minor(plan->stack.cuda)));
    value_set(plan->arena, &map, "toolkit", toolkit.size ? value_text(toolkit) : value_null());
    value_set(plan->arena, &map, "host_compiler", host.size ? value_text(host) : value_null());
    value_set(plan->arena, &map, "gcc_max", gcc.size ? value_text(gcc) : value_null());
    value_set(plan->arena, &map, "studio_max", studio.size ? value_text(studio) : value_null());
    value_set(plan->arena, &map, "arch_list", value_text(architecture_list(plan)));
    return map;
}
