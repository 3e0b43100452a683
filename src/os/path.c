/* Paths in the style of the machine that is asked. */
#include "base/buffer.h"
#include "os/ask.h"

static bool is_windows(const struct machine *machine) {
    return machine_traits(machine)->system == SYSTEM_WINDOWS;
}

static bool is_separator(const struct machine *machine, char byte) {
    return byte == '/' || (byte == '\\' && is_windows(machine));
}

static size_t component_end(const struct machine *machine, struct text path, size_t at) {
    while (at < path.size && !is_separator(machine, path.at[at]))
        at++;
    return at;
}

static size_t separators_end(const struct machine *machine, struct text path, size_t at) {
    while (at < path.size && is_separator(machine, path.at[at]))
        at++;
    return at;
}

static bool has_drive(struct text path) {
    return path.size >= 2 && path.at[1] == ':' &&
           ((path.at[0] >= 'A' && path.at[0] <= 'Z') || (path.at[0] >= 'a' && path.at[0] <= 'z'));
}

/* Bytes of the part that has no parent: "/", "C:\", "C:", "\", "\\server\share\", "\\?\C:\". */
static size_t root_size(const struct machine *machine, struct text path) {
    if (path.size == 0)
        return 0;
    if (!is_windows(machine))
        return separators_end(machine, path, 0);
    if (has_drive(path))
        return separators_end(machine, path, 2);
    size_t at = separators_end(machine, path, 0);
    if (at != 2)
        return at;
    bool raw = path.size >= 4 && path.at[2] == '?' && is_separator(machine, path.at[3]);
    struct text behind = text_from(path, 4);
    if (raw && has_drive(behind) && (behind.size == 2 || is_separator(machine, behind.at[2])))
        return separators_end(machine, path, 6);
    unsigned parts = raw ? 4 : 2; /* "\\?\UNC\server\share" */
    for (unsigned i = 0; i < parts; i++)
        at = separators_end(machine, path, component_end(machine, path, at));
    return at;
}

bool path_absolute(const struct machine *machine, struct text path) {
    size_t root = root_size(machine, path);
    if (root == 0)
        return false;
    if (!is_windows(machine))
        return true;
    /* "\name" and "C:name" depend on the folder that a process is in. */
    return has_drive(path) ? root > 2 : root > 1;
}

struct text path_join(const struct machine *machine, struct arena *arena, struct text directory, struct text name) {
    if (directory.size == 0 || path_absolute(machine, name))
        return text_copy(arena, name);
    struct buffer joined = buffer_new(arena);
    buffer_add(&joined, directory);
    bool drive_alone = is_windows(machine) && directory.size == 2 && has_drive(directory);
    if (!is_separator(machine, directory.at[directory.size - 1]) && !drive_alone)
        buffer_add_byte(&joined, machine_traits(machine)->separator);
    buffer_add(&joined, name);
    return buffer_text(&joined);
}

/* Without separators at the end. */
static struct text trimmed(const struct machine *machine, struct text path) {
    size_t root = root_size(machine, path);
    while (path.size > root && is_separator(machine, path.at[path.size - 1]))
        path.size--;
    return path;
}

/* Where the last component begins. */
static size_t name_start(const struct machine *machine, struct text path) {
    size_t root = root_size(machine, path), at = path.size;
    while (at > root && !is_separator(machine, path.at[at - 1]))
        at--;
    return at;
}

struct text path_name(const struct machine *machine, struct text path) {
    path = trimmed(machine, path);
    return text_from(path, name_start(machine, path));
}

struct text path_parent(const struct machine *machine, struct text path) {
    path = trimmed(machine, path);
    struct text parent = trimmed(machine, text_until(path, name_start(machine, path)));
    return parent.size == 0 ? TEXT(".") : parent;
}

/* --- normal form --- */

/* Takes the next component off `rest`; false at the end. */
static bool next_component(const struct machine *machine, struct text *rest, struct text *component) {
    size_t start = separators_end(machine, *rest, 0), end = component_end(machine, *rest, start);
    *component = text_until(text_from(*rest, start), end - start);
    *rest = text_from(*rest, end);
    return component->size > 0;
}

/* The root as the system itself writes it: "/" for "//", "c:\" for "c:/". */
static struct text normal_root(const struct machine *machine, struct arena *arena, struct text path) {
    struct text root = text_until(path, root_size(machine, path));
    if (!is_windows(machine))
        return text_until(root, 1);
    if (root.size == 0)
        return root;
    struct buffer buffer = buffer_new(arena);
    bool share = separators_end(machine, path, 0) == 2, was_separator = false;
    for (size_t i = 0; i < root.size; i++) {
        bool separator = is_separator(machine, root.at[i]);
        if (!separator || !was_separator || (i == 1 && share))
            buffer_add_byte(&buffer, separator ? '\\' : root.at[i]);
        was_separator = separator;
    }
    /* A share without a separator behind it is a root all the same. */
    if (!has_drive(path) && !was_separator)
        buffer_add_byte(&buffer, '\\');
    return buffer_text(&buffer);
}

struct text path_normal(const struct machine *machine, struct arena *arena, struct text path) {
    struct text root = normal_root(machine, arena, path), component;
    struct text rest = text_from(path, root_size(machine, path));
    struct text *kept = arena_array(arena, path.size / 2 + 1, sizeof *kept);
    size_t count = 0;
    bool rooted = root.size > 0 && is_separator(machine, root.at[root.size - 1]);
    while (next_component(machine, &rest, &component)) {
        if (text_is(component, "."))
            continue;
        bool up = text_is(component, "..");
        if (up && count > 0 && !text_is(kept[count - 1], ".."))
            count--;
        else if (!up || !rooted)
            kept[count++] = component;
    }
    struct text separator = {&machine_traits(machine)->separator, 1};
    struct text normal = text_join(arena, root, text_join_all(arena, kept, count, separator));
    return normal.size == 0 ? TEXT(".") : normal;
}

/* --- links --- */

struct text path_resolve(struct machine *machine, struct arena *arena, struct text path, bool *missing) {
    enum { LINK_LIMIT = 40 };
    struct text resolved = normal_root(machine, arena, path), component;
    struct text rest = text_from(path, root_size(machine, path));
    struct text separator = {&machine_traits(machine)->separator, 1};
    unsigned links = 0;
    if (missing != NULL)
        *missing = false;

    while (next_component(machine, &rest, &component)) {
        if (text_is(component, "."))
            continue;
        struct text next = path_join(machine, arena, resolved, component);
        if (text_is(component, "..")) {
            /* What was resolved holds no link, so that its parent by text is its parent. */
            resolved = path_normal(machine, arena, next);
            if (text_is(resolved, "."))
                resolved = (struct text){0};
            continue;
        }
        struct asked_text link = ask_link(machine, arena, next);
        if (link.state != ANSWER_KNOWN) {
            resolved = next;
            continue;
        }
        if (++links > LINK_LIMIT) {
            if (missing != NULL)
                *missing = true;
            return path;
        }
        rest = text_join_all(arena, (struct text[]){link.text, rest}, 2, separator);
        if (root_size(machine, link.text) > 0) {
            resolved = normal_root(machine, arena, link.text);
            rest = text_from(rest, root_size(machine, link.text));
        }
    }
    if (resolved.size == 0)
        resolved = TEXT(".");
    if (missing != NULL)
        *missing = ask_stat(machine, arena, resolved).state == ANSWER_ABSENT;
    return resolved;
}
