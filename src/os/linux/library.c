/* Shared libraries, by the dynamic loader. */
#include "os/library.h"

#include <dlfcn.h>
#include <string.h>

struct library {
    void *handle;
};

bool library_open(struct arena *arena, const char *name, struct library **library, struct error *error) {
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) {
        const char *why = dlerror();
        return error_set(error, "%s", why == NULL ? name : why);
    }
    struct library *opened = arena_alloc(arena, sizeof *opened);
    opened->handle = handle;
    *library = opened;
    return true;
}

void (*library_function(struct library *library, const char *name))(void) {
    void *address = dlsym(library->handle, name);
    void (*function)(void) = NULL;
    memcpy(&function, &address, sizeof function);
    return function;
}

struct text library_path(struct arena *arena, struct library *library, const char *any_function) {
    void *address = dlsym(library->handle, any_function);
    Dl_info about;
    if (address == NULL || dladdr(address, &about) == 0 || about.dli_fname == NULL)
        return (struct text){0};
    return text_copy(arena, text_of(about.dli_fname));
}
