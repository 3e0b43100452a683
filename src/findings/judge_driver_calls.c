#include "findings/judge.h"

#include "base/version.h"
#include "judge_common.h"

/* What a call's number stands for is knowledge: the table call_causes. One number of one function is one group: eight
 * cards that fail alike count once, and what explains one call's failure does not explain another's. */
static void judge_call(struct judging *judging, const struct entity *call) {
    const struct fact *code = fact_find(judging->facts, call, ATTRIBUTE_CALL_CODE);
    if (!code || code->state != FACT_KNOWN || code->value.integer == 0)
        return;
    bool loaded, known = common_module(judging, "nvidia", &loaded);
    if (known && loaded && common_nodes_come_later(judging))
        return; /* the call failed for want of device files that a program of the user would get */
    struct text function = text_until(call->key, text_find_byte(call->key, '(')),
                number = text_format(judging->arena, "%lld", (long long)code->value.integer);
    struct text name = fact_text(judging->facts, call, ATTRIBUTE_CALL_NAME);
    struct entity *cards, machine = judge_entity(judging, KIND_MACHINE);
    /* A driver that fails is an error where there is a card for it; WSL hides the card from the bus. */
    bool missed = common_nvidia_cards(judging, &cards) || fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_WSL);
    enum severity severity = missed ? SEVERITY_ERROR : SEVERITY_WARNING;
    const struct slot slots[] = {{"call", function}, {"code", number}, {"name", name}};
    size_t from = 0;
    for (struct node row; node_present(row = table_find(judging->knowledge, "call_causes", "code", number, &from));) {
        int64_t weight;
        bool stated =
            text_equal(row_text(row, "function"), function) && text_to_integer(row_text(row, "weight"), &weight);
        if (!stated || weight < -WEIGHT_MOST || weight > WEIGHT_MOST)
            continue;
        judge_evidence(judging, text_copy(judging->arena, row_text(row, "cause")).at, (int)weight, severity, code,
                       name.size ? "seen.call_named" : "seen.call", slots, 3);
        judging->evidence[judging->evidence_count - 1].group = text_format(
            judging->arena, "call:" TEXT_FORMAT "=" TEXT_FORMAT, TEXT_ARGUMENTS(function), TEXT_ARGUMENTS(number));
    }
}

static void judge_gpu_run(struct judging *judging) {
    if (common_driver_answers(judging))
        judge_link(judging, CHAIN_GPU_RUN, LINK_NOT_REACHED, "chain.gpu_run.not_proven", NULL, 0);
}

/* Only uninterruptible sleep is "hung": a driver that is merely slow (eight cards without persistence) is not. */
static void judge_hung(struct judging *judging) {
    struct entity driver = judge_entity(judging, KIND_DRIVER);
    const struct fact *hung = fact_find(judging->facts, &driver, ATTRIBUTE_DRIVER_HUNG);
    if (!hung || hung->state != FACT_KNOWN || !hung->value.boolean)
        return;
    judge_evidence(judging, "driver.hung", WEIGHT_CONCLUDES, SEVERITY_ERROR, hung, "seen.driver_hung", NULL, 0);
    judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "chain.driver_library.hung", NULL, 0);
}

static void judge_driver_calls(struct judging *judging) {
    struct entity *calls;
    size_t count = judge_entities(judging, KIND_CALL, &calls);
    for (size_t at = 0; at < count; at++)
        judge_call(judging, &calls[at]);
    judge_hung(judging);
    judge_gpu_run(judging);
}

const struct judge judge_of_driver_calls = {"driver_calls", judge_driver_calls, false};
