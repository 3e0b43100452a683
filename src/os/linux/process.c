/* This process, on Linux. */
#include "os/process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

/* A closed standard stream would become the first file that is opened, and messages would be written into it. */
static void fill_standard_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF)
            continue;
        /* The lowest free number is this one. Without a null device anything that cannot be written to will do. */
        if (open("/dev/null", O_RDWR) < 0 && open("/", O_PATH) < 0)
            _exit(4);
    }
}

/* NOLINTNEXTLINE(readability-non-const-parameter): other systems replace them */
void process_start(struct arena *arena, int *count, char ***arguments) {
    (void)arena, (void)count, (void)arguments;
    fill_standard_streams();
    signal(SIGPIPE, SIG_IGN);
}

struct text platform_language(struct arena *arena) {
    (void)arena;
    return (struct text){0};
}

/* --- what a driver worker gives up --- */

static struct __user_cap_header_struct capability_header(void) {
    return (struct __user_cap_header_struct){.version = _LINUX_CAPABILITY_VERSION_3};
}

static bool get_capabilities(struct __user_cap_data_struct sets[2]) {
    struct __user_cap_header_struct header = capability_header();
    return syscall(SYS_capget, &header, sets) == 0;
}

/* Out of the permitted, effective, inheritable and ambient sets; of this thread, before there are others. */
static bool drop_from_sets(unsigned capability) {
    struct __user_cap_header_struct header = capability_header();
    struct __user_cap_data_struct sets[2];
    uint32_t bit = UINT32_C(1) << (capability % 32);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_LOWER, capability, 0, 0); /* kernels before 4.3 have no such set */
    if (!get_capabilities(sets))
        return false;
    struct __user_cap_data_struct *set = &sets[capability / 32];
    set->permitted &= ~bit;
    set->effective &= ~bit;
    set->inheritable &= ~bit;
    return syscall(SYS_capset, &header, sets) == 0;
}

/* Who may not change the bounding set cannot gain from it either: no_new_privs is set by then. */
static bool drop_from_bounding_set(unsigned capability) {
    if (prctl(PR_CAPBSET_READ, capability, 0, 0, 0) != 1)
        return true;
    return prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0 || errno == EPERM;
}

/* As root, the driver's libraries make device nodes when they find none, even where there is no driver. */
bool process_restrain(void) {
    bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    done &= drop_from_bounding_set(CAP_MKNOD);
    done &= drop_from_sets(CAP_MKNOD);
    done &= prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0;
    return done;
}

int process_set_output_aside(void) {
    int old = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (old < 0)
        return -1;
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int replaced = dup2(null >= 0 ? null : STDERR_FILENO, STDOUT_FILENO);
    if (null >= 0)
        close(null);
    if (replaced < 0) {
        close(old);
        return -1;
    }
    return old;
}
