/* The hidden verb `list-texts`: a child that walks one folder and hands the names of its files up. Links are not
 * followed, so that the walk stays in the folder and ends. */
#include "run.h"

#include "base/json.h"
#include "os/ask.h"
#include "os/stream.h"

enum { MOST_FILES = 10000, DEEPEST = 16, MOST_ENTRIES = 100000 };

struct walk {
    struct run *run;
    struct machine *machine;
    struct text top;
    size_t files, entries;
    bool cut, silent;
};

static void emit(struct walk *walk, const char *name, struct value value) {
    struct arena *scratch = arena_new();
    struct value line = value_map();
    struct buffer out = buffer_new(scratch);
    value_set(scratch, &line, name, value);
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    walk->silent = walk->silent || !stream_write(STREAM_OUTPUT, buffer_text(&out), NULL);
    arena_free(scratch);
}

static bool is_full(struct walk *walk) {
    walk->cut = walk->cut || walk->files == MOST_FILES || walk->entries == MOST_ENTRIES;
    return walk->silent || walk->files == MOST_FILES || walk->entries == MOST_ENTRIES;
}

static void look_into(struct walk *walk, struct text folder, unsigned depth);

/* `place` is the entry's path below the top. */
static void look_at(struct walk *walk, struct arena *arena, struct text place, unsigned depth) {
    struct text path = path_join(walk->machine, arena, walk->top, place);
    walk->entries++;
    if (ask_link(walk->machine, arena, path).state == ANSWER_KNOWN)
        return;
    struct asked_stat stat = ask_stat(walk->machine, arena, path);
    if (stat.state == ANSWER_KNOWN && text_is(stat.type, "directory")) {
        look_into(walk, place, depth + 1);
    } else if (stat.state == ANSWER_KNOWN && text_is(stat.type, "file")) {
        walk->files++;
        emit(walk, "file", value_text(place));
    }
}

/* Names that begin with a dot are a tool's own: .git holds no reports. */
static void look_into(struct walk *walk, struct text folder, unsigned depth) {
    struct arena *arena = arena_new();
    struct text path = folder.size ? path_join(walk->machine, arena, walk->top, folder) : walk->top;
    struct asked_list list = ask_list(walk->machine, arena, path);
    walk->cut = walk->cut || depth > DEEPEST || (list.state == ANSWER_KNOWN && !list.complete);
    for (size_t at = 0; list.state == ANSWER_KNOWN && depth <= DEEPEST && at < list.count && !is_full(walk); at++)
        if (!text_starts(list.entries[at], "."))
            look_at(walk, arena,
                    folder.size ? path_join(walk->machine, arena, folder, list.entries[at]) : list.entries[at], depth);
    arena_free(arena);
}

int verb_list_texts(struct run *run) {
    struct walk walk = {.run = run, .machine = machine_live(run->arena)};
    walk.top = run->options.word_count ? run->options.words[0] : TEXT(".");
    struct asked_list list = ask_list(walk.machine, run->arena, walk.top);
    if (list.state != ANSWER_KNOWN)
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": no folder that can be read", TEXT_ARGUMENTS(walk.top));
    look_into(&walk, TEXT(""), 0);
    if (walk.cut)
        emit(&walk, "cut", value_boolean(true));
    emit(&walk, "end", value_boolean(true));
    return EXIT_NOTHING_BROKEN;
}
