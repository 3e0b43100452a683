/* libnvidia-ml.so.1 as far as plumb calls it. Names, parameters and numbers are those of the NVML API reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

enum { SUCCESS = 0, UNINITIALIZED = 1, INVALID_ARGUMENT = 2, INSUFFICIENT_SIZE = 7, DRIVER_NOT_LOADED = 9 };

struct pci_v1 {
    char bus_id[16];
    unsigned domain, bus, device, device_id;
};

struct pci_v2 {
    char bus_id[16];
    unsigned domain, bus, device, device_id, subsystem_id, reserved[4];
};

struct pci_v3 {
    char legacy_bus_id[16];
    unsigned domain, bus, device, device_id, subsystem_id;
    char bus_id[32];
};

struct memory {
    unsigned long long total, free, used;
};

static bool initialised;

/* Handles are addresses of these. */
static struct handle { unsigned index; } handles[64];

static int enter(const char *function) {
    int code;
    if (script_enter(function, &code))
        return code;
    return initialised ? SUCCESS : UNINITIALIZED;
}

static int enter_device(const char *function, const struct handle *handle, struct gpu *gpu) {
    int code = enter(function);
    if (code != SUCCESS)
        return code;
    return handle && script_gpu(handle->index, gpu) ? SUCCESS : INVALID_ARGUMENT;
}

static int give(const char *function, const char *text, char *buffer, unsigned size) {
    return script_give(function, text, buffer, size) ? SUCCESS : INSUFFICIENT_SIZE;
}

/* --- starting --- */

static int init(const char *function) {
    int code;
    if (script_enter(function, &code))
        return code;
    if (!script_value("driver"))
        return DRIVER_NOT_LOADED;
    initialised = true;
    return SUCCESS;
}

static int fake_nvmlInit(void) {
    return init("nvmlInit");
}
EXPORT(nvmlInit);

static int fake_nvmlInit_v2(void) {
    return init("nvmlInit_v2");
}
EXPORT(nvmlInit_v2);

/* --- versions --- */

static int fake_nvmlSystemGetNVMLVersion(char *version, unsigned size) {
    int code;
    char text[80];
    if (script_enter("nvmlSystemGetNVMLVersion", &code))
        return code;
    const char *library = script_value("library") ? script_value("library") : script_value("driver");
    const char *cuda = script_value("cuda");
    snprintf(text, sizeof text, "%ld.%s", cuda ? strtol(cuda, NULL, 10) / 1000 : 0, library ? library : "0");
    return give("nvmlSystemGetNVMLVersion", text, version, size);
}
EXPORT(nvmlSystemGetNVMLVersion);

static int fake_nvmlSystemGetDriverVersion(char *version, unsigned size) {
    int code = enter("nvmlSystemGetDriverVersion");
    return code == SUCCESS ? give("nvmlSystemGetDriverVersion", script_value("driver"), version, size) : code;
}
EXPORT(nvmlSystemGetDriverVersion);

static int cuda_version(const char *function, int *version) {
    int code = enter(function);
    if (code == SUCCESS)
        *version = script_value("cuda") ? (int)strtol(script_value("cuda"), NULL, 10) : 0;
    return code;
}

static int fake_nvmlSystemGetCudaDriverVersion(int *version) {
    return cuda_version("nvmlSystemGetCudaDriverVersion", version);
}
EXPORT(nvmlSystemGetCudaDriverVersion);

static int fake_nvmlSystemGetCudaDriverVersion_v2(int *version) {
    return cuda_version("nvmlSystemGetCudaDriverVersion_v2", version);
}
EXPORT(nvmlSystemGetCudaDriverVersion_v2);

/* --- devices --- */

static int device_count(const char *function, unsigned *count) {
    int code = enter(function);
    if (code == SUCCESS)
        *count = script_gpu_count();
    return code;
}

static int fake_nvmlDeviceGetCount(unsigned *count) {
    return device_count("nvmlDeviceGetCount", count);
}
EXPORT(nvmlDeviceGetCount);

static int fake_nvmlDeviceGetCount_v2(unsigned *count) {
    return device_count("nvmlDeviceGetCount_v2", count);
}
EXPORT(nvmlDeviceGetCount_v2);

static int device_handle(const char *function, unsigned index, struct handle **handle) {
    int code = enter(function);
    if (code != SUCCESS)
        return code;
    if (index >= script_gpu_count() || index >= sizeof handles / sizeof *handles)
        return INVALID_ARGUMENT;
    handles[index].index = index;
    *handle = &handles[index];
    return SUCCESS;
}

static int fake_nvmlDeviceGetHandleByIndex(unsigned index, struct handle **handle) {
    return device_handle("nvmlDeviceGetHandleByIndex", index, handle);
}
EXPORT(nvmlDeviceGetHandleByIndex);

static int fake_nvmlDeviceGetHandleByIndex_v2(unsigned index, struct handle **handle) {
    return device_handle("nvmlDeviceGetHandleByIndex_v2", index, handle);
}
EXPORT(nvmlDeviceGetHandleByIndex_v2);

static int fake_nvmlDeviceGetName(struct handle *handle, char *name, unsigned size) {
    struct gpu gpu;
    int code = enter_device("nvmlDeviceGetName", handle, &gpu);
    return code == SUCCESS ? give("nvmlDeviceGetName", gpu.name, name, size) : code;
}
EXPORT(nvmlDeviceGetName);

static int fake_nvmlDeviceGetUUID(struct handle *handle, char *uuid, unsigned size) {
    struct gpu gpu;
    char text[80];
    int code = enter_device("nvmlDeviceGetUUID", handle, &gpu);
    if (code != SUCCESS)
        return code;
    snprintf(text, sizeof text, "GPU-00000000-0000-0000-0000-%012x", handle->index);
    return give("nvmlDeviceGetUUID", text, uuid, size);
}
EXPORT(nvmlDeviceGetUUID);

static int fake_nvmlDeviceGetPciInfo(struct handle *handle, struct pci_v1 *pci) {
    struct gpu gpu;
    int code = enter_device("nvmlDeviceGetPciInfo", handle, &gpu);
    if (code != SUCCESS)
        return code;
    *pci = (struct pci_v1){.domain = gpu.domain, .bus = gpu.bus, .device = gpu.device};
    snprintf(pci->bus_id, sizeof pci->bus_id, "%04X:%02X:%02X.0", gpu.domain & 0xffff, gpu.bus & 0xff,
             gpu.device & 0x1f);
    return SUCCESS;
}
EXPORT(nvmlDeviceGetPciInfo);

/* What is reserved may hold anything. */
static int fake_nvmlDeviceGetPciInfo_v2(struct handle *handle, struct pci_v2 *pci) {
    struct gpu gpu;
    int code = enter_device("nvmlDeviceGetPciInfo_v2", handle, &gpu);
    if (code != SUCCESS)
        return code;
    *pci = (struct pci_v2){.domain = gpu.domain, .bus = gpu.bus, .device = gpu.device};
    memset(pci->reserved, 'r', sizeof pci->reserved);
    snprintf(pci->bus_id, sizeof pci->bus_id, "%04X:%02X:%02X.0", gpu.domain & 0xffff, gpu.bus & 0xff,
             gpu.device & 0x1f);
    return SUCCESS;
}
EXPORT(nvmlDeviceGetPciInfo_v2);

static int fake_nvmlDeviceGetPciInfo_v3(struct handle *handle, struct pci_v3 *pci) {
    struct gpu gpu;
    int code = enter_device("nvmlDeviceGetPciInfo_v3", handle, &gpu);
    if (code != SUCCESS)
        return code;
    *pci = (struct pci_v3){.domain = gpu.domain, .bus = gpu.bus, .device = gpu.device};
    snprintf(pci->bus_id, sizeof pci->bus_id, "%08X:%02X:%02X.0", gpu.domain, gpu.bus & 0xff, gpu.device & 0x1f);
    return SUCCESS;
}
EXPORT(nvmlDeviceGetPciInfo_v3);

static int fake_nvmlDeviceGetMemoryInfo(struct handle *handle, struct memory *memory) {
    struct gpu gpu;
    int code = enter_device("nvmlDeviceGetMemoryInfo", handle, &gpu);
    if (code == SUCCESS)
        *memory = (struct memory){.total = gpu.mib << 20, .free = gpu.mib << 20};
    return code;
}
EXPORT(nvmlDeviceGetMemoryInfo);

static const char *fake_nvmlErrorString(int error) {
    int code;
    (void)error;
    script_enter("nvmlErrorString", &code);
    return "text of the fake driver";
}
EXPORT(nvmlErrorString);
