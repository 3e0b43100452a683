/* What a machine's facts say where the wish says nothing. */
#include "room.h"

#include "knowledge/product.h"

static bool is_nvidia(struct fact_store *facts, const struct entity *gpu) {
    return text_is(fact_text(facts, gpu, ATTRIBUTE_GPU_VENDOR), "10de");
}

/* Windows' registry knows adapters without their address: the driver's word for the same cards replaces them. */
static bool has_addresses(struct fact_store *facts, const struct entity *gpus, size_t count) {
    for (size_t at = 0; at < count; at++)
        if (is_nvidia(facts, &gpus[at]) && !text_starts(gpus[at].key, "adapter "))
            return true;
    return false;
}

static bool is_known(struct arena *arena, const struct knowledge *knowledge, struct text name) {
    struct products products;
    return name.size && product_find(arena, knowledge, name, &products);
}

/* "NVIDIA A100-SXM4-40GB MIG 1g.5gb": what CUDA calls a slice of the card, where one is all there is of it. */
static struct text slice_name(struct arena *arena, struct fact_store *facts, const struct entity *gpu) {
    const struct fact **observed;
    size_t count = fact_observations(facts, arena, gpu, ATTRIBUTE_GPU_NAME, &observed);
    for (size_t at = 0; at < count; at++)
        if (observed[at]->state == FACT_KNOWN && text_contains(observed[at]->value.text, " MIG "))
            return observed[at]->value.text;
    return (struct text){0};
}

/* What the planner can find the card by: its id, which names it, else what the driver says of it. Empty for a card that
 * is newer than this knowledge. */
static struct text wanted_name(struct arena *arena, const struct knowledge *knowledge, struct fact_store *facts,
                               const struct entity *gpu) {
    struct text device = fact_text(facts, gpu, ATTRIBUTE_GPU_DEVICE),
                capability = fact_text(facts, gpu, ATTRIBUTE_GPU_CAPABILITY);
    struct text name = fact_text(facts, gpu, ATTRIBUTE_GPU_NAME);
    struct text id = device.size ? text_format(arena, "10de:" TEXT_FORMAT, TEXT_ARGUMENTS(device)) : (struct text){0};
    struct text slice = slice_name(arena, facts, gpu);
    if (is_known(arena, knowledge, slice))
        return slice;
    if (is_known(arena, knowledge, id))
        return id;
    if (capability.size)
        return architecture_word(arena, capability);
    return is_known(arena, knowledge, name) ? name : (struct text){0};
}

static void take_unheard(struct arena *arena, struct fact_store *facts, const struct entity *gpu,
                         struct plan_wish *wish) {
    struct text name = fact_text(facts, gpu, ATTRIBUTE_GPU_NAME), device = fact_text(facts, gpu, ATTRIBUTE_GPU_DEVICE);
    struct text shown = name.size ? name : text_format(arena, "10de:" TEXT_FORMAT, TEXT_ARGUMENTS(device));
    wish->unheard = wish->unheard.size ? text_format(arena, TEXT_FORMAT ", " TEXT_FORMAT, TEXT_ARGUMENTS(wish->unheard),
                                                     TEXT_ARGUMENTS(shown))
                                       : shown;
}

static void take_cards(struct arena *arena, const struct knowledge *knowledge, struct fact_store *facts,
                       struct text subject, struct plan_wish *wish) {
    struct entity *gpus;
    size_t count = fact_entities(facts, arena, subject, KIND_GPU, &gpus);
    bool addresses = has_addresses(facts, gpus, count);
    for (size_t at = 0; at < count && wish->gpu_count < PLAN_MOST_CARDS; at++) {
        if (!is_nvidia(facts, &gpus[at]) || (addresses && text_starts(gpus[at].key, "adapter ")))
            continue;
        struct text name = wanted_name(arena, knowledge, facts, &gpus[at]);
        if (name.size) {
            int64_t memory = fact_integer(facts, &gpus[at], ATTRIBUTE_GPU_MEMORY, 0);
            wish->memory_mib[wish->gpu_count] = text_contains(name, " MIG ") || memory < 0 ? 0 : memory;
            wish->gpus[wish->gpu_count++] = name;
        } else
            take_unheard(arena, facts, &gpus[at], wish);
    }
}

static struct text driver_of(struct fact_store *facts, struct text subject) {
    struct entity module = {subject, KIND_MODULE, TEXT("nvidia")}, driver = {subject, KIND_DRIVER, TEXT("")};
    struct text version = fact_text(facts, &driver, ATTRIBUTE_DRIVER_VERSION),
                loaded = fact_text(facts, &module, ATTRIBUTE_MODULE_VERSION);
    return loaded.size ? loaded : version;
}

static struct text python_of(struct arena *arena, struct fact_store *facts, struct text subject) {
    struct entity *environments;
    size_t count = fact_entities(facts, arena, subject, KIND_ENVIRONMENT, &environments);
    for (size_t at = 0; at < count; at++)
        if (fact_is_true(facts, &environments[at], ATTRIBUTE_ENVIRONMENT_JUDGED))
            return fact_text(facts, &environments[at], ATTRIBUTE_ENVIRONMENT_VERSION);
    return (struct text){0};
}

/* Of the judged environment; packages are named by its prefix. */
static struct text pip_of(struct arena *arena, struct fact_store *facts, struct text subject) {
    struct entity *environments;
    size_t count = fact_entities(facts, arena, subject, KIND_ENVIRONMENT, &environments);
    for (size_t at = 0; at < count; at++)
        if (fact_is_true(facts, &environments[at], ATTRIBUTE_ENVIRONMENT_JUDGED)) {
            struct entity pip = {subject, KIND_PACKAGE, text_join(arena, environments[at].key, TEXT("|pip"))};
            return fact_text(facts, &pip, ATTRIBUTE_PACKAGE_VERSION);
        }
    return (struct text){0};
}

void plan_wish_from_facts(struct arena *arena, const struct knowledge *knowledge, struct fact_store *facts,
                          struct plan_wish *wish) {
    struct text subject = TEXT("machine");
    struct entity machine = {subject, KIND_MACHINE, TEXT("")};
    bool wsl = fact_known(facts, &machine, ATTRIBUTE_MACHINE_WSL),
         windows = text_is(fact_text(facts, &machine, ATTRIBUTE_MACHINE_SYSTEM), "windows");
    if (!wish->system.size)
        wish->system = wsl ? TEXT("wsl") : windows ? TEXT("windows") : TEXT("linux");
    if (!wish->architecture.size)
        wish->architecture = fact_text(facts, &machine, ATTRIBUTE_MACHINE_ARCHITECTURE);
    if (!wish->libc.size)
        wish->libc = fact_text(facts, &machine, ATTRIBUTE_MACHINE_LIBC);
    if (!wish->driver.size)
        wish->driver = driver_of(facts, subject);
    if (!wish->pip.size)
        wish->pip = pip_of(arena, facts, subject);
    if (!wish->gpu_count)
        take_cards(arena, knowledge, facts, subject, wish);
    if (!wish->python.size) {
        wish->python = python_of(arena, facts, subject);
        wish->python_soft = wish->python.size > 0;
    }
}
