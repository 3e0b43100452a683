#include "dropins.h"

#include "base/json.h"
#include "knowledge_files.h"
#include "listener.h"
#include "os/ask.h"

#include <string.h>

enum { FETCH_LIMIT_MS = 3000, WRITABLE_BY_OTHERS = 0002, WRITABLE_BY_GROUP = 0020, STICKY = 01000 };

struct reader {
    struct run *run;
    struct machine *machine;
    int64_t uid;       /* -1: unknown, or Windows */
    bool elevated;     /* of Windows */
    struct text image; /* of the last folder that compiled */
    struct value folders;
};

static struct text variable(struct reader *reader, const char *name) {
    struct asked_text asked = ask_variable(reader->machine, reader->run->arena, name);
    return asked.state == ANSWER_KNOWN ? asked.text : TEXT("");
}

static struct text below(struct reader *reader, struct text folder, const char *inside) {
    struct text rest = text_of(inside), name;
    if (!folder.size || !path_absolute(reader->machine, folder))
        return TEXT("");
    while (text_next_part(&rest, '/', &name))
        folder = path_join(reader->machine, reader->run->arena, folder, name);
    return folder;
}

static struct text user_folder(struct reader *reader) {
    struct text given = below(reader, variable(reader, "XDG_CONFIG_HOME"), "plumb/knowledge");
    return given.size ? given : below(reader, variable(reader, "HOME"), ".config/plumb/knowledge");
}

static bool is_root(const struct reader *reader) {
    return reader->uid == 0 || reader->elevated;
}

/* Could somebody else than root and this user have written it? */
static bool is_foreign(const struct reader *reader, const struct asked_stat *stat) {
    int64_t forbidden = WRITABLE_BY_OTHERS | (is_root(reader) ? WRITABLE_BY_GROUP : 0);
    if (reader->uid < 0)
        return reader->elevated;
    return (stat->uid != 0 && stat->uid != reader->uid) || (stat->mode & forbidden && !(stat->mode & STICKY));
}

/* What a folder lies in decides too: who may rename it may replace it. Only root has to mind. */
static bool lies_in_foreign(struct reader *reader, struct text folder) {
    for (struct text parent = path_parent(reader->machine, folder); is_root(reader);
         parent = path_parent(reader->machine, parent)) {
        struct asked_stat stat = ask_stat(reader->machine, reader->run->arena, parent);
        if (stat.state == ANSWER_KNOWN && is_foreign(reader, &stat))
            return true;
        if (text_equal(parent, path_parent(reader->machine, parent)))
            break;
    }
    return false;
}

static bool is_trusted_file(void *context, const struct asked_stat *stat) {
    return !is_foreign(context, stat);
}

static void add_folder(struct reader *reader, struct text folder, bool used, struct text why, size_t files) {
    struct value one = value_map();
    struct arena *arena = reader->run->arena;
    value_set(arena, &one, "folder", value_text(folder));
    value_set(arena, &one, "used", value_boolean(used));
    value_set(arena, &one, "why", value_text(why));
    value_set(arena, &one, "files", value_integer((int64_t)files));
    value_append(arena, &reader->folders, one);
}

/* Each lies over the one before. One that has a fault is left out as a whole. */
static void compile_folder(struct reader *reader, struct text folder, const struct knowledge_file *files,
                           size_t count) {
    struct run *run = reader->run;
    struct knowledge_faults faults;
    struct error error;
    struct text image;
    const struct knowledge *knowledge;
    if (!knowledge_merge(run->arena, run->knowledge, folder, files, count, &image, &faults)) {
        add_folder(reader, folder, false, faults.lines[0], count);
    } else if (!knowledge_open(run->arena, image.at, image.size, &knowledge, &error)) {
        add_folder(reader, folder, false, text_copy(run->arena, text_of(error.message)), count);
    } else {
        run->knowledge = knowledge;
        reader->image = image;
        add_folder(reader, folder, true, TEXT(""), count);
    }
}

static void read_folder(struct reader *reader, struct text folder) {
    struct run *run = reader->run;
    struct asked_stat stat =
        folder.size ? ask_stat(reader->machine, run->arena, folder) : (struct asked_stat){.state = ANSWER_ABSENT};
    struct knowledge_file *files;
    struct error error;
    size_t count;
    if (stat.state != ANSWER_KNOWN || !text_is(stat.type, "directory"))
        return;
    if (is_foreign(reader, &stat) || lies_in_foreign(reader, folder))
        add_folder(reader, folder, false, run_say(run, "dropin.foreign", NULL, 0), 0);
    else if (!knowledge_read_trusted(run->arena, reader->machine, folder, is_trusted_file, reader, &files, &count,
                                     &error))
        add_folder(reader, folder, false, text_copy(run->arena, text_of(error.message)), 0);
    else if (count)
        compile_folder(reader, folder, files, count);
}

static void learn_user(struct reader *reader) {
    struct answer answer = ask_simple(reader->machine, reader->run->arena, QUESTION_USER);
    reader->uid = answer.state == ANSWER_KNOWN ? value_get_integer(&answer.value, "uid", -1) : -1;
    reader->elevated = answer.state == ANSWER_KNOWN && value_get_boolean(&answer.value, "administrator", false);
}

bool dropins_read(struct run *run, struct machine *machine, struct value *read) {
    struct reader reader = {.run = run, .machine = machine, .folders = value_list()};
    bool windows = machine_traits(machine)->system == SYSTEM_WINDOWS;
    learn_user(&reader);
    read_folder(&reader, windows ? below(&reader, variable(&reader, "ProgramData"), "plumb/knowledge")
                                 : TEXT("/etc/plumb/knowledge"));
    read_folder(&reader,
                windows ? below(&reader, variable(&reader, "APPDATA"), "plumb/knowledge") : user_folder(&reader));
    if (!value_count(&reader.folders))
        return false;
    *read = value_map();
    value_set(run->arena, read, "folders", reader.folders);
    if (reader.image.size)
        value_set(run->arena, read, "image", value_text(reader.image));
    return true;
}

void dropins_use(struct run *run, const struct value *read) {
    const struct value *folders = value_get(read, "folders"), *image = value_get(read, "image");
    struct text bytes;
    const struct knowledge *knowledge;
    run->dropins = folders ? value_copy(run->arena, folders) : value_list();
    if (!image || !json_bytes(run->arena, image, &bytes))
        return;
    void *aligned = memcpy(arena_alloc(run->arena, bytes.size), bytes.at, bytes.size);
    if (knowledge_open(run->arena, aligned, bytes.size, &knowledge, NULL))
        run->knowledge = knowledge;
    else
        run->dropins = value_list();
}

void dropins_note(struct run *run, struct value *notes) {
    for (size_t at = 0; at < value_count(&run->dropins); at++) {
        const struct value *folder = value_at(&run->dropins, at);
        struct slot slots[] = {{"folder", value_get_text(folder, "folder")}, {"why", value_get_text(folder, "why")}};
        const char *id = value_get_boolean(folder, "used", false) ? "dropin.used" : "dropin.refused";
        value_append(run->arena, notes, value_text(run_say(run, id, slots, 2)));
    }
}

void dropins_fetch(struct run *run) {
    struct listener listener = listener_new(run, "knowledge");
    bool interrupted = false;
    listener_argument(&listener, TEXT("gather"));
    listener_option(&listener, "--part", TEXT("knowledge"));
    struct child child = listener_child(&listener, FETCH_LIMIT_MS);
    children_run(run->arena, &child, 1, &interrupted, NULL);
}
