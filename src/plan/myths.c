/* Myths that a plan meets: each row of `met_myths` says when one is near. */
#include "lines.h"

enum { MOST_MYTHS = 2 }; /* a plan is no lesson */

struct met {
    const struct plan *plan;
    struct text torch, cuda, python; /* of the stack, else of the wish */
    struct text driver_cuda;
};

static bool holds(struct text spec, struct text version) {
    return !spec.size || (version.size && spec_valid(spec) && spec_fits(spec, version));
}

static bool is_wished(const struct plan_wish *wish, struct text word) {
    return (text_is(word, "torch") && wish->torch.size) || (text_is(word, "cuda") && wish->cuda.size) ||
           (text_is(word, "python") && wish->python.size) || (text_is(word, "driver") && wish->driver.size) ||
           (text_is(word, "build") && wish->build);
}

static bool all_wished(const struct plan_wish *wish, struct text words) {
    struct text word;
    while (text_next_word(&words, &word))
        if (!is_wished(wish, word))
            return false;
    return true;
}

static bool some_card(const struct plan *plan, struct text spec) {
    for (size_t at = 0; at < plan->card_count; at++)
        if (holds(spec, plan->cards[at].capability))
            return true;
    return !spec.size;
}

/* Is a card of that capability served by code of an older one, or by PTX alone? */
static bool some_code(const struct plan *plan, struct text spec, bool ptx) {
    struct text built = row_text(plan->stack.row, "architectures");
    for (size_t at = 0; plan->has_stack && at < plan->card_count; at++) {
        struct text capability = plan->cards[at].capability;
        enum coverage coverage = coverage_of(built, capability);
        bool own = has_word(built, architecture_word(plan->arena, capability));
        if (holds(spec, capability) && (ptx ? coverage == COVERAGE_PTX : coverage == COVERAGE_NATIVE && !own))
            return true;
    }
    return false;
}

/* The driver that the toolkit of the stack came with. */
static bool is_below_toolkit(const struct met *met) {
    const struct plan *plan = met->plan;
    size_t from = 0;
    struct node row = table_find(plan->knowledge, "cuda", "cuda", coverage_minor(met->cuda), &from);
    return plan->has_stack &&
           version_is_less(plan->wish.driver, row_text(row, plan->windows_driver ? "driver_windows" : "driver_linux"));
}

static bool relation_holds(const struct met *met, struct node row) {
    const struct plan *plan = met->plan;
    struct text relation = row_text(row, "relation");
    if (!relation.size)
        return true;
    if (text_is(relation, "cuda_is_drivers"))
        return met->driver_cuda.size && text_equal(coverage_minor(plan->wish.cuda), met->driver_cuda);
    if (text_is(relation, "below_toolkit"))
        return is_below_toolkit(met);
    if (text_is(relation, "newer_driver"))
        return plan->has_stack && version_is_less(met->cuda, met->driver_cuda);
    if (text_is(relation, "no_stack"))
        return !plan->has_stack;
    bool ptx = text_is(relation, "ptx");
    return (ptx || text_is(relation, "older_code")) && some_code(plan, row_text(row, "capability"), ptx);
}

static bool is_met(const struct met *met, struct node row) {
    return all_wished(&met->plan->wish, row_text(row, "wished")) && holds(row_text(row, "torch"), met->torch) &&
           holds(row_text(row, "cuda"), met->cuda) && holds(row_text(row, "python"), met->python) &&
           some_card(met->plan, row_text(row, "capability")) && relation_holds(met, row);
}

/* Of several sentences the first, which stands alone. */
static struct text first_sentence(struct text text) {
    size_t western = text_find(text, TEXT(". ")), chinese = text_find(text, TEXT("。"));
    size_t end = western == TEXT_NOWHERE ? chinese == TEXT_NOWHERE ? text.size : chinese + 3 : western + 1;
    return text_until(text, chinese != TEXT_NOWHERE && chinese + 3 < end ? chinese + 3 : end);
}

static void add_myth(struct writing *writing, struct text id) {
    const struct plan *plan = writing->plan;
    struct node myth = node_get_text(node_get(knowledge_root(plan->knowledge), "myths"), id);
    struct text verdict = node_text(node_get(myth, "verdict")),
                said = text_join(plan->arena, TEXT("plan.myth."), verdict);
    struct slot slots[] = {
        {"claim", say_node(plan->arena, node_get(myth, "claim"), plan->language, NULL, 0)},
        {"truth", first_sentence(say_node(plan->arena, node_get(myth, "truth"), plan->language, NULL, 0))},
        {"id", id}};
    if (node_present(myth))
        add_said(writing, "plan.label.myth", said.at, slots, 3);
}

size_t plan_myths(const struct plan *plan, struct text *ids, size_t most) {
    struct node table = knowledge_table(plan->knowledge, "met_myths");
    struct met met = {.plan = plan,
                      .torch = plan->has_stack ? plan->stack.torch : version_public(plan->wish.torch),
                      .cuda = plan->has_stack ? plan->stack.cuda : plan->wish.cuda,
                      .python = plan->has_stack ? coverage_minor(plan->stack.python) : plan->wish.python,
                      .driver_cuda = coverage_driver_cuda(plan->knowledge, plan->wish.driver)};
    size_t count = 0;
    for (size_t at = 0; !plan->cpu && !node_present(plan->elsewhere) && at < node_count(table) && count < most; at++) {
        struct text id = row_text(node_at(table, at), "myth");
        bool repeated = count && text_equal(ids[count - 1], id);
        if (!repeated && is_met(&met, node_at(table, at)))
            ids[count++] = id;
    }
    return count;
}

void write_myths(struct writing *writing) {
    struct text ids[MOST_MYTHS];
    for (size_t at = 0, count = plan_myths(writing->plan, ids, MOST_MYTHS); at < count; at++)
        add_myth(writing, ids[at]);
}
