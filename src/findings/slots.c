#include "slots.h"

#include "base/version.h"
#include "coverage.h"
#include "judge_common.h"

/* What a build of torch has to fit. Empty texts are not known and bind nothing. */
struct wish {
    struct text driver, python, platform;
    struct entity *cards;
    size_t card_count;
};

static bool at_least(struct text have, struct text need) {
    bool less = false;
    return !have.size || !need.size || !version_less(have, need, &less) || !less;
}

/* Every card must be covered by machine code: PTX would need a newer driver than the least one. A row whose
 * architectures nobody knows is not offered for a known card. */
static bool covers_all(const struct judging *judging, const struct wish *wish, struct text architectures) {
    for (size_t at = 0; at < wish->card_count; at++) {
        struct text capability = fact_text(judging->facts, &wish->cards[at], ATTRIBUTE_GPU_CAPABILITY);
        if (capability.size && coverage_of(architectures, capability) != COVERAGE_NATIVE)
            return false;
    }
    return true;
}

static bool fits(const struct judging *judging, const struct wish *wish, struct node row) {
    struct text flavour = row_text(row, "flavour");
    return text_equal(row_text(row, "platform"), wish->platform) && text_starts(flavour, "cu") &&
           at_least(wish->driver, coverage_least_driver(judging, row_text(row, "cuda"))) &&
           at_least(wish->python, row_text(row, "python_min")) &&
           at_least(row_text(row, "python_max"), coverage_minor(wish->python)) &&
           covers_all(judging, wish, row_text(row, "architectures"));
}

static bool is_less(struct text left, struct text right) {
    bool less = false;
    return version_less(left, right, &less) && less;
}

/* The nearest from above, else the nearest from below; the newest where none is wanted. Among the flavours of one
 * release the newest CUDA. */
static bool better(struct node row, struct node best, struct text wanted) {
    struct text torch = row_text(row, "torch"), so_far = row_text(best, "torch");
    if (!node_present(best))
        return true;
    if (text_equal(torch, so_far))
        return is_less(row_text(best, "cuda"), row_text(row, "cuda"));
    bool above = wanted.size && !is_less(torch, wanted), best_above = wanted.size && !is_less(so_far, wanted);
    if (above != best_above)
        return above;
    return above ? is_less(torch, so_far) : is_less(so_far, torch);
}

static struct node fitting_row(const struct judging *judging, const struct wish *wish, struct text wanted) {
    struct node table = knowledge_table(judging->knowledge, "torch"), best = {0};
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        if (fits(judging, wish, row) && better(row, best, wanted))
            best = row;
    }
    return best;
}

static void fill_fitting_torch(struct judging *judging, const struct entity *environment, struct text torch) {
    struct wish wish = {.driver = common_driver_version(judging, NULL),
                        .python = fact_text(judging->facts, environment, ATTRIBUTE_ENVIRONMENT_VERSION),
                        .platform = coverage_platform(judging)};
    wish.card_count = common_nvidia_cards(judging, &wish.cards);
    if (!wish.card_count && text_is(judging->subject, "machine"))
        return; /* without a card there is no CUDA build to fit */
    struct node row = fitting_row(judging, &wish, version_public(torch));
    if (!node_present(row))
        return;
    size_t from = 0;
    struct node companions = table_find(judging->knowledge, "companions", "torch", row_text(row, "torch"), &from);
    judge_slot(judging, "fitting_torch", row_text(row, "torch"));
    judge_slot(judging, "fitting_flavour", row_text(row, "flavour"));
    struct text companion, several = row_text(companions, "torchvision"); /* newest first */
    if (text_next_word(&several, &companion))
        judge_slot(judging, "fitting_torchvision", companion);
}

static void fill_packages(struct judging *judging, const struct entity *environment) {
    struct entity torch = judge_package(judging, environment, "torch"),
                  torchvision = judge_package(judging, environment, "torchvision");
    struct entity triton = judge_package(judging, environment, "triton");
    struct text version = fact_text(judging->facts, &torch, ATTRIBUTE_PACKAGE_VERSION);
    judge_slot(judging, "torch", version_public(version));
    judge_slot(judging, "torch_flavour", common_torch_flavour(judging, &torch));
    judge_slot(judging, "torch_cuda", common_torch_cuda(judging, &torch));
    judge_slot(judging, "torchvision",
               version_public(fact_text(judging->facts, &torchvision, ATTRIBUTE_PACKAGE_VERSION)));
    judge_slot(judging, "triton", version_public(fact_text(judging->facts, &triton, ATTRIBUTE_PACKAGE_VERSION)));
    judge_slot(judging, "owner", fact_text(judging->facts, &torch, ATTRIBUTE_PACKAGE_INSTALLER));
    fill_fitting_torch(judging, environment, version);
}

/* Whoever pastes a text has the environment active: its path is another machine's, and a text must not choose what is
 * run. */
static void fill_environment(struct judging *judging) {
    struct entity environment;
    bool is_text = !text_is(judging->subject, "machine");
    if (is_text)
        judge_slot(judging, "python", TEXT("python"));
    if (!judge_environment(judging, &environment))
        return;
    struct text version = fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_VERSION);
    judge_slot(judging, "python", fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_PYTHON));
    judge_slot(judging, "interpreter", version);
    judge_slot(judging, "python_minor", coverage_minor(version));
    if (!is_text) {
        judge_slot(judging, "prefix", environment.key);
        judge_slot(judging, "environment", environment.key);
    }
    fill_packages(judging, &environment);
}

/* Which package manager an administrator of this machine would call. Inside a container or WSL no driver is installed.
 */
static void fill_distribution(struct judging *judging, const struct entity *machine) {
    struct text os = fact_text(judging->facts, machine, ATTRIBUTE_MACHINE_OS);
    if (fact_known(judging->facts, machine, ATTRIBUTE_MACHINE_CONTAINER) ||
        fact_known(judging->facts, machine, ATTRIBUTE_MACHINE_WSL))
        return;
    if (text_starts(os, "Ubuntu"))
        judge_slot(judging, "on_ubuntu", os);
    if (text_starts(os, "Debian"))
        judge_slot(judging, "on_debian", os);
}

/* A scheduler sets what its jobs may see; nobody should undo that. */
static void fill_scheduler(struct judging *judging) {
    struct entity job = {judging->subject, KIND_VARIABLE, TEXT("SLURM_JOB_ID")};
    if (!fact_known(judging->facts, &job, ATTRIBUTE_VARIABLE_VALUE))
        judge_slot(judging, "no_scheduler", TEXT("yes"));
}

void slots_fill(struct judging *judging) {
    struct entity *cards, machine = judge_entity(judging, KIND_MACHINE);
    size_t count = common_nvidia_cards(judging, &cards);
    judge_slot(judging, "driver", common_driver_version(judging, NULL));
    judge_slot(judging, "kernel", fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_KERNEL));
    judge_slot(judging, "user", fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_USER));
    if (count && cards[0].key.size == 12)
        judge_slot(judging, "gpu_address", cards[0].key);
    fill_distribution(judging, &machine);
    fill_scheduler(judging);
    struct entity variable = {judging->subject, KIND_VARIABLE, TEXT("LD_LIBRARY_PATH")};
    judge_slot(judging, "library_path_variable", fact_text(judging->facts, &variable, ATTRIBUTE_VARIABLE_VALUE));
    if (!text_is(judging->subject, "machine")) /* a text does not say; whoever pasted it may look */
        judge_slot(judging, "library_path_variable", TEXT("LD_LIBRARY_PATH"));
    fill_environment(judging);
}
