/* The calls of libcuda. */
#include "calls.h"

struct value call_cu_driver_get_version(const struct request *request) {
    int version = 0;
    if (!request->api->cuDriverGetVersion)
        return answer_missing(request->arena);
    int code = request->api->cuDriverGetVersion(&version);
    return answer_number(request->arena, code, version);
}

struct value call_cu_init(const struct request *request) {
    return request->api->cuInit ? answer_code(request->arena, request->api->cuInit(0)) : answer_missing(request->arena);
}

struct value call_cu_device_get_count(const struct request *request) {
    int count = 0;
    if (!request->api->cuDeviceGetCount)
        return answer_missing(request->arena);
    int code = request->api->cuDeviceGetCount(&count);
    return answer_number(request->arena, code, count);
}

static void describe_capability(const struct request *request, int device, struct value *outputs, int *first) {
    int major = 0, minor = 0;
    int code = request->api->cuDeviceGetAttribute(&major, CU_COMPUTE_CAPABILITY_MAJOR, device);
    if (code == 0)
        code = request->api->cuDeviceGetAttribute(&minor, CU_COMPUTE_CAPABILITY_MINOR, device);
    struct text capability = text_format(request->arena, "%d.%d", major, minor);
    describe(request->arena, outputs, "capability", value_text(capability), code, first);
}

struct value call_cu_device_describe(const struct request *request) {
    const struct driver_api *api = request->api;
    struct arena *arena = request->arena;
    struct value outputs = value_map();
    int device = 0, code;
    if (!api->cuDeviceGet)
        return answer_missing(arena);
    int first = api->cuDeviceGet(&device, request->index);
    if (first != 0)
        return answer_code(arena, first);
    if (api->cuDeviceGetName) {
        char name[DRIVER_TEXT_SIZE] = "";
        code = api->cuDeviceGetName(name, sizeof name, device);
        describe(arena, &outputs, "name", value_text(driver_text(arena, name)), code, &first);
    }
    if (api->cuDeviceGetPCIBusId) {
        char address[DRIVER_TEXT_SIZE] = "";
        code = api->cuDeviceGetPCIBusId(address, sizeof address, device);
        describe(arena, &outputs, "pci", value_text(driver_text(arena, address)), code, &first);
    }
    if (api->cuDeviceGetAttribute)
        describe_capability(request, device, &outputs, &first);
    if (api->cuDeviceTotalMem) {
        size_t bytes = 0;
        code = api->cuDeviceTotalMem(&bytes, device);
        describe(arena, &outputs, "memory_mib", value_integer((int64_t)(bytes >> 20)), code, &first);
    }
    return answer_description(arena, first, &outputs);
}
