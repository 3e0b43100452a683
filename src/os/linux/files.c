/* What a question about a file costs the machine: as little as can be. Nothing is created, changed or waited for; no
 * device is touched but by the question that means one. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "files.h"

static int file_status(const struct place *place, struct stat *status) {
    return fstatat(place->directory, place->path, status, place->follow ? 0 : AT_SYMLINK_NOFOLLOW);
}

static int file_descriptor(const struct place *place, int flags) {
    flags |= O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (place->follow ? 0 : O_NOFOLLOW);
    return openat(place->directory, place->path, flags);
}

static const char *irregular(mode_t mode) {
    if (S_ISREG(mode))
        return NULL;
    return S_ISDIR(mode) ? "EISDIR" : S_ISLNK(mode) ? "ELOOP" : "not_regular";
}

/* Opens a regular file for reading, or says with what else to answer. It is looked at before it is opened, since
 * opening alone makes some devices act (a watchdog starts), and afterwards, since it may be another one by then. */
static bool open_regular(const struct place *place, int *descriptor, struct stat *status, struct answer *answer) {
    if (file_status(place, status) != 0) {
        *answer = errno_answer(errno);
        return false;
    }
    const char *reason = irregular(status->st_mode);
    if (reason != NULL) {
        *answer = answer_unreadable(reason);
        return false;
    }
    int opened = file_descriptor(place, O_RDONLY);
    if (opened < 0) {
        *answer = errno_answer(errno);
        return false;
    }
    reason = fstat(opened, status) != 0 ? errno_name(errno) : irregular(status->st_mode);
    if (reason != NULL) {
        close(opened);
        *answer = answer_unreadable(reason);
        return false;
    }
    *descriptor = opened;
    return true;
}

/* The size that /proc and /sys tell is no help: reads until the end or until `size` bytes are there. Negative: errno.
 */
static ssize_t read_up_to(int descriptor, char *out, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t got = read(descriptor, out + done, size - done);
        if (got == 0)
            break;
        if (got > 0)
            done += (size_t)got;
        else if (errno != EINTR)
            return -1;
    }
    return (ssize_t)done;
}

static struct answer text_answer(struct arena *arena, const struct place *place) {
    char content[TEXT_LIMIT + 1]; /* one more shows that there is more */
    int descriptor;
    struct stat status;
    struct answer answer;
    if (!open_regular(place, &descriptor, &status, &answer))
        return answer;
    ssize_t size = read_up_to(descriptor, content, sizeof content);
    int number = errno;
    close(descriptor);
    if (size < 0)
        return errno_answer(number);

    struct text text = text_until((struct text){content, (size_t)size}, TEXT_LIMIT);
    struct value map = value_map();
    value_set(arena, &map, "text", value_text(text_copy(arena, text)));
    value_set(arena, &map, "complete", value_boolean((size_t)size <= TEXT_LIMIT));
    return answer_known(map);
}

static struct answer list_answer(struct arena *arena, const struct place *place) {
    int descriptor = file_descriptor(place, O_RDONLY | O_DIRECTORY);
    DIR *directory = descriptor < 0 ? NULL : fdopendir(descriptor);
    if (directory == NULL) {
        int number = errno;
        if (descriptor >= 0)
            close(descriptor);
        return errno_answer(number);
    }
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    bool complete = true;
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(directory)) != NULL) {
        struct text name = text_of(entry->d_name);
        if (text_is(name, ".") || text_is(name, ".."))
            continue;
        if (count == LIST_LIMIT) {
            complete = false;
            break;
        }
        if (count == capacity)
            names = arena_grow(arena, names, count, &capacity, sizeof *names);
        names[count++] = text_copy(arena, name);
    }
    int number = entry == NULL ? errno : 0;
    closedir(directory);
    if (number != 0)
        return errno_answer(number);
    return answer_known(list_value(arena, names, count, complete));
}

static const char *type_name(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG:
        return "file";
    case S_IFDIR:
        return "directory";
    case S_IFCHR:
        return "character";
    case S_IFBLK:
        return "block";
    case S_IFIFO:
        return "fifo";
    case S_IFSOCK:
        return "socket";
    default:
        return "other";
    }
}

static struct answer stat_answer(struct arena *arena, const struct place *place) {
    struct stat status;
    if (file_status(place, &status) != 0)
        return errno_answer(errno);
    struct value map = value_map();
    value_set(arena, &map, "type", value_string(type_name(status.st_mode)));
    value_set(arena, &map, "size", value_integer(status.st_size));
    value_set(arena, &map, "mtime", value_integer(status.st_mtime));
    value_set(arena, &map, "mode", value_integer(status.st_mode & 07777));
    value_set(arena, &map, "uid", value_integer(status.st_uid));
    value_set(arena, &map, "gid", value_integer(status.st_gid));
    if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) {
        value_set(arena, &map, "major", value_integer(major(status.st_rdev)));
        value_set(arena, &map, "minor", value_integer(minor(status.st_rdev)));
    }
    return answer_known(map);
}

static struct answer link_answer(struct arena *arena, const struct place *place) {
    char target[PATH_MAX];
    ssize_t size = readlinkat(place->directory, place->path, target, sizeof target);
    if (size < 0)
        return errno == EINVAL ? answer_absent() : errno_answer(errno); /* EINVAL: it is no link */
    struct value map = value_map();
    value_set(arena, &map, "target", value_text(text_copy(arena, (struct text){target, (size_t)size})));
    return answer_known(map);
}

struct answer file_answer(struct arena *arena, const struct place *place, enum question_kind kind) {
    switch (kind) {
    case QUESTION_TEXT:
        return text_answer(arena, place);
    case QUESTION_LIST:
        return list_answer(arena, place);
    case QUESTION_STAT:
        return stat_answer(arena, place);
    case QUESTION_LINK:
        return link_answer(arena, place);
    default:
        return answer_not_asked();
    }
}

/* The kernel answers for this user and their control group without opening: an open device would wake a sleeping card,
 * and a diagnosis opens nothing for writing. */
struct answer file_opens(struct arena *arena, const struct place *place) {
    struct stat status;
    if (file_status(place, &status) != 0)
        return errno_answer(errno);
    if (!S_ISCHR(status.st_mode))
        return answer_unreadable("not_a_device");
    struct value value = value_map();
    if (faccessat(place->directory, place->path, R_OK | W_OK, AT_EACCESS) != 0)
        value_set(arena, &value, "error", value_string(errno_name(errno)));
    return answer_known(value);
}

/* --- digests --- */

struct reading {
    int descriptor;
    int failed; /* errno */
};

static int64_t read_at(void *context, uint64_t offset, void *out, size_t size) {
    struct reading *reading = context;
    size_t done = 0;
    if (offset > INT64_MAX - size)
        return 0;
    while (done < size) {
        ssize_t got = pread(reading->descriptor, (char *)out + done, size - done, (off_t)(offset + done));
        if (got == 0)
            break;
        if (got > 0) {
            done += (size_t)got;
        } else if (errno != EINTR) {
            reading->failed = errno;
            return -1;
        }
    }
    return (int64_t)done;
}

static const char *reading_failed(void *context) {
    const struct reading *reading = context;
    return reading->failed == 0 ? NULL : errno_name(reading->failed);
}

struct answer file_digest(struct arena *arena, const struct place *place, digest_function *make) {
    struct reading reading = {0};
    struct stat status;
    struct answer answer;
    if (!open_regular(place, &reading.descriptor, &status, &answer))
        return answer;
    struct bytes bytes = {.context = &reading, .read = read_at, .size = (uint64_t)status.st_size};
    answer = digest_answer(arena, &bytes, make, status.st_mtime, reading_failed);
    close(reading.descriptor);
    return answer;
}
