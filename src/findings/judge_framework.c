#include "findings/judge.h"

#include "base/version.h"
#include "coverage.h"
#include "judge_common.h"

/* Everything the judges of the framework's link share about one torch. */
struct framework {
    struct entity environment, torch;
    struct text version, flavour, cuda;
    const struct fact *version_fact;
    struct entity *cards;
    size_t card_count;
    struct slot slots[6];
};

enum { FRAMEWORK_SLOTS = 6 };

static bool find_framework(struct judging *judging, struct framework *framework) {
    if (!common_torch(judging, &framework->environment, &framework->torch))
        return false;
    framework->version_fact = fact_find(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_VERSION);
    framework->version = fact_text(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_VERSION);
    framework->flavour = common_torch_flavour(judging, &framework->torch);
    framework->cuda = common_torch_cuda(judging, &framework->torch);
    framework->card_count = common_nvidia_cards(judging, &framework->cards);
    framework->slots[0] = (struct slot){"torch", framework->version};
    framework->slots[1] = (struct slot){"flavour", framework->flavour};
    framework->slots[2] = (struct slot){"cuda", framework->cuda};
    framework->slots[3] =
        (struct slot){"python", fact_text(judging->facts, &framework->environment, ATTRIBUTE_ENVIRONMENT_PYTHON)};
    framework->slots[4] =
        (struct slot){"card", framework->card_count ? common_card_name(judging, &framework->cards[0]) : TEXT("")};
    framework->slots[5] = (struct slot){"prefix", framework->environment.key};
    return true;
}

static void judge_absent(struct judging *judging, const struct framework *framework) {
    if (!framework->version_fact || framework->version_fact->state != FACT_ABSENT) {
        judge_link(judging, CHAIN_FRAMEWORK, LINK_UNKNOWN, "chain.framework.unknown", framework->slots,
                   FRAMEWORK_SLOTS);
        return;
    }
    /* Without torch there is nothing to break: a warning, unless somebody pointed at this environment. */
    struct text reason = fact_text(judging->facts, &framework->environment, ATTRIBUTE_ENVIRONMENT_REASON);
    bool meant = !text_is(reason, "path");
    judge_evidence(judging, "framework.not_installed", WEIGHT_CONCLUDES, meant ? SEVERITY_ERROR : SEVERITY_WARNING,
                   framework->version_fact, "seen.no_torch", framework->slots, FRAMEWORK_SLOTS);
    judge_link(judging, CHAIN_FRAMEWORK, meant ? LINK_BROKEN : LINK_WARNING, "chain.framework.none", framework->slots,
               FRAMEWORK_SLOTS);
}

/* "+cpu" in the version, a CUDA version beside it, or a torch that found a GPU: then something is not as it says. */
static int cpu_weight(const struct judging *judging, const struct framework *framework) {
    if (fact_known(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_CUDA) ||
        fact_is_true(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_AVAILABLE))
        return WEIGHT_DISPUTED;
    return WEIGHT_CONCLUDES;
}

/* A build for AMD's ROCm finds no NVIDIA card, whatever else is right. */
static void judge_rocm_build(struct judging *judging, const struct framework *framework) {
    if (!framework->card_count || !text_starts(framework->flavour, "rocm"))
        return;
    judge_evidence(judging, "framework.cpu_build", WEIGHT_STRONG, SEVERITY_ERROR, framework->version_fact,
                   "seen.rocm_build", framework->slots, FRAMEWORK_SLOTS);
    judge_link(judging, CHAIN_FRAMEWORK, LINK_BROKEN, "chain.framework.rocm_build", framework->slots, FRAMEWORK_SLOTS);
}

/* A CPU build is only wrong where there is a card to use. */
static void judge_cpu_build(struct judging *judging, const struct framework *framework) {
    if (!text_is(framework->flavour, "cpu"))
        return;
    if (!framework->card_count) {
        judge_link(judging, CHAIN_FRAMEWORK, LINK_OK, "chain.framework.cpu", framework->slots, FRAMEWORK_SLOTS);
        return;
    }
    judge_evidence(judging, "framework.cpu_build", cpu_weight(judging, framework), SEVERITY_ERROR,
                   framework->version_fact, "seen.cpu_build", framework->slots, FRAMEWORK_SLOTS);
    judge_link(judging, CHAIN_FRAMEWORK, LINK_BROKEN, "chain.framework.cpu_build", framework->slots, FRAMEWORK_SLOTS);
}

/* What the build states itself is sure, and so is the table where the version names the very build. Others (conda,
 * self-made) share the number only. */
static int architecture_weight(const struct judging *judging, const struct framework *framework,
                               const struct built *built, const struct entity *card) {
    if ((!built->stated.size && built->borrowed) || !framework->version.size)
        return WEIGHT_STRONG; /* the list alone may be cut off */
    return built->stated.size || common_is_named_build(judging, &framework->torch)
               ? judge_weight(judging, card, ATTRIBUTE_GPU_CAPABILITY)
               : WEIGHT_LIKELY;
}

/* The first card for which the build holds neither code nor PTX. */
static void judge_architectures(struct judging *judging, const struct framework *framework) {
    for (size_t at = 0; at < framework->card_count; at++) {
        struct text capability = fact_text(judging->facts, &framework->cards[at], ATTRIBUTE_GPU_CAPABILITY);
        struct built built = coverage_of_torch(judging, &framework->torch);
        if (coverage_of_built(&built, capability) != COVERAGE_NONE)
            continue;
        const struct slot slots[] = {{"card", common_card_name(judging, &framework->cards[at])},
                                     {"architecture", common_architecture(judging->arena, capability)},
                                     {"torch", framework->version.size ? framework->version : TEXT("?")},
                                     {"built", built.stated.size ? built.stated : built.known}};
        judge_evidence(judging, "framework.arch_not_built",
                       architecture_weight(judging, framework, &built, &framework->cards[at]), SEVERITY_ERROR,
                       framework->version_fact, "seen.arch_not_built", slots, 4);
        judge_link(judging, CHAIN_FRAMEWORK, LINK_BROKEN, "chain.framework.arch_not_built", slots, 4);
        return;
    }
}

/* The least driver for the CUDA that torch was built with, under minor-version compatibility. A driver library that
 * speaks this CUDA itself (the compatibility package's) is proof to the contrary. */
static void judge_driver_age(struct judging *judging, const struct framework *framework) {
    const struct fact *fact = NULL;
    struct text driver = common_driver_version(judging, &fact),
                minimum = coverage_least_driver(judging, framework->cuda);
    struct entity whole = judge_entity(judging, KIND_DRIVER);
    bool less = false, older = false;
    if (fact_is_true(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_AVAILABLE))
        return; /* it works there, whatever the numbers say: a compatibility package may be in use */
    if (judge_has_system(judging, "macos") || !driver.size || !minimum.size || !version_less(driver, minimum, &less) ||
        !less)
        return;
    if (version_less(fact_text(judging->facts, &whole, ATTRIBUTE_DRIVER_CUDA), framework->cuda, &older) && !older)
        return;
    const struct slot slots[] = {
        {"driver", driver}, {"minimum", minimum}, {"torch", framework->version}, {"cuda", framework->cuda}};
    judge_slot(judging, "minimum_driver", minimum);
    judge_evidence(judging, "driver.too_old_for_runtime", WEIGHT_CONCLUDES, SEVERITY_ERROR, fact, "seen.driver_too_old",
                   slots, 4);
    judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "chain.framework.driver_too_old", slots, 4);
}

static void judge_install(struct judging *judging, const struct framework *framework) {
    const struct fact *missing = fact_find(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_FILES);
    const struct fact *copy = fact_find(judging->facts, &framework->torch, ATTRIBUTE_PACKAGE_COPY);
    if (missing && missing->state == FACT_KNOWN && value_count(&missing->value)) {
        const struct slot slots[] = {{"file", value_at(&missing->value, 0)->text}, {"place", missing->origin.place}};
        judge_evidence(judging, "framework.corrupt_install", WEIGHT_CONCLUDES, SEVERITY_ERROR, missing,
                       "seen.torch_files_missing", slots, 2);
        judge_link(judging, CHAIN_FRAMEWORK, LINK_BROKEN, "chain.framework.corrupt", slots, 2);
    }
    if (copy && copy->state == FACT_KNOWN) {
        const struct slot slots[] = {{"place", copy->value.text}, {"torch", framework->version}};
        judge_evidence(judging, "framework.duplicate_install", WEIGHT_LIKELY, SEVERITY_WARNING, copy,
                       "seen.torch_twice", slots, 2);
        judge_link(judging, CHAIN_FRAMEWORK, LINK_WARNING, "chain.framework.twice", slots, 2);
    }
}

static void state_ok(struct judging *judging, const struct framework *framework) {
    struct text minimum = coverage_least_driver(judging, framework->cuda);
    struct text capability = framework->card_count
                                 ? fact_text(judging->facts, &framework->cards[0], ATTRIBUTE_GPU_CAPABILITY)
                                 : (struct text){0};
    struct built built = coverage_of_torch(judging, &framework->torch);
    enum coverage coverage = coverage_of_built(&built, capability);
    size_t dot = text_find_byte(minimum, '.');
    const struct slot slots[] = {{"torch", framework->version},
                                 {"minimum", dot == TEXT_NOWHERE ? minimum : text_until(minimum, dot)}};
    const char *text = coverage == COVERAGE_NATIVE && minimum.size ? "chain.framework.native"
                       : coverage == COVERAGE_PTX && minimum.size  ? "chain.framework.ptx"
                                                                   : "chain.framework.ok";
    judge_link(judging, CHAIN_FRAMEWORK, LINK_OK, text, slots, 2);
    if (framework->cuda.size && !minimum.size)
        judge_note(judging, "note.unknown_cuda", framework->slots, FRAMEWORK_SLOTS);
}

static void judge_framework(struct judging *judging) {
    struct framework framework;
    if (!find_framework(judging, &framework)) {
        judge_link(judging, CHAIN_FRAMEWORK, LINK_UNKNOWN, "chain.framework.no_environment", NULL, 0);
        return;
    }
    if (!framework.version.size) {
        judge_absent(judging, &framework);
        judge_architectures(judging, &framework); /* a build may state them, though nobody states its version */
        return;
    }
    judge_install(judging, &framework);
    judge_cpu_build(judging, &framework);
    judge_rocm_build(judging, &framework);
    judge_architectures(judging, &framework);
    judge_driver_age(judging, &framework);
    if (!text_is(framework.flavour, "cpu"))
        state_ok(judging, &framework);
}

const struct judge judge_of_framework = {"framework", judge_framework, false};
