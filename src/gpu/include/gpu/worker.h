/* The driver worker's side of the question kind "call": libcuda and NVML, loaded at run time from declarations of our
 * own.
 *
 * Runs only in a child that gave up CAP_MKNOD and may be killed: a driver can hang or crash. Both libraries come from
 * one table of optional symbols, since newer drivers remove old calls. A call that the library does not have, and one
 * before its library was loaded, answers {"code": -1, "problem": why}. A call that is not listed here is not asked.
 *
 * Calls, with their arguments and outputs (docs/capture.md); outputs are there only when the code is 0:
 *   load_libcuda(), load_nvml()       {"code": 0, "result": path} or {"code": -1, "problem": the loader's message}
 *   cuInit(), nvmlInit()              {"code"}
 *   cuDriverGetVersion(), nvmlSystemGetCudaDriverVersion(), cuDeviceGetCount(), nvmlDeviceGetCount()
 *                                     {"code", "number": 12020, "result": "12020"}
 *   nvmlSystemGetNVMLVersion(), nvmlSystemGetDriverVersion()
 *                                     {"code", "result"}
 *   cuDeviceDescribe(index)           {"code", "name", "pci", "capability": "8.9", "memory_mib", "result": name}
 *   nvmlDeviceDescribe(index)         {"code", "name", "pci", "uuid", "memory_mib", "result": name}
 * The last two make several calls: their code is the first that is not 0, and what the others gave is there all the
 * same. An output is left out when the library lacks its call, and when NVML does not support it for this card or keeps
 * it from this user (codes 3 and 4).
 * Texts come from the library's outputs only; its own error strings are never used (a stub answers nonsense). */
#pragma once

#include "os/machine.h"

struct gpu_worker;

struct gpu_worker *gpu_worker_new(struct arena *arena);
/* A call_function for machine_set_caller(); `context` is the worker. */
struct answer gpu_worker_call(void *context, struct arena *arena, const struct question *question);
