#include "findings/judge.h"

#include "base/version.h"
#include "judge_common.h"

/* The file that the loader takes: rank 0 of those that bear the name. */
static bool first_library(const struct judging *judging, struct entity *first) {
    struct entity *libraries;
    size_t count = judge_entities(judging, KIND_LIBRARY, &libraries);
    for (size_t at = 0; at < count; at++)
        if (text_is(fact_text(judging->facts, &libraries[at], ATTRIBUTE_LIBRARY_NAME), common_library_name(judging)) &&
            fact_integer(judging->facts, &libraries[at], ATTRIBUTE_LIBRARY_RANK, -1) == 0) {
            *first = libraries[at];
            return true;
        }
    return false;
}

/* Another file of the name whose version is the kernel module's: then the first one was left behind. */
static bool right_one_beside(const struct judging *judging, const struct entity *first, struct text wanted,
                             struct entity *right) {
    struct entity *libraries;
    size_t count = judge_entities(judging, KIND_LIBRARY, &libraries);
    for (size_t at = 0; at < count; at++)
        if (!text_equal(libraries[at].key, first->key) &&
            text_equal(fact_text(judging->facts, &libraries[at], ATTRIBUTE_LIBRARY_VERSION), wanted) &&
            text_is(fact_text(judging->facts, &libraries[at], ATTRIBUTE_LIBRARY_NAME), common_library_name(judging))) {
            *right = libraries[at];
            return true;
        }
    return false;
}

/* "CUDA Version: N/A": nvidia-smi reached the driver and found no libcuda. Whether it ran in a container, which may
 * leave that library out, a listing seldom tells. */
static void judge_no_cuda(struct judging *judging) {
    struct entity driver = judge_entity(judging, KIND_DRIVER);
    const struct fact *cuda = fact_find(judging->facts, &driver, ATTRIBUTE_DRIVER_CUDA);
    if (!cuda || cuda->state != FACT_ABSENT || !fact_known(judging->facts, &driver, ATTRIBUTE_DRIVER_VERSION) ||
        common_torch_works(judging))
        return;
    const struct slot slots[] = {{"version", fact_text(judging->facts, &driver, ATTRIBUTE_DRIVER_VERSION)},
                                 {"library", text_of(common_library_name(judging))}};
    judge_evidence(judging, "driver.libcuda_missing", WEIGHT_LIKELY, SEVERITY_ERROR, cuda, "seen.driver_without_cuda",
                   slots, 2);
    judge_evidence(judging, "container.capabilities_missing", WEIGHT_POSSIBLE, SEVERITY_ERROR, cuda,
                   "seen.driver_without_cuda", slots, 2);
}

static void judge_missing_library(struct judging *judging) {
    struct entity name = {judging->subject, KIND_LIBRARY, text_of(common_library_name(judging))};
    const struct fact *search = fact_find(judging->facts, &name, ATTRIBUTE_LIBRARY_COPIES);
    bool loaded, known = common_module(judging, "nvidia", &loaded);
    if (!search)
        judge_no_cuda(judging);
    if (!search || search->state != FACT_ABSENT) {
        judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_UNKNOWN, "chain.driver_library.unknown", NULL, 0);
        return;
    }
    /* In a container it is more often the card that was not passed on. */
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    bool container = fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_CONTAINER);
    const struct slot slots[] = {{"library", name.key}};
    if (known && loaded)
        judge_evidence(judging, "driver.libcuda_missing", container ? WEIGHT_LIKELY : WEIGHT_CONCLUDES, SEVERITY_ERROR,
                       search, "seen.library_missing", slots, 1);
    judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "chain.driver_library.missing", slots, 1);
}

static struct text folder_of(struct text path) {
    size_t slash = text_find_last_byte(path, '/');
    return text_until(path, slash == TEXT_NOWHERE ? 0 : slash);
}

/* A library newer than the module may be the toolkit's compatibility package, which is made for that; and where the
 * driver answers there is no mismatch. */
static bool is_meant(const struct judging *judging, const struct entity *first) {
    return common_driver_answers(judging) || text_contains(first->key, "/compat/") ||
           text_contains(fact_text(judging->facts, first, ATTRIBUTE_LIBRARY_TARGET), "/compat/");
}

/* The link leads to another folder, and what lies beside the link could not be seen: then it is open which of the two
 * it is. */
static bool foreign_folder_unseen(const struct judging *judging, const struct entity *first) {
    const struct fact *beside = fact_find(judging->facts, first, ATTRIBUTE_LIBRARY_BESIDE);
    return beside && beside->state != FACT_KNOWN;
}

/* Module and library differ. Left behind by hand or by another package is one thing, an upgrade without a reboot
 * another. */
static void judge_mismatch(struct judging *judging, const struct entity *first, struct text version,
                           struct text module) {
    struct entity right;
    bool stale = right_one_beside(judging, first, module, &right);
    const struct fact *fact = fact_find(judging->facts, first, ATTRIBUTE_LIBRARY_VERSION);
    struct text target = fact_text(judging->facts, first, ATTRIBUTE_LIBRARY_TARGET);
    const struct slot slots[] = {{"path", first->key},
                                 {"target", target},
                                 {"version", version},
                                 {"module", module},
                                 {"right", stale ? right.key : TEXT("")}};
    struct entity nvidia = {judging->subject, KIND_MODULE, TEXT("nvidia")};
    if (!stale && foreign_folder_unseen(judging, first)) {
        judge_evidence(judging, "driver.libcuda_stub_or_stale", WEIGHT_POSSIBLE, SEVERITY_WARNING, fact,
                       "seen.library_mismatch", slots, 5);
        judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "chain.driver_library.mismatch", slots, 5);
        return;
    }
    judge_evidence(judging, stale ? "driver.libcuda_stub_or_stale" : "driver.library_kernel_mismatch",
                   judge_weight(judging, &nvidia, ATTRIBUTE_MODULE_VERSION), SEVERITY_ERROR, fact,
                   stale ? "seen.library_stale" : "seen.library_mismatch", slots, 5);
    judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "chain.driver_library.mismatch", slots, 5);
    judge_slot(judging, "library", first->key);
    if (!stale)
        return;
    struct text file = fact_text(judging->facts, &right, ATTRIBUTE_LIBRARY_TARGET);
    judge_slot(judging, "right_library", file);
    if (text_equal(folder_of(file), folder_of(first->key)))
        judge_slot(judging, "right_library_name", text_from(file, folder_of(file).size + 1));
}

static void judge_driver_library(struct judging *judging) {
    struct entity first, driver = judge_entity(judging, KIND_DRIVER),
                         module = {judging->subject, KIND_MODULE, TEXT("nvidia")};
    if (!first_library(judging, &first)) {
        judge_missing_library(judging);
        return;
    }
    struct text version = fact_text(judging->facts, &first, ATTRIBUTE_LIBRARY_VERSION),
                cuda = fact_text(judging->facts, &driver, ATTRIBUTE_DRIVER_CUDA);
    struct text kernel = fact_text(judging->facts, &module, ATTRIBUTE_MODULE_VERSION);
    const struct slot slots[] = {
        {"library", text_of(common_library_name(judging))}, {"version", version}, {"cuda", cuda}, {"path", first.key}};
    if (fact_is_true(judging->facts, &first, ATTRIBUTE_LIBRARY_STUB)) {
        const struct fact *stub = fact_find(judging->facts, &first, ATTRIBUTE_LIBRARY_STUB);
        judge_evidence(judging, "driver.libcuda_stub_or_stale", WEIGHT_CONCLUDES, SEVERITY_ERROR, stub,
                       "seen.library_stub", slots, 4);
        judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_BROKEN, "chain.driver_library.stub", slots, 4);
    } else if (version.size && kernel.size && !text_equal(version, kernel) && !is_meant(judging, &first)) {
        judge_mismatch(judging, &first, version, kernel);
    } else {
        const char *text = version.size && cuda.size                     ? "chain.driver_library.cuda"
                           : version.size && text_equal(version, kernel) ? "chain.driver_library.ok"
                                                                         : "chain.driver_library.found";
        judge_link(judging, CHAIN_DRIVER_LIBRARY, LINK_OK, text, slots, 4);
    }
}

const struct judge judge_of_driver_library = {"driver_library", judge_driver_library, false};
