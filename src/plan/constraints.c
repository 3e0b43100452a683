/* From the wish and what is known of the machine to constraints: what each row of the table is held against. */
#include "room.h"

struct text plan_say(const struct plan *plan, const char *id, const struct slot *slots, size_t count) {
    return say(plan->arena, plan->knowledge, plan->language, id, slots, count);
}

static void add(struct plan *plan, enum constraint_kind kind, size_t index, struct text shown) {
    if (plan->constraint_count < PLAN_MOST_CONSTRAINTS)
        plan->constraints[plan->constraint_count++] = (struct constraint){kind, index, shown};
}

uint32_t constraints_of(const struct plan *plan, enum constraint_kind kind) {
    uint32_t bits = 0;
    for (size_t at = 0; at < plan->constraint_count; at++)
        bits |= plan->constraints[at].kind == kind ? BIT(at) : 0;
    return bits;
}

/* Cards of one capability ask for the same: they are one constraint. */
static void add_cards(struct plan *plan) {
    for (size_t at = 0; at < plan->card_count; at++) {
        bool repeated = false;
        for (size_t before = 0; before < at; before++)
            repeated = repeated || text_equal(plan->cards[before].capability, plan->cards[at].capability);
        if (!repeated)
            add(plan, CONSTRAINT_CARD, at, card_shown(plan, &plan->cards[at]));
    }
}

static bool find_platform(struct plan *plan, struct error *error) {
    struct text system = plan->wish.system.size ? plan->wish.system : TEXT("linux"),
                architecture = plan->wish.architecture;
    bool arm = text_is(architecture, "aarch64") || text_is(architecture, "arm64");
    plan->wish.system = system;
    plan->windows_driver = text_is(system, "windows") || text_is(system, "wsl");
    if (text_is(system, "windows"))
        plan->platform = TEXT("windows");
    else if (text_is(system, "linux") || text_is(system, "wsl"))
        plan->platform = arm ? TEXT("linux-aarch64") : TEXT("linux");
    else if (text_is(system, "macos"))
        plan->platform = architecture.size && !arm ? TEXT("macos-x86_64") : TEXT("macos");
    else
        return error_set(error, "--os " TEXT_FORMAT ": it is linux, windows, wsl or macos", TEXT_ARGUMENTS(system));
    return true;
}

static bool is_python(struct text python) {
    struct version version;
    struct text number = text_ends(python, "t") ? text_until(python, python.size - 1) : python;
    return version_parse(number, &version) && version.count >= 2;
}

static bool is_day(struct text text) {
    for (size_t at = 0; at < text.size; at++)
        if (at == 4 || at == 7 ? text.at[at] != '-' : text.at[at] < '0' || text.at[at] > '9')
            return false;
    return text.size == 10;
}

static bool is_flavour(struct text cuda) {
    return text_is(cuda, "cpu") || text_starts(cuda, "cu");
}

static bool check_cuda(const struct plan_wish *wish, struct error *error) {
    if (wish->cuda.size && !is_flavour(wish->cuda) && !spec_valid(wish->cuda))
        return error_set(error, "--cuda " TEXT_FORMAT ": a version such as 12.1 or 12, a flavour such as cu121, or cpu",
                         TEXT_ARGUMENTS(wish->cuda));
    return true;
}

static bool check_wish(const struct plan_wish *wish, struct error *error) {
    struct version version;
    static const char *const managers[] = {"uv", "pip", "conda", "pixi"};
    bool manager = !wish->manager.size;
    for (size_t at = 0; at < sizeof managers / sizeof *managers; at++)
        manager = manager || text_is(wish->manager, managers[at]);
    if (!manager)
        return error_set(error, "--manager " TEXT_FORMAT ": it is uv, pip, conda or pixi",
                         TEXT_ARGUMENTS(wish->manager));
    if (wish->driver.size && !version_parse(wish->driver, &version))
        return error_set(error, "--driver " TEXT_FORMAT ": a version such as 535.104.05", TEXT_ARGUMENTS(wish->driver));
    if (wish->python.size && !is_python(wish->python))
        return error_set(error, "--python " TEXT_FORMAT ": a version such as 3.10, or 3.14t",
                         TEXT_ARGUMENTS(wish->python));
    if (wish->pip.size && !version_parse(wish->pip, &version))
        return error_set(error, "--pip " TEXT_FORMAT ": a version such as 24.0", TEXT_ARGUMENTS(wish->pip));
    if (wish->libc.size && !version_parse(wish->libc, &version))
        return error_set(error, "--glibc " TEXT_FORMAT ": a version such as 2.28", TEXT_ARGUMENTS(wish->libc));
    if (wish->requires_python.size && !spec_valid(wish->requires_python))
        return error_set(error, "requires-python " TEXT_FORMAT ": versions such as \">=3.9,<3.13\"",
                         TEXT_ARGUMENTS(wish->requires_python));
    if (wish->as_of.size && !is_day(wish->as_of))
        return error_set(error, "--as-of " TEXT_FORMAT ": a day such as 2022-06-30", TEXT_ARGUMENTS(wish->as_of));
    if (wish->torch.size && !spec_valid(wish->torch))
        return error_set(error, "--torch " TEXT_FORMAT ": versions such as 2.3, 2.3.1+cu121 or \">=2.1,<2.4\"",
                         TEXT_ARGUMENTS(wish->torch));
    return true;
}

/* "torch==2.3", "torch 2.3" and "v2.3" are what people paste. */
static void tidy_wish(struct plan_wish *wish) {
    wish->torch = text_trim(wish->torch);
    if (text_starts(wish->torch, "torch"))
        wish->torch = text_trim(text_from(wish->torch, 5));
    if (text_is(wish->torch, "latest") || text_is(wish->torch, "newest"))
        wish->torch = TEXT("");
    wish->manager = wish->manager.size ? wish->manager : TEXT("uv");
}

bool constraints_make(struct plan *plan, struct error *error) {
    struct plan_wish *wish = &plan->wish;
    struct arena *arena = plan->arena;
    tidy_wish(wish);
    if (!check_wish(wish, error) || !mirror_check(plan, error) || !find_platform(plan, error))
        return false;
    if (find_elsewhere(plan))
        return true;
    if (!check_cuda(wish, error) || !find_cards(plan, error))
        return false;
    bool local_cpu = text_is(version_local(wish->torch), "cpu");
    plan->cpu = text_is(wish->cuda, "cpu") || local_cpu ||
                (!plan->card_count && !wish->unheard.size && !wish->driver.size && !wish->cuda.size &&
                 !version_local(wish->torch).size);
    struct slot platform[] = {{"platform", plan->platform}};
    add(plan, CONSTRAINT_PLATFORM, 0, plan_say(plan, "plan.constraint.platform", platform, 1));
    if (wish->torch.size)
        add(plan, CONSTRAINT_TORCH, 0, text_format(arena, "torch " TEXT_FORMAT, TEXT_ARGUMENTS(wish->torch)));
    if (wish->cuda.size && !plan->cpu)
        add(plan, CONSTRAINT_CUDA, 0, text_format(arena, "CUDA " TEXT_FORMAT, TEXT_ARGUMENTS(wish->cuda)));
    if (wish->python.size)
        add(plan, CONSTRAINT_PYTHON, 0, text_format(arena, "Python " TEXT_FORMAT, TEXT_ARGUMENTS(wish->python)));
    if (wish->requires_python.size)
        add(plan, CONSTRAINT_REQUIRES_PYTHON, 0,
            text_format(arena, "requires-python " TEXT_FORMAT, TEXT_ARGUMENTS(wish->requires_python)));
    struct slot driver[] = {{"driver", wish->driver}};
    if (wish->driver.size && !plan->cpu)
        add(plan, CONSTRAINT_DRIVER, 0, plan_say(plan, "plan.constraint.driver", driver, 1));
    if (wish->libc.size && !text_is(plan->platform, "windows"))
        add(plan, CONSTRAINT_LIBC, 0, text_format(arena, "glibc " TEXT_FORMAT, TEXT_ARGUMENTS(wish->libc)));
    struct slot day[] = {{"date", wish->as_of}};
    if (wish->as_of.size)
        add(plan, CONSTRAINT_AS_OF, 0, plan_say(plan, "plan.constraint.as_of", day, 1));
    packages_find(plan);
    for (size_t at = 0; at < wish->with_count; at++)
        add(plan, CONSTRAINT_WITH, at, wish->with[at]);
    if (!plan->cpu)
        add_cards(plan);
    if (plan->constraint_count == PLAN_MOST_CONSTRAINTS)
        return error_set(error, "cards of too many kinds for one plan");
    return true;
}
