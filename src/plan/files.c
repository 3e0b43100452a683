/* The stack as files that managers read, and as single values for scripts. */
#include "files.h"

struct text file_name_of(struct text requirement) {
    for (size_t at = 0; at < requirement.size; at++)
        if (text_find_byte(TEXT("=<>!~;[ "), requirement.at[at]) != TEXT_NOWHERE)
            return text_until(requirement, at);
    return requirement;
}

void file_heading(const struct plan *plan, struct buffer *out) {
    const struct plan_stack *stack = &plan->stack;
    buffer_format(out, "# plumb plan: torch " TEXT_FORMAT "+" TEXT_FORMAT ", Python " TEXT_FORMAT,
                  TEXT_ARGUMENTS(stack->torch), TEXT_ARGUMENTS(stack->flavour), TEXT_ARGUMENTS(stack_python(stack)));
    if (stack->least_driver.size)
        buffer_format(out, ", driver " TEXT_FORMAT " or newer", TEXT_ARGUMENTS(stack->least_driver));
    buffer_add_byte(out, '\n');
}

size_t file_lines(const struct plan *plan, struct text lines[FILE_LINES]) {
    return stack_requirements(plan, &plan->stack, true, lines, FILE_LINES);
}

struct text file_conda_channel(const struct plan *plan) {
    struct text mirror = mirror_conda_forge(plan);
    return mirror.size ? mirror : TEXT("conda-forge");
}

size_t file_places(const struct plan *plan, const char *way, struct text urls[PLAN_MOST_WITH]) {
    size_t count = 0;
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct package_place place = plan->wanted[at].place;
        bool repeated = text_equal(place.url, index_url(plan, &plan->stack));
        for (size_t before = 0; before < count; before++)
            repeated = repeated || text_equal(urls[before], place.url);
        if (text_is(place.way, way) && place.url.size && !repeated)
            urls[count++] = place.url;
    }
    return count;
}

/* Options of pip and requirements, as a requirements file has them; each line behind `indent`. */
static void add_lines(const struct plan *plan, struct buffer *out, const char *indent) {
    static const char *const ways[] = {"extra-index-url", "find-links"};
    struct text lines[FILE_LINES], url = index_url(plan, &plan->stack), urls[PLAN_MOST_WITH];
    if (mirror_pypi(plan).size)
        buffer_format(out, "%s--index-url " TEXT_FORMAT "\n", indent, TEXT_ARGUMENTS(mirror_pypi(plan)));
    if (url.size)
        buffer_format(out, "%s--" TEXT_FORMAT " " TEXT_FORMAT "\n", indent,
                      TEXT_ARGUMENTS(index_option(plan, &plan->stack)), TEXT_ARGUMENTS(url));
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        for (size_t at = 0, count = file_places(plan, ways[way], urls); at < count; at++)
            buffer_format(out, "%s--%s " TEXT_FORMAT "\n", indent, ways[way], TEXT_ARGUMENTS(urls[at]));
    for (size_t at = 0, count = file_lines(plan, lines); at < count; at++)
        buffer_format(out, "%s" TEXT_FORMAT "\n", indent, TEXT_ARGUMENTS(lines[at]));
}

/* A file cannot say that something comes after torch. */
static void add_late(const struct plan *plan, struct buffer *out) {
    for (size_t at = 0; at < plan->wish.with_count; at++)
        if (plan->wanted[at].alone)
            buffer_format(out, "# then: pip install --no-build-isolation " TEXT_FORMAT "\n",
                          TEXT_ARGUMENTS(plan->wanted[at].requirement));
}

static struct text requirements_txt(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    file_heading(plan, &out);
    add_lines(plan, &out, "");
    add_late(plan, &out);
    return buffer_text(&out);
}

static struct text environment_yml(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    file_heading(plan, &out);
    buffer_add_string(&out, "# not resolved here: conda itself has not been asked\n");
    buffer_format(
        &out, "name: training\nchannels:\n  - " TEXT_FORMAT "\ndependencies:\n  - " TEXT_FORMAT "\n  - pip\n  - pip:\n",
        TEXT_ARGUMENTS(file_conda_channel(plan)), TEXT_ARGUMENTS(conda_python(plan, "=")));
    add_lines(plan, &out, "      - ");
    add_late(plan, &out);
    return buffer_text(&out);
}

struct text file_text(const struct plan *plan, struct text name) {
    if (text_is(name, "requirements.txt"))
        return requirements_txt(plan);
    if (text_is(name, "pyproject.toml"))
        return file_pyproject(plan);
    if (text_is(name, "environment.yml"))
        return environment_yml(plan);
    return text_is(name, "pixi.toml") ? file_pixi(plan) : (struct text){0};
}

static struct text value_of(const struct plan *plan, struct text what, bool *known) {
    const struct plan_stack *stack = &plan->stack;
    *known = true;
    if (text_is(what, "index-url"))
        return !stack_is_default(stack) ? index_url(plan, stack)
               : mirror_pypi(plan).size ? mirror_pypi(plan)
                                        : row_text(index_row(plan, TEXT("0")), "url");
    if (text_is(what, "torch"))
        return stack->torch;
    if (text_is(what, "cuda"))
        return stack->cuda.size ? stack->cuda : TEXT("cpu");
    if (text_is(what, "arch-list"))
        return architecture_list(plan);
    *known = false;
    return (struct text){0};
}

bool plan_print(const struct plan *plan, struct text what, struct text *out, struct error *error) {
    struct text file = plan->has_stack ? file_text(plan, what) : (struct text){0};
    bool known;
    if (file.size) {
        *out = file;
        return true;
    }
    if (node_present(plan->elsewhere) && text_is(what, "index-url")) {
        struct text url = elsewhere_url(plan);
        url = url.size ? url : row_text(index_row(plan, TEXT("0")), "url");
        *out = text_join(plan->arena, url, TEXT("\n"));
        return true;
    }
    if (!plan->has_stack)
        return error_set(error, "no stack fits; see plumb plan without --print");
    struct text value = value_of(plan, what, &known);
    if (!known)
        return error_set(
            error,
            "--print " TEXT_FORMAT
            ": it is index-url, torch, cuda, arch-list, requirements.txt, pyproject.toml, environment.yml or pixi.toml",
            TEXT_ARGUMENTS(what));
    *out = text_join(plan->arena, value, TEXT("\n"));
    return true;
}
