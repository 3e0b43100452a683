/* What the cards can use, and what the stack weighs. */
#include "lines.h"

/* The row of a chip, where it differs from others of its capability. */
static struct node ability_row(const struct plan *plan, struct text capability, struct text chip) {
    size_t from = 0;
    struct node row = {0};
    if (chip.size)
        row = table_find(plan->knowledge, "abilities", "chip", chip, &from);
    from = 0;
    return node_present(row) ? row : table_find(plan->knowledge, "abilities", "capability", capability, &from);
}

/* Of each card and each chip that its name may stand for; missing where one of them is not known. */
static size_t ability_rows(const struct plan *plan, struct node *rows, size_t most) {
    size_t count = 0;
    for (size_t at = 0; at < plan->card_count; at++) {
        struct text chips = plan->cards[at].chips, chip = {0};
        bool more = text_next_word(&chips, &chip);
        do {
            struct node row = ability_row(plan, plan->cards[at].capability, chip);
            if (!node_present(row) || count == most)
                return 0;
            rows[count++] = row;
            more = more && text_next_word(&chips, &chip);
        } while (more);
    }
    return count;
}

/* "fp16, bf16": the words that all rows have. */
static struct text in_all(const struct plan *plan, const struct node *rows, size_t count, const char *column) {
    struct buffer out = buffer_new(plan->arena);
    struct text words = count ? row_text(rows[0], column) : (struct text){0}, word;
    while (text_next_word(&words, &word)) {
        bool all = true;
        for (size_t at = 1; at < count; at++)
            all = all && has_word(row_text(rows[at], column), word);
        if (all)
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(word));
    }
    return buffer_text(&out);
}

static int64_t need(const struct plan *plan, const char *use) {
    size_t from = 0;
    int64_t amount = 0;
    struct node row = table_find(plan->knowledge, "memory_needs", "use", text_of(use), &from);
    return text_to_integer(row_text(row, "amount"), &amount) && amount > 0 ? amount : 0;
}

/* "12B", "1.3B", "150M": two digits are all that a rule of thumb is good for. */
static struct text parameters(const struct plan *plan, int64_t number) {
    int64_t unit = number >= 1000000000 ? 1000000000 : 1000000, tenths = number / (unit / 10);
    const char *letter = unit == 1000000 ? "M" : "B";
    return tenths < 100 && unit > 1000000
               ? text_format(plan->arena, "%d.%d%s", (int)(tenths / 10), (int)(tenths % 10), letter)
               : text_format(plan->arena, "%d%s", (int)(tenths / 10), letter);
}

/* Of several cards the smallest one counts. */
static void add_memory(struct writing *writing) {
    const struct plan *plan = writing->plan;
    int64_t least = 0, context = need(plan, "context"), inference = need(plan, "inference"),
            training = need(plan, "training");
    for (size_t at = 0; at < plan->card_count; at++) {
        int64_t memory = plan->cards[at].memory_mib;
        if (!memory || memory > INT64_MAX / (1 << 20))
            return;
        least = !least || memory < least ? memory : least;
    }
    if (!least || !inference || !training)
        return;
    int64_t room = least > context ? (least - context) * (1 << 20) : 0;
    struct slot slots[] = {{"memory", text_format(plan->arena, least % 1024 ? "%.1f" : "%.0f", (double)least / 1024)},
                           {"inference", parameters(plan, room / inference)},
                           {"training", parameters(plan, room / training)},
                           {"small", parameters(plan, need(plan, "small"))}};
    add_said(writing, "plan.label.can",
             room / training < need(plan, "small") ? "plan.can.little_memory" : "plan.can.memory", slots, 4);
}

/* Sizes are known of what PyPI has. */
static struct node wheels_row(const struct plan *plan) {
    struct node row;
    size_t from = 0;
    while (node_present(row = table_find(plan->knowledge, "torch_wheels", "torch", plan->stack.torch, &from)))
        if (text_equal(row_text(row, "platform"), plan->stack.platform))
            break;
    return row;
}

static struct text default_flavour(const struct plan *plan) {
    struct node row;
    size_t from = 0;
    while (node_present(row = table_find(plan->knowledge, "torch", "torch", plan->stack.torch, &from)))
        if (text_equal(row_text(row, "platform"), plan->stack.platform) && text_is(row_text(row, "default"), "yes"))
            break;
    return row_text(row, "flavour");
}

/* Of the wheel and of what it brings, in MiB; 0 when it is not known. */
static int64_t size_of_default(const struct plan *plan, bool unpacked) {
    struct node row = wheels_row(plan);
    int64_t wheel = 0, needs = 0;
    if (!text_to_integer(row_text(row, unpacked ? "unpacked_bytes" : "wheel_bytes"), &wheel) || wheel <= 0)
        return 0;
    text_to_integer(row_text(row, unpacked ? "needs_unpacked" : "needs_bytes"), &needs);
    return wheel / (1 << 20) + needs / (1 << 20);
}

int64_t stack_size(const struct plan *plan, bool unpacked) {
    return stack_is_default(&plan->stack) ? size_of_default(plan, unpacked) : 0;
}

/* "2.8 GB", "151 MB" of MiB. */
static struct text amount(const struct plan *plan, int64_t mib) {
    return mib < 1024 ? text_format(plan->arena, "%d MB", (int)mib)
                      : text_format(plan->arena, "%.1f GB", (double)mib / 1024);
}

/* Of builds off PyPI nobody measured the wheel: then the one on PyPI gives an idea. */
void write_size(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct text other = default_flavour(plan);
    struct slot slots[] = {{"download", amount(plan, size_of_default(plan, false))},
                           {"disk", amount(plan, size_of_default(plan, true))},
                           {"flavour", plan->stack.flavour},
                           {"other", other}};
    if (!size_of_default(plan, false))
        return;
    if (stack_is_default(&plan->stack))
        add_said(writing, "plan.label.size", plan->cpu ? "plan.size.wheel" : "plan.size.known", slots, 4);
    else if (!text_is(other, "cpu"))
        add_said(writing, "plan.label.size", "plan.size.other", slots, 4);
}

void write_abilities(struct writing *writing) {
    const struct plan *plan = writing->plan;
    struct node rows[PLAN_MOST_CHIPS * 2];
    size_t count = plan->cpu ? 0 : ability_rows(plan, rows, sizeof rows / sizeof *rows);
    struct slot slots[] = {{"formats", in_all(plan, rows, count, "tensor_formats")},
                           {"flash", in_all(plan, rows, count, "flash_attention")}};
    if (count)
        add_said(writing, "plan.label.can",
                 !slots[0].value.size                    ? "plan.can.no_tensor_cores"
                 : !slots[1].value.size                  ? "plan.can.no_flash"
                 : text_contains(slots[0].value, "bf16") ? "plan.can.formats"
                                                         : "plan.can.no_bf16",
                 slots, 2);
    if (!plan->cpu)
        add_memory(writing);
}
