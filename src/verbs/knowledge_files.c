#include "knowledge_files.h"

#include "os/stream.h"

enum { DEEPEST_FOLDER = 4, LARGEST_FILE = 16 << 20, LARGEST_TRUSTED = 1 << 20, MOST_TRUSTED = 256 };

struct walk {
    struct arena *arena;
    struct machine *machine;
    knowledge_trust *trust; /* NULL: the user named the folder */
    void *context;
    struct knowledge_file *files;
    size_t count, capacity;
};

static bool add_file(struct walk *walk, struct text path, struct text inside, struct error *error) {
    struct text content;
    if (walk->trust && walk->count == MOST_TRUSTED)
        return error_set(error, "more than %d files", MOST_TRUSTED);
    if (!input_read_all(walk->arena, path, walk->trust ? LARGEST_TRUSTED : LARGEST_FILE, &content, error))
        return false;
    walk->files = arena_grow(walk->arena, walk->files, walk->count, &walk->capacity, sizeof *walk->files);
    walk->files[walk->count++] = (struct knowledge_file){inside, content};
    return true;
}

static bool check_trust(struct walk *walk, const struct asked_stat *stat, struct text path, struct error *error) {
    if (!walk->trust)
        return true;
    if (stat->state != ANSWER_KNOWN || (!text_is(stat->type, "directory") && !text_is(stat->type, "file")))
        return error_set(error, TEXT_FORMAT ": no file that can be read", TEXT_ARGUMENTS(path));
    return walk->trust(walk->context, stat) ||
           error_set(error, TEXT_FORMAT ": somebody else may write to it", TEXT_ARGUMENTS(path));
}

static bool add_folder(struct walk *walk, struct text folder, struct text inside, unsigned depth, struct error *error) {
    struct asked_list list = ask_list(walk->machine, walk->arena, folder);
    if (list.state != ANSWER_KNOWN)
        return error_set(error, TEXT_FORMAT ": no folder that can be read", TEXT_ARGUMENTS(folder));
    for (size_t at = 0; at < list.count; at++) {
        struct text name = list.entries[at], path = path_join(walk->machine, walk->arena, folder, name);
        struct text below = inside.size ? text_format(walk->arena, TEXT_FORMAT "/" TEXT_FORMAT, TEXT_ARGUMENTS(inside),
                                                      TEXT_ARGUMENTS(name))
                                        : name;
        if (text_starts(name, "."))
            continue; /* editors leave such files */
        struct asked_stat stat = ask_stat(walk->machine, walk->arena, path);
        if (!check_trust(walk, &stat, path, error))
            return false;
        if (text_is(stat.type, "directory") ? !(depth && add_folder(walk, path, below, depth - 1, error))
                                            : !add_file(walk, path, below, error))
            return false;
    }
    return true;
}

static bool walk_folder(struct walk *walk, struct text folder, struct knowledge_file **files, size_t *count,
                        struct error *error) {
    if (!add_folder(walk, folder, (struct text){0}, DEEPEST_FOLDER, error))
        return false;
    *files = walk->files;
    *count = walk->count;
    return true;
}

bool knowledge_read_folder(struct arena *arena, struct text folder, struct knowledge_file **files, size_t *count,
                           struct error *error) {
    struct walk walk = {.arena = arena, .machine = machine_live(arena)};
    return walk_folder(&walk, folder, files, count, error);
}

bool knowledge_read_trusted(struct arena *arena, struct machine *machine, struct text folder, knowledge_trust *trust,
                            void *context, struct knowledge_file **files, size_t *count, struct error *error) {
    struct walk walk = {.arena = arena, .machine = machine, .trust = trust, .context = context};
    return walk_folder(&walk, folder, files, count, error);
}
