/* The judges, one change to a healthy machine at a time. Texts are not in the knowledge of these tests, so that each
 * reads as its id. */
#include "findings_test.h"

static struct judging judged(struct arena *arena, struct fact_store *facts, const char *subject) {
    struct judging judging = judging_of(arena, facts, machine_knowledge(arena));
    judging.subject = text_of(subject);
    for (size_t i = 0; i < judge_count; i++)
        judges[i]->judge(&judging);
    return judging;
}

/* "driver.not_loaded=40! libs.cuda_generation_mix=14": ! is an error. */
static struct text told(const struct judging *judging) {
    struct buffer out = buffer_new(judging->arena);
    for (size_t i = 0; i < judging->evidence_count; i++)
        buffer_format(&out, "%s" TEXT_FORMAT "=%d%s", i ? " " : "", TEXT_ARGUMENTS(judging->evidence[i].cause),
                      judging->evidence[i].weight, judging->evidence[i].severity == SEVERITY_ERROR ? "!" : "");
    return buffer_text(&out);
}

static struct text link_of(const struct judging *judging, enum chain_link link) {
    return judging->chain[link].set ? text_of(link_state_id(judging->chain[link].state)) : TEXT("-");
}

static void check(struct arena *arena, const struct given *changes, size_t count, const char *expected,
                  enum chain_link link, const char *state, int line) {
    struct judging judging = judged(arena, changed(arena, changes, count), "machine");
    assert_spans(told(&judging), text_of(expected), __FILE__, line);
    assert_spans(link_of(&judging, link), text_of(state), __FILE__, line);
}

/* With these facts changed, this evidence, and this link so. */
#define CHECK(expected, link, link_state, ...)                                                                         \
    check(*state, (const struct given[]){__VA_ARGS__}, COUNT(((const struct given[]){__VA_ARGS__})), expected,         \
          CHAIN_##link, link_state, __LINE__)

static void a_healthy_machine_gives_no_evidence(void **state) {
    struct judging judging = judged(*state, changed(*state, NULL, 0), "machine");
    assert_text(told(&judging), "");
    for (unsigned link = 0; link <= CHAIN_CUDA_LIBRARIES; link++)
        if (link != CHAIN_SESSION)
            assert_text(link_of(&judging, (enum chain_link)link), "ok");
    assert_text(judging.chain[CHAIN_FRAMEWORK].text, "chain.framework.native");
    assert_text(judging.chain[CHAIN_CUDA_LIBRARIES].text, "chain.cuda_libraries.complete");
}

/* Each known fact of the machine in turn could not be looked at: nothing may be found wrong by that. */
static void could_not_look_is_never_is_wrong(void **state) {
    static const enum fact_state states[] = {FACT_UNREADABLE, FACT_TIMED_OUT, FACT_NOT_ASKED};
    for (size_t i = 0; i < COUNT(healthy); i++)
        for (size_t j = 0; j < COUNT(states); j++) {
            struct given blind = {healthy[i].attribute, healthy[i].key, states[j], VALUE_NULL, "", 0};
            struct judging judging = judged(*state, changed(*state, &blind, 1), "machine");
            if (judging.evidence_count)
                fail_msg("%s of '%s': " TEXT_FORMAT, attribute_row(blind.attribute)->name, blind.key,
                         TEXT_ARGUMENTS(told(&judging)));
        }
    struct fact_store *blind = fact_store_new(*state);
    for (size_t i = 0; i < COUNT(healthy); i++) {
        struct given given = {healthy[i].attribute, healthy[i].key, FACT_UNREADABLE, VALUE_NULL, "", 0};
        give(*state, blind, "machine", &given);
    }
    struct judging judging = judged(*state, blind, "machine");
    assert_text(told(&judging), "");
    judging = judged(*state, fact_store_new(*state), "machine");
    assert_text(told(&judging), "");
    for (unsigned link = 0; link < CHAIN_COUNT; link++)
        assert_false(judging.chain[link].set && judging.chain[link].state == LINK_BROKEN);
}

/* Nothing is concluded from a fact that another observation contradicts. */
static void a_contradicted_fact_does_not_conclude(void **state) {
    static const struct {
        struct given changes[3];
        const char *expected;
    } cases[] = {
        {{SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"), SAYS(GPU_DRIVER, "0000:01:00.0", "nvidia")},
         "driver.nouveau_active=12!"},
        {{SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"), SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau")},
         "driver.nouveau_active=40!"},
        {{SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"), STATE(GPU_DRIVER, "0000:01:00.0", ABSENT)},
         "driver.nouveau_active=12!"},
        {{SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"), STATE(GPU_DRIVER, "0000:01:00.0", UNREADABLE)},
         "driver.nouveau_active=40!"}, /* who could not look says nothing */
        {{IS(NODE_OPEN, "/dev/nvidiactl", false), IS(NODE_OPEN, "/dev/nvidiactl", true)},
         "driver.device_node_denied=12!"},
        {{SAYS(LIBRARY_VERSION, "/usr/lib/libcuda.so.1", "470.82"),
          SAYS(LIBRARY_VERSION, "/usr/lib/libcuda.so.1", "535.104.05")},
         "driver.library_kernel_mismatch=12!"},
        {{SAYS(MODULE_VERSION, "nvidia", "545.1"), SAYS(MODULE_VERSION, "nvidia", "535.104.05")},
         "driver.library_kernel_mismatch=12!"},
        {{SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0"), SAYS(GPU_CAPABILITY, "0000:01:00.0", "8.9")},
         "framework.arch_not_built=12!"},
        /* The folder's name and the file inside say one version in two ways. */
        {{SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1"), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cu121")}, ""},
        {{STATE(PACKAGE_CUDA, VENV "|torch", ABSENT), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1")},
         "framework.cpu_build=40!"},
        {{SAYS(PACKAGE_CUDA, VENV "|torch", "12.1"), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu")},
         "framework.cpu_build=12!"},
        {{IS(PACKAGE_AVAILABLE, VENV "|torch", true), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu"),
          STATE(PACKAGE_CUDA, VENV "|torch", ABSENT)},
         "framework.cpu_build=12!"},
        {{SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1"), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cu121"),
          SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0")},
         "framework.arch_not_built=40!"},
        {{SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cu121"), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cu118"),
          SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0")},
         "framework.arch_not_built=12!"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t count = cases[i].changes[2].key ? 3 : 2;
        struct judging judging = judged(*state, changed(*state, cases[i].changes, count), "machine");
        if (!text_is(told(&judging), cases[i].expected))
            fail_msg("case %zu: " TEXT_FORMAT, i, TEXT_ARGUMENTS(told(&judging)));
    }
}

static void no_card_is_concluded_from_the_whole_bus(void **state) {
    CHECK("hw.no_nvidia_gpu=40! driver.not_installed=40", GRAPHICS_CARD, "broken",
          SAYS(GPU_VENDOR, "0000:01:00.0", "8086"), IS(MODULE_LOADED, "nvidia", false),
          STATE(MODULE_VERSION, "nvidia", ABSENT), LISTS(MACHINE_BUILT_MODULES, "", ""), LISTS(MACHINE_NODES, "", ""),
          STATE(NODE_OPEN, "/dev/nvidia0", ABSENT), STATE(NODE_OPEN, "/dev/nvidiactl", ABSENT),
          STATE(NODE_OPEN, "/dev/nvidia-uvm", ABSENT), STATE(LIBRARY_COPIES, "libcuda.so.1", ABSENT),
          STATE(LIBRARY_NAME, "/usr/lib/libcuda.so.1", ABSENT), SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu"),
          STATE(PACKAGE_CUDA, VENV "|torch", ABSENT));
    /* A device of the bus could not be told. */
    CHECK("", GRAPHICS_CARD, "unknown", SAYS(GPU_VENDOR, "0000:01:00.0", "8086"), COUNTS(MACHINE_PCI_UNREAD, "", 1));
    CHECK("", GRAPHICS_CARD, "unknown", SAYS(GPU_VENDOR, "0000:01:00.0", "8086"),
          STATE(MACHINE_PCI_UNREAD, "", NOT_ASKED));
    /* A loaded module and its files contradict that, yet they outlive a card that fell off; a driver that answers is
     * proof. */
    CHECK("hw.no_nvidia_gpu=12!", GRAPHICS_CARD, "broken", SAYS(GPU_VENDOR, "0000:01:00.0", "8086"));
    CHECK("", GRAPHICS_CARD, "unknown", SAYS(GPU_VENDOR, "0000:01:00.0", "8086"), COUNTS(CALL_CODE, "cuInit()", 0));
    CHECK("", GRAPHICS_CARD, "unknown", STATE(GPU_VENDOR, "0000:01:00.0", ABSENT), COUNTS(MACHINE_WSL, "", 2));
}

static void a_card_may_be_held_by_another_driver(void **state) {
    CHECK("driver.nouveau_active=40!", KERNEL_DRIVER, "broken", SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"));
    CHECK("driver.other_driver_bound=40!", KERNEL_DRIVER, "broken", SAYS(GPU_DRIVER, "0000:01:00.0", "vfio-pci"));
    /* Another card is NVIDIA's driver's: this one was given away on purpose. */
    CHECK("driver.other_driver_bound=40", KERNEL_DRIVER, "warning", SAYS(GPU_VENDOR, "0000:02:00.0", "10de"),
          SAYS(GPU_DRIVER, "0000:02:00.0", "vfio-pci"));
    CHECK("driver.nouveau_active=40! driver.not_loaded=40!", KERNEL_DRIVER, "broken",
          SAYS(GPU_DRIVER, "0000:01:00.0", "nouveau"), IS(MODULE_LOADED, "nouveau", true),
          IS(MODULE_LOADED, "nvidia", false));
    /* By whom could not be seen: nouveau in the kernel says it nearly as well. */
    CHECK("driver.nouveau_active=25! driver.not_loaded=40!", KERNEL_DRIVER, "broken",
          STATE(GPU_DRIVER, "0000:01:00.0", UNREADABLE), IS(MODULE_LOADED, "nouveau", true),
          IS(MODULE_LOADED, "nvidia", false));
    CHECK("", KERNEL_DRIVER, "ok", SAYS(GPU_VENDOR, "0000:00:02.0", "8086"), SAYS(GPU_DRIVER, "0000:00:02.0", "i915"));
}

static void a_release_that_does_not_drive_the_card(void **state) {
    CHECK("driver.gpu_unsupported_by_release=14! framework.arch_not_built=40!", KERNEL_DRIVER, "broken",
          SAYS(GPU_CAPABILITY, "0000:01:00.0", "3.5"));
    CHECK("driver.gpu_unsupported_by_release=14! framework.arch_not_built=40!", KERNEL_DRIVER, "broken",
          SAYS(GPU_CAPABILITY, "0000:01:00.0", "10.3"));
    /* 475 on Windows is of branch 470, which drives it. */
    CHECK("framework.arch_not_built=40! driver.too_old_for_runtime=40!", KERNEL_DRIVER, "ok",
          SAYS(GPU_CAPABILITY, "0000:01:00.0", "3.5"), SAYS(MODULE_VERSION, "nvidia", "475.14"),
          SAYS(LIBRARY_VERSION, "/usr/lib/libcuda.so.1", "475.14"));
    CHECK("driver.open_module_required=14!", KERNEL_DRIVER, "broken", SAYS(GPU_CAPABILITY, "0000:01:00.0", "6.1"),
          SAYS(MODULE_FLAVOUR, "nvidia", "open"));
    CHECK("driver.open_module_required=25!", KERNEL_DRIVER, "broken", SAYS(GPU_CAPABILITY, "0000:01:00.0", "6.1"),
          SAYS(MODULE_FLAVOUR, "nvidia", "open"), COUNTS(CALL_CODE, "cuInit()", 100));
    CHECK("", KERNEL_DRIVER, "ok", SAYS(MODULE_FLAVOUR, "nvidia", "open"));
    /* The driver counted a card, or another card is driven. */
    CHECK("", KERNEL_DRIVER, "ok", SAYS(GPU_CAPABILITY, "0000:01:00.0", "6.1"), SAYS(MODULE_FLAVOUR, "nvidia", "open"),
          COUNTS(CALL_CODE, "cuDeviceGetCount()", 0), COUNTS(CALL_CODE, "cuDeviceDescribe(0)", 0));
    CHECK("", KERNEL_DRIVER, "ok", SAYS(GPU_CAPABILITY, "0000:01:00.0", "6.1"), SAYS(MODULE_FLAVOUR, "nvidia", "open"),
          SAYS(GPU_VENDOR, "0000:02:00.0", "10de"), SAYS(GPU_CAPABILITY, "0000:02:00.0", "8.9"));
}

static void a_module_that_is_not_loaded_was_or_was_not_installed(void **state) {
    CHECK("driver.not_loaded=40!", KERNEL_DRIVER, "broken", IS(MODULE_LOADED, "nvidia", false),
          LISTS(MACHINE_BUILT_MODULES, "", "/lib/modules/6/nvidia.ko"));
    CHECK("driver.secure_boot_blocked=14! driver.not_loaded=40!", KERNEL_DRIVER, "broken",
          IS(MODULE_LOADED, "nvidia", false), LISTS(MACHINE_BUILT_MODULES, "", "/lib/modules/6/nvidia.ko"),
          IS(MACHINE_SECURE_BOOT, "", true));
    /* No module on disk, but a library: whoever installed it meant to. */
    CHECK("driver.not_loaded=40!", KERNEL_DRIVER, "broken", IS(MODULE_LOADED, "nvidia", false),
          LISTS(MACHINE_BUILT_MODULES, "", ""));
    CHECK("driver.not_installed=40!", KERNEL_DRIVER, "broken", IS(MODULE_LOADED, "nvidia", false),
          LISTS(MACHINE_BUILT_MODULES, "", ""), STATE(LIBRARY_COPIES, "libcuda.so.1", ABSENT),
          STATE(LIBRARY_NAME, "/usr/lib/libcuda.so.1", ABSENT));
    /* The disk could not be seen: likely is all that may be said. */
    CHECK("driver.not_installed=14!", KERNEL_DRIVER, "broken", IS(MODULE_LOADED, "nvidia", false),
          STATE(MACHINE_BUILT_MODULES, "", UNREADABLE), STATE(LIBRARY_COPIES, "libcuda.so.1", ABSENT),
          STATE(LIBRARY_NAME, "/usr/lib/libcuda.so.1", ABSENT));
    CHECK("", KERNEL_DRIVER, "ok", STATE(MODULE_LOADED, "nvidia", UNREADABLE), SAYS(DRIVER_VERSION, "", "535.104.05"));
    CHECK("", KERNEL_DRIVER, "unknown", STATE(MODULE_LOADED, "nvidia", UNREADABLE),
          STATE(MODULE_VERSION, "nvidia", UNREADABLE));
    CHECK("", KERNEL_DRIVER, "ok", IS(MODULE_LOADED, "nvidia", false), COUNTS(MACHINE_WSL, "", 2));
}

static void on_windows_the_service_is_the_driver(void **state) {
    CHECK("driver.not_installed=40!", KERNEL_DRIVER, "broken", SAYS(MACHINE_SYSTEM, "", "windows"),
          IS(MODULE_LOADED, "nvidia", false), STATE(LIBRARY_COPIES, "nvcuda.dll", ABSENT));
    CHECK("driver.not_loaded=40!", KERNEL_DRIVER, "broken", SAYS(MACHINE_SYSTEM, "", "windows"),
          IS(MODULE_LOADED, "nvidia", false), COUNTS(LIBRARY_COPIES, "nvcuda.dll", 1));
    CHECK("driver.libcuda_missing=40!", DRIVER_LIBRARY, "broken", SAYS(MACHINE_SYSTEM, "", "windows"),
          STATE(LIBRARY_COPIES, "nvcuda.dll", ABSENT));
    CHECK("", DEVICE_ACCESS, "ok", SAYS(MACHINE_SYSTEM, "", "windows"), IS(NODE_OPEN, "/dev/nvidiactl", false));
}

static void device_files_have_to_open(void **state) {
    CHECK("driver.device_node_denied=40!", DEVICE_ACCESS, "broken", IS(NODE_OPEN, "/dev/nvidiactl", false));
    CHECK("driver.device_node_denied=40!", DEVICE_ACCESS, "broken", IS(NODE_OPEN, "/dev/nvidia0", false));
    CHECK("driver.device_node_denied=40!", DEVICE_ACCESS, "broken", IS(NODE_OPEN, "/dev/nvidia-uvm", false));
    CHECK("", DEVICE_ACCESS, "unknown", STATE(NODE_OPEN, "/dev/nvidiactl", TIMED_OUT));
    /* A scheduler gave one card of three: the denied ones are no fault. */
    CHECK("", DEVICE_ACCESS, "ok", IS(NODE_OPEN, "/dev/nvidia1", false), IS(NODE_OPEN, "/dev/nvidia2", false));
    CHECK("driver.device_node_denied=40!", DEVICE_ACCESS, "broken", IS(NODE_OPEN, "/dev/nvidia0", false),
          IS(NODE_OPEN, "/dev/nvidia1", false));
}

/* Without the nodes' own facts, which `changed` would keep. */
static struct fact_store *without_nodes(struct arena *arena, const struct given *more, size_t count) {
    struct fact_store *store = only(arena, "machine", more, count);
    for (size_t i = 0; i < COUNT(healthy); i++) {
        bool replaced = attribute_row(healthy[i].attribute)->kind == KIND_NODE;
        for (size_t j = 0; j < count; j++)
            replaced =
                replaced || (more[j].attribute == healthy[i].attribute && strcmp(more[j].key, healthy[i].key) == 0);
        if (!replaced)
            give(arena, store, "machine", &healthy[i]);
    }
    return store;
}

static struct judging judged_without_nodes(struct arena *arena, const struct given *more, size_t count) {
    return judged(arena, without_nodes(arena, more, count), "machine");
}

static void device_files_may_be_made_later(void **state) {
    const struct given none[] = {LISTS(MACHINE_NODES, "", ""), IS(MACHINE_NODE_HELPER, "", false)};
    struct judging judging = judged_without_nodes(*state, none, 2);
    assert_text(told(&judging), "driver.device_node_denied=14!");
    assert_text(link_of(&judging, CHAIN_DEVICE_ACCESS), "broken");
    /* The helper is there, or nobody knows: the first program makes them, and what the calls answered says nothing. */
    const struct given later[] = {LISTS(MACHINE_NODES, "", ""), COUNTS(CALL_CODE, "nvmlInit()", 18),
                                  IS(MACHINE_NODE_HELPER, "", true)};
    for (size_t count = 1; count <= 3; count++) {
        judging = judged_without_nodes(*state, later, count);
        assert_text(told(&judging), "");
        assert_text(link_of(&judging, CHAIN_DEVICE_ACCESS), "ok");
    }
    const struct given works[] = {LISTS(MACHINE_NODES, "", ""), IS(MACHINE_NODE_HELPER, "", false),
                                  COUNTS(CALL_CODE, "cuDeviceGetCount()", 0),
                                  COUNTS(CALL_CODE, "cuDeviceDescribe(0)", 0)};
    judging = judged_without_nodes(*state, works, 4);
    assert_text(told(&judging), "");
}

static void a_container_sees_what_was_passed_on(void **state) {
    const struct given container[] = {LISTS(MACHINE_NODES, "", ""), SAYS(MACHINE_CONTAINER, "", "docker"),
                                      IS(MODULE_LOADED, "nvidia", false)};
    struct judging judging = judged_without_nodes(*state, container, 2);
    assert_text(told(&judging), "container.no_gpu_passthrough=40!");
    /* The host's own kernel shows no driver: that goes first, and nothing is concluded of the container. */
    judging = judged_without_nodes(*state, container, 3);
    assert_text(told(&judging), "driver.not_loaded=14! container.no_gpu_passthrough=6!");
    const struct given unlisted[] = {STATE(MACHINE_NODES, "", UNREADABLE), SAYS(MACHINE_CONTAINER, "", "docker")};
    judging = judged_without_nodes(*state, unlisted, 2);
    assert_text(told(&judging), "");
}

#define OTHER "/usr/lib/libcuda.so.535.104.05"
#define FIRST "/usr/lib/libcuda.so.1"

static void the_library_is_the_modules(void **state) {
    CHECK("driver.library_kernel_mismatch=40!", DRIVER_LIBRARY, "broken", SAYS(LIBRARY_VERSION, FIRST, "535.183.01"));
    CHECK("driver.libcuda_stub_or_stale=40!", DRIVER_LIBRARY, "broken", SAYS(LIBRARY_VERSION, FIRST, "470.82"),
          SAYS(LIBRARY_NAME, OTHER, "libcuda.so.1"), SAYS(LIBRARY_TARGET, OTHER, OTHER),
          SAYS(LIBRARY_VERSION, OTHER, "535.104.05"));
    CHECK("driver.libcuda_stub_or_stale=40!", DRIVER_LIBRARY, "broken", IS(LIBRARY_STUB, FIRST, true));
    CHECK("driver.libcuda_missing=40!", DRIVER_LIBRARY, "broken", STATE(LIBRARY_COPIES, "libcuda.so.1", ABSENT),
          STATE(LIBRARY_NAME, FIRST, ABSENT));
    CHECK("", DRIVER_LIBRARY, "unknown", STATE(LIBRARY_COPIES, "libcuda.so.1", UNREADABLE),
          STATE(LIBRARY_NAME, FIRST, ABSENT));
    /* The toolkit's compatibility package is newer on purpose. */
    CHECK("", DRIVER_LIBRARY, "ok", SAYS(LIBRARY_VERSION, FIRST, "550.54.15"),
          SAYS(LIBRARY_TARGET, FIRST, "/usr/local/cuda/compat/libcuda.so.550.54.15"));
    /* The driver answers: there is no mismatch, whatever the names say. */
    CHECK("", DRIVER_LIBRARY, "ok", SAYS(LIBRARY_VERSION, FIRST, "535.183.01"), COUNTS(CALL_CODE, "cuInit()", 0));
    struct given stale[] = {SAYS(LIBRARY_VERSION, FIRST, "470.82"), SAYS(LIBRARY_NAME, OTHER, "libcuda.so.1"),
                            SAYS(LIBRARY_TARGET, OTHER, OTHER), SAYS(LIBRARY_VERSION, OTHER, "535.104.05")};
    struct judging judging = judged(*state, changed(*state, stale, COUNT(stale)), "machine");
    assert_text(value_get_text(&judging.slots, "library"), FIRST);
    assert_text(value_get_text(&judging.slots, "right_library"), OTHER);
    assert_text(value_get_text(&judging.slots, "right_library_name"), "libcuda.so.535.104.05");
}

/* "as the kernel module" is said only where both are known. */
static void a_links_text_claims_no_more_than_was_seen(void **state) {
    struct given blind[] = {STATE(MODULE_VERSION, "nvidia", UNREADABLE)};
    struct judging judging = judged(*state, changed(*state, blind, 1), "machine");
    assert_text(judging.chain[CHAIN_DRIVER_LIBRARY].text, "chain.driver_library.found");
    judging = judged(*state, changed(*state, NULL, 0), "machine");
    assert_text(judging.chain[CHAIN_DRIVER_LIBRARY].text, "chain.driver_library.ok");
}

static void calls_speak_by_the_table(void **state) {
    CHECK("driver.library_kernel_mismatch=25! driver.library_kernel_mismatch=40!", GPU_RUN, "-",
          COUNTS(CALL_CODE, "cuInit()", 803), COUNTS(CALL_CODE, "nvmlInit()", 18));
    CHECK("", GPU_RUN, "not_reached", COUNTS(CALL_CODE, "cuInit()", 0));
    CHECK("", GPU_RUN, "-", COUNTS(CALL_CODE, "cuInit()", 4711), STATE(CALL_CODE, "nvmlInit()", TIMED_OUT));
    CHECK("", GPU_RUN, "-", COUNTS(CALL_CODE, "cuInit()", 7)); /* a weight that is none */
    CHECK("driver.hung=40!", DRIVER_LIBRARY, "broken", IS(DRIVER_HUNG, "", true));
    /* Two cards that fail alike are one group, two functions are two. */
    struct given calls[] = {COUNTS(CALL_CODE, "cuDeviceDescribe(0)", 214),
                            COUNTS(CALL_CODE, "cuDeviceDescribe(1)", 214), COUNTS(CALL_CODE, "cuInit()", 999)};
    struct judging judging = judged(*state, changed(*state, calls, 3), "machine");
    assert_int_equal(judging.evidence_count, 3);
    assert_spans(judging.evidence[0].group, judging.evidence[1].group, __FILE__, __LINE__);
    assert_false(text_equal(judging.evidence[0].group, judging.evidence[2].group));
}

static void variables_can_hide_every_card(void **state) {
    CHECK("env.visible_devices=40!", SESSION, "broken", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", ""));
    CHECK("env.visible_devices=40!", SESSION, "broken", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "-1"));
    CHECK("env.visible_devices=40!", SESSION, "broken", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "NoDevFiles"));
    CHECK("env.visible_devices=40!", SESSION, "broken", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "1"));
    CHECK("env.visible_devices=40!", SESSION, "broken", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "-1,0"));
    CHECK("env.visible_devices=14", SESSION, "warning", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "0,5"));
    CHECK("", SESSION, "-", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "0"));
    CHECK("", SESSION, "-", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "GPU-5a3c"));
    CHECK("", SESSION, "-", STATE(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", UNREADABLE));
    /* How many cards there are is not known: a number is believed. */
    CHECK("", SESSION, "-", SAYS(VARIABLE_VALUE, "CUDA_VISIBLE_DEVICES", "7"),
          STATE(GPU_VENDOR, "0000:01:00.0", UNREADABLE));
}

static void the_interpreter_has_to_be_there(void **state) {
    CHECK("env.interpreter_broken=40!", INTERPRETER, "broken", SAYS(ENVIRONMENT_BROKEN, VENV, "/usr/bin/python3.9"));
    CHECK("", INTERPRETER, "unknown", STATE(ENVIRONMENT_BROKEN, VENV, TIMED_OUT));
    CHECK("", INTERPRETER, "unknown", STATE(ENVIRONMENT_JUDGED, VENV, ABSENT));
}

static void a_framework_is_missing_only_where_one_looked(void **state) {
    CHECK("framework.not_installed=40!", FRAMEWORK, "broken", STATE(PACKAGE_VERSION, VENV "|torch", ABSENT));
    CHECK("framework.not_installed=40", FRAMEWORK, "warning", STATE(PACKAGE_VERSION, VENV "|torch", ABSENT),
          SAYS(ENVIRONMENT_REASON, VENV, "path")); /* nobody pointed at this one */
    CHECK("", FRAMEWORK, "unknown", STATE(PACKAGE_VERSION, VENV "|torch", UNREADABLE));
    CHECK("framework.corrupt_install=40!", FRAMEWORK, "broken",
          LISTS(PACKAGE_FILES, VENV "|torch", "libtorch_cuda.so"));
    CHECK("framework.duplicate_install=14", FRAMEWORK, "warning", SAYS(PACKAGE_COPY, VENV "|torch", "/other"));
    /* Each further copy is an observation of its own, and none contradicts another. */
    CHECK("framework.duplicate_install=14", FRAMEWORK, "warning", SAYS(PACKAGE_COPY, VENV "|torch", "/other"),
          SAYS(PACKAGE_COPY, VENV "|torch", "/third"));
}

/* The table has 0.18.1 at torch 2.3.1 and 0.22.1 at 2.7.0. What it does not have anywhere is not judged. */
static void companions_are_of_the_same_release(void **state) {
    CHECK("", FRAMEWORK, "ok", SAYS(PACKAGE_VERSION, VENV "|torchvision", "0.18.1+cu121"));
    CHECK("framework.companion_mismatch=14", FRAMEWORK, "ok", SAYS(PACKAGE_VERSION, VENV "|torchvision", "0.22.1"));
    CHECK("framework.companion_mismatch=14", FRAMEWORK, "ok", SAYS(PACKAGE_VERSION, VENV "|torchvision", "0.18.1+cpu"));
    CHECK("", FRAMEWORK, "ok", SAYS(PACKAGE_VERSION, VENV "|torchvision", "0.19.0a0+1234567"));
    CHECK("", FRAMEWORK, "ok", STATE(PACKAGE_VERSION, VENV "|torchvision", UNREADABLE));
}

static void a_cpu_build_is_wrong_only_beside_a_card(void **state) {
    CHECK("framework.cpu_build=40!", FRAMEWORK, "broken", SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu"),
          STATE(PACKAGE_CUDA, VENV "|torch", ABSENT));
    CHECK("", FRAMEWORK, "ok", SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cpu"),
          STATE(PACKAGE_CUDA, VENV "|torch", ABSENT), STATE(GPU_VENDOR, "0000:01:00.0", UNREADABLE));
    CHECK("", FRAMEWORK, "ok", SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1"),
          STATE(PACKAGE_CUDA, VENV "|torch", UNREADABLE));
}

static void a_build_has_code_for_the_card(void **state) {
    CHECK("framework.arch_not_built=40!", FRAMEWORK, "broken", SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0"));
    /* What it says itself, where the table does not know it; a list in a text may be cut off, so the better of both
     * counts. */
    CHECK("framework.arch_not_built=40!", FRAMEWORK, "broken",
          LISTS(PACKAGE_ARCHITECTURES, VENV "|torch", "sm_50|sm_60"),
          SAYS(PACKAGE_VERSION, VENV "|torch", "9.9+cu121"));
    CHECK("", FRAMEWORK, "ok", LISTS(PACKAGE_ARCHITECTURES, VENV "|torch", "sm_50|sm_60"));
    CHECK("", FRAMEWORK, "ok", LISTS(PACKAGE_ARCHITECTURES, VENV "|torch", "sm_50|sm_60|sm_130q"),
          SAYS(PACKAGE_VERSION, VENV "|torch", "9.9+cu121"));
    /* Nobody verified this build for Windows: Linux's row says it nearly as well. */
    CHECK("framework.arch_not_built=25!", FRAMEWORK, "broken", SAYS(MACHINE_SYSTEM, "", "windows"),
          SAYS(GPU_CAPABILITY, "0000:01:00.0", "7.0"), SAYS(PACKAGE_VERSION, VENV "|torch", "2.7.0+cu128"),
          SAYS(PACKAGE_CUDA, VENV "|torch", "12.8"));
    CHECK("", FRAMEWORK, "ok", SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0"),
          SAYS(PACKAGE_VERSION, VENV "|torch", "9.9+cu121"));
    /* A build that shares the number only (conda's, one's own) may hold other code than the table says. */
    CHECK("framework.arch_not_built=14!", FRAMEWORK, "broken", SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0"),
          SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1"));
    /* Only the list was pasted. */
    CHECK("framework.arch_not_built=25!", FRAMEWORK, "broken", STATE(PACKAGE_VERSION, VENV "|torch", UNREADABLE),
          LISTS(PACKAGE_ARCHITECTURES, VENV "|torch", "sm_50|sm_60"));
    CHECK("", FRAMEWORK, "unknown", STATE(PACKAGE_VERSION, VENV "|torch", UNREADABLE),
          LISTS(PACKAGE_ARCHITECTURES, VENV "|torch", "sm_80|sm_89|sm_90"));
    /* The second card. */
    CHECK("framework.arch_not_built=40!", FRAMEWORK, "broken", SAYS(GPU_VENDOR, "0000:02:00.0", "10de"),
          SAYS(GPU_CAPABILITY, "0000:02:00.0", "12.0"));
}

static void a_driver_is_old_by_minor_version_compatibility(void **state) {
    CHECK("driver.too_old_for_runtime=40!", DRIVER_LIBRARY, "broken", SAYS(MODULE_VERSION, "nvidia", "470.82.01"),
          SAYS(LIBRARY_VERSION, FIRST, "470.82.01"));
    CHECK("", FRAMEWORK, "ok", SAYS(MODULE_VERSION, "nvidia", "525.60.13"), SAYS(LIBRARY_VERSION, FIRST, "525.60.13"));
    /* 525.105 is newer than 525.60. */
    CHECK("", FRAMEWORK, "ok", SAYS(MODULE_VERSION, "nvidia", "525.105.17"),
          SAYS(LIBRARY_VERSION, FIRST, "525.105.17"));
    CHECK("", FRAMEWORK, "ok", SAYS(MODULE_VERSION, "nvidia", "470.82.01"), SAYS(LIBRARY_VERSION, FIRST, "470.82.01"),
          SAYS(PACKAGE_VERSION, VENV "|torch", "2.3.1+cu118"), SAYS(PACKAGE_CUDA, VENV "|torch", "11.8"));
    /* A library that speaks CUDA 12.4 proves otherwise. */
    CHECK("", FRAMEWORK, "ok", SAYS(MODULE_VERSION, "nvidia", "470.82.01"), SAYS(LIBRARY_VERSION, FIRST, "470.82.01"),
          SAYS(DRIVER_CUDA, "", "12.4"));
    CHECK("driver.too_old_for_runtime=40!", DRIVER_LIBRARY, "broken", SAYS(MODULE_VERSION, "nvidia", "470.82.01"),
          SAYS(LIBRARY_VERSION, FIRST, "470.82.01"), SAYS(DRIVER_CUDA, "", "11.4"));
    CHECK("", FRAMEWORK, "ok", SAYS(MODULE_VERSION, "nvidia", "470.82.01"), SAYS(LIBRARY_VERSION, FIRST, "470.82.01"),
          SAYS(PACKAGE_CUDA, VENV "|torch", "99.9"), SAYS(PACKAGE_VERSION, VENV "|torch", "9.9.9"));
}

#define CUDNN VENV "|nvidia-cudnn-cu12"
#define REQUIRES(text) LISTS(PACKAGE_REQUIRES, VENV "|torch", text)

static void pinned_libraries_have_to_be_there(void **state) {
    CHECK("libs.cuda_lib_missing=40!", CUDA_LIBRARIES, "broken", STATE(PACKAGE_VERSION, CUDNN, ABSENT));
    CHECK("libs.cudnn_conflict=6", CUDA_LIBRARIES, "warning", SAYS(PACKAGE_VERSION, CUDNN, "9.1.0.70"));
    CHECK("libs.nccl_conflict=6", CUDA_LIBRARIES, "warning", REQUIRES("nvidia-nccl-cu12==2.20.5"),
          SAYS(PACKAGE_VERSION, VENV "|nvidia-nccl-cu12", "2.21"));
    CHECK("libs.cublas_or_nvjitlink_conflict=6", CUDA_LIBRARIES, "warning",
          REQUIRES("nvidia-cusparse-cu12==12.1.0.106"), SAYS(PACKAGE_VERSION, VENV "|nvidia-cusparse-cu12", "12.0"));
    /* 2.20 and 2.20.0 are one version; a wildcard is no pin; what an extra asks for is not asked. */
    CHECK("", CUDA_LIBRARIES, "ok", REQUIRES("nvidia-nccl-cu12 (==2.20.0)"),
          SAYS(PACKAGE_VERSION, VENV "|nvidia-nccl-cu12", "2.20"));
    CHECK("", CUDA_LIBRARIES, "ok", REQUIRES("nvidia-nccl-cu12==2.*|nvidia-x>=1|x==1|nvidia-y==1 ; extra == 'y'"));
    /* Wheels for another processor bring their libraries themselves. */
    CHECK("", CUDA_LIBRARIES, "ok", STATE(PACKAGE_VERSION, CUDNN, ABSENT), SAYS(MACHINE_ARCHITECTURE, "", "aarch64"));
    CHECK("", CUDA_LIBRARIES, "ok", STATE(PACKAGE_VERSION, CUDNN, ABSENT), STATE(MACHINE_ARCHITECTURE, "", UNREADABLE));
    CHECK("", CUDA_LIBRARIES, "ok", STATE(PACKAGE_VERSION, CUDNN, ABSENT), SAYS(MACHINE_SYSTEM, "", "windows"));
    /* A toolkit's libraries of this generation are where the loader looks: then the package may not be missed. */
    CHECK("libs.cuda_lib_missing=6", CUDA_LIBRARIES, "warning", STATE(PACKAGE_VERSION, CUDNN, ABSENT),
          LISTS(MACHINE_LOADER_CUDA, "", "libcublas.so.11|libcublas.so.12"));
    CHECK("libs.cuda_lib_missing=40!", CUDA_LIBRARIES, "broken", STATE(PACKAGE_VERSION, CUDNN, ABSENT),
          LISTS(MACHINE_LOADER_CUDA, "", "libcublas.so.11"));
    CHECK("libs.cuda_lib_missing=6", CUDA_LIBRARIES, "warning", STATE(PACKAGE_VERSION, CUDNN, ABSENT),
          SAYS(VARIABLE_VALUE, "LD_LIBRARY_PATH", "/usr/local/cuda/lib64"));
    /* It is there, and its version could not be read; or a folder of packages could not be listed. */
    CHECK("", CUDA_LIBRARIES, "ok", STATE(PACKAGE_VERSION, CUDNN, UNREADABLE));
    CHECK("", CUDA_LIBRARIES, "unknown", STATE(PACKAGE_VERSION, CUDNN, ABSENT), COUNTS(ENVIRONMENT_PACKAGES, VENV, 40),
          STATE(ENVIRONMENT_PACKAGES, VENV, UNREADABLE));
    CHECK("", CUDA_LIBRARIES, "unknown", STATE(PACKAGE_VERSION, CUDNN, ABSENT),
          STATE(ENVIRONMENT_PACKAGES, VENV, TIMED_OUT));
    CHECK("", CUDA_LIBRARIES, "not_reached", STATE(PACKAGE_VERSION, VENV "|torch", UNREADABLE),
          STATE(PACKAGE_VERSION, CUDNN, ABSENT));
}

/* What torch requires is not known of a listing; of PyTorch's own builds the tables say it. */
static void a_listed_library_has_to_be_the_one_that_torch_pins(void **state) {
    const struct given unasked = STATE(PACKAGE_REQUIRES, VENV "|torch", NOT_ASKED);
    CHECK("", CUDA_LIBRARIES, "unknown", unasked);
    CHECK("libs.cudnn_conflict=6", CUDA_LIBRARIES, "warning", unasked, SAYS(PACKAGE_VERSION, CUDNN, "9.1.0.70"));
    CHECK("", CUDA_LIBRARIES, "unknown", unasked, STATE(PACKAGE_VERSION, CUDNN, ABSENT));
    CHECK("", CUDA_LIBRARIES, "unknown", unasked, SAYS(PACKAGE_VERSION, CUDNN, "9.1.0.70"),
          SAYS(PACKAGE_VERSION, VENV "|torch", "2.2.0+cu121"));
    CHECK("", CUDA_LIBRARIES, "ok", unasked, SAYS(PACKAGE_VERSION, CUDNN, "9.1.0.70"),
          SAYS(MACHINE_SYSTEM, "", "windows"));
}

static void two_generations_share_one_folder(void **state) {
    CHECK("libs.cuda_generation_mix=14", CUDA_LIBRARIES, "warning",
          SAYS(PACKAGE_VERSION, VENV "|nvidia-cudnn-cu11", "8.5.0.96"));
    CHECK("libs.cuda_generation_mix=14", CUDA_LIBRARIES, "warning",
          SAYS(PACKAGE_VERSION, VENV "|nvidia-cudnn-cu14", "10.0"));
    CHECK("", CUDA_LIBRARIES, "ok", SAYS(PACKAGE_VERSION, VENV "|nvidia-nccl-cu11", "2.14"),
          SAYS(PACKAGE_VERSION, "/other|nvidia-cudnn-cu11", "8.5"),
          STATE(PACKAGE_VERSION, VENV "|nvidia-cudnn-cu11", ABSENT), SAYS(PACKAGE_VERSION, VENV "|nvidia-ml-py", "12"));
}

/* A listing says little of a machine: what it does not say is nobody's fault. */
static void a_listing_is_judged_by_what_it_says(void **state) {
    static const struct given listing[] = {
        SAYS(GPU_VENDOR, "#0", "10de"),
        SAYS(GPU_CAPABILITY, "#0", "12.0"),
        SAYS(DRIVER_VERSION, "", "470.82.01"),
        IS(ENVIRONMENT_JUDGED, "listing", true),
        SAYS(PACKAGE_VERSION, "listing|torch", "2.3.1+cu121"),
    };
    struct judging judging = judged(*state, only(*state, "listing:1", listing, COUNT(listing)), "listing:1");
    assert_text(told(&judging), "framework.arch_not_built=40! driver.too_old_for_runtime=40!");
    assert_text(judging.evidence[0].subject, "listing:1");
    judging = judged(*state, only(*state, "listing:1", listing, COUNT(listing)), "listing:2");
    assert_text(told(&judging), "");
}

/* "CUDA Version: N/A" of nvidia-smi. */
static void a_driver_without_cuda_lacks_its_library(void **state) {
    static const struct given listing[] = {
        SAYS(DRIVER_VERSION, "", "470.103.01"),       STATE(DRIVER_CUDA, "", ABSENT),
        IS(ENVIRONMENT_JUDGED, "listing", true),      SAYS(PACKAGE_VERSION, "listing|torch", "2.3.1+cu121"),
        IS(PACKAGE_AVAILABLE, "listing|torch", true),
    };
    struct judging judging = judged(*state, only(*state, "listing:1", listing, 2), "listing:1");
    assert_text(told(&judging), "driver.libcuda_missing=14! container.capabilities_missing=6!");
    judging = judged(*state, only(*state, "listing:1", listing, 1), "listing:1");
    assert_text(told(&judging), "");
    judging = judged(*state, only(*state, "listing:1", listing, COUNT(listing)), "listing:1");
    assert_false(text_contains(told(&judging), "libcuda_missing")); /* torch says that it works */
}

static void ranks_that_visit_a_card_share_it(void **state) {
    static const struct {
        const char *processes[8]; /* card/process id */
        bool shared;
    } tries[] = {
        {{"0/10", "0/11", "0/12", "1/11", "2/12"}, true},
        {{"1/11", "0/11", "0/10"}, true},
        {{"0/10", "1/11", "2/12"}, false},         /* each its own */
        {{"0/10", "1/10", "2/10"}, false},         /* one program on all cards */
        {{"0/10", "0/11", "1/10", "1/11"}, false}, /* two programs, each on both */
        {{"0/10", "0/11", "1/11", "1/12"}, false}, /* a neighbour's card is not its own */
        {{"0/10", "0/11", "0/12"}, false},         /* on one card there is nothing to choose */
        {{"0/10", "0/11", "1/10", "2/11"}, false}, /* none of them belongs on the first card */
    };
    for (size_t i = 0; i < COUNT(tries); i++) {
        struct given clients[8] = {0};
        size_t count = 0;
        for (; count < 8 && tries[i].processes[count]; count++)
            clients[count] =
                (struct given)COUNTS(CLIENT_CARD, tries[i].processes[count], tries[i].processes[count][0] - '0');
        struct judging judging = judged(*state, only(*state, "listing:1", clients, count), "listing:1");
        assert_text(told(&judging), tries[i].shared ? "dist.rank_device_mapping=14" : "");
    }
}

static void a_script_hides_the_module_of_its_name(void **state) {
    static const char shadowing[] = "framework.local_shadowing=25! framework.api_removed=-14!";
    static const struct {
        const char *script, *message, *expected;
    } tries[] = {
        {"dis.py", "module 'dis' has no attribute 'COMPILER_FLAG_NAMES'", shadowing},
        {"/home/u/random.py", "cannot import name 'Random' from 'random' (/home/u/random.py)", shadowing},
        {"C:\\w\\types.py", "partially initialized module 'types' has no attribute 'X'", shadowing},
        {"train.py", "module 'dis' has no attribute 'COMPILER_FLAG_NAMES'", ""},
        {"/env/lib/python3.10/site-packages/transformers.py", "module 'transformers' has no attribute 'X'", ""},
        {"dis.py", "it has no attribute at all", ""},
        {"dis.py", "has no attribute of module '", ""},
    };
    for (size_t i = 0; i < COUNT(tries); i++) {
        const struct given text[] = {
            SAYS(EXCEPTION_SCRIPT, "00000003", tries[i].script),
            SAYS(EXCEPTION_MESSAGE, "00000003", tries[i].message),
        };
        struct judging judging = judged(*state, only(*state, "text", text, COUNT(text)), "text");
        assert_spans(told(&judging), text_of(tries[i].expected), __FILE__, __LINE__);
    }
}

static void a_worse_state_wins_a_link(void **state) {
    struct judging judging = judging_of(*state, fact_store_new(*state), machine_knowledge(*state));
    static const struct {
        enum link_state state;
        const char *text, *expected;
    } steps[] = {{LINK_NOT_REACHED, "a", "a"}, {LINK_OK, "b", "b"},     {LINK_OK, "c", "b"},
                 {LINK_UNKNOWN, "d", "d"},     {LINK_OK, "e", "d"},     {LINK_WARNING, "f", "f"},
                 {LINK_UNKNOWN, "g", "f"},     {LINK_BROKEN, "h", "h"}, {LINK_BROKEN, "i", "h"},
                 {LINK_WARNING, "j", "h"}};
    for (size_t i = 0; i < COUNT(steps); i++) {
        judge_link(&judging, CHAIN_SESSION, steps[i].state, steps[i].text, NULL, 0);
        assert_text(judging.chain[CHAIN_SESSION].text, steps[i].expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_healthy_machine_gives_no_evidence),
        TEST(could_not_look_is_never_is_wrong),
        TEST(a_contradicted_fact_does_not_conclude),
        TEST(a_release_that_does_not_drive_the_card),
        TEST(no_card_is_concluded_from_the_whole_bus),
        TEST(a_card_may_be_held_by_another_driver),
        TEST(a_module_that_is_not_loaded_was_or_was_not_installed),
        TEST(on_windows_the_service_is_the_driver),
        TEST(device_files_have_to_open),
        TEST(device_files_may_be_made_later),
        TEST(a_container_sees_what_was_passed_on),
        TEST(the_library_is_the_modules),
        TEST(a_links_text_claims_no_more_than_was_seen),
        TEST(calls_speak_by_the_table),
        TEST(variables_can_hide_every_card),
        TEST(the_interpreter_has_to_be_there),
        TEST(a_framework_is_missing_only_where_one_looked),
        TEST(companions_are_of_the_same_release),
        TEST(a_cpu_build_is_wrong_only_beside_a_card),
        TEST(a_build_has_code_for_the_card),
        TEST(a_driver_is_old_by_minor_version_compatibility),
        TEST(pinned_libraries_have_to_be_there),
        TEST(a_listed_library_has_to_be_the_one_that_torch_pins),
        TEST(two_generations_share_one_folder),
        TEST(a_listing_is_judged_by_what_it_says),
        TEST(a_driver_without_cuda_lacks_its_library),
        TEST(ranks_that_visit_a_card_share_it),
        TEST(a_script_hides_the_module_of_its_name),
        TEST(a_worse_state_wins_a_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
