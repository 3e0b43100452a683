/* plumb explain --triage DIR: many reports as a table by cause. Each is read by a child with a time limit, some side by
 * side; one that is broken costs one row. */
#include "explain.h"
#include "triage.h"

#include "base/json.h"
#include "os/child.h"
#include "os/stream.h"

enum { SIDE_BY_SIDE = 4, LIMIT_MS = 20000, WALK_LIMIT_MS = 60000 };

/* What the child that walks the folder said. */
struct listed {
    struct arena *arena;
    struct text *files;
    size_t count, capacity;
    bool cut, ended;
};

static void on_file(void *context, struct text line) {
    struct listed *listed = context;
    struct value value;
    if (!json_parse(listed->arena, text_copy(listed->arena, line), "list-texts", &value, NULL))
        return;
    struct text file;
    listed->cut = listed->cut || value_get(&value, "cut");
    listed->ended = listed->ended || value_get(&value, "end");
    if (!json_bytes(listed->arena, value_get(&value, "file"), &file))
        return;
    listed->files = arena_grow(listed->arena, listed->files, listed->count, &listed->capacity, sizeof file);
    listed->files[listed->count++] = file;
}

static int list(struct run *run, struct text folder, struct listed *listed, bool *interrupted) {
    const struct text arguments[] = {TEXT("list-texts"), TEXT("--"), folder};
    struct child child = {.arguments = arguments, .argument_count = 3, .limit_ms = WALK_LIMIT_MS, .line = on_file};
    struct error error;
    *listed = (struct listed){.arena = run->arena};
    child.context = listed;
    if (!children_run(run->arena, &child, 1, interrupted, &error))
        return run_fail(run, EXIT_INTERNAL, "%s", error.message);
    if (child.exit_status == EXIT_USAGE) {
        stream_write(STREAM_ERROR, child.output, NULL);
        return EXIT_USAGE;
    }
    listed->cut = listed->cut || !listed->ended;
    return EXIT_NOTHING_BROKEN;
}

/* A folder's name may end in a separator, and either kind serves on Windows. */
static struct text joined(struct arena *arena, struct text folder, struct text file) {
    bool ended = text_ends(folder, "/") || text_ends(folder, "\\");
    const struct text parts[] = {folder, ended ? TEXT("") : TEXT("/"), file};
    return text_join_all(arena, parts, 3, TEXT(""));
}

static struct triage_row row_of(struct run *run, struct text_collection *text, struct text file) {
    struct triage_row row = {.file = file};
    if (!text->good || !text->collected.done) {
        row.error =
            text->good ? run_say(run, "triage.no_end", NULL, 0) : text_copy(run->arena, text_of(text->error.message));
        return row;
    }
    struct report_model model = explain_model(&text->run, text->path, &text->collected);
    row.none = model.none;
    if (model.finding_count) {
        row.cause = text_copy(run->arena, model.findings[0].cause);
        row.title = text_copy(run->arena, model.findings[0].title);
        row.certainty = model.findings[0].certainty;
    }
    return row;
}

/* Some texts side by side, in memory that is then given back. */
static void read_some(struct run *run, struct text folder, const struct text *files, size_t count,
                      struct triage_row *rows, bool *interrupted) {
    struct arena *arena = arena_new();
    struct text_collection texts[SIDE_BY_SIDE];
    for (size_t at = 0; at < count; at++) {
        texts[at] = (struct text_collection){.run = *run, .path = joined(arena, folder, files[at])};
        texts[at].run.arena = arena;
    }
    collect_texts(arena, texts, count, LIMIT_MS, interrupted);
    for (size_t at = 0; at < count && !*interrupted; at++)
        rows[at] = row_of(run, &texts[at], files[at]);
    arena_free(arena);
}

int explain_triage(struct run *run, struct text folder) {
    struct listed listed;
    bool interrupted = false;
    int status = list(run, folder, &listed, &interrupted);
    if (status != EXIT_NOTHING_BROKEN)
        return status;
    struct triage_row *rows = arena_array(run->arena, listed.count, sizeof *rows);
    size_t done = 0;
    while (done < listed.count && !interrupted) {
        size_t count = listed.count - done < SIDE_BY_SIDE ? listed.count - done : SIDE_BY_SIDE;
        read_some(run, folder, listed.files + done, count, rows + done, &interrupted);
        done += interrupted ? 0 : count;
    }
    struct triage triage = {.folder = folder, .rows = rows, .count = done, .cut = listed.cut || done < listed.count};
    return triage_print(run, &triage);
}
