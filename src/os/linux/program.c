/* A program of the system that is run for its output, such as /usr/bin/journalctl: by absolute path only, with a small
 * environment and a time limit, as a group of processes that can be ended as a whole. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buffer.h"
#include "files.h"
#include "live.h"
#include "os/process.h"

enum { PROGRAM_LIMIT_MS = 2000, DEATH_LIMIT_MS = 300 };

static char *const environment[] = {"PATH=/usr/bin:/bin", "LC_ALL=C", NULL};

static char **argument_vector(struct arena *arena, const struct question *question) {
    char **vector = arena_array(arena, question->argument_count + 2, sizeof *vector);
    vector[0] = (char *)path_string(arena, question->name);
    for (size_t i = 0; i < question->argument_count; i++)
        if ((vector[i + 1] = (char *)path_string(arena, question->arguments[i])) == NULL)
            return NULL;
    return vector;
}

/* Starts it with `output` as its standard output; 0 or an errno. */
static int start(char **arguments, int output, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);

    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);

    int number = posix_spawn(process, arguments[0], &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return number;
}

enum reading_end { READING_DONE, READING_FULL, READING_LATE };

static enum reading_end read_output(int descriptor, int64_t deadline, struct buffer *output) {
    char chunk[16384];
    for (;;) {
        int64_t left = deadline - process_clock_ms();
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        if (left <= 0)
            return READING_LATE;
        if (poll(&ready, 1, (int)left) <= 0)
            continue;
        ssize_t got = read(descriptor, chunk, sizeof chunk);
        if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
            return READING_DONE;
        if (got > 0)
            buffer_add(output, (struct text){chunk, (size_t)got});
        if (output->size > OUTPUT_LIMIT)
            return READING_FULL;
    }
}

/* Its end, if that comes before the deadline: a process in uninterruptible sleep does not die. */
static bool wait_for_end(pid_t process, int64_t deadline, int *status) {
    const struct timespec pause = {.tv_nsec = 2000000};
    for (;;) {
        pid_t ended = waitpid(process, status, WNOHANG);
        if (ended == process)
            return true;
        if ((ended < 0 && errno != EINTR) || process_clock_ms() >= deadline)
            return false;
        nanosleep(&pause, NULL);
    }
}

static struct value output_value(struct arena *arena, struct text output, enum reading_end end, int status) {
    struct value map = value_map();
    if (end == READING_DONE)
        value_set(arena, &map, "status",
                  value_integer(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)));
    value_set(arena, &map, "output", value_text(text_until(output, OUTPUT_LIMIT)));
    value_set(arena, &map, "complete", value_boolean(end == READING_DONE));
    return map;
}

struct answer program_answer(struct arena *arena, const struct question *question) {
    char **arguments = argument_vector(arena, question);
    if (arguments == NULL || arguments[0] == NULL || arguments[0][0] != '/')
        return answer_not_asked();
    if (access(arguments[0], X_OK) != 0)
        return errno_answer(errno);

    int ends[2], status = 0;
    pid_t process;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return answer_unreadable(errno_name(errno));
    int number = start(arguments, ends[1], &process);
    close(ends[1]);
    if (number != 0) {
        close(ends[0]);
        return answer_unreadable(errno_name(number));
    }

    struct buffer output = buffer_new(arena);
    int64_t deadline = process_clock_ms() + PROGRAM_LIMIT_MS;
    enum reading_end end = read_output(ends[0], deadline, &output);
    close(ends[0]);
    if (end == READING_DONE && !wait_for_end(process, deadline, &status))
        end = READING_LATE;
    if (end != READING_DONE) {
        kill(-process, SIGKILL);
        wait_for_end(process, process_clock_ms() + DEATH_LIMIT_MS, &status);
    }
    if (end == READING_LATE)
        return answer_timed_out();
    return answer_known(output_value(arena, buffer_text(&output), end, status));
}
