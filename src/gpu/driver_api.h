/* What plumb uses of the CUDA driver API and of NVML, declared by ourselves so that nothing of CUDA is needed to build.
 *
 * Sources: the CUDA Driver API reference manual (version, initialisation, device management) and the NVML API reference
 * guide (initialisation, system queries, device queries, device structs). Both promise that a name with its version
 * suffix never changes its parameters. CUresult and nvmlReturn_t are enumerations, passed as int. On 32-bit Windows
 * both would be stdcall; plumb is built for 64-bit machines, where there is one calling convention. */
#pragma once

#include <assert.h>
#include <stddef.h>

/* CUdevice_attribute */
enum { CU_COMPUTE_CAPABILITY_MAJOR = 75, CU_COMPUTE_CAPABILITY_MINOR = 76 };

/* nvmlReturn_t: what says nothing against a card */
enum { NVML_SUCCESS = 0, NVML_NOT_SUPPORTED = 3, NVML_NO_PERMISSION = 4 };

/* What the reference gives as large enough for every text (NVML_DEVICE_NAME_V2_BUFFER_SIZE, _UUID_V2_): and some more.
 */
enum { DRIVER_TEXT_SIZE = 256 };

/* nvmlPciInfo_t as of nvmlDeviceGetPciInfo_v3. _v2 and the first version fill the same fields up to `device`; the first
 * lacks `subsystem_id`, and where v3 has `bus_id` the older ones have up to four reserved numbers, which fit. So the
 * numbers hold in every version and the texts do not. */
struct nvml_pci {
    char legacy_bus_id[16];
    unsigned domain, bus, device;
    unsigned device_id;    /* device in the upper 16 bits, vendor in the lower */
    unsigned subsystem_id; /* alike */
    char bus_id[32];
};
static_assert(offsetof(struct nvml_pci, domain) == 16 && offsetof(struct nvml_pci, bus_id) == 36 &&
                  sizeof(struct nvml_pci) == 68,
              "nvmlPciInfo_t");

/* nvmlMemory_t, in bytes; the first version, which every driver still has. */
struct nvml_memory {
    unsigned long long total, free, used;
};
static_assert(sizeof(struct nvml_memory) == 24, "nvmlMemory_t");

struct nvml_device; /* nvmlDevice_t points to it */

/* Any of them is NULL when the library lacks it. */
struct driver_api {
    int (*cuDriverGetVersion)(int *version);
    int (*cuInit)(unsigned flags);
    int (*cuDeviceGetCount)(int *count);
    int (*cuDeviceGet)(int *device, int index);
    int (*cuDeviceGetName)(char *name, int size, int device);
    int (*cuDeviceGetPCIBusId)(char *address, int size, int device);
    int (*cuDeviceGetAttribute)(int *value, int attribute, int device);
    int (*cuDeviceTotalMem)(size_t *bytes, int device); /* _v2; before, `bytes` had 32 bits */

    int (*nvmlInit)(void);
    int (*nvmlSystemGetNVMLVersion)(char *version, unsigned size);
    int (*nvmlSystemGetDriverVersion)(char *version, unsigned size);
    int (*nvmlSystemGetCudaDriverVersion)(int *version);
    int (*nvmlDeviceGetCount)(unsigned *count);
    int (*nvmlDeviceGetHandleByIndex)(unsigned index, struct nvml_device **device);
    int (*nvmlDeviceGetName)(struct nvml_device *device, char *name, unsigned size);
    int (*nvmlDeviceGetUUID)(struct nvml_device *device, char *uuid, unsigned size);
    int (*nvmlDeviceGetPciInfo)(struct nvml_device *device, struct nvml_pci *pci);
    int (*nvmlDeviceGetMemoryInfo)(struct nvml_device *device, struct nvml_memory *memory);
};
