/* What a project's files wish: requirements.txt, environment.yml, pyproject.toml, a Dockerfile. They are read line by
 * line for what matters to the choice - torch, its companions, CUDA, Python - and never run; everything else in them is
 * left to the manager. */
#include "room.h"

#include "command_line.h"

struct reading_project {
    struct arena *arena;
    struct plan_wish *wish;
    bool found;
};

static void take(struct reading_project *reading, struct text *place, struct text value) {
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

/* "1.11" of "==1.11.0", "=1.11", "~=1.11": a version where there is one. */
static struct text bare_version(struct text spec) {
    while (spec.size && text_find_byte(TEXT("=<>~! "), spec.at[0]) != TEXT_NOWHERE)
        spec = text_from(spec, 1);
    return text_ends(spec, ".*") ? text_until(spec, spec.size - 2) : spec;
}

/* conda writes one "=" and means "begins with"; a build string may follow a second one. */
static struct text conda_spec(struct arena *arena, struct text spec) {
    size_t again = spec.size > 1 ? text_find_byte(text_from(spec, 1), '=') : TEXT_NOWHERE;
    if (text_starts(spec, "=") && !text_starts(spec, "==") && again != TEXT_NOWHERE)
        spec = text_until(spec, again + 1);
    return text_copy(arena, spec);
}

static void take_requirement(struct reading_project *reading, struct text name, struct text spec) {
    static const char *const companions[] = {"torchvision", "torchaudio", "torchtext"};
    struct plan_wish *wish = reading->wish;
    name = text_lower(reading->arena, name);
    spec = conda_spec(reading->arena, text_trim(spec));
    if (text_is(name, "torch") || text_is(name, "pytorch")) {
        take(reading, &wish->torch, spec);
        reading->found = true;
    } else if (text_is(name, "python")) {
        take(reading, &wish->python, bare_version(spec));
    } else if (text_is(name, "cudatoolkit") || text_is(name, "pytorch-cuda") || text_is(name, "cuda-version")) {
        take(reading, &wish->cuda, coverage_minor(bare_version(spec)));
    } else if (text_is(name, "cpuonly")) {
        take(reading, &wish->cuda, TEXT("cpu"));
    }
    for (size_t at = 0; at < sizeof companions / sizeof *companions; at++)
        if (text_is(name, companions[at]) && wish->with_count < PLAN_MOST_WITH)
            wish->with[wish->with_count++] = text_of(companions[at]);
}

/* "torch==1.11.0+cu113 ; marker", "- pytorch=1.11", "\"torch>=2.0\",": the quotes and dashes of YAML and TOML around a
 * requirement do not matter. */
static void read_requirement(struct reading_project *reading, struct text line) {
    while (line.size && (!is_name(line.at[0]) || line.at[0] == '-') && line.at[0] != '#')
        line = text_from(line, 1);
    size_t end = 0;
    while (end < line.size && is_name(line.at[end]))
        end++;
    struct text name = text_until(line, end), spec = text_from(line, end);
    if (text_starts(spec, "[") && text_find_byte(spec, ']') != TEXT_NOWHERE)
        spec = text_from(spec, text_find_byte(spec, ']') + 1);
    size_t size = 0;
    while (size < spec.size && text_find_byte(TEXT("\"';#"), spec.at[size]) == TEXT_NOWHERE)
        size++;
    spec = text_trim(text_until(spec, size));
    while (text_ends(spec, ","))
        spec = text_trim(text_until(spec, spec.size - 1));
    bool version = !spec.size || text_find_byte(TEXT("=<>~!"), spec.at[0]) != TEXT_NOWHERE;
    if (version && name.size && !(text_starts(spec, "= ") || text_is(spec, "=")))
        take_requirement(reading, name, spec);
}

/* "FROM pytorch/pytorch:1.11.0-cuda11.3-cudnn8-runtime" */
static void read_base_image(struct reading_project *reading, struct text image) {
    size_t torch = text_find(image, TEXT("pytorch/pytorch:")), cuda = text_find(image, TEXT("-cuda"));
    if (torch == TEXT_NOWHERE)
        return;
    struct text version = text_from(image, torch + TEXT("pytorch/pytorch:").size);
    take(reading, &reading->wish->torch,
         text_until(version,
                    text_find_byte(version, '-') == TEXT_NOWHERE ? version.size : text_find_byte(version, '-')));
    struct text number = cuda == TEXT_NOWHERE ? (struct text){0} : text_from(image, cuda + 5);
    take(reading, &reading->wish->cuda,
         coverage_minor(text_until(number, text_find_byte(number, '-') == TEXT_NOWHERE ? number.size
                                                                                       : text_find_byte(number, '-'))));
}

static void read_command(struct reading_project *reading, struct text line) {
    struct command_line command;
    if (!command_read(reading->arena, line, &command))
        return;
    for (size_t at = 0; at < command.required_count; at++)
        take_requirement(reading, command.required[at].name, command.required[at].spec);
}

static void read_dockerfile(struct reading_project *reading, struct text text) {
    struct text line, joined = text_replace(reading->arena, text, TEXT("\\\n"), TEXT(" "));
    while (text_next_line(&joined, &line)) {
        line = text_trim(line);
        if (text_equal_folded(text_until(line, 5), TEXT("from ")))
            read_base_image(reading, text_from(line, 5));
        else if (text_equal_folded(text_until(line, 4), TEXT("run ")))
            read_command(reading, text_from(line, 4));
    }
}

bool plan_wish_from_project(struct arena *arena, struct text name, struct text text, struct plan_wish *wish) {
    struct reading_project reading = {.arena = arena, .wish = wish};
    struct text line;
    if (text_contains(text_lower(arena, name), "dockerfile") ||
        text_contains(text_lower(arena, name), "containerfile")) {
        read_dockerfile(&reading, text);
        return reading.found;
    }
    while (text_next_line(&text, &line)) {
        line = text_trim(line);
        if (!text_starts(line, "#") && !text_starts(line, "--"))
            read_requirement(&reading, line);
    }
    return reading.found;
}
