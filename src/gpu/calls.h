/* The calls themselves. Each returns the map that answers it: {"code", outputs}; outputs only where the library gave
 * them. The library is loaded when one is carried out; the function may be missing all the same. */
#pragma once

#include "base/value.h"
#include "libraries.h"

struct request {
    struct arena *arena;
    const struct driver_api *api;
    int index; /* of a device, where the call takes one */
};

typedef struct value call(const struct request *request);

call call_cu_driver_get_version, call_cu_init, call_cu_device_get_count, call_cu_device_describe;
call call_nvml_system_get_nvml_version, call_nvml_init, call_nvml_system_get_driver_version,
    call_nvml_system_get_cuda_driver_version, call_nvml_device_get_count, call_nvml_device_describe;

struct value answer_code(struct arena *arena, int code);
struct value answer_problem(struct arena *arena, struct text problem); /* code -1: nothing was called */
struct value answer_missing(struct arena *arena);                      /* the library has no such function */
/* "number" and, as text, "result"; neither when the code is not 0. */
struct value answer_number(struct arena *arena, int code, int64_t number);
/* "result"; `buffer` has DRIVER_TEXT_SIZE bytes. */
struct value answer_text(struct arena *arena, int code, const char *buffer);

/* What stands in a buffer of DRIVER_TEXT_SIZE bytes before the first NUL, which a library may have forgotten. */
struct text driver_text(struct arena *arena, const char *buffer);
/* An output of a call that makes several: sets it when `code` is 0, and keeps in `*first` the first code that is not.
 */
void describe(struct arena *arena, struct value *outputs, const char *name, struct value output, int code, int *first);
/* The outputs behind the code; the device's name is also the result. */
struct value answer_description(struct arena *arena, int code, const struct value *outputs);
