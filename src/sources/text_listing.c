#include "text_listing.h"

#include "knowledge/product.h"

struct learning {
    struct reading *reading;
    struct text subject; /* "listing:2" */
    int64_t line;
    size_t cards;
    bool environment; /* has it one? */
};

static void learn_state(const struct learning *learning, enum attribute attribute, struct text key,
                        enum fact_state state, struct value value, struct text reason) {
    struct fact fact = {
        .subject = learning->subject,
        .kind = attribute_row(attribute)->kind,
        .key = key,
        .attribute = attribute,
        .state = state,
        .value = value,
        .reason = reason,
        .origin = {.source = TEXT("listing"), .place = learning->reading->place, .line = learning->line},
    };
    fact_add(learning->reading->facts, &fact);
}

static void learn(const struct learning *learning, enum attribute attribute, struct text key, struct value value) {
    learn_state(learning, attribute, key, value.type == VALUE_NULL ? FACT_ABSENT : FACT_KNOWN, value, TEXT(""));
}

static struct text package_key(struct arena *arena, struct text name) {
    return text_join(arena, TEXT(READING_ENVIRONMENT "|"), name);
}

/* What is the only one of its kind in a listing, by the name that the listing gives it. */
static const struct {
    const char *name;
    enum attribute attribute;
    const char *key;
} singles[] = {
    {"driver", ATTRIBUTE_DRIVER_VERSION, ""},
    {"driver_cuda", ATTRIBUTE_DRIVER_CUDA, ""},
    {"module_flavour", ATTRIBUTE_MODULE_FLAVOUR, "nvidia"},
    {"cuda_toolkit", ATTRIBUTE_TOOLKIT_VERSION, "#0"},
    {"cudnn", ATTRIBUTE_TOOLKIT_CUDNN, "#0"},
    {"python", ATTRIBUTE_ENVIRONMENT_VERSION, READING_ENVIRONMENT},
    {"libc", ATTRIBUTE_MACHINE_LIBC, ""},
    {"engine_version", ATTRIBUTE_ENGINE_VERSION, ""},
    {"engine_runtimes", ATTRIBUTE_ENGINE_RUNTIMES, ""},
    {"engine_default_runtime", ATTRIBUTE_ENGINE_DEFAULT_RUNTIME, ""},
    {"engine_cgroup_driver", ATTRIBUTE_ENGINE_CGROUP_DRIVER, ""},
    {"torch", ATTRIBUTE_PACKAGE_VERSION, READING_ENVIRONMENT "|torch"},
    {"torch_cuda", ATTRIBUTE_PACKAGE_CUDA, READING_ENVIRONMENT "|torch"},
    {"torch_hip", ATTRIBUTE_PACKAGE_HIP, READING_ENVIRONMENT "|torch"},
    {"is_available", ATTRIBUTE_PACKAGE_AVAILABLE, READING_ENVIRONMENT "|torch"},
    {"architectures", ATTRIBUTE_PACKAGE_ARCHITECTURES, READING_ENVIRONMENT "|torch"},
    {"numpy", ATTRIBUTE_PACKAGE_VERSION, READING_ENVIRONMENT "|numpy"},
    {"torchvision", ATTRIBUTE_PACKAGE_VERSION, READING_ENVIRONMENT "|torchvision"},
    {"torchaudio", ATTRIBUTE_PACKAGE_VERSION, READING_ENVIRONMENT "|torchaudio"},
};

/* What lspci -nnk states besides the name. The number tells the card where the name does not. */
static void learn_bus(const struct learning *learning, struct text key, const struct value *entry, bool capable) {
    struct text device = value_get_text(entry, "device"), driver = value_get_text(entry, "driver");
    size_t from = 0;
    if (device.size) {
        learn(learning, ATTRIBUTE_GPU_DEVICE, key, value_text(device));
        struct text capability =
            row_text(table_find(learning->reading->knowledge, "gpus", "device_id", device, &from), "capability");
        if (!capable && capability.size)
            learn(learning, ATTRIBUTE_GPU_CAPABILITY, key, value_text(capability));
    }
    if (driver.size)
        learn(learning, ATTRIBUTE_GPU_DRIVER, key, value_text(driver));
}

static void learn_card(struct learning *learning, const struct value *entry) {
    struct reading *reading = learning->reading;
    struct text name = value_get(entry, "value")->text;
    struct text key = text_format(reading->arena, "#%zu", learning->cards++), capability;
    struct text vendor = product_vendor(reading->knowledge, name);
    learn(learning, ATTRIBUTE_GPU_NAME, key, value_text(name));
    if (vendor.size || value_get_text(entry, "device").size)
        learn(learning, ATTRIBUTE_GPU_VENDOR, key, vendor.size ? value_text(vendor) : value_string("10de"));
    bool capable = product_capability(reading->knowledge, name, &capability);
    if (capable)
        learn(learning, ATTRIBUTE_GPU_CAPABILITY, key, value_text(capability));
    learn_bus(learning, key, entry, capable);
}

static void learn_client(const struct learning *learning, struct text key, const struct value *client) {
    int64_t memory = value_get_integer(client, "memory", -1);
    learn(learning, ATTRIBUTE_CLIENT_CARD, key, value_integer(value_get_integer(client, "card", 0)));
    learn(learning, ATTRIBUTE_CLIENT_NAME, key, value_text(value_get_text(client, "name")));
    if (memory >= 0)
        learn(learning, ATTRIBUTE_CLIENT_MEMORY, key, value_integer(memory));
}

/* "Linux-5.15.90.1-microsoft-standard-WSL2-x86_64-with-glibc2.35": what Python calls its platform. */
static void learn_kernel(const struct learning *learning, struct text os) {
    struct text release = text_from(os, text_starts(os, "Linux-") ? 6 : os.size);
    if (!release.size)
        return;
    size_t end = text_find(release, TEXT("-x86_64")), other = text_find(release, TEXT("-aarch64"));
    end = end < other ? end : other;
    if (end != TEXT_NOWHERE)
        learn(learning, ATTRIBUTE_MACHINE_KERNEL, TEXT(""), value_text(text_until(release, end)));
    if (text_contains(release, "WSL2") || text_contains(release, "microsoft-standard"))
        learn(learning, ATTRIBUTE_MACHINE_WSL, TEXT(""), value_integer(2));
    else if (text_contains(release, "-Microsoft"))
        learn(learning, ATTRIBUTE_MACHINE_WSL, TEXT(""), value_integer(1));
}

static void learn_system(const struct learning *learning, struct text os) {
    struct text lower = text_lower(learning->reading->arena, os);
    bool windows = text_contains(lower, "windows") || text_starts(lower, "win") || text_is(lower, "nt");
    bool mac = text_contains(lower, "mac") || text_contains(lower, "darwin") || text_contains(lower, "osx");
    learn(learning, ATTRIBUTE_MACHINE_OS, TEXT(""), value_text(os));
    /* Distributions name themselves; what is neither of the others is one of them. */
    learn(learning, ATTRIBUTE_MACHINE_SYSTEM, TEXT(""), value_string(windows ? "windows" : mac ? "macos" : "linux"));
    learn_kernel(learning, os);
}

/* Returns whether the statement is about the environment. */
static bool learn_statement(struct learning *learning, struct text name, const struct value *entry) {
    const struct value *value = value_get(entry, "value");
    struct arena *arena = learning->reading->arena;
    if (text_is(name, "gpus") && value->type == VALUE_TEXT)
        learn_card(learning, entry);
    else if (text_is(name, "os") && value->type == VALUE_TEXT)
        learn_system(learning, value->text);
    if (text_starts(name, "module:"))
        learn(learning, ATTRIBUTE_MODULE_LOADED, text_from(name, 7), *value);
    if (text_starts(name, "card_process:") && value->type == VALUE_MAP)
        learn_client(learning, text_from(name, 13), value);
    if (text_starts(name, "library:") && value->type == VALUE_TEXT)
        learn(learning, ATTRIBUTE_LIBRARY_NAME, value->text, value_text(text_from(name, 8)));
    if (text_starts(name, "package:")) {
        learn(learning, ATTRIBUTE_PACKAGE_VERSION, package_key(arena, text_from(name, 8)), *value);
        return true;
    }
    if (text_is(name, "torch_imports")) { /* it may be there all the same */
        learn_state(learning, ATTRIBUTE_PACKAGE_VERSION, TEXT(READING_ENVIRONMENT "|torch"), FACT_UNREADABLE,
                    value_null(), TEXT("import"));
        return true;
    }
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        if (text_is(name, singles[i].name)) {
            learn(learning, singles[i].attribute, text_of(singles[i].key), *value);
            return text_starts(text_of(singles[i].key), READING_ENVIRONMENT);
        }
    return false;
}

void listing_learn(struct reading *reading, const struct value *found) {
    struct learning learning = {.reading = reading};
    int64_t subject = 0;
    for (size_t i = 0; i < value_count(found); i++) {
        const struct value *entry = value_at(found, i);
        if (value_get_integer(entry, "subject", 1) != subject) {
            subject = value_get_integer(entry, "subject", 1);
            learning = (struct learning){.reading = reading,
                                         .subject = text_format(reading->arena, "listing:%lld", (long long)subject)};
        }
        learning.line = value_get_integer(entry, "line", 0);
        if (learn_statement(&learning, value_get_text(entry, "name"), entry) && !learning.environment) {
            learn(&learning, ATTRIBUTE_ENVIRONMENT_JUDGED, TEXT(READING_ENVIRONMENT), value_boolean(true));
            learning.environment = true;
        }
    }
}

static struct entity listing_entity(enum entity_kind kind, const char *key) {
    return (struct entity){TEXT(READING_LISTING), kind, text_of(key)};
}

static struct value cards_of(struct fact_store *facts, struct arena *arena) {
    struct value names = value_list();
    struct entity *cards;
    size_t count = fact_entities(facts, arena, TEXT(READING_LISTING), KIND_GPU, &cards);
    for (size_t i = 0; i < count; i++)
        value_append(arena, &names, value_text(fact_text(facts, &cards[i], ATTRIBUTE_GPU_NAME)));
    return names;
}

struct value reading_listing(struct fact_store *facts, struct arena *arena) {
    static const char *const shown[] = {"torch", "torch_cuda",   "python", "os",          "driver",    "cuda_toolkit",
                                        "cudnn", "is_available", "numpy",  "torchvision", "torchaudio"};
    struct value listing = value_map(), cards = cards_of(facts, arena);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct entity entity = listing_entity(KIND_MACHINE, "");
        enum attribute attribute = ATTRIBUTE_MACHINE_OS;
        for (size_t at = 0; at < sizeof singles / sizeof *singles; at++)
            if (text_is(text_of(shown[i]), singles[at].name)) {
                attribute = singles[at].attribute;
                entity = listing_entity(attribute_row(attribute)->kind, singles[at].key);
            }
        const struct fact *fact = fact_find(facts, &entity, attribute);
        if (fact && fact->state == FACT_KNOWN)
            value_set(arena, &listing, shown[i], fact->value);
        else if (fact && (fact->state == FACT_ABSENT || fact->state == FACT_UNREADABLE)) /* "PyTorch version: N/A" */
            value_set(arena, &listing, shown[i], value_null());
    }
    /* A listing that states no driver ("No CUDA") says so of the cards in the same breath. */
    struct entity driver = listing_entity(KIND_DRIVER, "");
    if (value_count(&cards))
        value_set(arena, &listing, "gpus", cards);
    else if (fact_absent(facts, &driver, ATTRIBUTE_DRIVER_VERSION))
        value_set(arena, &listing, "gpus", value_null());
    return listing;
}
