/* Which call a question asks for. */
#include "gpu/worker.h"

#include "calls.h"

struct gpu_worker {
    struct arena *arena;
    struct driver_libraries libraries;
};

static const struct known_call {
    const char *name;
    enum driver_library library;
    call *carry_out; /* NULL loads the library */
    bool takes_index;
} known_calls[] = {
    {"load_libcuda", DRIVER_LIBRARY_CUDA, NULL, false},
    {"cuDriverGetVersion", DRIVER_LIBRARY_CUDA, call_cu_driver_get_version, false},
    {"cuInit", DRIVER_LIBRARY_CUDA, call_cu_init, false},
    {"cuDeviceGetCount", DRIVER_LIBRARY_CUDA, call_cu_device_get_count, false},
    {"cuDeviceDescribe", DRIVER_LIBRARY_CUDA, call_cu_device_describe, true},
    {"load_nvml", DRIVER_LIBRARY_NVML, NULL, false},
    {"nvmlSystemGetNVMLVersion", DRIVER_LIBRARY_NVML, call_nvml_system_get_nvml_version, false},
    {"nvmlInit", DRIVER_LIBRARY_NVML, call_nvml_init, false},
    {"nvmlSystemGetDriverVersion", DRIVER_LIBRARY_NVML, call_nvml_system_get_driver_version, false},
    {"nvmlSystemGetCudaDriverVersion", DRIVER_LIBRARY_NVML, call_nvml_system_get_cuda_driver_version, false},
    {"nvmlDeviceGetCount", DRIVER_LIBRARY_NVML, call_nvml_device_get_count, false},
    {"nvmlDeviceDescribe", DRIVER_LIBRARY_NVML, call_nvml_device_describe, true},
};

struct gpu_worker *gpu_worker_new(struct arena *arena) {
    struct gpu_worker *worker = arena_alloc(arena, sizeof *worker);
    worker->arena = arena;
    return worker;
}

static const struct known_call *find_call(const struct question *question) {
    for (size_t at = 0; at < sizeof known_calls / sizeof *known_calls; at++)
        if (text_is(question->name, known_calls[at].name))
            return &known_calls[at];
    return NULL;
}

/* The arguments are a device's index, or nothing. */
static bool read_index(const struct question *question, const struct known_call *known, int *index) {
    enum { INDEX_LIMIT = 65536 };
    int64_t number = 0;
    if (question->argument_count != (known->takes_index ? 1 : 0))
        return false;
    if (known->takes_index && !text_to_integer(question->arguments[0], &number))
        return false;
    *index = (int)number;
    return number >= 0 && number < INDEX_LIMIT;
}

/* The library lives as long as the worker, the answer only as long as `arena`. */
static struct value load(struct gpu_worker *worker, struct arena *arena, enum driver_library which) {
    struct error error = {""};
    if (!driver_library_load(worker->arena, &worker->libraries, which, &error))
        return answer_problem(arena, text_copy(arena, text_of(error.message)));
    struct value answer = answer_code(arena, 0);
    value_set(arena, &answer, "result", value_text(worker->libraries.path[which]));
    return answer;
}

struct answer gpu_worker_call(void *context, struct arena *arena, const struct question *question) {
    struct gpu_worker *worker = context;
    const struct known_call *known = find_call(question);
    struct request request = {.arena = arena, .api = &worker->libraries.api};
    if (!known || !read_index(question, known, &request.index))
        return (struct answer){.state = ANSWER_NOT_ASKED};
    struct answer answer = {.state = ANSWER_KNOWN};
    if (!known->carry_out)
        answer.value = load(worker, arena, known->library);
    else if (!worker->libraries.loaded[known->library])
        answer.value = answer_problem(arena, TEXT("the library is not loaded"));
    else
        answer.value = known->carry_out(&request);
    return answer;
}
