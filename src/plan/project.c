/* What a project's files wish: requirements.txt, environment.yml, pyproject.toml, a Dockerfile. They are read line by
 * line for what matters to the choice - torch, its companions, CUDA, Python - and never run; everything else in them is
 * left to the manager. */
#include "project.h"

#include "check.h"

void project_take(struct reading_project *reading, struct text *place, struct text value) {
    value = text_trim(value);
    if (!value.size)
        return;
    reading->found = true;
    if (!place->size)
        *place = text_copy(reading->arena, value);
}

static bool is_name(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '-' || byte == '_';
}

/* conda writes one "=" and means "begins with"; a build string may follow a second one. */
static struct text conda_spec(struct arena *arena, struct text spec) {
    size_t again = spec.size > 1 ? text_find_byte(text_from(spec, 1), '=') : TEXT_NOWHERE;
    if (text_starts(spec, "=") && !text_starts(spec, "==") && again != TEXT_NOWHERE)
        spec = text_until(spec, again + 1);
    return text_copy(arena, spec);
}

static bool is_exact(struct text spec) {
    return text_starts(spec, "=") && text_find_byte(spec, ',') == TEXT_NOWHERE && !text_starts(spec, "===");
}

/* One Python, or a range of them. */
static void take_python(struct reading_project *reading, struct text spec) {
    struct text version = coverage_minor(check_version(spec));
    if (is_exact(spec) || (spec.size && spec.at[0] >= '0' && spec.at[0] <= '9'))
        project_take(reading, &reading->wish->python, version);
    else if (spec_valid(spec))
        project_take(reading, &reading->wish->requires_python, spec);
}

static void take_torch(struct reading_project *reading, struct text spec) {
    reading->found = true;
    if (!spec.size || spec_valid(version_public(spec)))
        project_take(reading, &reading->wish->torch, spec);
}

void project_take_requirement(struct reading_project *reading, struct text name, struct text spec) {
    struct plan_wish *wish = reading->wish;
    name = text_replace(reading->arena, text_lower(reading->arena, name), TEXT("_"), TEXT("-"));
    spec = conda_spec(reading->arena, text_trim(spec));
    if (text_is(name, "torch") || text_is(name, "pytorch"))
        take_torch(reading, spec);
    else if (text_is(name, "python"))
        take_python(reading, spec);
    else if (text_is(name, "cudatoolkit") || text_is(name, "pytorch-cuda") || text_is(name, "cuda-version"))
        project_take(reading, &wish->cuda, coverage_minor(check_version(spec)));
    else if (text_is(name, "cpuonly"))
        project_take(reading, &wish->cuda, TEXT("cpu"));
    else if (package_is_judged(reading->arena, reading->knowledge, name) && wish->with_count < PLAN_MOST_WITH)
        wish->with[wish->with_count++] = text_copy(reading->arena, name);
}

/* "torch @ https://.../torch-2.3.1%2Bcu121-cp310-cp310-linux_x86_64.whl": a file's name tells its version. */
static struct text spec_of_file(struct arena *arena, struct text name, struct text url) {
    struct text begin = text_format(arena, "/" TEXT_FORMAT "-", TEXT_ARGUMENTS(name));
    size_t at = text_find(url, begin);
    struct text version = at == TEXT_NOWHERE ? (struct text){0} : text_from(url, at + begin.size);
    size_t end = text_find_byte(version, '-');
    if (end == TEXT_NOWHERE)
        return (struct text){0};
    version = text_replace(arena, text_until(version, end), TEXT("%2B"), TEXT("+"));
    return text_join(arena, TEXT("=="), version);
}

/* The quotes and dashes of YAML and TOML around a requirement do not matter. */
void project_read_requirement(struct reading_project *reading, struct text line) {
    while (line.size && (!is_name(line.at[0]) || line.at[0] == '-') && line.at[0] != '#')
        line = text_from(line, 1);
    size_t end = 0;
    while (end < line.size && is_name(line.at[end]))
        end++;
    struct text name = text_until(line, end), spec = text_from(line, end);
    if (text_starts(spec, "[") && text_find_byte(spec, ']') != TEXT_NOWHERE)
        spec = text_from(spec, text_find_byte(spec, ']') + 1);
    if (text_starts(text_trim(spec), "@"))
        spec = spec_of_file(reading->arena, name, spec);
    size_t size = 0;
    while (size < spec.size && text_find_byte(TEXT("\"';#"), spec.at[size]) == TEXT_NOWHERE)
        size++;
    spec = text_trim(text_until(spec, size));
    while (text_ends(spec, ","))
        spec = text_trim(text_until(spec, spec.size - 1));
    bool version = !spec.size || text_find_byte(TEXT("=<>~!"), spec.at[0]) != TEXT_NOWHERE;
    if (version && name.size && !(text_starts(spec, "= ") || text_is(spec, "=")))
        project_take_requirement(reading, name, spec);
}

/* An index of PyTorch is a wish for its flavour. */
void project_take_index(struct reading_project *reading, struct text url) {
    struct text flavour = check_flavour_of_url(text_trim(url));
    if (!flavour.size)
        return;
    if (reading->index_flavour.size && !text_equal(reading->index_flavour, flavour))
        reading->index_open = true;
    reading->index_flavour = text_copy(reading->arena, flavour);
}

static void read_option(struct reading_project *reading, struct text line) {
    static const char *const options[] = {"--index-url", "--extra-index-url", "--find-links", "-i", "-f"};
    for (size_t at = 0; at < sizeof options / sizeof *options; at++) {
        struct text rest = text_from(line, text_of(options[at]).size);
        if (text_starts(line, options[at]) && rest.size && (rest.at[0] == ' ' || rest.at[0] == '='))
            project_take_index(reading, text_from(rest, 1));
    }
}

/* "dependencies: [python=3.10, pytorch=2.0]" */
static void read_yaml(struct reading_project *reading, struct text line) {
    size_t open = text_find_byte(line, '[');
    struct text part, rest = open == TEXT_NOWHERE ? (struct text){0} : text_from(line, open + 1);
    if (open == TEXT_NOWHERE || !text_contains(text_until(line, open), ":")) {
        project_read_requirement(reading, line);
        return;
    }
    while (text_next_part(&rest, ',', &part))
        project_read_requirement(reading, text_until(part, text_find_byte(part, ']')));
}

static void read_line(struct reading_project *reading, struct text name, struct text line) {
    struct text inner = line;
    while (text_starts(inner, "- "))
        inner = text_trim(text_from(inner, 2));
    if (text_starts(line, "#"))
        return;
    if (text_starts(inner, "--") || text_starts(inner, "-f ") || text_starts(inner, "-i "))
        read_option(reading, inner);
    else if (text_ends(name, ".toml"))
        project_read_toml(reading, line);
    else if (text_ends(name, ".yml") || text_ends(name, ".yaml"))
        read_yaml(reading, line);
    else
        project_read_requirement(reading, line);
}

bool plan_wish_from_project(struct arena *arena, const struct knowledge *knowledge, struct text name, struct text text,
                            struct plan_wish *wish) {
    struct reading_project reading = {.arena = arena, .knowledge = knowledge, .wish = wish};
    struct text line;
    name = text_lower(arena, name);
    if (text_contains(name, "dockerfile") || text_contains(name, "containerfile"))
        project_read_dockerfile(&reading, text);
    else
        while (text_next_line(&text, &line))
            read_line(&reading, name, text_trim(line));
    if (!wish->cuda.size && !reading.index_open && reading.found)
        project_take(&reading, &wish->cuda, reading.index_flavour);
    return reading.found;
}
