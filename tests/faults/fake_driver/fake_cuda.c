/* libcuda.so.1 as far as plumb calls it. Names, parameters and numbers are those of the CUDA Driver API reference. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

enum { SUCCESS = 0, INVALID_VALUE = 1, NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101 };
enum { CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 };

static bool initialised;

static unsigned visible_count(void) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    bool hidden = visible && (!visible[0] || strcmp(visible, "-1") == 0);
    return hidden ? 0 : script_gpu_count();
}

/* What comes before every function's own work; 0 lets it go on. */
static int enter_device(const char *function, int device, struct gpu *gpu) {
    int code;
    if (script_enter(function, &code))
        return code;
    if (!initialised)
        return NOT_INITIALIZED;
    return device >= 0 && (unsigned)device < visible_count() && script_gpu((unsigned)device, gpu) ? SUCCESS
                                                                                                  : INVALID_DEVICE;
}

static int fake_cuDriverGetVersion(int *version) {
    int code;
    if (script_enter("cuDriverGetVersion", &code))
        return code;
    const char *cuda = script_value("cuda");
    *version = cuda ? (int)strtol(cuda, NULL, 10) : 0;
    return SUCCESS;
}
EXPORT(cuDriverGetVersion);

static int fake_cuInit(unsigned flags) {
    int code;
    if (script_enter("cuInit", &code))
        return code;
    if (flags != 0)
        return INVALID_VALUE;
    if (!script_value("driver") || visible_count() == 0)
        return NO_DEVICE;
    initialised = true;
    return SUCCESS;
}
EXPORT(cuInit);

static int fake_cuDeviceGetCount(int *count) {
    int code;
    if (script_enter("cuDeviceGetCount", &code))
        return code;
    if (!initialised)
        return NOT_INITIALIZED;
    *count = (int)visible_count();
    return SUCCESS;
}
EXPORT(cuDeviceGetCount);

/* A device's handle is not its index: who mixes them up is found out. */
enum { HANDLE = 1000 };

static int fake_cuDeviceGet(int *device, int index) {
    struct gpu gpu;
    int code = enter_device("cuDeviceGet", index, &gpu);
    if (code == SUCCESS)
        *device = index + HANDLE;
    return code;
}
EXPORT(cuDeviceGet);

static int fake_cuDeviceGetName(char *name, int size, int device) {
    struct gpu gpu;
    int code = enter_device("cuDeviceGetName", device - HANDLE, &gpu);
    if (code != SUCCESS)
        return code;
    return size > 0 && script_give("cuDeviceGetName", gpu.name, name, (size_t)size) ? SUCCESS : INVALID_VALUE;
}
EXPORT(cuDeviceGetName);

static int fake_cuDeviceGetPCIBusId(char *address, int size, int device) {
    struct gpu gpu;
    char text[32];
    int code = enter_device("cuDeviceGetPCIBusId", device - HANDLE, &gpu);
    if (code != SUCCESS)
        return code;
    snprintf(text, sizeof text, "%04X:%02X:%02X.0", gpu.domain, gpu.bus, gpu.device);
    return size > 0 && script_give("cuDeviceGetPCIBusId", text, address, (size_t)size) ? SUCCESS : INVALID_VALUE;
}
EXPORT(cuDeviceGetPCIBusId);

static int fake_cuDeviceGetAttribute(int *value, int attribute, int device) {
    struct gpu gpu;
    int code = enter_device("cuDeviceGetAttribute", device - HANDLE, &gpu);
    if (code != SUCCESS)
        return code;
    if (attribute != CAPABILITY_MAJOR && attribute != CAPABILITY_MINOR)
        return INVALID_VALUE;
    *value = attribute == CAPABILITY_MAJOR ? gpu.major : gpu.minor;
    return SUCCESS;
}
EXPORT(cuDeviceGetAttribute);

static int fake_cuDeviceTotalMem_v2(size_t *bytes, int device) {
    struct gpu gpu;
    int code = enter_device("cuDeviceTotalMem_v2", device - HANDLE, &gpu);
    if (code == SUCCESS)
        *bytes = (size_t)gpu.mib << 20;
    return code;
}
EXPORT(cuDeviceTotalMem_v2);

static int fake_cuGetErrorString(int error, const char **text) {
    int code;
    (void)error;
    if (script_enter("cuGetErrorString", &code))
        return code;
    *text = "text of the fake driver";
    return SUCCESS;
}
EXPORT(cuGetErrorString);
