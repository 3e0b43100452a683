/* Small things in which Windows differs. */
#include "wide.h"

#include <signal.h>

#include "os/stream.h"

struct text platform_executable(struct arena *arena) {
    enum { ROOM = 32768 };
    wchar_t *path = arena_array(arena, ROOM, sizeof *path);
    DWORD size = GetModuleFileNameW(NULL, path, ROOM);
    return size < ROOM ? text_of_wide(arena, path, size) : (struct text){0};
}

unsigned stream_columns(enum stream stream) {
    CONSOLE_SCREEN_BUFFER_INFO about;
    HANDLE handle = GetStdHandle(stream == STREAM_OUTPUT ? STD_OUTPUT_HANDLE : STD_ERROR_HANDLE);
    if (!GetConsoleScreenBufferInfo(handle, &about) || about.srWindow.Right < about.srWindow.Left)
        return 0;
    return (unsigned)(about.srWindow.Right - about.srWindow.Left + 1);
}

/* --- stopping --- */

size_t platform_interrupts(int signals[4]) {
    signals[0] = SIGINT;
    signals[1] = SIGBREAK;
    signals[2] = SIGHUP; /* the console's window was closed */
    return 3;
}

unsigned platform_family_flags(bool inherit_input) {
    (void)inherit_input;
    return 0;
}

/* A job holds the child and all that it will start: it has hardly begun to run. Ctrl+C reaches all of them by
 * themselves. */
struct family platform_family(int64_t process, bool inherit_input) {
    (void)inherit_input;
    struct family family = {.process = process};
    HANDLE child = OpenProcess(PROCESS_SET_QUOTA | PROCESS_TERMINATE, FALSE, (DWORD)process);
    HANDLE job = child == NULL ? NULL : CreateJobObjectW(NULL, NULL);
    if (job != NULL && AssignProcessToJobObject(job, child)) {
        family.together = true;
        family.handle = job;
    } else if (job != NULL) {
        CloseHandle(job);
    }
    if (child != NULL)
        CloseHandle(child);
    return family;
}

void platform_family_kill(struct family *family) {
    if (family->together)
        TerminateJobObject(family->handle, 1);
    else
        uv_kill((int)family->process, SIGKILL);
}

void platform_family_close(struct family *family) {
    if (family->handle != NULL)
        CloseHandle(family->handle);
    family->handle = NULL;
}
