/* Shared libraries loaded at run time: only the driver's, only in a worker. Never unloaded. */
#pragma once

#include "base/error.h"
#include "base/text.h"

struct library;

/* By SONAME or path, as the system's loader finds it. False gives the loader's own message. */
bool library_open(struct arena *arena, const char *name, struct library **library, struct error *error);
/* NULL when the library has no such function. The caller casts it to the function's type. */
void (*library_function(struct library *library, const char *name))(void);
/* The file that was loaded; empty when the system does not say. */
struct text library_path(struct arena *arena, struct library *library, const char *any_function);
