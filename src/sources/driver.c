/* The driver's own answers: calls of libcuda and NVML, versions before anything is initialised. Live, this runs in a
 * worker of its own. Sources: CUDA Driver API and NVML API reference. Every call is a fact with its number and that
 * number's name. */
#include "sources/gathering.h"

static struct text call_key(struct gathering *gathering, const char *function, const struct text *arguments,
                            size_t count) {
    struct text inside = text_join_all(gathering->arena, arguments, count, TEXT(", "));
    return text_format(gathering->arena, "%s(" TEXT_FORMAT ")", function, TEXT_ARGUMENTS(inside));
}

/* NVML's functions begin with nvml; everything else is libcuda's. */
static struct text code_name(struct gathering *gathering, const char *function, int64_t code) {
    struct text api = text_starts(text_of(function), "nvml") ? TEXT("nvml") : TEXT("cuda"),
                number = text_format(gathering->arena, "%d", (int)code);
    size_t from = 0;
    for (struct node row; node_present(row = table_find(gathering->knowledge, "errors", "code", number, &from));)
        if (text_equal(row_text(row, "api"), api))
            return row_text(row, "name");
    return (struct text){0};
}

/* Puts a call and records its number. True when it was carried out and returned 0; `answer` then holds its outputs. */
static bool call(struct gathering *gathering, const char *function, const struct text *arguments, size_t count,
                 struct answer *answer) {
    struct text key = call_key(gathering, function, arguments, count);
    *answer = ask_call(gathering->machine, gathering->arena, function, arguments, count);
    if (answer->state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_CALL_CODE, key, answer->state, answer->reason, key);
        return false;
    }
    int64_t code = value_get_integer(&answer->value, "code", -1);
    struct text name = code_name(gathering, function, code), result = value_get_text(&answer->value, "result");
    struct text problem = value_get_text(&answer->value, "problem");
    learn_integer(gathering, ATTRIBUTE_CALL_CODE, key, code, key);
    if (name.size && !text_starts(key, "load_")) /* the loader's 0 is nobody's success code */
        learn_text(gathering, ATTRIBUTE_CALL_NAME, key, name, key);
    if (code == 0 && result.size)
        learn_text(gathering, ATTRIBUTE_CALL_RESULT, key, result, key);
    if (problem.size)
        learn_text(gathering, ATTRIBUTE_CALL_PROBLEM, key, problem, key);
    return code == 0;
}

static bool call_plain(struct gathering *gathering, const char *function, struct answer *answer) {
    return call(gathering, function, NULL, 0, answer);
}

/* 12020 -> "12.2". Source: cuDriverGetVersion. */
static struct text cuda_version(struct gathering *gathering, int64_t number) {
    return text_format(gathering->arena, "%d.%d", (int)(number / 1000), (int)(number % 1000 / 10));
}

/* "00000000:01:00.0" and "0000:01:00.0" are one device; sysfs writes the second. */
static struct text bus_address(struct gathering *gathering, struct text address) {
    struct text lower = text_lower(gathering->arena, address);
    return lower.size == 16 && text_starts(lower, "0000") ? text_from(lower, 4) : lower;
}

/* Whatever a library of NVIDIA's lists is an NVIDIA card, also where no bus shows it (WSL, some virtual machines). */
static void learn_device(struct gathering *gathering, const char *function, int64_t index) {
    struct text number = text_format(gathering->arena, "%d", (int)index), place = text_of(function);
    struct answer device;
    if (!call(gathering, function, &number, 1, &device))
        return;
    struct text address = bus_address(gathering, value_get_text(&device.value, "pci"));
    struct text name = value_get_text(&device.value, "name"), capability = value_get_text(&device.value, "capability");
    if (!address.size)
        address = text_format(gathering->arena, "#%d", (int)index);
    if (name.size)
        learn_text(gathering, ATTRIBUTE_GPU_NAME, address, name, place);
    if (capability.size)
        learn_text(gathering, ATTRIBUTE_GPU_CAPABILITY, address, capability, place);
    if (value_get(&device.value, "memory_mib"))
        learn_integer(gathering, ATTRIBUTE_GPU_MEMORY, address, value_get_integer(&device.value, "memory_mib", 0),
                      place);
    learn_text(gathering, ATTRIBUTE_GPU_VENDOR, address, TEXT("10de"), place);
}

/* A machine has no more than the limit, whatever a library says. */
static void learn_devices(struct gathering *gathering, const char *function, const struct answer *count) {
    enum { DEVICE_LIMIT = 64 };
    int64_t number = value_get_integer(&count->value, "number", 0);
    for (int64_t index = 0; index < number && index < DEVICE_LIMIT; index++)
        learn_device(gathering, function, index);
}

/* What the libraries say about themselves, before anything that can hang is called. */
static bool load_nvml(struct gathering *gathering) {
    struct answer answer;
    if (!call_plain(gathering, "load_nvml", &answer))
        return false;
    call_plain(gathering, "nvmlSystemGetNVMLVersion", &answer);
    return true;
}

static bool load_cuda(struct gathering *gathering) {
    struct answer answer;
    if (!call_plain(gathering, "load_libcuda", &answer))
        return false;
    if (call_plain(gathering, "cuDriverGetVersion", &answer))
        learn_text(gathering, ATTRIBUTE_DRIVER_CUDA, TEXT(""),
                   cuda_version(gathering, value_get_integer(&answer.value, "number", 0)), TEXT("cuDriverGetVersion"));
    return true;
}

static void gather_nvml(struct gathering *gathering) {
    struct answer answer;
    if (!call_plain(gathering, "nvmlInit", &answer))
        return;
    if (call_plain(gathering, "nvmlSystemGetDriverVersion", &answer))
        learn_text(gathering, ATTRIBUTE_DRIVER_VERSION, TEXT(""), value_get_text(&answer.value, "result"),
                   TEXT("nvmlSystemGetDriverVersion"));
    call_plain(gathering, "nvmlSystemGetCudaDriverVersion", &answer);
    if (call_plain(gathering, "nvmlDeviceGetCount", &answer))
        learn_devices(gathering, "nvmlDeviceDescribe", &answer);
}

static void gather_cuda(struct gathering *gathering) {
    struct answer answer;
    if (call_plain(gathering, "cuInit", &answer) && call_plain(gathering, "cuDeviceGetCount", &answer))
        learn_devices(gathering, "cuDeviceDescribe", &answer);
}

/* Is there a card, and do all cards sleep? Any call that initialises would wake them. */
static bool all_asleep(struct gathering *gathering) {
    struct text bus = TEXT("/sys/bus/pci/devices");
    size_t awake = 0, asleep = 0;
    if (!gathering_on(gathering, SYSTEM_LINUX))
        return false;
    struct asked_list list = ask_list(gathering->machine, gathering->arena, bus);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++) {
        struct text folder = path_join(gathering->machine, gathering->arena, bus, list.entries[at]);
        struct asked_text vendor = ask_text(gathering->machine, gathering->arena,
                                            path_join(gathering->machine, gathering->arena, folder, TEXT("vendor")));
        struct asked_text class = ask_text(gathering->machine, gathering->arena,
                                           path_join(gathering->machine, gathering->arena, folder, TEXT("class")));
        if (!text_starts(vendor.text, "0x10de") || !text_starts(class.text, "0x03"))
            continue;
        struct asked_text power =
            ask_text(gathering->machine, gathering->arena,
                     path_join(gathering->machine, gathering->arena, folder, TEXT("power_state")));
        bool sleeps = power.state == ANSWER_KNOWN && text_starts(power.text, "D3cold");
        asleep += sleeps;
        awake += !sleeps;
    }
    return asleep && !awake;
}

static void gather(struct gathering *gathering) {
    if (!gathering->options.wake && all_asleep(gathering)) {
        learn_boolean(gathering, ATTRIBUTE_DRIVER_ASLEEP, TEXT(""), true, TEXT("power_state"));
        learn_state(gathering, ATTRIBUTE_CALL_CODE, TEXT("cuInit()"), ANSWER_NOT_ASKED, TEXT("asleep"), TEXT("cuInit"));
        return;
    }
    bool nvml = load_nvml(gathering), cuda = load_cuda(gathering);
    if (nvml)
        gather_nvml(gathering);
    if (cuda)
        gather_cuda(gathering);
}

extern const struct source source_driver;
const struct source source_driver = {"driver", "what libcuda and NVML answer", true, gather};
