/* Kernel modules: what is loaded, what lies on disk for the running kernel, what modprobe may not load.
 * Sources: the kernel's Documentation/ABI/stable/sysfs-module; modprobe.d(5); on Windows the service nvlddmkm and the
 * display class. */
#include "sources/gathering.h"

#include "base/buffer.h"
#include "formats/nvidia.h"

static const char *const watched[] = {"nvidia", "nvidia_uvm", "nvidia_modeset", "nouveau", "nova_core", "vfio_pci"};

static void learn_loaded(struct gathering *gathering, const char *name) {
    struct text key = text_of(name), path = text_format(gathering->arena, "/sys/module/%s", name);
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, path);
    if (stat.state == ANSWER_KNOWN)
        learn_boolean(gathering, ATTRIBUTE_MODULE_LOADED, key, true, path);
    else if (stat.state == ANSWER_ABSENT)
        learn_boolean(gathering, ATTRIBUTE_MODULE_LOADED, key, false, path);
    else
        learn_state(gathering, ATTRIBUTE_MODULE_LOADED, key, stat.state, stat.reason, path);
}

static void learn_version(struct gathering *gathering) {
    struct text path = TEXT("/proc/driver/nvidia/version"), key = TEXT("nvidia");
    struct asked_text asked = ask_text(gathering->machine, gathering->arena, path);
    struct value found;
    if (asked.state == ANSWER_KNOWN && nvidia_module_version(gathering->arena, asked.text, &found)) {
        learn_text(gathering, ATTRIBUTE_MODULE_VERSION, key, value_get_text(&found, "version"), path);
        learn_text(gathering, ATTRIBUTE_MODULE_FLAVOUR, key, value_get_text(&found, "flavour"), path);
        return;
    }
    path = TEXT("/sys/module/nvidia/version");
    asked = ask_text(gathering->machine, gathering->arena, path);
    if (asked.state == ANSWER_KNOWN)
        learn_text(gathering, ATTRIBUTE_MODULE_VERSION, key, text_trim(asked.text), path);
    else
        learn_state(gathering, ATTRIBUTE_MODULE_VERSION, key, asked.state, asked.reason, path);
}

/* "blacklist nouveau", "install nvidia /bin/false": names that modprobe does not load. */
static void read_blocklist(struct gathering *gathering, struct text content, struct value *names) {
    struct text line;
    while (text_next_line(&content, &line)) {
        struct text verb, name, rest;
        if (!text_next_word(&line, &verb) || !text_next_word(&line, &name))
            continue;
        rest = text_trim(line);
        bool never = text_is(verb, "install") && (text_starts(rest, "/bin/false") || text_starts(rest, "/bin/true"));
        if (text_is(verb, "blacklist") || never)
            value_append(gathering->arena, names, value_text(name));
    }
}

static void learn_blocklist(struct gathering *gathering) {
    static const char *const folders[] = {"/etc/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"};
    struct value names = value_list();
    bool looked = false;
    for (size_t folder = 0; folder < sizeof folders / sizeof *folders; folder++) {
        struct asked_list list = ask_list(gathering->machine, gathering->arena, text_of(folders[folder]));
        looked = looked || list.state == ANSWER_KNOWN;
        for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++) {
            struct text path =
                path_join(gathering->machine, gathering->arena, text_of(folders[folder]), list.entries[at]);
            struct asked_text asked = {.state = ANSWER_ABSENT};
            if (text_ends(list.entries[at], ".conf"))
                asked = ask_text(gathering->machine, gathering->arena, path);
            if (asked.state == ANSWER_KNOWN)
                read_blocklist(gathering, asked.text, &names);
        }
    }
    if (looked)
        learn(gathering, ATTRIBUTE_MACHINE_BLOCKLIST, TEXT(""), names, text_of(folders[0]));
}

static void add_modules(struct gathering *gathering, struct text folder, struct value *found) {
    struct asked_list list = ask_list(gathering->machine, gathering->arena, folder);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++)
        if (text_starts(list.entries[at], "nvidia.ko"))
            value_append(gathering->arena, found,
                         value_text(path_join(gathering->machine, gathering->arena, folder, list.entries[at])));
}

/* Where distributions and installers put nvidia.ko: looked up by name, since modules.dep is long and may be stale. */
static void learn_installed(struct gathering *gathering) {
    static const char *const places[] = {"updates/dkms",
                                         "updates",
                                         "extra",
                                         "extra/nvidia",
                                         "weak-updates/nvidia",
                                         "kernel/drivers/video",
                                         "nvidia",
                                         "kernel/drivers/video/nvidia"};
    struct entity machine = gathering_entity(gathering, KIND_MACHINE, TEXT(""));
    struct text release = fact_text(gathering->facts, &machine, ATTRIBUTE_MACHINE_KERNEL);
    if (!release.size)
        return;
    struct text root = text_format(gathering->arena, "/lib/modules/" TEXT_FORMAT, TEXT_ARGUMENTS(release));
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, root);
    if (stat.state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_MACHINE_BUILT_MODULES, TEXT(""), stat.state, stat.reason, root);
        return;
    }
    struct value found = value_list();
    for (size_t at = 0; at < sizeof places / sizeof *places; at++)
        add_modules(gathering, path_join(gathering->machine, gathering->arena, root, text_of(places[at])), &found);
    /* Ubuntu's signed modules: kernel/nvidia-535/nvidia.ko */
    struct text kernel = path_join(gathering->machine, gathering->arena, root, TEXT("kernel"));
    struct asked_list list = ask_list(gathering->machine, gathering->arena, kernel);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++)
        if (text_starts(list.entries[at], "nvidia-"))
            add_modules(gathering, path_join(gathering->machine, gathering->arena, kernel, list.entries[at]), &found);
    learn(gathering, ATTRIBUTE_MACHINE_BUILT_MODULES, TEXT(""), found, root);
}

static void gather_windows(struct gathering *gathering) {
    struct text service = TEXT("HKLM\\SYSTEM\\CurrentControlSet\\Services\\nvlddmkm");
    struct answer answer = ask_registry(gathering->machine, gathering->arena, service);
    if (answer.state == ANSWER_KNOWN || answer.state == ANSWER_ABSENT)
        learn_boolean(gathering, ATTRIBUTE_MODULE_LOADED, TEXT("nvidia"), answer.state == ANSWER_KNOWN, service);
    else
        learn_state(gathering, ATTRIBUTE_MODULE_LOADED, TEXT("nvidia"), answer.state, answer.reason, service);
    struct entity *gpus;
    size_t count = fact_entities(gathering->facts, gathering->arena, gathering->subject, KIND_GPU, &gpus);
    for (size_t at = 0; at < count; at++) {
        const struct fact *vendor = fact_find(gathering->facts, &gpus[at], ATTRIBUTE_GPU_VENDOR);
        if (!vendor || vendor->state != FACT_KNOWN || !text_is(vendor->value.text, "10de"))
            continue;
        answer = ask_registry(gathering->machine, gathering->arena, vendor->origin.place);
        struct text version = nvidia_windows_version(
            gathering->arena, value_get_text(value_get(&answer.value, "values"), "DriverVersion"));
        if (answer.state == ANSWER_KNOWN && version.size) {
            learn_text(gathering, ATTRIBUTE_MODULE_VERSION, TEXT("nvidia"), version, vendor->origin.place);
            return;
        }
    }
}

static void gather(struct gathering *gathering) {
    if (gathering_on(gathering, SYSTEM_WINDOWS)) {
        gather_windows(gathering);
        return;
    }
    for (size_t at = 0; at < sizeof watched / sizeof *watched; at++)
        learn_loaded(gathering, watched[at]);
    learn_version(gathering);
    learn_blocklist(gathering);
    learn_installed(gathering);
}

extern const struct source source_modules;
const struct source source_modules = {"modules", "kernel modules loaded, on disk and blocked", false, gather};
