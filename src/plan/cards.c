/* Which cards a plan is for: from the names of the wish to capabilities and memory. */
#include "room.h"

#include "knowledge/product.h"

struct text architecture_word(struct arena *arena, struct text capability) {
    return text_format(arena, "sm_" TEXT_FORMAT, TEXT_ARGUMENTS(text_replace(arena, capability, TEXT("."), TEXT(""))));
}

static struct text short_name(struct text name) {
    static const char *const makers[] = {"NVIDIA ", "GeForce "};
    for (size_t at = 0; at < sizeof makers / sizeof *makers; at++)
        if (text_starts(name, makers[at]))
            name = text_from(name, text_of(makers[at]).size);
    return name;
}

/* "sm_130": newer than this plumb knows, and still a capability. */
static bool stated_capability(struct plan *plan, struct text wanted, struct text *capability) {
    struct text digits = text_starts(wanted, "sm_") ? text_from(wanted, 3) : (struct text){0};
    int64_t number;
    if (digits.size < 2 || digits.size > 3 || !text_to_integer(digits, &number) || number < 20)
        return false;
    *capability = text_format(plan->arena, "%d.%d", (int)(number / 10), (int)(number % 10));
    return true;
}

/* Boards of one name have several ids; boards of several names are called as they were asked for. */
static struct text common_name(const struct products *products, struct text wanted) {
    for (size_t at = 1; at < products->count; at++)
        if (!text_equal(row_text(products->rows[at], "name"), row_text(products->rows[0], "name")))
            return short_name(wanted);
    return products->count ? short_name(row_text(products->rows[0], "name")) : short_name(wanted);
}

/* Of all boards of that name and capability, when it is one number. */
static int64_t common_memory(const struct products *products, struct text capability) {
    int64_t common = -1;
    for (size_t at = 0; at < products->count; at++) {
        int64_t memory = 0;
        if (!text_equal(row_text(products->rows[at], "capability"), capability))
            continue;
        if (!text_to_integer(row_text(products->rows[at], "memory_mib"), &memory) || (common >= 0 && common != memory))
            return 0;
        common = memory;
    }
    return common > 0 ? common : 0;
}

/* The chips that boards of that name and capability have. */
static struct text chips_of(const struct plan *plan, const struct products *products, struct text capability) {
    struct buffer out = buffer_new(plan->arena);
    struct text last = {0};
    for (size_t at = 0; at < products->count; at++) {
        struct text chip = row_text(products->rows[at], "chip");
        if (!chip.size || text_equal(chip, last) || !text_equal(row_text(products->rows[at], "capability"), capability))
            continue;
        buffer_format(&out, "%s" TEXT_FORMAT, out.size ? " " : "", TEXT_ARGUMENTS(chip));
        last = chip;
    }
    return buffer_text(&out);
}

/* "A100-SXM4-40GB MIG 1g.5gb" is a slice of the card; it has the card's capability and the memory that it is called by.
 */
static struct text take_slice(struct plan *plan, struct text wanted, struct plan_card *card) {
    size_t at = text_find(wanted, TEXT(" MIG "));
    if (at == TEXT_NOWHERE)
        return wanted;
    struct text rest = text_from(wanted, at + 5), lower;
    text_next_word(&rest, &card->slice);
    lower = text_lower(plan->arena, card->slice);
    size_t end = text_find(lower, TEXT("gb")), begin = end == TEXT_NOWHERE ? 0 : end;
    while (begin && lower.at[begin - 1] >= '0' && lower.at[begin - 1] <= '9')
        begin--;
    int64_t gigabytes = 0;
    if (end != TEXT_NOWHERE && end - begin <= 4 &&
        text_to_integer(text_until(text_from(lower, begin), end - begin), &gigabytes))
        card->memory_mib = gigabytes * 1024;
    return text_trim(text_until(wanted, at));
}

static void keep_card(struct plan *plan, const struct plan_card *card) {
    if (plan->card_count < PLAN_MOST_CHIPS)
        plan->cards[plan->card_count++] = *card;
}

/* One name, several chips: whichever it is, the plan has to hold for it. */
static void keep_chips(struct plan *plan, const struct products *products, const struct plan_card *named) {
    struct buffer ids = buffer_new(plan->arena);
    size_t first = plan->card_count;
    for (size_t at = 0; at < products->count; at++) {
        struct plan_card card = *named;
        bool repeated = false;
        card.capability = row_text(products->rows[at], "capability");
        for (size_t before = first; before < plan->card_count; before++)
            repeated = repeated || text_equal(plan->cards[before].capability, card.capability);
        if (repeated || !card.capability.size)
            continue;
        buffer_format(&ids, "%s10de:" TEXT_FORMAT " (" TEXT_FORMAT ")", ids.size ? ", " : "",
                      TEXT_ARGUMENTS(row_text(products->rows[at], "device_id")),
                      TEXT_ARGUMENTS(architecture_word(plan->arena, card.capability)));
        card.chips = chips_of(plan, products, card.capability);
        card.memory_mib = card.memory_mib ? card.memory_mib : common_memory(products, card.capability);
        keep_card(plan, &card);
    }
    for (size_t at = first; at < plan->card_count; at++)
        plan->cards[at].ids = buffer_text(&ids);
}

static bool find_card(struct plan *plan, struct text wanted, int64_t memory, struct error *error) {
    struct products products;
    struct plan_card card = {.memory_mib = memory};
    if (stated_capability(plan, wanted, &card.capability)) {
        keep_card(plan, &card);
        return true;
    }
    struct text whole = take_slice(plan, wanted, &card);
    if (!product_find(plan->arena, plan->knowledge, whole, &products))
        return error_set(
            error, "--gpu " TEXT_FORMAT ": no NVIDIA card of this name is known; its capability would do, as sm_89",
            TEXT_ARGUMENTS(wanted));
    card.name = products.way == PRODUCT_BY_CAPABILITY ? TEXT("") : common_name(&products, whole);
    if (card.slice.size)
        card.name = text_format(plan->arena, TEXT_FORMAT " MIG " TEXT_FORMAT, TEXT_ARGUMENTS(card.name),
                                TEXT_ARGUMENTS(card.slice));
    if (!products.capability.size) {
        keep_chips(plan, &products, &card);
        return true;
    }
    card.capability = products.capability;
    if (products.way != PRODUCT_BY_CAPABILITY)
        card.chips = chips_of(plan, &products, card.capability);
    if (products.way != PRODUCT_BY_CAPABILITY && products.way != PRODUCT_BY_CHIP && !card.memory_mib)
        card.memory_mib = common_memory(&products, card.capability);
    keep_card(plan, &card);
    return true;
}

struct text card_shown(const struct plan *plan, const struct plan_card *card) {
    struct text word = architecture_word(plan->arena, card->capability);
    if (!card->name.size)
        return word;
    return text_format(plan->arena, TEXT_FORMAT " (" TEXT_FORMAT ")", TEXT_ARGUMENTS(card->name), TEXT_ARGUMENTS(word));
}

bool find_cards(struct plan *plan, struct error *error) {
    for (size_t at = 0; at < plan->wish.gpu_count; at++)
        if (!find_card(plan, text_trim(plan->wish.gpus[at]), plan->wish.memory_mib[at], error))
            return false;
    return true;
}
