/* Another disk, or an unpacked image, below a folder of this machine.
 *
 * Every component is walked here and the kernel follows no link and no "..": so nothing leads out of the folder,
 * whatever is put there while it is read. openat2(RESOLVE_IN_ROOT) would do the same in one call, but the kernels of
 * many machines are older than it (5.6). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "files.h"

/* The kernel fills these when a system runs; on a disk that does not run they hold nothing, which says nothing. */
static const char *const filled_at_run_time[] = {"proc", "sys", "dev", "run"};
enum { FILLED = sizeof filled_at_run_time / sizeof *filled_at_run_time };

struct sysroot {
    struct machine machine;
    int root;
    bool hollow[FILLED];
};

enum { LINK_LIMIT = 40, HOLLOW = -1 /* in place of an errno */ };

/* A walk from the root. `names` are the components up to here, none of them a link or ".."; `directory` is open at the
 * last but one. */
struct walk {
    const struct sysroot *sysroot;
    struct arena *arena;
    struct text *names;
    size_t count, capacity;
    int directory;
    struct text rest;
    unsigned links;
};

static int open_directory(int parent, const char *name) {
    return openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Opens the folder that the first `count` names lead to; 0 or an errno. */
static int enter(struct walk *walk, size_t count) {
    int directory = openat(walk->sysroot->root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (size_t i = 0; i < count && directory >= 0; i++) {
        int next = open_directory(directory, walk->names[i].at);
        int number = errno;
        close(directory);
        errno = number;
        directory = next;
    }
    if (directory < 0)
        return errno;
    if (walk->directory >= 0)
        close(walk->directory);
    walk->directory = directory;
    return 0;
}

static int restart(struct walk *walk) {
    walk->count = 0;
    return enter(walk, 0);
}

static bool is_hollow(const struct sysroot *sysroot, struct text name) {
    for (size_t i = 0; i < FILLED; i++)
        if (sysroot->hollow[i] && text_is(name, filled_at_run_time[i]))
            return true;
    return false;
}

/* Goes on by one name; the one before it must be a folder. */
static int descend(struct walk *walk, struct text name) {
    if (walk->count > 0) {
        int next = open_directory(walk->directory, walk->names[walk->count - 1].at);
        if (next < 0)
            return errno;
        close(walk->directory);
        walk->directory = next;
    } else if (is_hollow(walk->sysroot, name)) {
        return HOLLOW;
    }
    if (walk->count == walk->capacity)
        walk->names = arena_grow(walk->arena, walk->names, walk->count, &walk->capacity, sizeof *walk->names);
    walk->names[walk->count++] = text_copy(walk->arena, name);
    return 0;
}

/* ".." of the root is the root. The folder that is left must be one all the same. */
static int ascend(struct walk *walk) {
    if (walk->count == 0)
        return 0;
    int last = open_directory(walk->directory, walk->names[walk->count - 1].at);
    if (last < 0)
        return errno;
    close(last);
    walk->count--;
    return enter(walk, walk->count == 0 ? 0 : walk->count - 1);
}

/* If the name that was reached is a link, its target becomes what is to be walked next. */
static int take_link(struct walk *walk) {
    char target[PATH_MAX];
    ssize_t size = readlinkat(walk->directory, walk->names[walk->count - 1].at, target, sizeof target);
    if (size < 0)
        return errno == EINVAL ? 0 : errno;
    if (++walk->links > LINK_LIMIT)
        return ELOOP;
    struct text text = {target, (size_t)size};
    walk->rest = text_join_all(walk->arena, (struct text[]){text, walk->rest}, 2, TEXT("/"));
    if (text_starts(text, "/"))
        return restart(walk);
    walk->count--;
    return enter(walk, walk->count == 0 ? 0 : walk->count - 1);
}

/* Walks `path`; the link at its end only if `follow`. 0, an errno or HOLLOW. */
static int walk_path(struct walk *walk, struct text path, bool follow) {
    int number = restart(walk);
    walk->rest = path;
    struct text name;
    while (number == 0 && text_next_part(&walk->rest, '/', &name)) {
        if (name.size == 0 || text_is(name, "."))
            continue;
        if (text_is(name, "..")) {
            number = ascend(walk);
            continue;
        }
        number = descend(walk, name);
        if (number == 0 && (follow || walk->rest.size > 0))
            number = take_link(walk);
    }
    return number;
}

static struct answer walk_answer(int number) {
    return number == HOLLOW ? answer_not_asked() : errno_answer(number);
}

/* Answers a question about a file, by `make` for a digest. */
static struct answer file_question(const struct sysroot *sysroot, struct arena *arena, enum question_kind kind,
                                   struct text path, digest_function *make) {
    struct walk walk = {.sysroot = sysroot, .arena = arena, .directory = -1};
    struct answer answer;
    if (text_find_byte(path, '\0') != TEXT_NOWHERE)
        return answer_absent();
    if (!text_starts(path, "/"))
        return answer_not_asked(); /* relative to nothing that this disk knows */
    int number = walk_path(&walk, path, kind != QUESTION_LINK);
    struct place place = {.directory = walk.directory, .path = walk.count == 0 ? "." : walk.names[walk.count - 1].at};
    if (number != 0)
        answer = walk_answer(number);
    else
        answer = make != NULL ? file_digest(arena, &place, make) : file_answer(arena, &place, kind);
    if (walk.directory >= 0)
        close(walk.directory);
    return answer;
}

static struct answer sysroot_ask(struct machine *machine, struct arena *arena, const struct question *question) {
    if (question->kind == QUESTION_SYSTEM) {
        struct value map = value_map();
        value_set(arena, &map, "system", value_string("linux"));
        return answer_known(map);
    }
    /* A device node of an image would open a device of this machine. */
    if (!question_is_about_file(question->kind) || question->kind == QUESTION_OPEN)
        return answer_not_asked();
    return file_question((struct sysroot *)machine, arena, question->kind, question->name, NULL);
}

static struct answer sysroot_digest(struct machine *machine, struct arena *arena, const struct question *question,
                                    digest_function *make) {
    return file_question((struct sysroot *)machine, arena, QUESTION_DIGEST, question->arguments[0], make);
}

/* Missing, empty, or no folder. One that could not be looked into is not hollow: then its files are unreadable. */
static bool holds_nothing(int root, const char *name) {
    int descriptor = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return errno == ENOENT || errno == ENOTDIR;
    DIR *directory = fdopendir(descriptor);
    if (directory == NULL) {
        close(descriptor);
        return false;
    }
    bool nothing = true;
    const struct dirent *entry;
    while (nothing && (entry = readdir(directory)) != NULL)
        nothing = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    closedir(directory);
    return nothing;
}

bool machine_sysroot(struct arena *arena, struct text directory, struct machine **machine, struct error *error) {
    const char *path = path_string(arena, directory);
    int root = path == NULL ? -1 : open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root < 0)
        return error_set(error, TEXT_FORMAT ": cannot be used as another system's root: %s", TEXT_ARGUMENTS(directory),
                         path == NULL ? "its name holds a NUL" : strerror(errno));
    struct sysroot *sysroot = arena_alloc(arena, sizeof *sysroot);
    *sysroot = (struct sysroot){
        .machine = {.traits = {.system = SYSTEM_LINUX,
                               .separator = '/',
                               .list_separator = ':',
                               .place = text_copy(arena, directory)},
                    .ask = sysroot_ask,
                    .digest = sysroot_digest},
        .root = root, /* stays open for the rest of the run */
    };
    for (size_t i = 0; i < FILLED; i++)
        sysroot->hollow[i] = holds_nothing(root, filled_at_run_time[i]);
    *machine = &sysroot->machine;
    return true;
}
