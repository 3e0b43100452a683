/* What is installed in the judged environment, from metadata folders; and of torch what its files say. Nothing is
 * imported or run. Sources: packaging.python.org, "Recording installed projects"; torch/version.py as PyTorch's setup
 * writes it. */
#include "sources/gathering.h"

#include "base/version.h"
#include "formats/distinfo.h"

static struct text package_key(struct gathering *gathering, struct text prefix, struct text name) {
    return text_format(gathering->arena, TEXT_FORMAT "|" TEXT_FORMAT, TEXT_ARGUMENTS(prefix), TEXT_ARGUMENTS(name));
}

/* One metadata folder. Python imports the first on its path, so later ones only count as copies; of torch the one that
 * its own version.py names. */
static void learn_distribution(struct gathering *gathering, struct text prefix, struct text site, struct text folder) {
    struct text name, version;
    if (!distinfo_name(gathering->arena, folder, &name, &version))
        return;
    struct text key = package_key(gathering, prefix, name),
                place = path_join(gathering->machine, gathering->arena, site, folder);
    struct entity package = gathering_entity(gathering, KIND_PACKAGE, key);
    struct text stated = fact_text(gathering->facts, &package, ATTRIBUTE_PACKAGE_VERSION);
    bool ours = !stated.size || (text_is(name, "torch") && text_equal(version_public(stated), version_public(version)));
    if (fact_known(gathering->facts, &package, ATTRIBUTE_PACKAGE_METADATA) || !ours) {
        learn_text(gathering, ATTRIBUTE_PACKAGE_COPY, key, place, place);
        return;
    }
    learn_text(gathering, stated.size ? ATTRIBUTE_PACKAGE_METADATA_VERSION : ATTRIBUTE_PACKAGE_VERSION, key, version,
               place);
    learn_text(gathering, ATTRIBUTE_PACKAGE_METADATA, key, place, place);
    if (!fact_known(gathering->facts, &package, ATTRIBUTE_PACKAGE_PLACE))
        learn_text(gathering, ATTRIBUTE_PACKAGE_PLACE, key, site, place);
}

static void learn_site(struct gathering *gathering, struct text prefix, struct text site) {
    struct asked_list list = ask_list(gathering->machine, gathering->arena, site);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++)
        if (text_ends(list.entries[at], ".dist-info") || text_ends(list.entries[at], ".egg-info"))
            learn_distribution(gathering, prefix, site, list.entries[at]);
    if (list.state != ANSWER_KNOWN || !list.complete)
        learn_state(gathering, ATTRIBUTE_ENVIRONMENT_PACKAGES, prefix,
                    list.state == ANSWER_KNOWN ? ANSWER_UNREADABLE : list.state, list.reason, site);
    else
        learn_integer(gathering, ATTRIBUTE_ENVIRONMENT_PACKAGES, prefix, (int64_t)list.count, site);
}

static void learn_flavour(struct gathering *gathering, struct text key, const struct value *literals, const char *name,
                          enum attribute attribute, struct text place) {
    const struct value *value = value_get(literals, name);
    if (value && value->type == VALUE_TEXT && value->text.size)
        learn_text(gathering, attribute, key, value->text, place);
    else if (value)
        learn_state(gathering, attribute, key, ANSWER_ABSENT, (struct text){0}, place);
}

/* torch/version.py is written by the build itself, so it is right where the folder's name is not (local builds,
 * repackaged ones). */
static void learn_torch_version(struct gathering *gathering, struct text key, struct text folder) {
    struct text path = path_join(gathering->machine, gathering->arena, folder, TEXT("version.py"));
    struct asked_text asked = ask_text(gathering->machine, gathering->arena, path);
    if (asked.state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_PACKAGE_CUDA, key, asked.state, asked.reason, path);
        return;
    }
    struct value literals = distinfo_literals(gathering->arena, asked.text);
    struct text version = value_get_text(&literals, "__version__");
    if (version.size)
        learn_text(gathering, ATTRIBUTE_PACKAGE_VERSION, key, version, path);
    learn_flavour(gathering, key, &literals, "cuda", ATTRIBUTE_PACKAGE_CUDA, path);
    learn_flavour(gathering, key, &literals, "hip", ATTRIBUTE_PACKAGE_HIP, path);
}

/* Libraries without which no build of torch can load, and the one that a CUDA build adds. */
static void learn_torch_files(struct gathering *gathering, struct text key, struct text folder, bool cuda) {
    bool windows = gathering_on(gathering, SYSTEM_WINDOWS);
    const char *const names[] = {windows ? "torch_cpu.dll" : "libtorch_cpu.so", windows ? "c10.dll" : "libc10.so",
                                 windows ? "torch_cuda.dll" : "libtorch_cuda.so"};
    struct text library = path_join(gathering->machine, gathering->arena, folder, TEXT("lib"));
    struct asked_list list = ask_list(gathering->machine, gathering->arena, library);
    if (list.state != ANSWER_KNOWN || !list.complete) {
        learn_state(gathering, ATTRIBUTE_PACKAGE_FILES, key,
                    list.state == ANSWER_KNOWN ? ANSWER_UNREADABLE : list.state, list.reason, library);
        return;
    }
    struct value missing = value_list();
    for (size_t at = 0; at < (cuda ? 3u : 2u); at++) {
        bool there = false;
        for (size_t entry = 0; entry < list.count; entry++)
            there = there || text_is(list.entries[entry], names[at]);
        if (!there)
            value_append(gathering->arena, &missing, value_string(names[at]));
    }
    learn(gathering, ATTRIBUTE_PACKAGE_FILES, key, missing, library);
}

/* METADATA's requirements pin the CUDA libraries that a wheel was built with; INSTALLER says who put it there. */
static void learn_torch_metadata(struct gathering *gathering, struct text key, struct text info) {
    struct text path = path_join(gathering->machine, gathering->arena, info, TEXT("METADATA"));
    struct asked_text asked = ask_text(gathering->machine, gathering->arena, path);
    if (asked.state == ANSWER_KNOWN) {
        struct value metadata = distinfo_metadata(gathering->arena, asked.text);
        const struct value *requires = value_get(&metadata, "requires");
        if (requires && requires->type == VALUE_LIST)
            learn(gathering, ATTRIBUTE_PACKAGE_REQUIRES, key, *requires, path);
    }
    path = path_join(gathering->machine, gathering->arena, info, TEXT("INSTALLER"));
    asked = ask_text(gathering->machine, gathering->arena, path);
    if (asked.state == ANSWER_KNOWN && text_trim(asked.text).size)
        learn_text(gathering, ATTRIBUTE_PACKAGE_INSTALLER, key, text_trim(asked.text), path);
}

/* The first folder called torch on Python's path is what is imported, with metadata or without. It is looked at first,
 * since its version.py is right where a metadata folder is stale. */
static void learn_torch_folder(struct gathering *gathering, struct text key, const struct value *sites) {
    struct entity package = gathering_entity(gathering, KIND_PACKAGE, key);
    for (size_t at = 0; at < value_count(sites); at++) {
        struct text site = value_at(sites, at)->text,
                    folder = path_join(gathering->machine, gathering->arena, site, TEXT("torch"));
        struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, folder);
        if (stat.state != ANSWER_KNOWN || !text_is(stat.type, "directory"))
            continue;
        learn_text(gathering, ATTRIBUTE_PACKAGE_PLACE, key, site, folder);
        learn_torch_version(gathering, key, folder);
        learn_torch_files(gathering, key, folder, fact_known(gathering->facts, &package, ATTRIBUTE_PACKAGE_CUDA));
        return;
    }
}

static void learn_environment(struct gathering *gathering, const struct entity *environment,
                              const struct value *sites) {
    struct text key = package_key(gathering, environment->key, TEXT("torch"));
    struct entity torch = gathering_entity(gathering, KIND_PACKAGE, key);
    learn_torch_folder(gathering, key, sites);
    for (size_t site = 0; site < value_count(sites); site++)
        learn_site(gathering, environment->key, value_at(sites, site)->text);
    struct text metadata = fact_text(gathering->facts, &torch, ATTRIBUTE_PACKAGE_METADATA);
    if (metadata.size)
        learn_torch_metadata(gathering, key, metadata);
}

static bool all_sites_known(struct gathering *gathering, const struct entity *environment) {
    const struct fact **facts;
    size_t count =
        fact_observations(gathering->facts, gathering->arena, environment, ATTRIBUTE_ENVIRONMENT_PACKAGES, &facts);
    return count && facts[count - 1]->state == FACT_KNOWN; /* the worst stands last */
}

static void gather(struct gathering *gathering) {
    struct entity *environments;
    size_t count =
        fact_entities(gathering->facts, gathering->arena, gathering->subject, KIND_ENVIRONMENT, &environments);
    for (size_t at = 0; at < count; at++) {
        const struct fact *sites = fact_find(gathering->facts, &environments[at], ATTRIBUTE_ENVIRONMENT_SITE);
        if (!sites || sites->state != FACT_KNOWN)
            continue;
        struct value folders = sites->value; /* learning more moves the store's facts, not what they hold */
        learn_environment(gathering, &environments[at], &folders);
        struct entity torch =
            gathering_entity(gathering, KIND_PACKAGE, package_key(gathering, environments[at].key, TEXT("torch")));
        if (!fact_find(gathering->facts, &torch, ATTRIBUTE_PACKAGE_VERSION) &&
            all_sites_known(gathering, &environments[at]))
            learn_state(gathering, ATTRIBUTE_PACKAGE_VERSION, torch.key, ANSWER_ABSENT, (struct text){0},
                        environments[at].key);
    }
}

extern const struct source source_packages;
const struct source source_packages = {"packages", "distributions of the judged environment, torch by its files", false,
                                       gather};
