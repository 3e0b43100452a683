/* The commands that make the environment, for each manager: uv, pip and conda install, plumb only says what.
 *
 * Wheels off PyPI are asked for by their local part (+cu121), which only PyTorch's own index has: so an additional
 * index cannot be outvoted by PyPI, and what torch depends on still comes from PyPI. uv has an option of its own that
 * sends only PyTorch's packages to that index. */
#include "room.h"

enum { MOST_WORDS = 24 };

struct vector {
    struct text *words;
    size_t count;
};

static struct vector vector_new(const struct plan *plan, const char *const *words) {
    struct vector vector = {.words = arena_array(plan->arena, MOST_WORDS + PLAN_MOST_WITH, sizeof(struct text))};
    for (; *words; words++)
        vector.words[vector.count++] = text_of(*words);
    return vector;
}

static void add_word(struct vector *vector, struct text word) {
    if (word.size && vector->count < MOST_WORDS)
        vector->words[vector->count++] = word;
}

static void add_requirements(const struct plan *plan, struct vector *vector, bool local) {
    vector->count +=
        stack_requirements(plan, &plan->stack, local, vector->words + vector->count, MOST_WORDS - vector->count);
}

static void finish(const struct plan *plan, struct plan_command *commands, size_t *count, const struct vector *vector) {
    struct plan_command command = {.arguments = vector->words, .argument_count = vector->count};
    if (quote_command(plan->arena, plan->shell, vector->words, vector->count, &command.shown, NULL) &&
        *count < PLAN_MOST_COMMANDS)
        commands[(*count)++] = command;
}

/* The mirror of PyPI under the manager's name for it, then PyTorch's wheels. */
static void add_index(const struct plan *plan, struct vector *vector, const char *default_option,
                      const char *extra_option) {
    struct text url = index_url(plan, &plan->stack), mirror = mirror_pypi(plan);
    if (mirror.size) {
        add_word(vector, text_of(default_option));
        add_word(vector, mirror);
    }
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct package_place place = plan->wanted[at].place;
        bool index = text_is(place.way, "extra-index-url"), page = text_is(place.way, "find-links");
        if (place.url.size && !text_equal(place.url, url) && (index || page)) {
            add_word(vector, page ? TEXT("--find-links") : text_of(extra_option));
            add_word(vector, place.url);
        }
    }
    if (url.size) {
        add_word(vector, index_is_page(plan) ? TEXT("--find-links") : text_of(extra_option));
        add_word(vector, url);
    }
}

/* PyTorch's index dates none of its old files, so uv would see none of them: they are pinned, and exempt. */
static void add_date(const struct plan *plan, struct vector *install) {
    static const char *const names[] = {"torchvision", "torchaudio"};
    if (!plan->wish.as_of.size)
        return;
    add_word(install, text_join(plan->arena, TEXT("--exclude-newer="), plan->wish.as_of));
    if (stack_is_default(&plan->stack))
        return;
    add_word(install, TEXT("--exclude-newer-package=torch=false"));
    for (size_t at = 0; at < sizeof names / sizeof *names; at++)
        if (companion_of(&plan->stack, names[at]).size)
            add_word(install, text_format(plan->arena, "--exclude-newer-package=%s=false", names[at]));
}

/* Does a wanted package live on an index or a page of its own? */
static bool has_places(const struct plan *plan) {
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct package_place place = plan->wanted[at].place;
        if (text_is(place.way, "extra-index-url") || text_is(place.way, "find-links"))
            return true;
    }
    return false;
}

/* What is compiled against torch, or fetches what fits the torch that is there, comes after it. */
static void add_late(const struct plan *plan, struct plan_command *commands, size_t *count, const char *const *words) {
    struct vector install = vector_new(plan, words);
    size_t before = install.count;
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct wanted_build wanted = plan->wanted[at];
        if (wanted.alone)
            add_word(&install, wanted.requirement);
    }
    if (install.count > before)
        finish(plan, commands, count, &install);
}

static size_t with_uv(const struct plan *plan, struct plan_command *commands) {
    struct vector make = vector_new(plan, (const char *const[]){"uv", "venv", "--python", NULL});
    struct vector install = vector_new(plan, (const char *const[]){"uv", "pip", "install", NULL});
    size_t count = 0;
    bool backend = !has_places(plan) && !stack_is_default(&plan->stack) && !index_is_page(plan) &&
                   !node_present(mirror_wheels(plan, &plan->stack));
    add_word(&make, stack_python(&plan->stack));
    if (backend) {
        struct text mirror = mirror_pypi(plan);
        add_word(&install, text_join(plan->arena, TEXT("--torch-backend="), plan->stack.flavour));
        add_word(&install, mirror.size ? TEXT("--default-index") : mirror);
        add_word(&install, mirror);
    } else {
        add_index(plan, &install, "--default-index", "--index");
    }
    add_date(plan, &install);
    add_requirements(plan, &install, !backend);
    finish(plan, commands, &count, &make);
    finish(plan, commands, &count, &install);
    add_late(plan, commands, &count, (const char *const[]){"uv", "pip", "install", "--no-build-isolation", NULL});
    return count;
}

static size_t with_pip(const struct plan *plan, struct plan_command *commands) {
    bool windows = text_is(plan->platform, "windows");
    struct text python = stack_python(&plan->stack);
    struct vector make = vector_new(plan, (const char *const[]){NULL}), install = make;
    size_t count = 0;
    install = vector_new(plan, (const char *const[]){windows ? ".venv\\Scripts\\python" : ".venv/bin/python", "-m",
                                                     "pip", "install", NULL});
    add_word(&make, windows ? TEXT("py") : text_join(plan->arena, TEXT("python"), python));
    if (windows)
        add_word(&make, text_join(plan->arena, TEXT("-"), python));
    add_word(&make, TEXT("-m"));
    add_word(&make, TEXT("venv"));
    add_word(&make, TEXT(".venv"));
    add_index(plan, &install, "--index-url", "--extra-index-url");
    add_requirements(plan, &install, true);
    finish(plan, commands, &count, &make);
    finish(plan, commands, &count, &install);
    add_late(plan, commands, &count,
             (const char *const[]){windows ? ".venv\\Scripts\\python" : ".venv/bin/python", "-m", "pip", "install",
                                   "--no-build-isolation", NULL});
    return count;
}

/* conda makes the Python; the wheels that were judged come by pip: builds of conda-forge hold other code than these. */
static size_t with_conda(const struct plan *plan, struct plan_command *commands) {
    struct vector make =
        vector_new(plan, (const char *const[]){"conda", "create", "--yes", "--name", "training", NULL});
    struct vector install = vector_new(
        plan, (const char *const[]){"conda", "run", "--name", "training", "python", "-m", "pip", "install", NULL});
    size_t count = 0;
    if (mirror_conda_forge(plan).size) {
        add_word(&make, TEXT("--override-channels"));
        add_word(&make, TEXT("--channel"));
        add_word(&make, mirror_conda_forge(plan));
    }
    add_word(&make, conda_python(plan, "="));
    add_word(&make, TEXT("pip"));
    add_index(plan, &install, "--index-url", "--extra-index-url");
    add_requirements(plan, &install, true);
    finish(plan, commands, &count, &make);
    finish(plan, commands, &count, &install);
    add_late(plan, commands, &count,
             (const char *const[]){"conda", "run", "--name", "training", "python", "-m", "pip", "install",
                                   "--no-build-isolation", NULL});
    return count;
}

/* pixi reads its file, which `--print pixi.toml` writes. */
static size_t with_pixi(const struct plan *plan, struct plan_command *commands) {
    struct vector install = vector_new(plan, (const char *const[]){"pixi", "install", NULL});
    size_t count = 0;
    finish(plan, commands, &count, &install);
    return count;
}

size_t plan_commands(const struct plan *plan, struct plan_command commands[PLAN_MOST_COMMANDS]) {
    if (!plan->has_stack)
        return 0;
    if (text_is(plan->wish.manager, "pip"))
        return with_pip(plan, commands);
    if (text_is(plan->wish.manager, "conda"))
        return with_conda(plan, commands);
    return text_is(plan->wish.manager, "pixi") ? with_pixi(plan, commands) : with_uv(plan, commands);
}
