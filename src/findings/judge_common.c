#include "judge_common.h"

#include "base/version.h"

const struct fact *common_captures(const struct judging *judging, const struct entity *symptom) {
    const struct fact *captures = fact_find(judging->facts, symptom, ATTRIBUTE_SYMPTOM_CAPTURES);
    return captures && captures->state == FACT_KNOWN && value_count(&captures->value) ? captures : NULL;
}

struct text common_captured(const struct judging *judging, const struct entity *symptom, const char *name) {
    const struct fact *captures = common_captures(judging, symptom);
    return captures ? value_get_text(&captures->value, name) : (struct text){0};
}

size_t common_nvidia_cards(const struct judging *judging, struct entity **cards) {
    struct entity *gpus;
    size_t count = judge_entities(judging, KIND_GPU, &gpus), ours = 0, adapters = 0;
    *cards = arena_array(judging->arena, count, sizeof **cards);
    for (size_t at = 0; at < count; at++)
        if (text_is(fact_text(judging->facts, &gpus[at], ATTRIBUTE_GPU_VENDOR), "10de"))
            (*cards)[ours++] = gpus[at];
    /* Windows' registry knows adapters without their address: the driver's word for the same cards replaces them. */
    for (size_t at = 0; at < ours; at++)
        adapters += text_starts((*cards)[at].key, "adapter ");
    if (!adapters || adapters == ours)
        return ours;
    for (size_t at = ours = 0; at < count; at++)
        if (text_is(fact_text(judging->facts, &gpus[at], ATTRIBUTE_GPU_VENDOR), "10de") &&
            !text_starts(gpus[at].key, "adapter "))
            (*cards)[ours++] = gpus[at];
    return ours;
}

bool common_all_classes_known(const struct judging *judging) {
    struct entity *gpus, machine = judge_entity(judging, KIND_MACHINE);
    for (size_t at = 0, count = judge_entities(judging, KIND_GPU, &gpus); at < count; at++)
        if (!fact_known(judging->facts, &gpus[at], ATTRIBUTE_GPU_VENDOR))
            return false;
    return fact_state_of(judging->facts, &machine, ATTRIBUTE_MACHINE_PCI_UNREAD) == FACT_ABSENT;
}

static struct text short_name(struct text name) {
    static const char *const prefixes[] = {"NVIDIA ", "GeForce "};
    for (size_t at = 0; at < sizeof prefixes / sizeof *prefixes; at++)
        if (text_starts(name, prefixes[at]))
            name = text_from(name, text_of(prefixes[at]).size);
    return name;
}

struct text common_card_name(const struct judging *judging, const struct entity *card) {
    struct text name = fact_text(judging->facts, card, ATTRIBUTE_GPU_NAME),
                device = fact_text(judging->facts, card, ATTRIBUTE_GPU_DEVICE);
    if (name.size)
        return short_name(name);
    return device.size ? text_format(judging->arena, "NVIDIA 10de:" TEXT_FORMAT, TEXT_ARGUMENTS(device))
                       : TEXT("NVIDIA GPU");
}

struct text common_cards(const struct judging *judging, const struct entity *cards, size_t count,
                         bool with_capability) {
    struct buffer out = buffer_new(judging->arena);
    for (size_t at = 0; at < count; at++) {
        struct text name = common_card_name(judging, &cards[at]),
                    capability = fact_text(judging->facts, &cards[at], ATTRIBUTE_GPU_CAPABILITY);
        size_t same = 1;
        bool repeated = false;
        for (size_t other = 0; other < count; other++) {
            bool equal = other != at && text_equal(name, common_card_name(judging, &cards[other]));
            repeated = repeated || (equal && other < at);
            same += equal;
        }
        if (repeated)
            continue;
        buffer_add_string(&out, out.size ? ", " : "");
        if (same > 1)
            buffer_format(&out, "%d x ", (int)same);
        buffer_add(&out, name);
        if (with_capability && capability.size)
            buffer_format(&out, " (" TEXT_FORMAT ")", TEXT_ARGUMENTS(common_architecture(judging->arena, capability)));
    }
    return buffer_text(&out);
}

struct text common_architecture(struct arena *arena, struct text capability) {
    return text_format(arena, "sm_" TEXT_FORMAT, TEXT_ARGUMENTS(text_replace(arena, capability, TEXT("."), TEXT(""))));
}

struct text common_driver_version(const struct judging *judging, const struct fact **fact) {
    struct entity module = {judging->subject, KIND_MODULE, TEXT("nvidia")}, driver = judge_entity(judging, KIND_DRIVER);
    const struct fact *found = fact_find(judging->facts, &module, ATTRIBUTE_MODULE_VERSION);
    if (!found || found->state != FACT_KNOWN)
        found = fact_find(judging->facts, &driver, ATTRIBUTE_DRIVER_VERSION);
    if (!found || found->state != FACT_KNOWN)
        return (struct text){0};
    if (fact)
        *fact = found;
    return found->value.text;
}

const char *common_library_name(const struct judging *judging) {
    return judge_has_system(judging, "windows") ? "nvcuda.dll" : "libcuda.so.1";
}

bool common_driver_answers(const struct judging *judging) {
    struct entity init = {judging->subject, KIND_CALL, TEXT("cuInit()")};
    return fact_integer(judging->facts, &init, ATTRIBUTE_CALL_CODE, -1) == 0;
}

bool common_module(const struct judging *judging, const char *name, bool *loaded) {
    struct entity module = {judging->subject, KIND_MODULE, text_of(name)};
    *loaded = fact_is_true(judging->facts, &module, ATTRIBUTE_MODULE_LOADED);
    return *loaded || fact_is_false(judging->facts, &module, ATTRIBUTE_MODULE_LOADED);
}

bool common_driver_works(const struct judging *judging) {
    struct entity count = {judging->subject, KIND_CALL, TEXT("cuDeviceGetCount()")},
                  first = {judging->subject, KIND_CALL, TEXT("cuDeviceDescribe(0)")};
    return fact_integer(judging->facts, &count, ATTRIBUTE_CALL_CODE, -1) == 0 &&
           fact_integer(judging->facts, &first, ATTRIBUTE_CALL_CODE, -1) == 0;
}

bool common_nodes_come_later(const struct judging *judging) {
    struct entity machine = judge_entity(judging, KIND_MACHINE),
                  uvm = {judging->subject, KIND_NODE, TEXT("/dev/nvidia-uvm")};
    struct entity control = {judging->subject, KIND_NODE, TEXT("/dev/nvidiactl")};
    bool all_there = fact_known(judging->facts, &uvm, ATTRIBUTE_NODE_TYPE) &&
                     fact_known(judging->facts, &control, ATTRIBUTE_NODE_TYPE);
    return !all_there && !fact_is_false(judging->facts, &machine, ATTRIBUTE_MACHINE_NODE_HELPER);
}

bool common_torch(const struct judging *judging, struct entity *environment, struct entity *torch) {
    if (!judge_environment(judging, environment))
        return false;
    *torch = judge_package(judging, environment, "torch");
    return true;
}

bool common_torch_works(const struct judging *judging) {
    struct entity environment, torch;
    return common_torch(judging, &environment, &torch) &&
           fact_is_true(judging->facts, &torch, ATTRIBUTE_PACKAGE_AVAILABLE);
}

struct text common_torch_flavour(const struct judging *judging, const struct entity *torch) {
    struct text local = version_local(fact_text(judging->facts, torch, ATTRIBUTE_PACKAGE_VERSION));
    if (text_starts(local, "cu") || text_starts(local, "cpu") || text_starts(local, "rocm") ||
        text_starts(local, "xpu"))
        return text_starts(local, "cpu") ? TEXT("cpu") : local;
    struct text cuda = fact_text(judging->facts, torch, ATTRIBUTE_PACKAGE_CUDA);
    if (cuda.size)
        return text_format(judging->arena, "cu" TEXT_FORMAT,
                           TEXT_ARGUMENTS(text_replace(judging->arena, cuda, TEXT("."), TEXT(""))));
    if (fact_known(judging->facts, torch, ATTRIBUTE_PACKAGE_HIP))
        return TEXT("rocm");
    return fact_absent(judging->facts, torch, ATTRIBUTE_PACKAGE_CUDA) ? TEXT("cpu") : (struct text){0};
}

bool common_is_named_build(const struct judging *judging, const struct entity *torch) {
    const struct fact **versions;
    size_t count = fact_observations(judging->facts, judging->arena, torch, ATTRIBUTE_PACKAGE_VERSION, &versions);
    struct text flavour = common_torch_flavour(judging, torch);
    for (size_t at = 0; at < count && flavour.size; at++)
        if (versions[at]->state == FACT_KNOWN && text_equal(version_local(versions[at]->value.text), flavour))
            return true;
    return false;
}

/* "cu121" -> "12.1", "cu1210"? does not exist: the last digit is the minor number. */
struct text common_torch_cuda(const struct judging *judging, const struct entity *torch) {
    struct text cuda = fact_text(judging->facts, torch, ATTRIBUTE_PACKAGE_CUDA),
                flavour = common_torch_flavour(judging, torch);
    if (cuda.size)
        return cuda;
    if (!text_starts(flavour, "cu") || flavour.size < 4)
        return (struct text){0};
    struct text major = text_until(text_from(flavour, 2), flavour.size - 3);
    return text_format(judging->arena, TEXT_FORMAT ".%c", TEXT_ARGUMENTS(major), flavour.at[flavour.size - 1]);
}
