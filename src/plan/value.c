/* The plan as JSON. Keys are only ever added. */
#include "room.h"

static void set_text(const struct plan *plan, struct value *map, const char *name, struct text text) {
    value_set(plan->arena, map, name, text.size ? value_text(text) : value_null());
}

static struct value words_of(const struct plan *plan, struct text words) {
    struct value list = value_list();
    struct text word;
    while (text_next_word(&words, &word))
        value_append(plan->arena, &list, value_text(word));
    return list;
}

static struct value stack_value(const struct plan *plan, const struct plan_stack *stack) {
    static const char *const names[] = {"torchvision", "torchaudio", "torchtext"};
    struct value map = value_map();
    set_text(plan, &map, "torch", stack->torch);
    set_text(plan, &map, "flavour", stack->flavour);
    set_text(plan, &map, "platform", stack->platform);
    set_text(plan, &map, "cuda", stack->cuda);
    for (size_t at = 0; at < sizeof names / sizeof *names; at++)
        set_text(plan, &map, names[at], companion_of(stack, names[at]));
    set_text(plan, &map, "python", stack_python(stack));
    value_set(plan->arena, &map, "python_proposed", value_boolean(stack->python_proposed));
    set_text(plan, &map, "python_min", row_text(stack->row, "python_min"));
    set_text(plan, &map, "python_max", row_text(stack->row, "python_max"));
    set_text(plan, &map, "numpy", numpy_requirement(plan, stack));
    set_text(plan, &map, "least_driver", stack->least_driver);
    set_text(plan, &map, "index_url", index_url(plan, stack));
    if (plan->wish.mirror.size)
        set_text(plan, &map, "mirror_url", mirror_pypi(plan));
    value_set(plan->arena, &map, "on_pypi", value_boolean(stack_is_default(stack)));
    value_set(plan->arena, &map, "architectures", words_of(plan, row_text(stack->row, "architectures")));
    value_set(plan->arena, &map, "confirmed", value_boolean(stack->confirmed));
    value_set(plan->arena, &map, "native", value_boolean(stack->native));
    return map;
}

static struct value packages_value(const struct plan *plan) {
    struct value list = value_list();
    for (size_t at = 0; plan->has_stack && at < plan->wish.with_count; at++) {
        const struct wanted_build *wanted = &plan->wanted[at];
        struct value map = value_map();
        if (plan->packages[at].companion)
            continue;
        set_text(plan, &map, "name", wanted->name);
        set_text(plan, &map, "release", wanted->release);
        set_text(plan, &map, "way", wanted->place.way);
        set_text(plan, &map, "url", wanted->place.url);
        value_set(plan->arena, &map, "judged", value_boolean(node_present(wanted->build)));
        value_append(plan->arena, &list, map);
    }
    return list;
}

static struct value machine_value(const struct plan *plan) {
    static const char *const codes[] = {"unknown", "none", "ptx", "native"};
    struct value map = value_map(), cards = value_list();
    set_text(plan, &map, "os", plan->wish.system);
    set_text(plan, &map, "platform", plan->platform);
    set_text(plan, &map, "driver", plan->wish.driver);
    set_text(plan, &map, "python", plan->wish.python);
    set_text(plan, &map, "glibc", plan->wish.libc);
    for (size_t at = 0; at < plan->card_count; at++) {
        struct value card = value_map();
        set_text(plan, &card, "name", plan->cards[at].name);
        set_text(plan, &card, "capability", plan->cards[at].capability);
        if (plan->cards[at].memory_mib)
            value_set(plan->arena, &card, "memory", value_integer(plan->cards[at].memory_mib));
        if (plan->has_stack && !plan->cpu)
            value_set(plan->arena, &card, "code",
                      value_string(
                          codes[coverage_of(row_text(plan->stack.row, "architectures"), plan->cards[at].capability)]));
        value_append(plan->arena, &cards, card);
    }
    value_set(plan->arena, &map, "cards", cards);
    return map;
}

static struct value constraint_value(const struct plan *plan, size_t at) {
    static const char *const kinds[] = {"platform", "torch", "cuda",  "python", "requires-python",
                                        "driver",   "glibc", "as-of", "with",   "card"};
    struct value map = value_map();
    value_set(plan->arena, &map, "kind", value_string(kinds[plan->constraints[at].kind]));
    set_text(plan, &map, "text", plan->constraints[at].shown);
    return map;
}

static struct value constraints_value(const struct plan *plan, uint32_t bits) {
    struct value list = value_list();
    for (size_t at = 0; at < plan->constraint_count; at++)
        if (bits & BIT(at))
            value_append(plan->arena, &list, constraint_value(plan, at));
    return list;
}

static struct value bindings_value(const struct plan *plan) {
    struct value list = value_list();
    for (size_t at = 0; at < plan->binding_count; at++) {
        struct value map = constraint_value(plan, plan->bindings[at].constraint);
        value_set(plan->arena, &map, "would_allow", stack_value(plan, &plan->bindings[at].stack));
        value_append(plan->arena, &list, map);
    }
    return list;
}

static struct value nearest_value(const struct plan *plan) {
    struct value list = value_list();
    for (size_t at = 0; at < plan->nearest_count; at++) {
        struct value map = value_map();
        value_set(plan->arena, &map, "without", constraints_value(plan, plan->nearest[at].dropped));
        value_set(plan->arena, &map, "stack", stack_value(plan, &plan->nearest[at].stack));
        value_append(plan->arena, &list, map);
    }
    return list;
}

static struct value commands_value(const struct plan *plan) {
    struct plan_command commands[PLAN_MOST_COMMANDS];
    size_t count = plan_commands(plan, commands);
    struct value list = value_list();
    for (size_t at = 0; at < count; at++) {
        struct value words = value_list();
        for (size_t word = 0; word < commands[at].argument_count; word++)
            value_append(plan->arena, &words, value_text(commands[at].arguments[word]));
        value_append(plan->arena, &list, words);
    }
    return list;
}

static struct value size_value(const struct plan *plan, bool unpacked) {
    int64_t mib = plan->has_stack ? stack_size(plan, unpacked) : 0;
    return mib ? value_integer(mib) : value_null();
}

static struct value elsewhere_value(const struct plan *plan) {
    struct value map = value_map();
    set_text(plan, &map, "accelerator", row_text(plan->elsewhere, "accelerator"));
    set_text(plan, &map, "torch", elsewhere_torch(plan));
    set_text(plan, &map, "flavour", row_text(plan->elsewhere_build, "flavour"));
    set_text(plan, &map, "url", elsewhere_url(plan));
    set_text(plan, &map, "command", elsewhere_command(plan));
    return map;
}

static struct value myths_value(const struct plan *plan) {
    struct text ids[8];
    struct value list = value_list();
    for (size_t at = 0, count = plan_myths(plan, ids, 8); at < count; at++)
        value_append(plan->arena, &list, value_text(ids[at]));
    return list;
}

struct value plan_to_value(const struct plan *plan) {
    struct value map = value_map(), lines = value_list();
    const struct plan_line *written;
    value_set(plan->arena, &map, "schema", value_string("plumb.plan/1"));
    value_set(plan->arena, &map, "status",
              value_string(node_present(plan->elsewhere) ? "not_judged"
                           : plan->has_stack             ? "ok"
                                                         : "unsatisfiable"));
    value_set(plan->arena, &map, "machine", machine_value(plan));
    value_set(plan->arena, &map, "stack", plan->has_stack ? stack_value(plan, &plan->stack) : value_null());
    value_set(plan->arena, &map, "packages", packages_value(plan));
    value_set(plan->arena, &map, "download_mib", size_value(plan, false));
    value_set(plan->arena, &map, "disk_mib", size_value(plan, true));
    value_set(plan->arena, &map, "fitting", value_integer((int64_t)plan->fitting));
    value_set(plan->arena, &map, "commands", commands_value(plan));
    value_set(plan->arena, &map, "binding", bindings_value(plan));
    struct value together = value_map();
    value_set(plan->arena, &together, "constraints", constraints_value(plan, plan->together));
    value_set(plan->arena, &together, "would_allow", plan->together ? stack_value(plan, &plan->later) : value_null());
    value_set(plan->arena, &map, "together", plan->together ? together : value_null());
    value_set(plan->arena, &map, "conflict", constraints_value(plan, plan->conflict));
    value_set(plan->arena, &map, "nearest", nearest_value(plan));
    value_set(plan->arena, &map, "oldest", plan->has_oldest ? stack_value(plan, &plan->oldest) : value_null());
    value_set(plan->arena, &map, "myths", myths_value(plan));
    value_set(plan->arena, &map, "build",
              plan->wish.build && plan->has_stack && !plan->cpu ? build_value(plan) : value_null());
    value_set(plan->arena, &map, "elsewhere", node_present(plan->elsewhere) ? elsewhere_value(plan) : value_null());
    for (size_t at = 0, count = plan_lines(plan, &written); at < count; at++)
        value_append(plan->arena, &lines, value_text(written[at].text));
    value_set(plan->arena, &map, "lines", lines);
    return map;
}
