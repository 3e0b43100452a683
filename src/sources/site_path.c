#include "site_path.h"

static void add_folder(struct gathering *gathering, struct value *path, struct text folder) {
    for (size_t at = 0; at < value_count(path); at++)
        if (text_equal(value_at(path, at)->text, folder))
            return;
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, folder);
    if (stat.state == ANSWER_KNOWN && text_is(stat.type, "directory"))
        value_append(gathering->arena, path, value_text(folder));
}

static void add_python_path(struct gathering *gathering, struct value *path) {
    struct asked_text variable = ask_variable(gathering->machine, gathering->arena, "PYTHONPATH");
    struct text rest = variable.text, folder;
    while (variable.state == ANSWER_KNOWN &&
           text_next_part(&rest, machine_traits(gathering->machine)->list_separator, &folder))
        if (path_absolute(gathering->machine, folder))
            add_folder(gathering, path, folder);
}

/* "3.10" of "3.10.12" */
static struct text minor_version(struct text version) {
    size_t dot = text_find_byte(version, '.');
    size_t second = dot == TEXT_NOWHERE ? TEXT_NOWHERE : text_find_byte(text_from(version, dot + 1), '.');
    return second == TEXT_NOWHERE ? version : text_until(version, dot + 1 + second);
}

/* ~/.local/lib/python3.10/site-packages; on Windows %APPDATA%\Python\Python310\site-packages. */
static void add_user_folder(struct gathering *gathering, struct value *path, struct text version) {
    bool windows = gathering_on(gathering, SYSTEM_WINDOWS);
    struct asked_text refused = ask_variable(gathering->machine, gathering->arena, "PYTHONNOUSERSITE");
    struct asked_text home = ask_variable(gathering->machine, gathering->arena, windows ? "APPDATA" : "HOME");
    struct text minor = minor_version(version), digits = text_replace(gathering->arena, minor, TEXT("."), TEXT(""));
    if (!minor.size || home.state != ANSWER_KNOWN || !home.text.size ||
        (refused.state == ANSWER_KNOWN && refused.text.size))
        return;
    struct text below =
        windows
            ? text_format(gathering->arena, "Python\\Python" TEXT_FORMAT "\\site-packages", TEXT_ARGUMENTS(digits))
            : text_format(gathering->arena, ".local/lib/python" TEXT_FORMAT "/site-packages", TEXT_ARGUMENTS(minor));
    add_folder(gathering, path, path_join(gathering->machine, gathering->arena, home.text, below));
}

/* Lines of a .pth file are folders; those that begin with "import" are code, which nobody runs here. */
static void add_named_folders(struct gathering *gathering, struct value *path, struct text site, struct text name) {
    struct asked_text file =
        ask_text(gathering->machine, gathering->arena, path_join(gathering->machine, gathering->arena, site, name));
    struct text rest = file.text, line;
    while (file.state == ANSWER_KNOWN && text_next_line(&rest, &line)) {
        line = text_trim(line);
        if (line.size && line.at[0] != '#' && !text_starts(line, "import ") && path_absolute(gathering->machine, line))
            add_folder(gathering, path, line);
    }
}

static void add_pth_folders(struct gathering *gathering, struct value *path, struct text site) {
    struct asked_list list = ask_list(gathering->machine, gathering->arena, site);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++)
        if (text_ends(list.entries[at], ".pth"))
            add_named_folders(gathering, path, site, list.entries[at]);
}

struct value site_path(struct gathering *gathering, const struct value *own, struct text version, bool user_site) {
    struct value path = value_list();
    add_python_path(gathering, &path);
    if (user_site)
        add_user_folder(gathering, &path, version);
    for (size_t at = 0; at < value_count(own); at++)
        add_folder(gathering, &path, value_at(own, at)->text);
    for (size_t at = 0; at < value_count(own); at++)
        add_pth_folders(gathering, &path, value_at(own, at)->text);
    return path;
}
