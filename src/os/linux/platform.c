/* Small things in which Linux differs. */
#include "system.h"

#include <signal.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "internal.h"
#include "os/stream.h"

/* Without /proc: the path that was executed. It may be relative, but plumb never changes its folder. */
struct text platform_executable(struct arena *arena) {
    const char *path = (const char *)getauxval(AT_EXECFN);
    return path == NULL ? (struct text){0} : text_copy(arena, text_of(path));
}

unsigned stream_columns(enum stream stream) {
    struct winsize size = {0};
    return ioctl((int)stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* --- stopping --- */

size_t platform_interrupts(int signals[4]) {
    static const int candidates[] = {SIGINT, SIGTERM, SIGHUP};
    size_t count = 0;
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
        struct sigaction action;
        if (sigaction(candidates[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signals[count++] = candidates[i];
    }
    return count;
}

/* A session of its own makes a group that is ended as a whole. Ctrl+C does not reach it; the parent does, when it is
 * told to stop. */
unsigned platform_family_flags(bool inherit_input) {
    return inherit_input ? 0 : UV_PROCESS_DETACHED;
}

struct family platform_family(int64_t process, bool inherit_input) {
    return (struct family){.process = process, .together = !inherit_input};
}

void platform_family_kill(struct family *family) {
    pid_t process = (pid_t)family->process;
    kill(family->together ? -process : process, SIGKILL);
}

void platform_family_close(struct family *family) {
    (void)family;
}
