/* libcuda and NVML, loaded once each. The arena that is passed in owns them; they are never unloaded. */
#pragma once

#include "base/error.h"
#include "base/text.h"
#include "driver_api.h"

enum driver_library { DRIVER_LIBRARY_CUDA, DRIVER_LIBRARY_NVML, DRIVER_LIBRARY_COUNT };

struct driver_libraries {
    struct driver_api api;
    bool loaded[DRIVER_LIBRARY_COUNT];
    struct text path[DRIVER_LIBRARY_COUNT]; /* the file, or the name where the loader does not say */
};

/* False gives the loader's own message. Loading again is no failure. */
bool driver_library_load(struct arena *arena, struct driver_libraries *libraries, enum driver_library which,
                         struct error *error);
