/* What the cards can use, and what compiling for them needs. */
#include "lines.h"

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

void write_abilities(struct writing *writing) {
    const struct plan *plan = writing->plan;
    const char *id = all_cards(plan, "fp8")            ? "plan.can.fp8"
                     : all_cards(plan, "bf16")         ? "plan.can.bf16"
                     : all_cards(plan, "tensor_cores") ? "plan.can.fp16"
                                                       : "plan.can.fp32";
    if (all_known(plan) && !plan->cpu)
        add_said(writing, "plan.label.can", id, NULL, 0);
}

/* What compiling extensions needs: the same major toolkit as the build's, and the cards it is for. */
void write_build(struct writing *writing) {
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
