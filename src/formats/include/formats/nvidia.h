/* Texts of NVIDIA's kernel driver. */
#pragma once

#include "base/value.h"

/* /proc/driver/nvidia/version: {"version": "535.104.05", "flavour": "open|proprietary"}. False for a text of another
 * kind. */
bool nvidia_module_version(struct arena *arena, struct text text, struct value *found);
/* "560.94" of the number that Windows shows for such a driver, "32.0.15.6094"; empty for another make's or text. */
struct text nvidia_windows_version(struct arena *arena, struct text number);
/* The version in a library's file name: "535.104.05" of "libcuda.so.535.104.05"; empty for "libcuda.so.1". */
struct text nvidia_library_version(struct text file_name);
