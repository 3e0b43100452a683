/* Bytes in and out of this process, by libuv's synchronous calls: they take UTF-8 names on every system. */
#include "system.h"

#include "os/stream.h"

#include <sys/stat.h>

#include "base/buffer.h"

bool stream_is_terminal(enum stream stream) {
    return uv_guess_handle((int)stream) == UV_TTY;
}

bool stream_write(enum stream stream, struct text text, struct error *error) {
    return stream_write_descriptor((int)stream, text, error);
}

/* Sizes in libuv's calls are 32 bits wide. */
static uv_buf_t piece(const char *at, size_t size) {
    return uv_buf_init((char *)at, size > 1 << 20 ? 1 << 20 : (unsigned)size);
}

bool stream_write_descriptor(int descriptor, struct text text, struct error *error) {
    size_t done = 0;
    while (done < text.size) {
        uv_fs_t request;
        uv_buf_t part = piece(text.at + done, text.size - done);
        int written = uv_fs_write(NULL, &request, descriptor, &part, 1, -1, NULL);
        uv_fs_req_cleanup(&request);
        if (written > 0)
            done += (size_t)written;
        else if (written == UV_EAGAIN)
            uv_sleep(1); /* a program that shares this terminal or pipe made it non-blocking */
        else if (written == UV_EPIPE || written == UV_EOF)
            return error_set(error, "%s", "");
        else if (written != UV_EINTR)
            return error_set(error, "cannot write: %s", written == 0 ? "no room" : uv_strerror(written));
    }
    return true;
}

/* --- a file the user named, for reading --- */

struct input {
    int descriptor;
    bool ours;
    struct text name;
};

static bool refuse(struct text path, int status, struct error *error) {
    error_set(error, TEXT_FORMAT ": %s", TEXT_ARGUMENTS(path), uv_strerror(status));
    return false;
}

static bool readable_type(struct text path, uint64_t mode, struct error *error) {
    uint64_t type = mode & S_IFMT;
    if (type == S_IFDIR)
        return error_set(error, TEXT_FORMAT ": is a folder", TEXT_ARGUMENTS(path));
    if (type != S_IFREG && type != S_IFIFO)
        return error_set(error, TEXT_FORMAT ": is neither a file nor a pipe", TEXT_ARGUMENTS(path));
    return true;
}

bool input_open(struct arena *arena, struct text path, struct input **input, struct error *error) {
    struct input *opened = arena_alloc(arena, sizeof *opened);
    *opened = (struct input){.descriptor = 0, .name = text_copy(arena, path)};
    if (text_is(path, "-")) {
        opened->name = TEXT("standard input");
        *input = opened;
        return true;
    }
    if (text_find_byte(path, '\0') != TEXT_NOWHERE)
        return refuse(path, UV_EINVAL, error);
    uv_fs_t request;
    int status = uv_fs_stat(NULL, &request, opened->name.at, NULL);
    uint64_t mode = request.statbuf.st_mode;
    uv_fs_req_cleanup(&request);
    if (status < 0)
        return refuse(path, status, error);
    if (!readable_type(path, mode, error))
        return false;
    opened->descriptor = uv_fs_open(NULL, &request, opened->name.at, UV_FS_O_RDONLY, 0, NULL);
    uv_fs_req_cleanup(&request);
    if (opened->descriptor < 0)
        return refuse(path, opened->descriptor, error);
    opened->ours = true;
    *input = opened;
    return true;
}

int64_t input_read(struct input *input, void *out, size_t size, struct error *error) {
    for (;;) {
        uv_fs_t request;
        uv_buf_t part = piece(out, size);
        int got = uv_fs_read(NULL, &request, input->descriptor, &part, 1, -1, NULL);
        uv_fs_req_cleanup(&request);
        if (got == UV_EOF)
            return 0;
        if (got >= 0)
            return got;
        if (got == UV_EAGAIN) {
            uv_sleep(1);
        } else if (got != UV_EINTR) {
            refuse(input->name, got, error);
            return -1;
        }
    }
}

void input_close(struct input *input) {
    uv_fs_t request;
    if (!input->ours)
        return;
    uv_fs_close(NULL, &request, input->descriptor, NULL);
    uv_fs_req_cleanup(&request);
}

bool input_read_all(struct arena *arena, struct text path, size_t limit, struct text *content, struct error *error) {
    struct input *input;
    char chunk[65536];
    int64_t got;
    if (!input_open(arena, path, &input, error))
        return false;
    struct buffer whole = buffer_new(arena);
    while ((got = input_read(input, chunk, sizeof chunk, error)) > 0 && whole.size + (size_t)got <= limit)
        buffer_add(&whole, (struct text){chunk, (size_t)got});
    input_close(input);
    if (got > 0)
        return error_set(error, TEXT_FORMAT ": is larger than %zu bytes, the most that is read", TEXT_ARGUMENTS(path),
                         limit);
    if (got == 0)
        *content = buffer_text(&whole);
    return got == 0;
}
