#include "project_wish.h"

#include "base/json.h"
#include "os/child.h"
#include "os/stream.h"

enum { LIMIT_MS = 10000, MOST_BYTES = 4 << 20, MOST_INCLUDES = 16 };

/* Where each text of a wish goes in the child's answer. */
struct place {
    const char *name;
    struct text *text;
};

enum { PLACES = 5 };

static void places_of(struct plan_wish *wish, struct place places[PLACES]) {
    const struct place all[PLACES] = {{"torch", &wish->torch},
                                      {"cuda", &wish->cuda},
                                      {"python", &wish->python},
                                      {"requires_python", &wish->requires_python},
                                      {"glibc", &wish->libc}};
    for (size_t at = 0; at < PLACES; at++)
        places[at] = all[at];
}

/* What the child has read of one project. */
struct project {
    struct run *run;
    struct plan_wish wish;
    bool found;
    size_t includes;
};

static struct text folder_of(struct text path) {
    size_t slash = text_find_last_byte(path, '/'), back = text_find_last_byte(path, '\\');
    size_t end = slash == TEXT_NOWHERE ? back : back == TEXT_NOWHERE || slash > back ? slash : back;
    return end == TEXT_NOWHERE ? (struct text){0} : text_until(path, end + 1);
}

static bool read_file(struct project *project, struct text path, struct error *error);

/* "-r base.txt" beside the file that says so. */
static void read_includes(struct project *project, struct text path, struct text text) {
    struct text line, word;
    struct error ignored;
    while (text_next_line(&text, &line)) {
        line = text_trim(line);
        bool includes = text_starts(line, "-r") || text_starts(line, "--requirement");
        if (!includes || project->includes++ >= MOST_INCLUDES)
            continue;
        line = text_from(line, text_starts(line, "--") ? 13 : 2);
        line = text_starts(line, "=") ? text_from(line, 1) : line;
        if (text_next_word(&line, &word))
            read_file(project, text_join(project->run->arena, folder_of(path), word), &ignored);
    }
}

static bool read_file(struct project *project, struct text path, struct error *error) {
    struct text text;
    if (!input_read_all(project->run->arena, path, MOST_BYTES, &text, error))
        return false;
    bool found = plan_wish_from_project(project->run->arena, project->run->knowledge, path, text, &project->wish);
    project->found = project->found || found;
    read_includes(project, path, text);
    return true;
}

static int answer(struct project *project) {
    struct arena *arena = project->run->arena;
    struct value line = value_map(), map = value_map(), with = value_list();
    struct buffer out = buffer_new(arena);
    struct place places[PLACES];
    places_of(&project->wish, places);
    for (size_t at = 0; at < PLACES; at++)
        if (places[at].text->size)
            value_set(arena, &map, places[at].name, value_text(*places[at].text));
    for (size_t at = 0; at < project->wish.with_count; at++)
        value_append(arena, &with, value_text(project->wish.with[at]));
    value_set(arena, &map, "with", with);
    value_set(arena, &line, "wish", map);
    json_write(&out, &line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    return run_print(project->run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

/* The hidden verb `read-project`: the child. */
int verb_read_project(struct run *run) {
    static const char *const names[] = {"requirements.txt", "environment.yml", "environment.yaml",
                                        "pyproject.toml",   "pixi.toml",       "Dockerfile"};
    struct text path = run->options.word_count ? run->options.words[0] : TEXT("");
    struct project project = {.run = run};
    struct error error, ignored;
    bool read = read_file(&project, path, &error);
    for (size_t at = 0; !project.found && at < sizeof names / sizeof *names; at++)
        if (read_file(&project, text_format(run->arena, TEXT_FORMAT "/%s", TEXT_ARGUMENTS(path), names[at]), &ignored))
            read = true;
    if (!read)
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    if (!project.found)
        return run_fail(run, EXIT_USAGE, TEXT_FORMAT ": it says nothing of torch, CUDA or Python",
                        TEXT_ARGUMENTS(path));
    return answer(&project);
}

struct heard {
    struct run *run;
    struct plan_wish *wish;
    bool ended;
};

static void on_line(void *context, struct text line) {
    struct heard *heard = context;
    struct value value;
    struct place places[PLACES];
    if (!json_parse(heard->run->arena, text_copy(heard->run->arena, line), "read-project", &value, NULL))
        return;
    const struct value *map = value_get(&value, "wish"), *with = value_get(map, "with");
    places_of(heard->wish, places);
    for (size_t at = 0; map && at < PLACES; at++)
        if (!places[at].text->size)
            *places[at].text = value_get_text(map, places[at].name);
    for (size_t at = 0; at < value_count(with) && heard->wish->with_count < PLAN_MOST_WITH; at++)
        heard->wish->with[heard->wish->with_count++] = value_at(with, at)->text;
    heard->ended = heard->ended || map;
}

bool project_wish(struct run *run, struct plan_wish *wish, struct error *error) {
    struct text path = run->options.plan.project, arguments[] = {TEXT("read-project"), TEXT("--"), path};
    struct heard heard = {run, wish, false};
    struct child child = {
        .arguments = arguments, .argument_count = 3, .limit_ms = LIMIT_MS, .line = on_line, .context = &heard};
    bool interrupted = false;
    if (!path.size)
        return true;
    child.inherit_input = text_is(path, "-");
    if (!children_run(run->arena, &child, 1, &interrupted, error))
        return false;
    struct text said = text_trim(child.output);
    said = text_starts(said, "plumb: ") ? text_from(said, 7) : said;
    if (!heard.ended)
        return error_set(error, TEXT_FORMAT "%s", TEXT_ARGUMENTS(said.size ? said : path),
                         said.size ? "" : ": reading it did not end");
    return true;
}
