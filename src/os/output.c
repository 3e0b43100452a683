/* Files that the user asked to be written. */
#include "system.h"

#include <sys/stat.h>

#include "os/stream.h"

static bool failed(struct text path, int status, struct error *error) {
    return error_set(error, TEXT_FORMAT ": cannot be written: %s", TEXT_ARGUMENTS(path), uv_strerror(status));
}

/* Opens, writes and closes; `flags` say whether the file may exist. */
static bool write_file(struct text path, int flags, int mode, struct text content, struct error *error) {
    uv_fs_t request;
    int descriptor = uv_fs_open(NULL, &request, path.at, flags, mode, NULL);
    uv_fs_req_cleanup(&request);
    if (descriptor < 0)
        return failed(path, descriptor, error);
    struct error why = {{0}};
    bool written = stream_write_descriptor(descriptor, content, &why);
    if (!written)
        error_set(error, TEXT_FORMAT ": %s", TEXT_ARGUMENTS(path), why.message);
    int status = 0;
    if (written) {
        status = uv_fs_fsync(NULL, &request, descriptor, NULL); /* before the rename, or a crash leaves it empty */
        uv_fs_req_cleanup(&request);
        /* Pipes and terminals have nothing to sync. */
        if (status == UV_EINVAL || status == UV_ENOSYS || status == UV_ENOTSUP || status == UV_EROFS)
            status = 0;
    }
    int closed = uv_fs_close(NULL, &request, descriptor, NULL);
    uv_fs_req_cleanup(&request);
    if (status == 0)
        status = closed;
    return status < 0 ? failed(path, status, error) : written;
}

static void remove_file(struct text path) {
    uv_fs_t request;
    uv_fs_unlink(NULL, &request, path.at, NULL);
    uv_fs_req_cleanup(&request);
}

/* The file itself when `path` is a link to one: a rename would replace the link. */
static struct text real_path(struct arena *arena, struct text path) {
    uv_fs_t request;
    if (uv_fs_realpath(NULL, &request, path.at, NULL) == 0)
        path = text_copy(arena, text_of(request.ptr));
    uv_fs_req_cleanup(&request);
    return path;
}

static bool replace_file(struct arena *arena, struct text path, int mode, struct text content, struct error *error) {
    struct text temporary = text_format(arena, TEXT_FORMAT ".%d.tmp", TEXT_ARGUMENTS(path), (int)uv_os_getpid());
    remove_file(temporary); /* left by a process that had this number and was killed */
    if (!write_file(temporary, UV_FS_O_WRONLY | UV_FS_O_CREAT | UV_FS_O_EXCL, mode, content, error)) {
        remove_file(temporary);
        return false;
    }
    uv_fs_t request;
    int status = uv_fs_rename(NULL, &request, temporary.at, path.at, NULL);
    uv_fs_req_cleanup(&request);
    if (status == 0)
        return true;
    remove_file(temporary);
    return failed(path, status, error);
}

bool output_write(struct arena *arena, struct text path, struct text content, struct error *error) {
    if (path.size == 0 || text_find_byte(path, '\0') != TEXT_NOWHERE)
        return failed(path, UV_EINVAL, error);
    struct text real = real_path(arena, text_copy(arena, path));
    uv_fs_t request;
    int status = uv_fs_stat(NULL, &request, real.at, NULL);
    uint64_t mode = request.statbuf.st_mode;
    uv_fs_req_cleanup(&request);
    if (status == UV_ENOENT)
        return replace_file(arena, real, 0666, content, error);
    if (status < 0)
        return failed(path, status, error);
    if ((mode & S_IFMT) == S_IFDIR)
        return failed(path, UV_EISDIR, error);
    /* A device or a pipe (/dev/stdout, /dev/null) is written to, never replaced. */
    if ((mode & S_IFMT) != S_IFREG)
        return write_file(real, UV_FS_O_WRONLY, 0, content, error);
    return replace_file(arena, real, (int)(mode & 0777), content, error);
}
