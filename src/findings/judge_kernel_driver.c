#include "findings/judge.h"

#include "judge_common.h"

static const struct fact *loaded_fact(const struct judging *judging, const char *name) {
    struct entity module = {judging->subject, KIND_MODULE, text_of(name)};
    return fact_find(judging->facts, &module, ATTRIBUTE_MODULE_LOADED);
}

static size_t list_count(const struct judging *judging, enum attribute attribute) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    const struct fact *fact = fact_find(judging->facts, &machine, attribute);
    return fact && fact->state == FACT_KNOWN ? value_count(&fact->value) : 0;
}

static bool blocks(const struct judging *judging, const char *name) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    const struct fact *fact = fact_find(judging->facts, &machine, ATTRIBUTE_MACHINE_BLOCKLIST);
    for (size_t at = 0; fact && fact->state == FACT_KNOWN && at < value_count(&fact->value); at++)
        if (text_is(value_at(&fact->value, at)->text, name))
            return true;
    return false;
}

static const struct fact *bound_driver(const struct judging *judging, const struct entity *card) {
    const struct fact *bound = fact_find(judging->facts, card, ATTRIBUTE_GPU_DRIVER);
    return bound && bound->state == FACT_KNOWN ? bound : NULL;
}

/* A card that another driver holds, while NVIDIA's holds a second one, was given away on purpose: to a virtual machine,
 * say. */
static bool another_is_ours(const struct judging *judging, const struct entity *cards, size_t count) {
    for (size_t at = 0; at < count; at++) {
        const struct fact *bound = bound_driver(judging, &cards[at]);
        if (bound && text_is(bound->value.text, "nvidia"))
            return true;
    }
    return false;
}

/* Who holds the first card that another driver than NVIDIA's holds. */
static void judge_binding(struct judging *judging, const struct entity *cards, size_t count) {
    for (size_t at = 0; at < count; at++) {
        const struct fact *bound = bound_driver(judging, &cards[at]);
        if (!bound || text_is(bound->value.text, "nvidia"))
            continue;
        bool nouveau = text_is(bound->value.text, "nouveau"), listed = text_starts(cards[at].key, "#"),
             meant = another_is_ours(judging, cards, count);
        const struct slot slots[] = {
            {"card", common_card_name(judging, &cards[at])}, {"driver", bound->value.text}, {"address", cards[at].key}};
        judge_evidence(judging, nouveau ? "driver.nouveau_active" : "driver.other_driver_bound", WEIGHT_CONCLUDES,
                       meant ? SEVERITY_WARNING : SEVERITY_ERROR, bound,
                       listed ? "seen.bound_driver_listed" : "seen.bound_driver", slots, 3);
        judge_link(judging, CHAIN_KERNEL_DRIVER, meant ? LINK_WARNING : LINK_BROKEN, "chain.kernel_driver.bound", slots,
                   3);
        if (cards[at].key.size == 12)
            judge_slot_for(judging, "driver.other_driver_bound", "gpu_address", cards[at].key);
        return;
    }
}

/* Whom a card is bound to could not be seen; nouveau in the kernel without NVIDIA's module says the same nearly as
 * well. */
static void judge_loaded_nouveau(struct judging *judging, const struct entity *cards, size_t count) {
    bool nouveau, nvidia;
    if (!count || !common_module(judging, "nouveau", &nouveau) || !nouveau ||
        !common_module(judging, "nvidia", &nvidia) || nvidia)
        return;
    const struct fact *bound = fact_find(judging->facts, &cards[0], ATTRIBUTE_GPU_DRIVER);
    if (!bound || bound->state == FACT_KNOWN || bound->state == FACT_ABSENT)
        return;
    judge_evidence(judging, "driver.nouveau_active", WEIGHT_STRONG, SEVERITY_ERROR, loaded_fact(judging, "nouveau"),
                   "seen.nouveau_loaded", NULL, 0);
}

/* In a container the module is the host's. A sandbox that hides the host's modules looks the same, so nothing is
 * concluded. */
static void judge_host(struct judging *judging, enum severity severity) {
    judge_evidence(judging, "driver.not_loaded", WEIGHT_LIKELY, severity, loaded_fact(judging, "nvidia"),
                   "seen.module_not_loaded", NULL, 0);
    judge_link(judging, CHAIN_KERNEL_DRIVER, LINK_BROKEN, "chain.kernel_driver.host_none", NULL, 0);
}

/* Nobody misses a driver where no card was seen: the bus says that there is none, or could not be read. */
static enum severity severity_for(size_t cards) {
    return cards ? SEVERITY_ERROR : SEVERITY_WARNING;
}

/* The module is not in the kernel. Whether it was ever installed is asked of the disk, and where that cannot be seen,
 * of nobody. */
static void judge_not_loaded(struct judging *judging, enum severity severity) {
    struct entity machine = judge_entity(judging, KIND_MACHINE),
                  library = {judging->subject, KIND_LIBRARY, text_of(common_library_name(judging))};
    const struct fact *loaded = loaded_fact(judging, "nvidia"),
                      *disk = fact_find(judging->facts, &machine, ATTRIBUTE_MACHINE_BUILT_MODULES);
    bool on_disk = list_count(judging, ATTRIBUTE_MACHINE_BUILT_MODULES) > 0;
    bool windows = judge_has_system(judging, "windows"); /* there it is the installed service that was looked for */
    bool none_on_disk = windows || (disk && disk->state == FACT_KNOWN && !on_disk);
    bool no_library = fact_absent(judging->facts, &library, ATTRIBUTE_LIBRARY_COPIES);
    bool has_library = fact_known(judging->facts, &library, ATTRIBUTE_LIBRARY_COPIES);
    judge_link(judging, CHAIN_KERNEL_DRIVER, LINK_BROKEN,
               on_disk || has_library ? "chain.kernel_driver.not_loaded" : "chain.kernel_driver.none", NULL, 0);
    if (on_disk && fact_is_true(judging->facts, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT)) {
        const struct fact *boot = fact_find(judging->facts, &machine, ATTRIBUTE_MACHINE_SECURE_BOOT);
        judge_evidence(judging, "driver.secure_boot_blocked", WEIGHT_LIKELY, SEVERITY_ERROR, boot, "seen.secure_boot",
                       NULL, 0);
    }
    if (none_on_disk && no_library)
        judge_evidence(judging, "driver.not_installed", WEIGHT_CONCLUDES, severity, windows ? loaded : disk,
                       windows ? "seen.no_libcuda" : "seen.no_driver_files", NULL, 0);
    else if (no_library && !on_disk)
        judge_evidence(judging, "driver.not_installed", WEIGHT_LIKELY, severity, loaded, "seen.no_libcuda", NULL, 0);
    else
        judge_evidence(judging, "driver.not_loaded", WEIGHT_CONCLUDES, severity, loaded,
                       blocks(judging, "nvidia") ? "seen.module_blocked" : "seen.module_not_loaded", NULL, 0);
}

static void judge_loaded(struct judging *judging) {
    struct entity module = {judging->subject, KIND_MODULE, TEXT("nvidia")};
    struct text version = common_driver_version(judging, NULL),
                flavour = fact_text(judging->facts, &module, ATTRIBUTE_MODULE_FLAVOUR);
    const struct slot slots[] = {{"version", version}};
    const char *text = !version.size              ? "chain.kernel_driver.loaded"
                       : text_is(flavour, "open") ? "chain.kernel_driver.open"
                       : flavour.size             ? "chain.kernel_driver.proprietary"
                                                  : "chain.kernel_driver.version";
    judge_link(judging, CHAIN_KERNEL_DRIVER, LINK_OK, text, slots, 1);
}

static void judge_kernel_driver(struct judging *judging) {
    struct entity *cards, machine = judge_entity(judging, KIND_MACHINE);
    size_t count = common_nvidia_cards(judging, &cards);
    bool loaded, known = common_module(judging, "nvidia", &loaded),
                 container = fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_CONTAINER);
    if (fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_WSL)) {
        judge_link(judging, CHAIN_KERNEL_DRIVER, LINK_OK, "chain.kernel_driver.wsl", NULL, 0);
        return;
    }
    judge_binding(judging, cards, count);
    judge_loaded_nouveau(judging, cards, count);
    if (loaded)
        judge_loaded(judging);
    else if (!known && common_driver_version(judging, NULL).size)
        judge_loaded(judging);
    else if (!known)
        judge_link(judging, CHAIN_KERNEL_DRIVER, LINK_UNKNOWN, "chain.kernel_driver.unknown", NULL, 0);
    else if (!container)
        judge_not_loaded(judging, severity_for(count));
    else
        judge_host(judging, severity_for(count));
}

const struct judge judge_of_kernel_driver = {"kernel_driver", judge_kernel_driver, false};
