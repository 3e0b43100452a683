/* Children on one libuv loop. */
#include "running.h"

struct all_running {
    struct running **running;
    size_t count;
    bool interrupted;
    uv_signal_t signals[4];
    size_t signal_count;
};

static void on_interrupt(uv_signal_t *signal, int number) {
    (void)number;
    struct all_running *all = signal->data;
    all->interrupted = true;
    for (size_t i = 0; i < all->count; i++)
        if (all->running[i]->child->started)
            running_kill(all->running[i]);
}

/* The handles do not keep the loop alive. */
static void watch_interrupts(uv_loop_t *loop, struct all_running *all) {
    int numbers[4];
    all->signal_count = platform_interrupts(numbers);
    for (size_t i = 0; i < all->signal_count; i++) {
        uv_signal_init(loop, &all->signals[i]);
        all->signals[i].data = all;
        uv_signal_start(&all->signals[i], on_interrupt, numbers[i]);
        uv_unref((uv_handle_t *)&all->signals[i]);
    }
}

static struct text own_program(struct arena *arena) {
    char path[4096];
    size_t size = sizeof path;
    if (uv_exepath(path, &size) == 0)
        return text_copy(arena, (struct text){path, size});
    return platform_executable(arena);
}

bool children_run(struct arena *arena, struct child *children, size_t count, bool *interrupted, struct error *error) {
    uv_loop_t loop;
    uv_disable_stdio_inheritance(); /* what this process was given is not passed on: a hung child would hold it */
    struct text program = own_program(arena);
    int status = uv_loop_init(&loop);
    if (status != 0)
        return error_set(error, "cannot run children: %s", uv_strerror(status));
    struct all_running all = {.running = arena_array(arena, count, sizeof *all.running)};
    watch_interrupts(&loop, &all);
    bool started = true;
    for (size_t i = 0; i < count; i++) {
        all.running[i] = arena_alloc(arena, sizeof **all.running);
        running_prepare(&loop, arena, all.running[i], &children[i]);
        all.count++;
        started &= running_start(&loop, arena, all.running[i], program.at, error);
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    for (size_t i = 0; i < all.signal_count; i++)
        uv_close((uv_handle_t *)&all.signals[i], NULL);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
    if (interrupted != NULL)
        *interrupted = all.interrupted;
    return started;
}
