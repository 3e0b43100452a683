/* What the tests of this room share: knowledge compiled from a few lines of YAML, a healthy machine's facts, ways to
 * change one of them, and what the judges then say, in one line. */
#pragma once

#include "findings/findings.h"
#include "knowledge/compile.h"
#include "unit_test.h"

#define assert_text(got, expected) assert_spans((got), text_of(expected), __FILE__, __LINE__)

/* --- knowledge --- */

#define CAUSE(id, link, more)                                                                                          \
    "  " id ":\n"                                                                                                      \
    "    link: " link "\n"                                                                                             \
    "    title: {en: '" id " it is', zh: '是 " id "'}\n"                                                               \
    "    say: {en: 'Because of " id ".', zh: '因为 " id "。'}\n"                                                      \
    "    sources: [s]\n" more

/* The further files may be NULL. */
struct sketch {
    const char *taxonomy, *causes, *symptoms, *texts;
    struct {
        const char *path, *content;
    } tables[5];
};

static inline const struct knowledge *knowledge_of(struct arena *arena, const struct sketch *sketch) {
    struct knowledge_file files[10] = {
        {TEXT("sources/s.yaml"), TEXT("sources:\n  s: {title: S, url: 'https://example.org/', read: 2026-11-30}\n")},
        {TEXT("taxonomy.yaml"), text_of(sketch->taxonomy)},
        {TEXT("causes/c.yaml"), text_join(arena, TEXT("causes:\n"), text_of(sketch->causes))}};
    size_t count = 3;
    if (sketch->symptoms)
        files[count++] = (struct knowledge_file){TEXT("symptoms/s.yaml"),
                                                 text_join(arena, TEXT("symptoms:\n"), text_of(sketch->symptoms))};
    if (sketch->texts)
        files[count++] =
            (struct knowledge_file){TEXT("texts/t.yaml"), text_join(arena, TEXT("texts:\n"), text_of(sketch->texts))};
    for (size_t i = 0; i < COUNT(sketch->tables) && sketch->tables[i].path; i++)
        files[count++] = (struct knowledge_file){text_of(sketch->tables[i].path), text_of(sketch->tables[i].content)};
    struct text image = {0};
    struct knowledge_faults faults = {0};
    struct error error = {""};
    const struct knowledge *knowledge = NULL;
    if (!knowledge_compile(arena, files, count, &image, &faults)) {
        for (size_t i = 0; i < faults.count; i++)
            print_error(TEXT_FORMAT "\n", TEXT_ARGUMENTS(faults.lines[i]));
        fail_msg("%zu faults", faults.count);
    }
    if (!knowledge_open(arena, image.at, image.size, &knowledge, &error))
        fail_msg("%s", error.message);
    return knowledge;
}

#define CUDA_TABLE                                                                                                     \
    "cuda*\tminimum_linux\tminimum_windows\tsource\n"                                                                  \
    "11.8\t450.80.02\t452.39\ts\n"                                                                                     \
    "12.1\t525.60.13\t528.33\ts\n"                                                                                     \
    "12.8\t525.60.13\t528.33\ts\n"

#define TORCH_TABLE                                                                                                    \
    "torch*\tflavour*\tplatform*\tcuda\tpython_min\tpython_max\tarchitectures\tcudnn\tsource\n"                        \
    "2.1.0\tcu118\tlinux\t11.8\t3.8\t3.11\tsm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90\t-\ts\n"                          \
    "2.3.1\tcpu\tlinux\t-\t3.8\t3.12\t-\t-\ts\n"                                                                       \
    "2.3.1\tcu118\tlinux\t11.8\t3.8\t3.12\tsm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90\t-\ts\n"                          \
    "2.3.1\tcu121\tlinux\t12.1\t3.8\t3.12\tsm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_90\t8.9.2.26\ts\n"                   \
    "2.3.1\tcu121\twindows\t12.1\t3.8\t3.12\tsm_50 sm_60 sm_61 sm_70 sm_75 sm_80 sm_86 sm_90\t-\ts\n"                  \
    "2.7.0\tcu128\tlinux\t12.8\t3.9\t3.13\tsm_75 sm_80 sm_86 sm_90 sm_100 sm_120 compute_120\t-\ts\n"                  \
    "2.10.0\tcu128\tlinux\t12.8\t3.10\t3.14\tsm_75 sm_80 sm_86 sm_90 sm_100 sm_120\t-\ts\n"

#define ARCHITECTURES_TABLE                                                                                            \
    "capability*\tname\tfirst_driver\tlast_driver\tmodule\tsource\n"                                                   \
    "3.5\tKepler\t302\t470\tproprietary\ts\n"                                                                          \
    "6.1\tPascal\t361\t580\tproprietary\ts\n"                                                                          \
    "8.9\tAda\t400\t-\teither\ts\n"                                                                                    \
    "10.3\tBlackwell\t580\t-\topen\ts\n"

#define COMPANIONS_TABLE                                                                                               \
    "torch*\ttorchvision\tsource\n"                                                                                    \
    "2.3.1\t0.18.1\ts\n"                                                                                               \
    "2.7.0\t0.22.1 0.22.0\ts\n"

#define CALLS_TABLE                                                                                                    \
    "function*\tcode*\tcause*\tweight\tsource\n"                                                                       \
    "cuInit\t999\tdriver.hung\t12\ts\n"                                                                                \
    "cuInit\t803\tdriver.library_kernel_mismatch\t25\ts\n"                                                             \
    "cuInit\t7\tdriver.hung\t2000000000\ts\n"                                                                          \
    "cuDeviceDescribe\t214\tdriver.hung\t20\ts\n"                                                                      \
    "nvmlInit\t18\tdriver.library_kernel_mismatch\t40\ts\n"

/* The causes that judges conclude, with the edges that matter between them. */
#define MACHINE_TAXONOMY                                                                                               \
    "hw:\n  no_nvidia_gpu: No.\n"                                                                                      \
    "driver:\n  other_driver_bound: No.\n  nouveau_active: No.\n  secure_boot_blocked: No.\n  not_installed: No.\n"    \
    "  not_loaded: No.\n  device_node_denied: No.\n  libcuda_missing: No.\n  libcuda_stub_or_stale: No.\n"             \
    "  library_kernel_mismatch: No.\n  hung: No.\n  too_old_for_runtime: No.\n"                                        \
    "  open_module_required: No.\n  gpu_unsupported_by_release: No.\n"                                                 \
    "container:\n  no_gpu_passthrough: No.\n"                                                                          \
    "env:\n  visible_devices: No.\n  interpreter_broken: No.\n"                                                        \
    "framework:\n  not_installed: No.\n  cpu_build: No.\n  arch_not_built: No.\n  corrupt_install: No.\n"              \
    "  duplicate_install: No.\n"                                                                                       \
    "libs:\n  cuda_lib_missing: No.\n  cudnn_conflict: No.\n  cublas_or_nvjitlink_conflict: No.\n"                     \
    "  cuda_generation_mix: No.\n  nccl_conflict: No.\n"

#define MACHINE_CAUSES                                                                                                 \
    CAUSE("hw.no_nvidia_gpu", "graphics_card", "    explains: [driver.not_installed, driver.not_loaded]\n")            \
    CAUSE("driver.other_driver_bound", "kernel_driver", "    explains: [driver.not_loaded]\n")                         \
    CAUSE("driver.nouveau_active", "kernel_driver", "    explains: [driver.not_loaded]\n")                             \
    CAUSE("driver.secure_boot_blocked", "kernel_driver", "    narrower_than: [driver.not_loaded]\n")                   \
    CAUSE("driver.not_installed", "kernel_driver", "    explains: [driver.libcuda_missing]\n")                         \
    CAUSE("driver.not_loaded", "kernel_driver", "    explains: [driver.device_node_denied]\n")                         \
    CAUSE("driver.device_node_denied", "device_access", "    explains: [env.visible_devices]\n")                       \
    CAUSE("driver.libcuda_missing", "driver_library", "")                                                              \
    CAUSE("driver.libcuda_stub_or_stale", "driver_library", "    explains: [driver.library_kernel_mismatch]\n")        \
    CAUSE("driver.library_kernel_mismatch", "driver_library",                                                          \
          "    remedies:\n"                                                                                            \
          "      - {run: [sudo, reboot], system: linux, root: yes}\n"                                                  \
          "    prove: [plumb, verify]\n"                                                                               \
          "    ask: {run: [nvidia-smi], say: {en: 'What does it say?', zh: 它说什么？}}\n")                            \
    CAUSE("driver.hung", "driver_library",                                                                             \
          "    ask: {run: [dmesg], say: {en: 'What does it say?', zh: 它说什么？}}\n")                                 \
    CAUSE("driver.too_old_for_runtime", "kernel_driver", "")                                                           \
    CAUSE("driver.open_module_required", "kernel_driver", "")                                                          \
    CAUSE("driver.gpu_unsupported_by_release", "kernel_driver", "")                                                    \
    CAUSE("container.no_gpu_passthrough", "device_access", "    explains: [driver.not_loaded]\n")                      \
    CAUSE("env.visible_devices", "session", "    explains: [framework.corrupt_install]\n")                             \
    CAUSE("env.interpreter_broken", "interpreter", "")                                                                 \
    CAUSE("framework.not_installed", "framework", "")                                                                  \
    CAUSE(                                                                                                             \
        "framework.cpu_build", "framework",                                                                            \
        "    remedies:\n"                                                                                              \
        "      - run: ['{python:path}', -m, pip, install, 'torch=={fitting_torch:version}+{fitting_flavour:name}']\n"  \
        "      - run: [pip, install, '{package:package}']\n")                                                          \
    CAUSE("framework.arch_not_built", "framework", "")                                                                 \
    CAUSE("framework.corrupt_install", "framework", "")                                                                \
    CAUSE("framework.duplicate_install", "framework", "")                                                              \
    CAUSE("libs.cuda_lib_missing", "cuda_libraries", "    remedies: [{run: [pip, install, '{package:package}']}]\n")   \
    CAUSE("libs.cudnn_conflict", "cuda_libraries", "    remedies: [{run: [pip, install, '{package:package}']}]\n")     \
    CAUSE("libs.cublas_or_nvjitlink_conflict", "cuda_libraries", "")                                                   \
    CAUSE("libs.cuda_generation_mix", "cuda_libraries", "")                                                            \
    CAUSE("libs.nccl_conflict", "cuda_libraries", "")

static inline const struct knowledge *machine_knowledge(struct arena *arena) {
    static const struct sketch sketch = {.taxonomy = MACHINE_TAXONOMY,
                                         .causes = MACHINE_CAUSES,
                                         .tables = {{"tables/cuda.tsv", CUDA_TABLE},
                                                    {"tables/torch.tsv", TORCH_TABLE},
                                                    {"tables/companions.tsv", COMPANIONS_TABLE},
                                                    {"tables/call_causes.tsv", CALLS_TABLE},
                                                    {"tables/architectures.tsv", ARCHITECTURES_TABLE}}};
    return knowledge_of(arena, &sketch);
}

/* --- facts --- */

struct given {
    enum attribute attribute;
    const char *key;
    enum fact_state state;
    enum value_type type;
    const char *text; /* items of a list are parted by '|' */
    int64_t number;
};

#define SAYS(attribute, key, text)                                                                                     \
    { ATTRIBUTE_##attribute, key, FACT_KNOWN, VALUE_TEXT, text, 0 }
#define LISTS(attribute, key, text)                                                                                    \
    { ATTRIBUTE_##attribute, key, FACT_KNOWN, VALUE_LIST, text, 0 }
#define IS(attribute, key, yes)                                                                                        \
    { ATTRIBUTE_##attribute, key, FACT_KNOWN, VALUE_BOOLEAN, "", yes }
#define COUNTS(attribute, key, number)                                                                                 \
    { ATTRIBUTE_##attribute, key, FACT_KNOWN, VALUE_INTEGER, "", number }
#define STATE(attribute, key, state)                                                                                   \
    { ATTRIBUTE_##attribute, key, FACT_##state, VALUE_NULL, "", 0 }

#define VENV "/home/sam/.venv"

static const struct given healthy[] = {
    SAYS(MACHINE_SYSTEM, "", "linux"),
    SAYS(MACHINE_ARCHITECTURE, "", "x86_64"),
    STATE(MACHINE_CONTAINER, "", ABSENT),
    COUNTS(MACHINE_PCI_DEVICES, "", 20),
    STATE(MACHINE_PCI_UNREAD, "", ABSENT),
    SAYS(GPU_VENDOR, "0000:01:00.0", "10de"),
    SAYS(GPU_DEVICE, "0000:01:00.0", "2684"),
    SAYS(GPU_NAME, "0000:01:00.0", "GeForce RTX 4090"),
    SAYS(GPU_CAPABILITY, "0000:01:00.0", "8.9"),
    SAYS(GPU_DRIVER, "0000:01:00.0", "nvidia"),
    IS(MODULE_LOADED, "nvidia", true),
    SAYS(MODULE_VERSION, "nvidia", "535.104.05"),
    LISTS(MACHINE_NODES, "", "nvidia0|nvidia-uvm|nvidiactl"),
    SAYS(NODE_TYPE, "/dev/nvidia0", "character"),
    SAYS(NODE_TYPE, "/dev/nvidia-uvm", "character"),
    SAYS(NODE_TYPE, "/dev/nvidiactl", "character"),
    IS(NODE_OPEN, "/dev/nvidia0", true),
    IS(NODE_OPEN, "/dev/nvidia-uvm", true),
    IS(NODE_OPEN, "/dev/nvidiactl", true),
    COUNTS(LIBRARY_COPIES, "libcuda.so.1", 1),
    SAYS(LIBRARY_NAME, "/usr/lib/libcuda.so.1", "libcuda.so.1"),
    SAYS(LIBRARY_TARGET, "/usr/lib/libcuda.so.1", "/usr/lib/libcuda.so.535.104.05"),
    SAYS(LIBRARY_VERSION, "/usr/lib/libcuda.so.1", "535.104.05"),
    COUNTS(LIBRARY_RANK, "/usr/lib/libcuda.so.1", 0),
    IS(LIBRARY_STUB, "/usr/lib/libcuda.so.1", false),
    IS(ENVIRONMENT_JUDGED, VENV, true),
    SAYS(ENVIRONMENT_REASON, VENV, "project"),
    SAYS(ENVIRONMENT_PYTHON, VENV, VENV "/bin/python"),
    SAYS(ENVIRONMENT_VERSION, VENV, "3.10.12"),
    STATE(ENVIRONMENT_BROKEN, VENV, ABSENT),
    COUNTS(ENVIRONMENT_PACKAGES, VENV, 40),
    SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cu121"),
    SAYS(PACKAGE_CUDA, VENV "|torch", "12.1"),
    SAYS(PACKAGE_INSTALLER, VENV "|torch", "pip"),
    LISTS(PACKAGE_FILES, VENV "|torch", ""),
    LISTS(PACKAGE_REQUIRES, VENV "|torch",
          "filelock|nvidia-cudnn-cu12==8.9.2.26 ; platform_system == \"Linux\" and platform_machine == \"x86_64\""),
    SAYS(PACKAGE_VERSION, VENV "|nvidia-cudnn-cu12", "8.9.2.26"),
};

static inline struct value value_of(struct arena *arena, const struct given *given) {
    struct value list = value_list();
    struct text rest = text_of(given->text), item;
    switch (given->type) {
    case VALUE_BOOLEAN:
        return value_boolean(given->number != 0);
    case VALUE_INTEGER:
        return value_integer(given->number);
    case VALUE_LIST:
        while (text_next_part(&rest, '|', &item))
            value_append(arena, &list, value_text(item));
        return list;
    default:
        return value_string(given->text);
    }
}

static inline void give(struct arena *arena, struct fact_store *store, const char *subject, const struct given *given) {
    struct fact fact = {.subject = text_of(subject),
                        .kind = attribute_row(given->attribute)->kind,
                        .key = text_of(given->key),
                        .attribute = given->attribute,
                        .state = given->state,
                        .value = value_of(arena, given),
                        .origin = {TEXT("test"), text_of(given->key), 0}};
    fact_add(store, &fact);
}

/* Only these facts. */
static inline struct fact_store *only(struct arena *arena, const char *subject, const struct given *given,
                                      size_t count) {
    struct fact_store *store = fact_store_new(arena);
    for (size_t i = 0; i < count; i++)
        give(arena, store, subject, &given[i]);
    return store;
}

/* The healthy machine, with these facts in place of its own. */
static inline struct fact_store *changed(struct arena *arena, const struct given *changes, size_t count) {
    struct fact_store *store = only(arena, "machine", changes, count);
    for (size_t i = 0; i < COUNT(healthy); i++) {
        bool replaced = false;
        for (size_t j = 0; j < count; j++)
            replaced = replaced ||
                       (changes[j].attribute == healthy[i].attribute && strcmp(changes[j].key, healthy[i].key) == 0);
        if (!replaced)
            give(arena, store, "machine", &healthy[i]);
    }
    return store;
}

static inline struct judging judging_of(struct arena *arena, struct fact_store *facts,
                                        const struct knowledge *knowledge) {
    return (struct judging){.arena = arena,
                            .facts = facts,
                            .knowledge = knowledge,
                            .subject = TEXT("machine"),
                            .slots = value_map(),
                            .verbs = value_list(),
                            .missing = value_list(),
                            .notes = value_list()};
}

static inline struct report_model model_of(struct arena *arena, struct fact_store *facts,
                                           const struct knowledge *knowledge, bool is_text) {
    struct findings_request request = {.facts = facts,
                                       .knowledge = knowledge,
                                       .version = TEXT("0.1"),
                                       .verb = TEXT("doctor"),
                                       .subject_name = TEXT("machine"),
                                       .is_text = is_text,
                                       .verbs = value_list()};
    value_append(arena, &request.verbs, value_string("doctor"));
    value_append(arena, &request.verbs, value_string("verify"));
    return findings_make(arena, &request);
}
