/* The driver's user-mode libraries, as the loader finds them: LD_LIBRARY_PATH, then ld.so.cache, then the default
 * folders. On Windows System32. Sources: ld.so(8); NVIDIA driver README, "Installed components". */
#include "sources/gathering.h"

#include "formats/elf.h"
#include "formats/ldcache.h"
#include "formats/nvidia.h"

/* One search for one name: how far it came, and whether anything on the way could not be looked at. */
struct search {
    struct text name;
    int64_t found;
    struct text first;       /* what the loader takes */
    enum answer_state worst; /* of places that could not be looked at */
    struct text reason;
};

static void learn_file(struct gathering *gathering, struct search *search, struct text path, const char *rule) {
    bool missing = false;
    struct text target = path_resolve(gathering->machine, gathering->arena, path, &missing);
    struct text version = nvidia_library_version(path_name(gathering->machine, target));
    learn_text(gathering, ATTRIBUTE_LIBRARY_NAME, path, search->name, path);
    learn_text(gathering, ATTRIBUTE_LIBRARY_TARGET, path, target, path);
    search->first = search->found ? search->first : path;
    learn_integer(gathering, ATTRIBUTE_LIBRARY_RANK, path, search->found++, path);
    learn_text(gathering, ATTRIBUTE_LIBRARY_RULE, path, text_of(rule), path);
    learn_boolean(gathering, ATTRIBUTE_LIBRARY_STUB, path, text_contains(target, "/stubs/"), path);
    if (version.size)
        learn_text(gathering, ATTRIBUTE_LIBRARY_VERSION, path, version, path);
    struct answer elf = machine_digest(gathering->machine, gathering->arena, "elf", elf_digest, target);
    struct text soname = value_get_text(&elf.value, "soname"), machine = value_get_text(&elf.value, "machine");
    if (elf.state == ANSWER_KNOWN && soname.size)
        learn_text(gathering, ATTRIBUTE_LIBRARY_SONAME, path, soname, target);
    if (elf.state == ANSWER_KNOWN && machine.size)
        learn_text(gathering, ATTRIBUTE_LIBRARY_MACHINE, path, machine, target);
}

static bool already_found(struct gathering *gathering, struct text path) {
    struct entity entity = gathering_entity(gathering, KIND_LIBRARY, path);
    return fact_known(gathering->facts, &entity, ATTRIBUTE_LIBRARY_NAME);
}

static void try_path(struct gathering *gathering, struct search *search, struct text path, const char *rule) {
    if (already_found(gathering, path))
        return;
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, path);
    if (stat.state == ANSWER_KNOWN && text_is(stat.type, "file"))
        learn_file(gathering, search, path, rule);
    else if (stat.state != ANSWER_KNOWN && stat.state > search->worst) {
        search->worst = stat.state;
        search->reason = stat.reason;
    }
}

static void try_folder(struct gathering *gathering, struct search *search, struct text folder, const char *rule) {
    try_path(gathering, search, path_join(gathering->machine, gathering->arena, folder, search->name), rule);
}

/* ':' and ';' both separate; an empty element is the working folder, which is not searched on somebody's behalf. */
static void try_variable(struct gathering *gathering, struct search *search) {
    struct asked_text variable = ask_variable(gathering->machine, gathering->arena, "LD_LIBRARY_PATH");
    struct text rest = text_replace(gathering->arena, variable.text, TEXT(";"), TEXT(":")), folder;
    while (variable.state == ANSWER_KNOWN && text_next_part(&rest, ':', &folder))
        if (folder.size)
            try_folder(gathering, search, folder, "LD_LIBRARY_PATH");
}

static void try_cache(struct gathering *gathering, struct search *search) {
    struct answer cache =
        machine_digest(gathering->machine, gathering->arena, "ldcache", ldcache_digest, TEXT("/etc/ld.so.cache"));
    const struct value *paths = value_get_named(value_get(&cache.value, "libraries"), search->name);
    for (size_t at = 0; cache.state == ANSWER_KNOWN && at < value_count(paths); at++)
        try_path(gathering, search, value_at(paths, at)->text, "ld.so.cache");
}

static void search_linux(struct gathering *gathering, struct search *search) {
    static const char *const folders[] = {"/lib/x86_64-linux-gnu",
                                          "/usr/lib/x86_64-linux-gnu",
                                          "/lib/aarch64-linux-gnu",
                                          "/usr/lib/aarch64-linux-gnu",
                                          "/lib64",
                                          "/usr/lib64",
                                          "/lib",
                                          "/usr/lib"};
    try_variable(gathering, search);
    try_cache(gathering, search);
    for (size_t at = 0; at < sizeof folders / sizeof *folders; at++)
        try_folder(gathering, search, text_of(folders[at]), "default folder");
}

/* A link into another folder was made by hand: what lies beside the link is the driver's own. */
static void learn_beside(struct gathering *gathering, struct text path) {
    struct entity first = gathering_entity(gathering, KIND_LIBRARY, path);
    struct text folder = path_parent(gathering->machine, path),
                target = fact_text(gathering->facts, &first, ATTRIBUTE_LIBRARY_TARGET);
    if (text_equal(path_parent(gathering->machine, target), folder))
        return;
    struct asked_list list = ask_list(gathering->machine, gathering->arena, folder);
    int64_t found = 0;
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++) {
        struct text version = nvidia_library_version(list.entries[at]),
                    beside = path_join(gathering->machine, gathering->arena, folder, list.entries[at]);
        if (!text_starts(list.entries[at], "libcuda.so.") || !version.size)
            continue;
        learn_text(gathering, ATTRIBUTE_LIBRARY_NAME, beside, TEXT("libcuda.so.1"), beside);
        learn_text(gathering, ATTRIBUTE_LIBRARY_TARGET, beside, beside, beside);
        learn_text(gathering, ATTRIBUTE_LIBRARY_VERSION, beside, version, beside);
        found++;
    }
    if (list.state == ANSWER_KNOWN && list.complete)
        learn_integer(gathering, ATTRIBUTE_LIBRARY_BESIDE, path, found, folder);
    else
        learn_state(gathering, ATTRIBUTE_LIBRARY_BESIDE, path,
                    list.state == ANSWER_KNOWN ? ANSWER_UNREADABLE : list.state, list.reason, folder);
}

/* The entity that bears the library's own name says what the search came to. */
static void conclude(struct gathering *gathering, const struct search *search) {
    struct text place = TEXT("loader search");
    if (search->found)
        learn_integer(gathering, ATTRIBUTE_LIBRARY_COPIES, search->name, search->found, place);
    else if (search->worst <= ANSWER_ABSENT)
        learn_state(gathering, ATTRIBUTE_LIBRARY_COPIES, search->name, ANSWER_ABSENT, (struct text){0}, place);
    else
        learn_state(gathering, ATTRIBUTE_LIBRARY_COPIES, search->name, search->worst, search->reason, place);
}

/* Libraries of a CUDA toolkit in the loader's cache: a framework may use them in place of its own. */
static void learn_toolkit_libraries(struct gathering *gathering) {
    struct text place = TEXT("/etc/ld.so.cache");
    struct answer cache = machine_digest(gathering->machine, gathering->arena, "ldcache", ldcache_digest, place);
    const struct value *libraries = value_get(&cache.value, "libraries");
    struct value found = value_list();
    if (cache.state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_MACHINE_LOADER_CUDA, TEXT(""), cache.state, cache.reason, place);
        return;
    }
    for (size_t at = 0; libraries && libraries->type == VALUE_MAP && at < libraries->map.count; at++)
        if (text_starts(libraries->map.members[at].name, "libcublas.so"))
            value_append(gathering->arena, &found, value_text(libraries->map.members[at].name));
    learn(gathering, ATTRIBUTE_MACHINE_LOADER_CUDA, TEXT(""), found, place);
}

static void gather(struct gathering *gathering) {
    static const char *const linux_names[] = {"libcuda.so.1", "libnvidia-ml.so.1"}, *const windows_names[] = {
                                                                                        "nvcuda.dll", "nvml.dll"};
    bool on_windows = gathering_on(gathering, SYSTEM_WINDOWS);
    for (size_t at = 0; at < 2; at++) {
        struct search search = {.name = text_of(on_windows ? windows_names[at] : linux_names[at])};
        if (on_windows)
            try_folder(gathering, &search, TEXT("C:\\Windows\\System32"), "System32");
        else
            search_linux(gathering, &search);
        conclude(gathering, &search);
        if (search.first.size && text_starts(search.name, "libcuda"))
            learn_beside(gathering, search.first);
    }
    if (!on_windows)
        learn_toolkit_libraries(gathering);
}

extern const struct source source_driver_library;
const struct source source_driver_library = {"driver_library", "libcuda and NVML as the loader finds them", false,
                                             gather};
