/* Finds the driver's libraries and, of the functions plumb knows, those that they have. */
#include "libraries.h"

#include <string.h>

#include "os/library.h"
#include "os/machine.h"

/* What the driver installs, on each system. */
static const char *const library_names[][DRIVER_LIBRARY_COUNT] = {
    [SYSTEM_LINUX] = {"libcuda.so.1", "libnvidia-ml.so.1"},
    [SYSTEM_WINDOWS] = {"nvcuda.dll", "nvml.dll"},
};

/* Where a function goes, and its names, best first: an old driver has only the last, a new one may have dropped it. */
static const struct function {
    enum driver_library library;
    size_t place;
    const char *names[3];
} functions[] = {
#define PLACE(member) offsetof(struct driver_api, member)
    {DRIVER_LIBRARY_CUDA, PLACE(cuDriverGetVersion), {"cuDriverGetVersion"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuInit), {"cuInit"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuDeviceGetCount), {"cuDeviceGetCount"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuDeviceGet), {"cuDeviceGet"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuDeviceGetName), {"cuDeviceGetName"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuDeviceGetPCIBusId), {"cuDeviceGetPCIBusId"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuDeviceGetAttribute), {"cuDeviceGetAttribute"}},
    {DRIVER_LIBRARY_CUDA, PLACE(cuDeviceTotalMem), {"cuDeviceTotalMem_v2"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlInit), {"nvmlInit_v2", "nvmlInit"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlSystemGetNVMLVersion), {"nvmlSystemGetNVMLVersion"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlSystemGetDriverVersion), {"nvmlSystemGetDriverVersion"}},
    {DRIVER_LIBRARY_NVML,
     PLACE(nvmlSystemGetCudaDriverVersion),
     {"nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlDeviceGetCount), {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount"}},
    {DRIVER_LIBRARY_NVML,
     PLACE(nvmlDeviceGetHandleByIndex),
     {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlDeviceGetName), {"nvmlDeviceGetName"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlDeviceGetUUID), {"nvmlDeviceGetUUID"}},
    {DRIVER_LIBRARY_NVML,
     PLACE(nvmlDeviceGetPciInfo),
     {"nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo"}},
    {DRIVER_LIBRARY_NVML, PLACE(nvmlDeviceGetMemoryInfo), {"nvmlDeviceGetMemoryInfo"}},
#undef PLACE
};

enum { FUNCTION_COUNT = sizeof functions / sizeof *functions, NAME_COUNT = 3 };

/* Function pointers of all types have one size and form wherever there is a driver; the table writes them all as this.
 */
typedef void any_function(void);
static_assert(sizeof(struct driver_api) == FUNCTION_COUNT * sizeof(any_function *), "a function without a row");

/* Returns the name that was found, or NULL. */
static const char *find_function(struct library *library, const struct function *function, struct driver_api *api) {
    for (size_t at = 0; at < NAME_COUNT && function->names[at]; at++) {
        any_function *found = library_function(library, function->names[at]);
        if (!found)
            continue;
        memcpy((char *)api + function->place, &found, sizeof found);
        return function->names[at];
    }
    return NULL;
}

bool driver_library_load(struct arena *arena, struct driver_libraries *libraries, enum driver_library which,
                         struct error *error) {
    struct library *library;
    if (libraries->loaded[which])
        return true;
    /* A library comes into this process, so it is this machine's, whichever one is asked about. */
    const char *name = library_names[machine_traits(machine_live(arena))->system][which], *any = NULL;
    if (!library_open(arena, name, &library, error))
        return false;
    for (size_t at = 0; at < FUNCTION_COUNT; at++) {
        if (functions[at].library != which)
            continue;
        const char *found = find_function(library, &functions[at], &libraries->api);
        any = found ? found : any;
    }
    struct text path = any ? library_path(arena, library, any) : (struct text){0};
    libraries->path[which] = path.size ? path : text_of(name);
    libraries->loaded[which] = true;
    return true;
}
