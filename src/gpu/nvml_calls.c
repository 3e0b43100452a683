/* The calls of NVML. */
#include "calls.h"

struct value call_nvml_system_get_nvml_version(const struct request *request) {
    char version[DRIVER_TEXT_SIZE] = "";
    if (!request->api->nvmlSystemGetNVMLVersion)
        return answer_missing(request->arena);
    int code = request->api->nvmlSystemGetNVMLVersion(version, sizeof version);
    return answer_text(request->arena, code, version);
}

struct value call_nvml_init(const struct request *request) {
    return request->api->nvmlInit ? answer_code(request->arena, request->api->nvmlInit())
                                  : answer_missing(request->arena);
}

struct value call_nvml_system_get_driver_version(const struct request *request) {
    char version[DRIVER_TEXT_SIZE] = "";
    if (!request->api->nvmlSystemGetDriverVersion)
        return answer_missing(request->arena);
    int code = request->api->nvmlSystemGetDriverVersion(version, sizeof version);
    return answer_text(request->arena, code, version);
}

struct value call_nvml_system_get_cuda_driver_version(const struct request *request) {
    int version = 0;
    if (!request->api->nvmlSystemGetCudaDriverVersion)
        return answer_missing(request->arena);
    int code = request->api->nvmlSystemGetCudaDriverVersion(&version);
    return answer_number(request->arena, code, version);
}

struct value call_nvml_device_get_count(const struct request *request) {
    unsigned count = 0;
    if (!request->api->nvmlDeviceGetCount)
        return answer_missing(request->arena);
    int code = request->api->nvmlDeviceGetCount(&count);
    return answer_number(request->arena, code, count);
}

/* Some cards have no memory of their own, and under MIG a common user may not ask for it: that leaves the output out
 * and is no fault of the card. */
static void describe_unless_refused(const struct request *request, struct value *outputs, const char *name,
                                    struct value output, int code, int *first) {
    if (code != NVML_NOT_SUPPORTED && code != NVML_NO_PERMISSION)
        describe(request->arena, outputs, name, output, code, first);
}

/* From the numbers, which stand alike in every version of the struct, and as sysfs writes it. A graphics card is
 * function 0. */
static struct text pci_address(struct arena *arena, const struct nvml_pci *pci) {
    return text_format(arena, "%04x:%02x:%02x.0", pci->domain, pci->bus, pci->device);
}

struct value call_nvml_device_describe(const struct request *request) {
    const struct driver_api *api = request->api;
    struct arena *arena = request->arena;
    struct value outputs = value_map();
    struct nvml_device *device = NULL;
    int code;
    if (!api->nvmlDeviceGetHandleByIndex)
        return answer_missing(arena);
    int first = api->nvmlDeviceGetHandleByIndex((unsigned)request->index, &device);
    if (first != NVML_SUCCESS)
        return answer_code(arena, first);
    if (api->nvmlDeviceGetName) {
        char name[DRIVER_TEXT_SIZE] = "";
        code = api->nvmlDeviceGetName(device, name, sizeof name);
        describe_unless_refused(request, &outputs, "name", value_text(driver_text(arena, name)), code, &first);
    }
    if (api->nvmlDeviceGetPciInfo) {
        struct nvml_pci pci = {0};
        code = api->nvmlDeviceGetPciInfo(device, &pci);
        describe_unless_refused(request, &outputs, "pci", value_text(pci_address(arena, &pci)), code, &first);
    }
    if (api->nvmlDeviceGetUUID) {
        char uuid[DRIVER_TEXT_SIZE] = "";
        code = api->nvmlDeviceGetUUID(device, uuid, sizeof uuid);
        describe_unless_refused(request, &outputs, "uuid", value_text(driver_text(arena, uuid)), code, &first);
    }
    if (api->nvmlDeviceGetMemoryInfo) {
        struct nvml_memory memory = {0};
        code = api->nvmlDeviceGetMemoryInfo(device, &memory);
        describe_unless_refused(request, &outputs, "memory_mib", value_integer((int64_t)(memory.total >> 20)), code,
                                &first);
    }
    return answer_description(arena, first, &outputs);
}
