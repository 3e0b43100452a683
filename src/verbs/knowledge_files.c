#include "knowledge_files.h"

#include "os/ask.h"
#include "os/stream.h"

enum { DEEPEST_FOLDER = 4, LARGEST_FILE = 16 << 20 };

struct walk {
    struct arena *arena;
    struct machine *machine;
    struct knowledge_file *files;
    size_t count, capacity;
};

static bool add_file(struct walk *walk, struct text path, struct text inside, struct error *error) {
    struct text content;
    if (!input_read_all(walk->arena, path, LARGEST_FILE, &content, error))
        return false;
    walk->files = arena_grow(walk->arena, walk->files, walk->count, &walk->capacity, sizeof *walk->files);
    walk->files[walk->count++] = (struct knowledge_file){inside, content};
    return true;
}

static bool add_folder(struct walk *walk, struct text folder, struct text inside, unsigned depth, struct error *error) {
    struct asked_list list = ask_list(walk->machine, walk->arena, folder);
    if (list.state != ANSWER_KNOWN)
        return error_set(error, TEXT_FORMAT ": no folder that can be read", TEXT_ARGUMENTS(folder));
    for (size_t at = 0; at < list.count; at++) {
        struct text name = list.entries[at], path = path_join(walk->machine, walk->arena, folder, name);
        struct text below = inside.size ? text_format(walk->arena, TEXT_FORMAT "/" TEXT_FORMAT, TEXT_ARGUMENTS(inside), TEXT_ARGUMENTS(name)) : name;
        struct asked_stat stat = ask_stat(walk->machine, walk->arena, path);
        if (text_starts(name, "."))
            continue; /* editors leave such files */
        if (text_is(stat.type, "directory") ? !(depth && add_folder(walk, path, below, depth - 1, error)) : !add_file(walk, path, below, error))
            return false;
    }
    return true;
}

bool knowledge_read_folder(struct arena *arena, struct text folder, struct knowledge_file **files, size_t *count, struct error *error) {
    struct walk walk = {.arena = arena, .machine = machine_live(arena)};
    if (!add_folder(&walk, folder, (struct text){0}, DEEPEST_FOLDER, error))
        return false;
    *files = walk.files;
    *count = walk.count;
    return true;
}
