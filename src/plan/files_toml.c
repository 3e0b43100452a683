/* pyproject.toml for uv and pixi.toml. */
#include "files.h"

static bool is_of_pytorch(struct text name) {
    return text_is(name, "torch") || text_is(name, "torchvision") || text_is(name, "torchaudio") ||
           text_is(name, "torchtext");
}

/* `key = ["a", "b"]`, unless there is nothing in it. */
static void add_list(struct buffer *out, const char *key, const struct text *items, size_t count) {
    for (size_t at = 0; at < count; at++)
        buffer_format(out, "%s%s\"" TEXT_FORMAT "\"", at ? "" : key, at ? ", " : " = [", TEXT_ARGUMENTS(items[at]));
    buffer_add_string(out, count ? "]\n" : "");
}

static size_t alone(const struct plan *plan, struct text names[PLAN_MOST_WITH]) {
    size_t count = 0;
    for (size_t at = 0; at < plan->wish.with_count; at++)
        if (plan->wanted[at].alone)
            names[count++] = plan->wanted[at].name;
    return count;
}

static bool is_git(struct text requirement) {
    return text_starts(requirement, "git+");
}

static void add_dependencies(const struct plan *plan, struct buffer *out) {
    struct text lines[FILE_LINES];
    for (size_t at = 0, count = file_lines(plan, lines); at < count; at++)
        buffer_format(out, "    \"" TEXT_FORMAT "\",\n", TEXT_ARGUMENTS(lines[at]));
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        const struct wanted_build *wanted = &plan->wanted[at];
        if (wanted->alone && is_git(wanted->requirement))
            buffer_format(out, "    \"" TEXT_FORMAT " @ " TEXT_FORMAT "\",\n", TEXT_ARGUMENTS(wanted->name),
                          TEXT_ARGUMENTS(wanted->requirement));
        else if (wanted->alone)
            buffer_format(out, "    \"" TEXT_FORMAT "\",\n", TEXT_ARGUMENTS(wanted->requirement));
    }
}

static void add_uv(const struct plan *plan, struct buffer *out) {
    struct text pages[PLAN_MOST_WITH], names[PLAN_MOST_WITH];
    size_t page_count = file_places(plan, "find-links", pages), name_count = alone(plan, names);
    if (!plan->wish.as_of.size && !page_count && !name_count)
        return;
    buffer_add_string(out, "\n[tool.uv]\n");
    if (plan->wish.as_of.size)
        buffer_format(out, "exclude-newer = \"" TEXT_FORMAT "\"\n", TEXT_ARGUMENTS(plan->wish.as_of));
    add_list(out, "find-links", pages, page_count);
    add_list(out, "no-build-isolation-package", names, name_count);
}

static void add_index(struct buffer *out, struct text name, struct text url, const char *rest) {
    buffer_format(out, "\n[[tool.uv.index]]\nname = \"" TEXT_FORMAT "\"\nurl = \"" TEXT_FORMAT "\"\n%s",
                  TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(url), rest);
}

/* Of an index only what has to come from it does: `explicit` keeps uv from asking it for anything else. */
static void add_sources(const struct plan *plan, struct buffer *out) {
    struct text lines[FILE_LINES], url = index_url(plan, &plan->stack), extra[PLAN_MOST_WITH];
    size_t count = file_lines(plan, lines), extra_count = file_places(plan, "extra-index-url", extra);
    if (url.size || extra_count)
        buffer_add_string(out, "\n[tool.uv.sources]\n");
    for (size_t at = 0; url.size && at < count; at++)
        if (is_of_pytorch(file_name_of(lines[at])) && (!index_is_page(plan) || version_local(lines[at]).size))
            buffer_format(out, TEXT_FORMAT " = { index = \"pytorch\" }\n", TEXT_ARGUMENTS(file_name_of(lines[at])));
    for (size_t at = 0; at < plan->wish.with_count; at++)
        if (text_is(plan->wanted[at].place.way, "extra-index-url"))
            buffer_format(out, TEXT_FORMAT " = { index = \"%s\" }\n", TEXT_ARGUMENTS(plan->wanted[at].name),
                          text_equal(plan->wanted[at].place.url, url) ? "pytorch" : "wheels");
    if (url.size)
        add_index(out, TEXT("pytorch"), url,
                  index_is_page(plan) ? "format = \"flat\"\nexplicit = true\n" : "explicit = true\n");
    if (extra_count)
        add_index(out, TEXT("wheels"), extra[0], "explicit = true\n");
}

struct text file_pyproject(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    struct text python = stack_python(&plan->stack);
    file_heading(plan, &out);
    buffer_format(&out,
                  "[project]\nname = \"training\"\nversion = \"0.1.0\"\nrequires-python = \"==" TEXT_FORMAT
                  ".*\"\ndependencies = [\n",
                  TEXT_ARGUMENTS(text_ends(python, "t") ? text_until(python, python.size - 1) : python));
    add_dependencies(plan, &out);
    buffer_add_string(&out, "]\n");
    add_uv(plan, &out);
    add_sources(plan, &out);
    if (mirror_pypi(plan).size)
        add_index(&out, plan->wish.mirror, mirror_pypi(plan), "default = true\n");
    return buffer_text(&out);
}

static const char *pixi_platform(const struct plan *plan) {
    return text_is(plan->stack.platform, "windows") ? "win-64"
           : text_is(plan->stack.platform, "linux") ? "linux-64"
                                                    : "linux-aarch64";
}

static void add_pypi_options(const struct plan *plan, struct buffer *out) {
    struct text pages[PLAN_MOST_WITH + 1], names[PLAN_MOST_WITH], url = index_url(plan, &plan->stack);
    size_t page_count = file_places(plan, "find-links", pages), name_count = alone(plan, names);
    if (url.size && index_is_page(plan))
        pages[page_count++] = url;
    if (!page_count && !name_count && !mirror_pypi(plan).size)
        return;
    buffer_add_string(out, "\n[pypi-options]\n");
    if (mirror_pypi(plan).size)
        buffer_format(out, "index-url = \"" TEXT_FORMAT "\"\n", TEXT_ARGUMENTS(mirror_pypi(plan)));
    for (size_t at = 0; at < page_count; at++)
        buffer_format(out, "%s{ url = \"" TEXT_FORMAT "\" }", at ? ", " : "find-links = [", TEXT_ARGUMENTS(pages[at]));
    buffer_add_string(out, page_count ? "]\n" : "");
    add_list(out, "no-build-isolation", names, name_count);
}

/* The index of a wanted package that has one of its own. */
static struct text own_index(const struct plan *plan, struct text name) {
    for (size_t at = 0; at < plan->wish.with_count; at++)
        if (text_equal(plan->wanted[at].name, name) && text_is(plan->wanted[at].place.way, "extra-index-url"))
            return plan->wanted[at].place.url;
    return (struct text){0};
}

static void add_pixi_line(const struct plan *plan, struct buffer *out, struct text requirement) {
    struct text name = file_name_of(requirement), version = text_from(requirement, name.size),
                index = own_index(plan, name);
    if (!index.size && !index_is_page(plan) && is_of_pytorch(name))
        index = index_url(plan, &plan->stack);
    version = version.size ? version : TEXT("*");
    if (index.size)
        buffer_format(out, TEXT_FORMAT " = { version = \"" TEXT_FORMAT "\", index = \"" TEXT_FORMAT "\" }\n",
                      TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(version), TEXT_ARGUMENTS(index));
    else
        buffer_format(out, TEXT_FORMAT " = \"" TEXT_FORMAT "\"\n", TEXT_ARGUMENTS(name), TEXT_ARGUMENTS(version));
}

struct text file_pixi(const struct plan *plan) {
    struct buffer out = buffer_new(plan->arena);
    struct text lines[FILE_LINES];
    file_heading(plan, &out);
    buffer_add_string(&out, "# not resolved here: pixi itself has not been asked\n");
    buffer_format(&out,
                  "[workspace]\nname = \"training\"\nchannels = [\"" TEXT_FORMAT "\"]\nplatforms = "
                  "[\"%s\"]\n\n[dependencies]\n" TEXT_FORMAT ".*\"\n",
                  TEXT_ARGUMENTS(file_conda_channel(plan)), pixi_platform(plan),
                  TEXT_ARGUMENTS(conda_python(plan, " = \"")));
    add_pypi_options(plan, &out);
    buffer_add_string(&out, "\n[pypi-dependencies]\n");
    for (size_t at = 0, count = file_lines(plan, lines); at < count; at++)
        add_pixi_line(plan, &out, lines[at]);
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        const struct wanted_build *wanted = &plan->wanted[at];
        if (wanted->alone && is_git(wanted->requirement))
            buffer_format(&out, TEXT_FORMAT " = { git = \"" TEXT_FORMAT "\" }\n", TEXT_ARGUMENTS(wanted->name),
                          TEXT_ARGUMENTS(text_from(wanted->requirement, 4)));
        else if (wanted->alone)
            add_pixi_line(plan, &out, wanted->requirement);
    }
    return buffer_text(&out);
}
