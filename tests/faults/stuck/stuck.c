/* Preloaded into plumb by tests: a file that cannot be opened in time (a dead NFS server), or one whose reader crashes.
 *
 * PLUMB_STUCK=PART   opening a path that holds PART never returns
 * PLUMB_CRASH=PART   opening a path that holds PART aborts the process */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void act_on(const char *path) {
    const char *stuck = getenv("PLUMB_STUCK"), *crash = getenv("PLUMB_CRASH");
    if (stuck && strstr(path, stuck))
        for (;;)
            pause();
    if (crash && strstr(path, crash))
        abort();
}

int openat(int folder, const char *path, int flags, ...) {
    int (*next)(int, const char *, int, ...) = (int (*)(int, const char *, int, ...))dlsym(RTLD_NEXT, "openat");
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    act_on(path);
    return next(folder, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    int (*next)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    act_on(path);
    return next(path, flags, mode);
}
