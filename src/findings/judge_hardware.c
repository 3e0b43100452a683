#include "findings/judge.h"

#include "judge_common.h"

/* A loaded module or a device file that this user can open contradicts a bus without a card. Both outlive a card that
 * was pulled or fell off. */
static int no_card_weight(const struct judging *judging) {
    struct entity *nodes;
    bool seen;
    common_module(judging, "nvidia", &seen);
    for (size_t at = 0, count = judge_entities(judging, KIND_NODE, &nodes); at < count; at++)
        seen = seen || fact_is_true(judging->facts, &nodes[at], ATTRIBUTE_NODE_OPEN);
    return seen ? WEIGHT_DISPUTED : WEIGHT_CONCLUDES;
}

static void judge_no_card(struct judging *judging, size_t others) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    const struct fact *bus = fact_find(judging->facts, &machine, ATTRIBUTE_MACHINE_PCI_DEVICES);
    bool wsl = fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_WSL);
    if (!bus || bus->state != FACT_KNOWN || wsl || !common_all_classes_known(judging) ||
        common_driver_answers(judging)) {
        judge_link(judging, CHAIN_GRAPHICS_CARD, LINK_UNKNOWN,
                   wsl ? "chain.graphics_card.wsl" : "chain.graphics_card.unknown", NULL, 0);
        return;
    }
    const struct slot slots[] = {{"count", text_format(judging->arena, "%d", (int)bus->value.integer)},
                                 {"others", text_format(judging->arena, "%d", (int)others)}};
    const char *text = others ? "seen.other_graphics_only" : "seen.no_nvidia_gpu";
    judge_evidence(judging, "hw.no_nvidia_gpu", no_card_weight(judging), SEVERITY_ERROR, bus, text, slots, 2);
    judge_link(judging, CHAIN_GRAPHICS_CARD, LINK_BROKEN,
               others ? "chain.graphics_card.others" : "chain.graphics_card.none", slots, 2);
}

static void judge_hardware(struct judging *judging) {
    struct entity *gpus, *cards;
    size_t count = judge_entities(judging, KIND_GPU, &gpus), ours = common_nvidia_cards(judging, &cards);
    if (!ours) {
        judge_no_card(judging, count);
        return;
    }
    const struct slot slots[] = {{"cards", common_cards(judging, cards, ours, true)}};
    judge_link(judging, CHAIN_GRAPHICS_CARD, LINK_OK, "chain.graphics_card.ok", slots, 1);
    judge_slot(judging, "gpu", common_card_name(judging, &cards[0]));
    for (size_t at = 0; at < ours; at++) {
        struct text device = fact_text(judging->facts, &cards[at], ATTRIBUTE_GPU_DEVICE);
        const struct slot unknown[] = {{"device", device}};
        if (device.size && !fact_known(judging->facts, &cards[at], ATTRIBUTE_GPU_NAME))
            judge_note(judging, "note.unknown_card", unknown, 1);
    }
}

const struct judge judge_of_hardware = {"hardware", judge_hardware, false};
