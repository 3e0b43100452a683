/* The stack as files that managers read, and as single values for scripts. */
#include "room.h"

enum { MOST_REQUIREMENTS = 16 };

/* A requirement in two: "torch" and "==2.3.1". */
static struct text name_of(struct text requirement) {
    for (size_t at = 0; at < requirement.size; at++)
        if (text_find_byte(TEXT("=<>!~;[ "), requirement.at[at]) != TEXT_NOWHERE)
            return text_until(requirement, at);
    return requirement;
}

static bool is_of_pytorch(struct text name) {
    return text_is(name, "torch") || text_is(name, "torchvision") || text_is(name, "torchaudio") ||
           text_is(name, "torchtext");
}

static void add_heading(const struct plan *plan, struct buffer *out) {
    const struct plan_stack *stack = &plan->stack;
    buffer_format(out, "# plumb plan: torch " TEXT_FORMAT "+" TEXT_FORMAT ", Python " TEXT_FORMAT,
                  TEXT_ARGUMENTS(stack->torch), TEXT_ARGUMENTS(stack->flavour), TEXT_ARGUMENTS(stack_python(stack)));
    if (stack->least_driver.size)
        buffer_format(out, ", driver " TEXT_FORMAT " or newer", TEXT_ARGUMENTS(stack->least_driver));
    buffer_add_byte(out, '\n');
}

static struct text requirements_txt(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    struct text lines[MOST_REQUIREMENTS], url = index_url(plan, &plan->stack);
    size_t count = stack_requirements(plan, &plan->stack, true, lines, MOST_REQUIREMENTS);
    add_heading(plan, &out);
    if (mirror_pypi(plan).size)
        buffer_format(&out, "--index-url " TEXT_FORMAT "\n", TEXT_ARGUMENTS(mirror_pypi(plan)));
    if (url.size)
        buffer_format(&out, "--" TEXT_FORMAT " " TEXT_FORMAT "\n", TEXT_ARGUMENTS(index_option(plan, &plan->stack)),
                      TEXT_ARGUMENTS(url));
    for (size_t at = 0; at < count; at++)
        buffer_format(&out, TEXT_FORMAT "\n", TEXT_ARGUMENTS(lines[at]));
    return buffer_text(&out);
}

/* Only PyTorch's packages go to its index: `explicit` keeps uv from asking it for anything else. */
static void add_uv_sources(const struct plan *plan, struct buffer *out, const struct text *lines, size_t count,
                           struct text url) {
    buffer_add_string(out, "\n[tool.uv.sources]\n");
    for (size_t at = 0; at < count; at++)
        if (is_of_pytorch(name_of(lines[at])) && (!index_is_page(plan) || version_local(lines[at]).size))
            buffer_format(out, TEXT_FORMAT " = { index = \"pytorch\" }\n", TEXT_ARGUMENTS(name_of(lines[at])));
    buffer_format(out, "\n[[tool.uv.index]]\nname = \"pytorch\"\nurl = \"" TEXT_FORMAT "\"\n%sexplicit = true\n",
                  TEXT_ARGUMENTS(url), index_is_page(plan) ? "format = \"flat\"\n" : "");
}

static struct text pyproject_toml(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    struct text lines[MOST_REQUIREMENTS], url = index_url(plan, &plan->stack);
    size_t count = stack_requirements(plan, &plan->stack, true, lines, MOST_REQUIREMENTS);
    struct text python = stack_python(&plan->stack);
    add_heading(plan, &out);
    buffer_format(&out,
                  "[project]\nname = \"training\"\nversion = \"0.1.0\"\nrequires-python = \"==" TEXT_FORMAT
                  ".*\"\ndependencies = [\n",
                  TEXT_ARGUMENTS(text_ends(python, "t") ? text_until(python, python.size - 1) : python));
    for (size_t at = 0; at < count; at++)
        buffer_format(&out, "    \"" TEXT_FORMAT "\",\n", TEXT_ARGUMENTS(lines[at]));
    buffer_add_string(&out, "]\n");
    if (plan->wish.as_of.size)
        buffer_format(&out, "\n[tool.uv]\nexclude-newer = \"" TEXT_FORMAT "\"\n", TEXT_ARGUMENTS(plan->wish.as_of));
    if (url.size)
        add_uv_sources(plan, &out, lines, count, url);
    if (mirror_pypi(plan).size)
        buffer_format(&out,
                      "\n[[tool.uv.index]]\nname = \"" TEXT_FORMAT "\"\nurl = \"" TEXT_FORMAT "\"\ndefault = true\n",
                      TEXT_ARGUMENTS(plan->wish.mirror), TEXT_ARGUMENTS(mirror_pypi(plan)));
    return buffer_text(&out);
}

static struct text conda_channel(const struct plan *plan) {
    struct text mirror = mirror_conda_forge(plan);
    return mirror.size ? mirror : TEXT("conda-forge");
}

static struct text environment_yml(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    struct text lines[MOST_REQUIREMENTS], url = index_url(plan, &plan->stack);
    size_t count = stack_requirements(plan, &plan->stack, true, lines, MOST_REQUIREMENTS);
    add_heading(plan, &out);
    buffer_format(
        &out, "name: training\nchannels:\n  - " TEXT_FORMAT "\ndependencies:\n  - " TEXT_FORMAT "\n  - pip\n  - pip:\n",
        TEXT_ARGUMENTS(conda_channel(plan)), TEXT_ARGUMENTS(conda_python(plan, "=")));
    if (mirror_pypi(plan).size)
        buffer_format(&out, "      - --index-url " TEXT_FORMAT "\n", TEXT_ARGUMENTS(mirror_pypi(plan)));
    if (url.size)
        buffer_format(&out, "      - --" TEXT_FORMAT " " TEXT_FORMAT "\n",
                      TEXT_ARGUMENTS(index_option(plan, &plan->stack)), TEXT_ARGUMENTS(url));
    for (size_t at = 0; at < count; at++)
        buffer_format(&out, "      - " TEXT_FORMAT "\n", TEXT_ARGUMENTS(lines[at]));
    return buffer_text(&out);
}

static struct text pixi_toml(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    struct text lines[MOST_REQUIREMENTS], url = index_url(plan, &plan->stack);
    size_t count = stack_requirements(plan, &plan->stack, true, lines, MOST_REQUIREMENTS);
    const char *platform = text_is(plan->stack.platform, "windows") ? "win-64"
                           : text_is(plan->stack.platform, "linux") ? "linux-64"
                                                                    : "linux-aarch64";
    add_heading(plan, &out);
    buffer_format(&out,
                  "[workspace]\nname = \"training\"\nchannels = [\"" TEXT_FORMAT "\"]\nplatforms = "
                  "[\"%s\"]\n\n[dependencies]\n" TEXT_FORMAT ".*\"\n",
                  TEXT_ARGUMENTS(conda_channel(plan)), platform, TEXT_ARGUMENTS(conda_python(plan, " = \"")));
    if ((url.size && index_is_page(plan)) || mirror_pypi(plan).size)
        buffer_add_string(&out, "\n[pypi-options]\n");
    if (mirror_pypi(plan).size)
        buffer_format(&out, "index-url = \"" TEXT_FORMAT "\"\n", TEXT_ARGUMENTS(mirror_pypi(plan)));
    if (url.size && index_is_page(plan))
        buffer_format(&out, "find-links = [{ url = \"" TEXT_FORMAT "\" }]\n", TEXT_ARGUMENTS(url));
    buffer_add_string(&out, "\n[pypi-dependencies]\n");
    for (size_t at = 0; at < count; at++) {
        struct text name = name_of(lines[at]), version = text_from(lines[at], name.size);
        if (url.size && !index_is_page(plan) && is_of_pytorch(name))
            buffer_format(&out, TEXT_FORMAT " = { version = \"" TEXT_FORMAT "\", index = \"" TEXT_FORMAT "\" }\n",
                          TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(version), TEXT_ARGUMENTS(url));
        else
            buffer_format(&out, TEXT_FORMAT " = \"" TEXT_FORMAT "\"\n", TEXT_ARGUMENTS(name),
                          TEXT_ARGUMENTS(version.size ? version : TEXT("*")));
    }
    return buffer_text(&out);
}

struct text file_text(const struct plan *plan, struct text name) {
    if (text_is(name, "requirements.txt"))
        return requirements_txt(plan);
    if (text_is(name, "pyproject.toml"))
        return pyproject_toml(plan);
    if (text_is(name, "environment.yml"))
        return environment_yml(plan);
    return text_is(name, "pixi.toml") ? pixi_toml(plan) : (struct text){0};
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
