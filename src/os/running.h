/* One child while it runs. For children.c.
 *
 * It is over when it has ended and its output is at an end. Something that it started may outlive it and hold the
 * output open: that gets GRACE_MS and is then killed. The same time is given to a killed child before it is left
 * behind. */
#pragma once

#include "system.h"

#include "base/buffer.h"
#include "internal.h"

enum { LINE_LIMIT = 64 * 1024 * 1024, ERROR_LIMIT = 4096, CHUNK = 65536, GRACE_MS = 300 };

struct running {
    struct child *child;
    uv_process_t process;
    uv_pipe_t input, output, error;
    uv_timer_t limit, slow, grace;
    uv_write_t write;
    struct family family;
    struct buffer line;   /* the beginning of a line whose end has not come */
    struct buffer errors; /* the beginning of its standard error */
    unsigned open_pipes;
    bool ended, killed;
    char chunk[CHUNK];
};

void running_prepare(uv_loop_t *loop, struct arena *arena, struct running *running, struct child *child);
/* False when it could not be started; then it is over. */
bool running_start(uv_loop_t *loop, struct arena *arena, struct running *running, const char *program,
                   struct error *error);
void running_kill(struct running *running);
