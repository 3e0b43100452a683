/* Python environments: which one is judged and why, and what its files say of it. No Python runs.
 * Sources: PEP 405 (pyvenv.cfg), docs.python.org site and sysconfig (where packages lie), conda's conda-meta folder. */
#include "sources/gathering.h"

#include "formats/settings.h"
#include "site_path.h"

static bool exists(struct gathering *gathering, struct text path, const char *type) {
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, path);
    return stat.state == ANSWER_KNOWN && text_is(stat.type, type);
}

static struct text below(struct gathering *gathering, struct text folder, const char *name) {
    return path_join(gathering->machine, gathering->arena, folder, text_of(name));
}

static bool is_windows(const struct gathering *gathering) {
    return gathering_on(gathering, SYSTEM_WINDOWS);
}

/* "python3.11" of a path or link that ends so */
static struct text version_in_name(struct text name) {
    struct text version = text_starts(name, "python") ? text_from(name, 6) : (struct text){0};
    return text_find_byte(version, '.') == TEXT_NOWHERE ? (struct text){0} : version;
}

static void add_site(struct gathering *gathering, struct value *sites, struct text folder) {
    if (exists(gathering, folder, "directory"))
        value_append(gathering->arena, sites, value_text(folder));
}

/* <prefix>/lib/python3.11/site-packages, Debian's dist-packages, <prefix>\Lib\site-packages. Returns the version a
 * folder's name states. */
static struct text add_sites(struct gathering *gathering, struct value *sites, struct text prefix, struct text wanted) {
    struct text found = {0};
    if (is_windows(gathering)) {
        add_site(gathering, sites, below(gathering, below(gathering, prefix, "Lib"), "site-packages"));
        return found;
    }
    struct text lib = below(gathering, prefix, "lib");
    struct asked_list list = ask_list(gathering->machine, gathering->arena, lib);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++) {
        struct text version = version_in_name(list.entries[at]),
                    folder = path_join(gathering->machine, gathering->arena, lib, list.entries[at]);
        if (!version.size || (wanted.size && !text_starts(wanted, version.at)))
            continue;
        struct text rest = text_from(wanted, version.size);
        if (wanted.size && rest.size && rest.at[0] != '.')
            continue; /* 3.1 is not 3.11 */
        found = version;
        add_site(gathering, sites, below(gathering, folder, "site-packages"));
        add_site(gathering, sites, below(gathering, folder, "dist-packages"));
    }
    if (text_is(prefix, "/usr"))
        add_site(gathering, sites, TEXT("/usr/lib/python3/dist-packages"));
    return found;
}

/* conda-meta holds one file for each package: python-3.10.14-h955ad1f_1.json */
static struct text conda_python(struct gathering *gathering, struct text meta) {
    struct asked_list list = ask_list(gathering->machine, gathering->arena, meta);
    for (size_t at = 0; list.state == ANSWER_KNOWN && at < list.count; at++) {
        struct text name = list.entries[at], version;
        if (!text_starts(name, "python-") || !text_ends(name, ".json"))
            continue;
        struct text rest = text_from(name, 7);
        if (text_next_part(&rest, '-', &version) && version.size && version.at[0] >= '0' && version.at[0] <= '9')
            return version;
    }
    return (struct text){0};
}

static struct text interpreter_of(struct gathering *gathering, struct text prefix, bool conda) {
    if (!is_windows(gathering))
        return below(gathering, below(gathering, prefix, "bin"), "python");
    return conda ? below(gathering, prefix, "python.exe")
                 : below(gathering, below(gathering, prefix, "Scripts"), "python.exe");
}

/* The interpreter of a venv is a link to its base; when that went away nothing in the environment runs. */
static void learn_interpreter(struct gathering *gathering, struct text prefix, struct text python) {
    bool missing = false;
    learn_text(gathering, ATTRIBUTE_ENVIRONMENT_PYTHON, prefix, python, python);
    struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, python);
    struct text target = path_resolve(gathering->machine, gathering->arena, python, &missing);
    if (stat.state == ANSWER_ABSENT)
        learn_text(gathering, ATTRIBUTE_ENVIRONMENT_BROKEN, prefix, target, python);
    else if (stat.state != ANSWER_KNOWN)
        learn_state(gathering, ATTRIBUTE_ENVIRONMENT_BROKEN, prefix, stat.state, stat.reason, python);
    else
        learn_state(gathering, ATTRIBUTE_ENVIRONMENT_BROKEN, prefix, ANSWER_ABSENT, (struct text){0}, python);
}

static void learn_venv(struct gathering *gathering, struct text prefix, const struct value *settings,
                       struct value *sites) {
    struct text file = below(gathering, prefix, "pyvenv.cfg");
    struct text version = value_get_text(settings, "version"), home = value_get_text(settings, "home");
    if (!version.size)
        version = value_get_text(settings, "version_info");
    learn_text(gathering, ATTRIBUTE_ENVIRONMENT_FLAVOUR, prefix, TEXT("venv"), file);
    if (home.size)
        learn_text(gathering, ATTRIBUTE_ENVIRONMENT_BASE, prefix, home, file);
    struct text found = add_sites(gathering, sites, prefix, (struct text){0});
    version = version.size ? version : found;
    if (version.size)
        learn_text(gathering, ATTRIBUTE_ENVIRONMENT_VERSION, prefix, version, file);
    if (text_equal_folded(value_get_text(settings, "include-system-site-packages"), TEXT("true")) && home.size)
        add_sites(gathering, sites, is_windows(gathering) ? home : path_parent(gathering->machine, home), version);
}

static void learn_other(struct gathering *gathering, struct text prefix, struct text python, struct value *sites) {
    struct text meta = below(gathering, prefix, "conda-meta"), version;
    if (exists(gathering, meta, "directory")) {
        learn_text(gathering, ATTRIBUTE_ENVIRONMENT_FLAVOUR, prefix, TEXT("conda"), meta);
        version = conda_python(gathering, meta);
        add_sites(gathering, sites, prefix, version);
    } else {
        bool missing;
        struct text target = path_resolve(gathering->machine, gathering->arena, python, &missing);
        learn_text(gathering, ATTRIBUTE_ENVIRONMENT_FLAVOUR, prefix, TEXT("system"), python);
        version = version_in_name(path_name(gathering->machine, target));
        struct text found = add_sites(gathering, sites, prefix, version);
        version = version.size ? version : found;
        if (text_is(prefix, "/usr"))
            add_sites(gathering, sites, TEXT("/usr/local"), version);
    }
    if (version.size)
        learn_text(gathering, ATTRIBUTE_ENVIRONMENT_VERSION, prefix, version, prefix);
}

/* All that files say of the environment at `prefix`; `python` is its interpreter, or empty for the usual one. */
static void learn_environment(struct gathering *gathering, struct text prefix, struct text python, const char *reason) {
    struct value sites = value_list();
    struct text file = below(gathering, prefix, "pyvenv.cfg");
    struct asked_text configuration = ask_text(gathering->machine, gathering->arena, file);
    /* A venv that is closed to the system is closed to the user's own folder too. */
    struct value settings = settings_read(gathering->arena, configuration.text);
    bool user_site = configuration.state != ANSWER_KNOWN ||
                     text_equal_folded(value_get_text(&settings, "include-system-site-packages"), TEXT("true"));
    bool conda =
        configuration.state != ANSWER_KNOWN && exists(gathering, below(gathering, prefix, "conda-meta"), "directory");
    if (!python.size)
        python = interpreter_of(gathering, prefix, conda);
    learn_boolean(gathering, ATTRIBUTE_ENVIRONMENT_JUDGED, prefix, true, prefix);
    learn_text(gathering, ATTRIBUTE_ENVIRONMENT_REASON, prefix, text_of(reason), prefix);
    learn_interpreter(gathering, prefix, python);
    if (configuration.state == ANSWER_KNOWN)
        learn_venv(gathering, prefix, &settings, &sites);
    else
        learn_other(gathering, prefix, python, &sites);
    struct entity entity = gathering_entity(gathering, KIND_ENVIRONMENT, prefix);
    struct text version = fact_text(gathering->facts, &entity, ATTRIBUTE_ENVIRONMENT_VERSION);
    learn(gathering, ATTRIBUTE_ENVIRONMENT_SITE, prefix, site_path(gathering, &sites, version, user_site), prefix);
}

/* An interpreter's environment: <prefix>/bin/python, <prefix>\Scripts\python.exe, <prefix>\python.exe. A link from
 * elsewhere is followed unless it lies in a venv, whose interpreter is a link on purpose. */
static void judge_interpreter(struct gathering *gathering, struct text python, const char *reason) {
    struct text folder = path_parent(gathering->machine, python), prefix = folder;
    struct text name = text_lower(gathering->arena, path_name(gathering->machine, folder));
    if (text_is(name, "bin") || text_is(name, "scripts"))
        prefix = path_parent(gathering->machine, folder);
    bool missing = false;
    struct text target = path_resolve(gathering->machine, gathering->arena, python, &missing);
    bool venv = exists(gathering, below(gathering, prefix, "pyvenv.cfg"), "file");
    if (!venv && !missing && !text_equal(path_parent(gathering->machine, target), folder))
        prefix = path_parent(gathering->machine, path_parent(gathering->machine, target));
    learn_environment(gathering, prefix, python, reason);
}

static struct text absolute(struct gathering *gathering, struct text path) {
    struct entity session = gathering_entity(gathering, KIND_SESSION, TEXT(""));
    struct text directory = fact_text(gathering->facts, &session, ATTRIBUTE_SESSION_DIRECTORY);
    if (path_absolute(gathering->machine, path) || !directory.size)
        return path;
    return path_normal(gathering->machine, gathering->arena,
                       path_join(gathering->machine, gathering->arena, directory, path));
}

/* An active environment counts only when it is there: a stale variable is no environment. */
static bool judge_active(struct gathering *gathering, const char *variable) {
    struct asked_text prefix = ask_variable(gathering->machine, gathering->arena, variable);
    if (prefix.state != ANSWER_KNOWN || !prefix.text.size || !exists(gathering, prefix.text, "directory"))
        return false;
    learn_environment(gathering, prefix.text, (struct text){0}, "active");
    return true;
}

static bool judge_project(struct gathering *gathering) {
    struct text directory = gathering->options.directory;
    if (!directory.size) {
        struct entity session = gathering_entity(gathering, KIND_SESSION, TEXT(""));
        directory = fact_text(gathering->facts, &session, ATTRIBUTE_SESSION_DIRECTORY);
    }
    if (!directory.size)
        return false;
    struct text prefix = below(gathering, directory, ".venv");
    if (!exists(gathering, below(gathering, prefix, "pyvenv.cfg"), "file"))
        return false;
    learn_environment(gathering, prefix, (struct text){0}, "project");
    return true;
}

static void gather(struct gathering *gathering) {
    if (gathering->options.python.size) {
        judge_interpreter(gathering, absolute(gathering, gathering->options.python), "option");
        return;
    }
    if (gathering->options.environment.size) {
        learn_environment(gathering, absolute(gathering, gathering->options.environment), (struct text){0}, "option");
        return;
    }
    if (judge_active(gathering, "VIRTUAL_ENV") || judge_active(gathering, "CONDA_PREFIX") || judge_project(gathering))
        return;
    struct entity session = gathering_entity(gathering, KIND_SESSION, TEXT(""));
    struct text python = fact_text(gathering->facts, &session, ATTRIBUTE_SESSION_PATH_PYTHON);
    if (python.size)
        judge_interpreter(gathering, python, "path");
}

extern const struct source source_python;
const struct source source_python = {"python", "the environment that is judged", false, gather};
