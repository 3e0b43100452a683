/* Shared libraries, by LoadLibrary. */
#include "wide.h"

#include "os/library.h"

struct library {
    HMODULE handle;
};

static bool failed(struct arena *arena, const char *name, DWORD code, struct error *error) {
    wchar_t *message = NULL;
    DWORD size =
        FormatMessageW(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
                       NULL, code, 0, (wchar_t *)&message, 0, NULL);
    struct text why = text_trim(text_of_wide(arena, message, size));
    LocalFree(message);
    return error_set(error, "%s: error %lu: " TEXT_FORMAT, name, (unsigned long)code, TEXT_ARGUMENTS(why));
}

bool library_open(struct arena *arena, const char *name, struct library **library, struct error *error) {
    /* A library named by its path finds its own dependencies beside itself. */
    bool path =
        text_find_byte(text_of(name), '\\') != TEXT_NOWHERE || text_find_byte(text_of(name), '/') != TEXT_NOWHERE;
    DWORD flags = path ? LOAD_WITH_ALTERED_SEARCH_PATH : 0;
    HMODULE handle = LoadLibraryExW(wide_of(arena, text_of(name)), NULL, flags);
    if (handle == NULL)
        return failed(arena, name, GetLastError(), error);
    struct library *opened = arena_alloc(arena, sizeof *opened);
    opened->handle = handle;
    *library = opened;
    return true;
}

void (*library_function(struct library *library, const char *name))(void) {
    return (void (*)(void))GetProcAddress(library->handle, name);
}

struct text library_path(struct arena *arena, struct library *library, const char *any_function) {
    enum { ROOM = 32768 };
    (void)any_function; /* a library knows its file here */
    wchar_t *path = arena_array(arena, ROOM, sizeof *path);
    DWORD size = GetModuleFileNameW(library->handle, path, ROOM);
    return size < ROOM ? text_of_wide(arena, path, size) : (struct text){0};
}
