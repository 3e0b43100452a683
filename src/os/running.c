/* One child: how it starts, what it writes, how it ends. */
#include "running.h"

static void close_handle(uv_handle_t *handle) {
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void hand_on(struct running *running, struct text line) {
    if (running->child->line != NULL)
        running->child->line(running->child->context, line);
}

/* Nothing more is heard of it: what was held for it is let go. */
static void finish(struct running *running) {
    struct child *child = running->child;
    if (running->ended && !running->killed && running->line.size > 0)
        hand_on(running, buffer_text(&running->line));
    running->line.size = 0;
    child->output = buffer_text(&running->errors);
    child->left_behind = !running->ended;
    platform_family_close(&running->family);
    close_handle((uv_handle_t *)&running->process);
    close_handle((uv_handle_t *)&running->input);
    close_handle((uv_handle_t *)&running->output);
    close_handle((uv_handle_t *)&running->error);
    close_handle((uv_handle_t *)&running->limit);
    close_handle((uv_handle_t *)&running->slow);
    close_handle((uv_handle_t *)&running->grace);
}

static void finish_if_over(struct running *running) {
    if (running->ended && running->open_pipes == 0)
        finish(running);
}

static void on_grace(uv_timer_t *timer) {
    struct running *running = timer->data;
    if (running->ended)
        platform_family_kill(&running->family);
    finish(running);
}

void running_kill(struct running *running) {
    if (running->killed || running->ended)
        return;
    running->killed = true;
    platform_family_kill(&running->family);
    uv_timer_start(&running->grace, on_grace, GRACE_MS, 0);
}

static void on_end(uv_process_t *process, int64_t exit_status, int signal) {
    struct running *running = process->data;
    running->ended = true;
    running->child->exit_status = (int)exit_status;
    running->child->signal = signal;
    uv_timer_stop(&running->limit);
    uv_timer_stop(&running->slow);
    if (running->open_pipes > 0 && !running->killed)
        uv_timer_start(&running->grace, on_grace, GRACE_MS, 0);
    finish_if_over(running);
}

static void on_limit(uv_timer_t *timer) {
    struct running *running = timer->data;
    running->child->timed_out = true;
    running_kill(running);
}

static void on_slow(uv_timer_t *timer) {
    struct running *running = timer->data;
    running->child->slow(running->child->context);
}

/* --- what it writes --- */

static void on_room(uv_handle_t *pipe, size_t suggested, uv_buf_t *room) {
    (void)suggested;
    struct running *running = pipe->data;
    *room = uv_buf_init(running->chunk, CHUNK);
}

/* Hands on whole lines and keeps the rest. Lines within one chunk are not copied. */
static void take_output(struct running *running, struct text chunk) {
    size_t end;
    while ((end = text_find_byte(chunk, '\n')) != TEXT_NOWHERE) {
        struct text line = text_until(chunk, end);
        chunk = text_from(chunk, end + 1);
        if (running->line.size > 0) {
            buffer_add(&running->line, line);
            line = buffer_text(&running->line);
        }
        if (line.size > 0 && line.at[line.size - 1] == '\r')
            line.size--;
        hand_on(running, line);
        running->line.size = 0;
    }
    buffer_add(&running->line, chunk);
}

static void pipe_ended(struct running *running, uv_stream_t *pipe) {
    close_handle((uv_handle_t *)pipe);
    running->open_pipes--;
    finish_if_over(running);
}

static void on_output(uv_stream_t *pipe, ssize_t size, const uv_buf_t *chunk) {
    struct running *running = pipe->data;
    if (size < 0) {
        pipe_ended(running, pipe);
        return;
    }
    if (running->child->flooded || running->child->enough)
        return;
    take_output(running, (struct text){chunk->base, (size_t)size});
    if (running->child->enough)
        running_kill(running);
    if (running->line.size > LINE_LIMIT) {
        running->child->flooded = true;
        running->line.size = 0;
        running_kill(running);
    }
}

static void on_error(uv_stream_t *pipe, ssize_t size, const uv_buf_t *chunk) {
    struct running *running = pipe->data;
    if (size < 0) {
        pipe_ended(running, pipe);
        return;
    }
    struct text text = {chunk->base, (size_t)size};
    buffer_add(&running->errors, text_until(text, ERROR_LIMIT - running->errors.size));
}

/* --- how it starts --- */

static void on_input_written(uv_write_t *write, int status) {
    (void)status; /* it may have ended without reading all */
    struct running *running = write->data;
    close_handle((uv_handle_t *)&running->input);
}

/* An input that is at once at its end needs no null device. */
static void give_input(struct running *running) {
    struct text input = running->child->input;
    uv_buf_t whole = uv_buf_init((char *)input.at, (unsigned)input.size);
    running->write.data = running;
    if (running->child->inherit_input || input.size == 0 ||
        uv_write(&running->write, (uv_stream_t *)&running->input, &whole, 1, on_input_written) != 0)
        close_handle((uv_handle_t *)&running->input);
}

void running_prepare(uv_loop_t *loop, struct arena *arena, struct running *running, struct child *child) {
    *running = (struct running){.child = child, .line = buffer_new(arena), .errors = buffer_new(arena)};
    uv_pipe_t *pipes[] = {&running->input, &running->output, &running->error};
    uv_timer_t *timers[] = {&running->limit, &running->slow, &running->grace};
    for (size_t i = 0; i < 3; i++) {
        uv_pipe_init(loop, pipes[i], 0);
        uv_timer_init(loop, timers[i]);
        pipes[i]->data = timers[i]->data = running;
    }
    running->process.data = running;
}

static int spawn(uv_loop_t *loop, struct arena *arena, struct running *running, const char *program) {
    struct child *child = running->child;
    char **arguments = arena_array(arena, child->argument_count + 2, sizeof *arguments);
    arguments[0] = (char *)program;
    for (size_t i = 0; i < child->argument_count; i++)
        arguments[i + 1] = (char *)text_copy(arena, child->arguments[i]).at;

    const int to_child = UV_CREATE_PIPE | UV_READABLE_PIPE, from_child = UV_CREATE_PIPE | UV_WRITABLE_PIPE;
    uv_stdio_container_t streams[3] = {
        {.flags = (uv_stdio_flags)to_child, .data.stream = (uv_stream_t *)&running->input},
        {.flags = (uv_stdio_flags)from_child, .data.stream = (uv_stream_t *)&running->output},
        {.flags = (uv_stdio_flags)from_child, .data.stream = (uv_stream_t *)&running->error},
    };
    if (child->inherit_input)
        streams[0] = (uv_stdio_container_t){.flags = UV_INHERIT_FD, .data.fd = 0};
    uv_process_options_t options = {
        .exit_cb = on_end,
        .file = program,
        .args = arguments,
        .flags = platform_family_flags(child->inherit_input) | UV_PROCESS_WINDOWS_HIDE,
        .stdio_count = 3,
        .stdio = streams,
    };
    return uv_spawn(loop, &running->process, &options);
}

bool running_start(uv_loop_t *loop, struct arena *arena, struct running *running, const char *program,
                   struct error *error) {
    struct child *child = running->child;
    int status = spawn(loop, arena, running, program);
    if (status != 0) {
        running->ended = true;
        finish(running);
        return error_set(error, "cannot start %s again: %s", program, uv_strerror(status));
    }
    child->started = true;
    child->process = running->process.pid;
    running->family = platform_family(child->process, child->inherit_input);
    running->open_pipes = 2;
    uv_read_start((uv_stream_t *)&running->output, on_room, on_output);
    uv_read_start((uv_stream_t *)&running->error, on_room, on_error);
    give_input(running);
    if (child->limit_ms > 0)
        uv_timer_start(&running->limit, on_limit, child->limit_ms, 0);
    if (child->slow_ms > 0 && child->slow != NULL)
        uv_timer_start(&running->slow, on_slow, child->slow_ms, 0);
    return true;
}
