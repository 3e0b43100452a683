#include "findings/judge.h"

#include "base/version.h"
#include "coverage.h"
#include "judge_common.h"

struct pin {
    struct text name, version;
};

/* Does the marker behind ';' let the requirement apply here? One of an extra does not, nor one for another processor;
 * where the processor is not known, nothing that asks for one does. The rest of the marker asks for Linux. */
static bool marker_applies(const struct judging *judging, struct text marker) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    struct text architecture = fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_ARCHITECTURE);
    if (text_contains(marker, "extra"))
        return false;
    return !text_contains(marker, "platform_machine") ||
           (architecture.size && text_find(marker, architecture) != TEXT_NOWHERE);
}

/* One pinned requirement: "nvidia-cudnn-cu12==8.9.2.26 ; platform_system == \"Linux\"", or "nvidia-cudnn-cu12
 * (==8.9.2.26)". */
static bool parse_pin(const struct judging *judging, struct text requirement, struct pin *pin) {
    size_t semicolon = text_find_byte(requirement, ';');
    struct text stated = text_until(requirement, semicolon),
                marker = semicolon == TEXT_NOWHERE ? TEXT("") : text_from(requirement, semicolon);
    size_t equal = text_find(stated, TEXT("=="));
    struct version version;
    if (!text_starts(stated, "nvidia-") || equal == TEXT_NOWHERE || !marker_applies(judging, marker))
        return false;
    pin->name =
        text_trim(text_until(stated, text_find_byte(stated, '(') < equal ? text_find_byte(stated, '(') : equal));
    pin->version = text_trim(text_from(stated, equal + 2));
    if (text_ends(pin->version, ")"))
        pin->version = text_trim(text_until(pin->version, pin->version.size - 1));
    return pin->name.size && version_parse(pin->version, &version);
}

static bool same_version(struct text left, struct text right) {
    struct version a, b;
    return version_parse(left, &a) && version_parse(right, &b) ? version_compare(&a, &b) == 0 : text_equal(left, right);
}

/* "nvidia-cudnn-cu12" -> "nvidia-cudnn" and 12 */
static bool split_generation(struct text name, struct text *library, int64_t *generation) {
    size_t dash = text_find_last_byte(name, '-');
    if (!text_starts(name, "nvidia-") || dash == TEXT_NOWHERE || !text_starts(text_from(name, dash), "-cu"))
        return false;
    *library = text_until(name, dash);
    return text_to_integer(text_from(name, dash + 3), generation);
}

/* A toolkit or a module system may have put libraries of this generation where the loader looks anyway; then the
 * package is not missed. */
static bool loader_finds(const struct judging *judging, struct text package) {
    struct entity variable = {judging->subject, KIND_VARIABLE, TEXT("LD_LIBRARY_PATH")},
                  machine = judge_entity(judging, KIND_MACHINE);
    const struct fact *found = fact_find(judging->facts, &machine, ATTRIBUTE_MACHINE_LOADER_CUDA);
    struct text library;
    int64_t generation;
    if (fact_text(judging->facts, &variable, ATTRIBUTE_VARIABLE_VALUE).size)
        return true;
    if (!found || found->state != FACT_KNOWN || !split_generation(package, &library, &generation))
        return false;
    struct text wanted = text_format(judging->arena, "libcublas.so.%lld", (long long)generation);
    for (size_t at = 0; at < value_count(&found->value); at++)
        if (text_equal(value_at(&found->value, at)->text, wanted))
            return true;
    return false;
}

static const char *cause_of_other_version(struct text package) {
    return text_contains(package, "cudnn")  ? "libs.cudnn_conflict"
           : text_contains(package, "nccl") ? "libs.nccl_conflict"
                                            : "libs.cublas_or_nvjitlink_conflict";
}

static void judge_pin(struct judging *judging, const struct entity *environment, const struct pin *pin,
                      const struct fact *requires) {
    struct entity package = judge_package(judging, environment, text_copy(judging->arena, pin->name).at);
    struct text installed = fact_text(judging->facts, &package, ATTRIBUTE_PACKAGE_VERSION);
    const struct slot slots[] = {{"package", pin->name}, {"wanted", pin->version}, {"installed", installed}};
    const struct fact *looked = fact_find(judging->facts, &package, ATTRIBUTE_PACKAGE_VERSION);
    const char *cause = cause_of_other_version(pin->name);
    if (installed.size ? same_version(installed, pin->version) : looked && looked->state != FACT_ABSENT)
        return; /* as wanted, or it could not be looked at */
    if (!installed.size) {
        bool elsewhere = loader_finds(judging, pin->name);
        cause = "libs.cuda_lib_missing";
        judge_evidence(judging, cause, elsewhere ? WEIGHT_POSSIBLE : WEIGHT_CONCLUDES,
                       elsewhere ? SEVERITY_WARNING : SEVERITY_ERROR, requires, "seen.cuda_package_missing", slots, 3);
        judge_link(judging, CHAIN_CUDA_LIBRARIES, elsewhere ? LINK_WARNING : LINK_BROKEN,
                   "chain.cuda_libraries.missing", slots, 3);
    } else {
        judge_evidence(judging, cause, WEIGHT_POSSIBLE, SEVERITY_WARNING, requires, "seen.cuda_package_differs", slots,
                       3);
        judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_WARNING, "chain.cuda_libraries.differs", slots, 3);
    }
    judge_slot_for(judging, cause, "package",
                   text_format(judging->arena, TEXT_FORMAT "==" TEXT_FORMAT, TEXT_ARGUMENTS(pin->name),
                               TEXT_ARGUMENTS(pin->version)));
}

/* Were all folders of packages listed? There is an observation for each. */
static bool all_listed(const struct judging *judging, const struct entity *environment) {
    const struct fact **folders;
    size_t count =
        fact_observations(judging->facts, judging->arena, environment, ATTRIBUTE_ENVIRONMENT_PACKAGES, &folders);
    return count && folders[count - 1]->state == FACT_KNOWN; /* the worst stands last */
}

/* How many pins torch's metadata has; each is judged when all packages are known. */
static size_t judge_pins(struct judging *judging, const struct entity *environment, const struct fact *requires,
                         bool listed) {
    size_t pins = 0;
    for (size_t at = 0; at < value_count(&requires->value); at++) {
        struct pin pin;
        if (!parse_pin(judging, value_at(&requires->value, at)->text, &pin))
            continue;
        pins++;
        if (listed)
            judge_pin(judging, environment, &pin, requires);
    }
    return pins;
}

static struct text package_name(const struct entity *environment, const struct entity *package) {
    struct text rest = text_from(package->key, environment->key.size);
    bool inside =
        text_equal(text_until(package->key, environment->key.size), environment->key) && text_starts(rest, "|");
    return inside ? text_from(rest, 1) : TEXT("");
}

/* Wheels of two CUDA generations unpack into one folder, nvidia/, and overwrite each other. */
static void judge_generations(struct judging *judging, const struct entity *environment) {
    struct entity *packages;
    struct text before = {0}, library_before = {0}, library;
    int64_t generation;
    for (size_t at = 0, count = judge_entities(judging, KIND_PACKAGE, &packages); at < count; at++) {
        struct text name = package_name(environment, &packages[at]);
        const struct fact *version = fact_find(judging->facts, &packages[at], ATTRIBUTE_PACKAGE_VERSION);
        if (!version || version->state != FACT_KNOWN || !split_generation(name, &library, &generation))
            continue;
        if (text_equal(library, library_before)) { /* packages come in order */
            const struct slot slots[] = {{"first", before}, {"second", name}};
            judge_evidence(judging, "libs.cuda_generation_mix", WEIGHT_LIKELY, SEVERITY_WARNING, version,
                           "seen.generation_mix", slots, 2);
            judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_WARNING, "chain.cuda_libraries.mix", slots, 2);
            return;
        }
        before = name;
        library_before = library;
    }
}

/* The row of PyPI's build of this torch, or of the one that its version names. */
static struct node row_of_torch(const struct judging *judging, struct text version, struct text flavour) {
    size_t from = 0;
    for (struct node row; node_present(row = table_find(judging->knowledge, "torch", "torch", version, &from));)
        if (text_equal(row_text(row, "platform"), coverage_platform(judging)) &&
            (flavour.size ? text_equal(row_text(row, "flavour"), flavour) : text_is(row_text(row, "default"), "yes")))
            return row;
    return (struct node){0};
}

static struct text nccl_of_torch(const struct judging *judging, struct text version) {
    size_t from = 0;
    for (struct node row; node_present(row = table_find(judging->knowledge, "torch_wheels", "torch", version, &from));)
        if (text_equal(row_text(row, "platform"), coverage_platform(judging)))
            return row_text(row, "nccl");
    return (struct text){0};
}

/* A listing does not say what torch requires; the tables know it of PyTorch's own builds. What a listing leaves out may
 * be there all the same. */
static void judge_listed(struct judging *judging, const struct entity *environment, const struct entity *torch) {
    const struct fact *stated = fact_find(judging->facts, torch, ATTRIBUTE_PACKAGE_VERSION);
    struct text version = version_public(stated->value.text), flavour = common_torch_flavour(judging, torch);
    struct node row = row_of_torch(judging, version, flavour);
    struct text cuda = node_present(row) ? row_text(row, "cuda") : TEXT("");
    if (!cuda.size)
        return;
    struct text major = text_until(cuda, text_find_byte(cuda, '.'));
    const struct pin wanted[] = {
        {text_format(judging->arena, "nvidia-cudnn-cu" TEXT_FORMAT, TEXT_ARGUMENTS(major)), row_text(row, "cudnn")},
        {text_format(judging->arena, "nvidia-nccl-cu" TEXT_FORMAT, TEXT_ARGUMENTS(major)),
         text_is(row_text(row, "default"), "yes") ? nccl_of_torch(judging, version) : TEXT("")}};
    for (size_t at = 0; at < sizeof wanted / sizeof *wanted; at++) {
        struct entity package = judge_package(judging, environment, text_copy(judging->arena, wanted[at].name).at);
        if (wanted[at].version.size && fact_text(judging->facts, &package, ATTRIBUTE_PACKAGE_VERSION).size)
            judge_pin(judging, environment, &wanted[at], stated);
    }
}

static void judge_cuda_libraries(struct judging *judging) {
    struct entity environment, torch;
    if (!common_torch(judging, &environment, &torch) ||
        !fact_known(judging->facts, &torch, ATTRIBUTE_PACKAGE_VERSION)) {
        judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_NOT_REACHED, "chain.cuda_libraries.no_torch", NULL, 0);
        return;
    }
    judge_generations(judging, &environment);
    if (text_is(common_torch_flavour(judging, &torch), "cpu")) {
        judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_OK, "chain.cuda_libraries.cpu", NULL, 0);
        return;
    }
    /* The requirements are for Linux; on Windows torch brings its libraries itself. */
    const struct fact *requires = fact_find(judging->facts, &torch, ATTRIBUTE_PACKAGE_REQUIRES);
    bool windows = judge_has_system(judging, "windows"), known = requires && requires->state == FACT_KNOWN,
         listed = all_listed(judging, &environment);
    size_t pins = known && !windows ? judge_pins(judging, &environment, requires, listed) : 0;
    if (!known && !windows)
        judge_listed(judging, &environment, &torch);
    if (pins && listed)
        judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_OK, "chain.cuda_libraries.complete", NULL, 0);
    else if (!pins && (windows || known))
        judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_OK, "chain.cuda_libraries.bundled", NULL, 0);
    else
        judge_link(judging, CHAIN_CUDA_LIBRARIES, LINK_UNKNOWN, "chain.cuda_libraries.unknown", NULL, 0);
}

const struct judge judge_of_cuda_libraries = {"cuda_libraries", judge_cuda_libraries, false};
