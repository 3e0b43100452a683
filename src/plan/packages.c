/* Packages that are wanted along: which of their builds go with a candidate, on which Pythons and cards. */
#include "room.h"

static const char *const companions[] = {"torchvision", "torchaudio", "torchtext"};

static bool is_companion(struct text name) {
    for (size_t at = 0; at < sizeof companions / sizeof *companions; at++)
        if (text_is(name, companions[at]))
            return true;
    return false;
}

bool package_is_judged(struct arena *arena, const struct knowledge *knowledge, struct text name) {
    return is_companion(name) || package_find(arena, knowledge, name).count > 0;
}

/* Of one package, or of all that a name stands for (spconv-cu113, spconv-cu118 ...). */
struct package_rows package_builds_of(const struct plan *plan, const struct package_rows *packages, struct text wish) {
    struct node table = knowledge_table(plan->knowledge, "package_builds");
    struct package_rows all = {.items = arena_array(plan->arena, node_count(table), sizeof *all.items)};
    for (size_t at = 0; at < packages->count; at++) {
        struct package_rows some =
            package_builds(plan->arena, plan->knowledge, row_text(packages->items[at], "package"), wish);
        for (size_t build = 0; build < some.count; build++)
            all.items[all.count++] = some.items[build];
    }
    return all;
}

/* Is what is asked for newer than every release on record? */
static bool is_newer_than_known(const struct plan *plan, const struct plan_package *package) {
    struct package_rows all = package_builds_of(plan, &package->packages, (struct text){0});
    struct text wanted = package->wish;
    while (wanted.size && text_find_byte(TEXT("=<>~! "), wanted.at[0]) != TEXT_NOWHERE)
        wanted = text_from(wanted, 1);
    for (size_t at = 0; at < all.count; at++)
        if (!version_is_less(row_text(all.items[at], "last"), wanted))
            return false;
    return wanted.size > 0;
}

/* "==0.0.23" is that release where there is one, as pip has it; where there is none, what begins so. */
static struct text exact_release(struct text wish) {
    bool exact = text_starts(wish, "==") && !text_starts(wish, "===") && text_find_byte(wish, ',') == TEXT_NOWHERE &&
                 !text_ends(wish, "*");
    return exact ? text_trim(text_from(wish, 2)) : (struct text){0};
}

static void keep_exact(struct plan_package *package) {
    struct text exact = exact_release(package->wish);
    size_t kept = 0;
    for (size_t at = 0; at < package->builds.count && exact.size; at++) {
        struct node build = package->builds.items[at];
        if (!version_is_less(exact, row_text(build, "first")) && !version_is_less(row_text(build, "last"), exact)) {
            package->builds.items[at] = package->builds.items[kept];
            package->builds.items[kept++] = build;
        }
    }
    if (kept) {
        package->builds.count = kept;
        package->exact = exact;
    }
}

void packages_find(struct plan *plan) {
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct plan_package *package = &plan->packages[at];
        package_split(plan->wish.with[at], &package->name, &package->wish);
        package->companion = is_companion(package->name);
        if (package->companion)
            continue;
        package->packages = package_find(plan->arena, plan->knowledge, package->name);
        package->builds = package_builds_of(plan, &package->packages, package->wish);
        keep_exact(package);
        package->judged = package->packages.count && (package->builds.count || !is_newer_than_known(plan, package));
    }
}

/* "3.10" of bit 10. */
static struct text python_of(const struct plan *plan, unsigned minor) {
    return text_format(plan->arena, "3.%u", minor);
}

uint32_t pythons_between(struct text least, struct text most) {
    struct version low, high;
    uint32_t bits = 0;
    if (!version_parse(least, &low) || !version_parse(most, &high))
        return UINT32_MAX;
    for (unsigned minor = low.release[1]; minor <= high.release[1] && minor < 32; minor++)
        bits |= BIT(minor);
    return bits;
}

enum { FIRST_PYTHON = 6, LAST_PYTHON = 24 }; /* that anybody may ask for */

static uint32_t pythons_of(const struct plan *plan, struct node build) {
    uint32_t bits = 0;
    for (unsigned minor = FIRST_PYTHON; minor <= LAST_PYTHON; minor++) {
        struct package_setting setting = {.python = python_of(plan, minor)};
        bits |= package_misfits(build, &setting) ? 0 : BIT(minor);
    }
    return bits;
}

static uint32_t cards_missed(const struct plan *plan, struct node build) {
    uint32_t bits = 0;
    for (size_t at = 0; at < plan->constraint_count; at++) {
        if (plan->constraints[at].kind != CONSTRAINT_CARD)
            continue;
        struct package_setting setting = {.capabilities = plan->cards[plan->constraints[at].index].capability};
        bits |= package_misfits(build, &setting) ? BIT(at) : 0;
    }
    return bits;
}

/* What of a build is the same for all candidates, and whether it goes with the torch that was asked about last: there
 * are several candidates of each. */
struct build_facts {
    uint32_t cards, pythons;
    unsigned rank;
    bool torch_fits;
    uint64_t asked, fits; /* by the number of a platform and CUDA */
};

static bool is_compiled(const struct plan *plan, struct node build) {
    size_t from = 0;
    struct node place = table_find(plan->knowledge, "package_places", "place", row_text(build, "place"), &from);
    return text_is(row_text(place, "way"), "compile");
}

/* A wheel before what has to be compiled - unless the plan says how to compile - then the newer release; equals have
 * equal ranks. */
static void rank_builds(const struct plan *plan, struct plan_package *package) {
    struct version *releases = arena_array(plan->arena, package->builds.count, sizeof *releases);
    bool *compiled = arena_array(plan->arena, package->builds.count, sizeof *compiled);
    for (size_t at = 0; at < package->builds.count; at++) {
        compiled[at] = !plan->wish.build && is_compiled(plan, package->builds.items[at]);
        if (!version_parse(row_text(package->builds.items[at], "last"), &releases[at]))
            releases[at] = (struct version){.count = 0};
    }
    for (size_t at = 0; at < package->builds.count; at++) {
        package->facts[at].rank = 1;
        for (size_t other = 0; other < package->builds.count; other++)
            package->facts[at].rank +=
                compiled[at] == compiled[other] ? version_compare(&releases[other], &releases[at]) < 0 : !compiled[at];
    }
}

void packages_learn(struct plan *plan) {
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        struct plan_package *package = &plan->packages[at];
        package->facts = arena_array(plan->arena, package->builds.count, sizeof *package->facts);
        for (size_t build = 0; package->judged && build < package->builds.count; build++)
            package->facts[build] =
                (struct build_facts){.cards = plan->cpu ? 0 : cards_missed(plan, package->builds.items[build]),
                                     .pythons = pythons_of(plan, package->builds.items[build])};
        if (package->judged)
            rank_builds(plan, package);
    }
}

static void ask_torch(const struct plan_package *package, struct text torch) {
    struct package_setting setting = {.torch = torch};
    for (size_t at = 0; at < package->builds.count; at++)
        package->facts[at].torch_fits = !package_misfits(package->builds.items[at], &setting);
}

/* What another choice does as well or better is not worth keeping. */
static void add_choice(struct with_choices *choices, const struct build_facts *facts) {
    for (size_t at = 0; at < choices->count; at++) {
        struct with_choice *choice = &choices->items[at];
        if (choice->rank >= facts->rank && !(choice->cards & ~facts->cards) && !(facts->pythons & ~choice->pythons))
            return;
        if (choice->rank == facts->rank && choice->cards == facts->cards) {
            choice->pythons |= facts->pythons;
            return;
        }
    }
    if (choices->count < MOST_CHOICES)
        choices->items[choices->count++] = (struct with_choice){facts->cards, facts->pythons, facts->rank};
}

/* Does the build go with the candidate's platform and CUDA? They come again and again. */
static bool place_fits(const struct plan_package *package, size_t build, const struct candidate *candidate,
                       size_t place) {
    struct build_facts *facts = &package->facts[build];
    struct package_setting setting = {.platform = candidate->platform,
                                      .cuda = candidate->cuda.size ? candidate->cuda : TEXT("cpu")};
    if (place >= MOST_PLACES)
        return !package_misfits(package->builds.items[build], &setting);
    uint64_t bit = (uint64_t)1 << place;
    if (!(facts->asked & bit)) {
        facts->asked |= bit;
        facts->fits |= package_misfits(package->builds.items[build], &setting) ? 0 : bit;
    }
    return (facts->fits & bit) != 0;
}

struct with_choices package_choices(const struct plan_package *package, const struct candidate *candidate,
                                    bool another_torch, size_t place) {
    struct with_choices choices = {.count = 0};
    if (another_torch)
        ask_torch(package, candidate->torch);
    for (size_t at = 0; at < package->builds.count; at++)
        if (package->facts[at].torch_fits && place_fits(package, at, candidate, place))
            add_choice(&choices, &package->facts[at]);
    return choices;
}

/* Every active card's capability, by blanks. */
static struct text capabilities(const struct plan *plan) {
    struct text words[PLAN_MOST_CHIPS];
    size_t count = 0;
    for (size_t at = 0; at < plan->card_count && !plan->cpu; at++)
        words[count++] = plan->cards[at].capability;
    return text_join_all(plan->arena, words, count, TEXT(" "));
}

static struct package_setting stack_setting(const struct plan *plan, const struct plan_stack *stack) {
    struct text python = stack_python(stack);
    return (struct package_setting){.platform = stack->platform,
                                    .torch = stack->torch,
                                    .cuda = stack->cuda.size ? stack->cuda : TEXT("cpu"),
                                    .python = text_ends(python, "t") ? text_until(python, python.size - 1) : python,
                                    .capabilities = capabilities(plan)};
}

static struct node best_build(const struct plan_package *package, const struct package_setting *setting) {
    struct node best = {0};
    unsigned rank = 0;
    for (size_t at = 0; package->judged && at < package->builds.count; at++)
        if (package->facts[at].rank > rank && !package_misfits(package->builds.items[at], setting)) {
            best = package->builds.items[at];
            rank = package->facts[at].rank;
        }
    return best;
}

static struct wanted_build package_for(const struct plan *plan, const struct plan_stack *stack, size_t index) {
    const struct plan_package *package = &plan->packages[index];
    struct package_setting setting = stack_setting(plan, stack);
    struct node build = best_build(package, &setting);
    struct wanted_build wanted = {.requirement = plan->wish.with[index], .name = package->name};
    if (!node_present(build))
        return wanted;
    size_t from = 0;
    wanted.build = build;
    wanted.name = row_text(build, "package");
    wanted.release = package->exact.size ? package->exact : package_release(build, package->wish);
    wanted.place = package_place(plan->arena, plan->knowledge, build, &setting);
    wanted.repository = row_text(table_find(plan->knowledge, "packages", "package", wanted.name, &from), "repository");
    wanted.alone = text_is(wanted.place.way, "compile") || text_is(wanted.place.way, "release");
    wanted.requirement = wanted.release.size ? text_format(plan->arena, TEXT_FORMAT "==" TEXT_FORMAT,
                                                           TEXT_ARGUMENTS(wanted.name), TEXT_ARGUMENTS(wanted.release))
                                             : wanted.name;
    if (plan->wish.as_of.size) /* when a package's releases came out is not on record: uv finds the one of that day */
        wanted.requirement = plan->wish.with[index];
    if (text_is(wanted.place.way, "compile") && !wanted.place.url.size)
        wanted.requirement = text_join(plan->arena, TEXT("git+"), wanted.repository);
    return wanted;
}

void packages_choose(struct plan *plan) {
    plan->wanted = arena_array(plan->arena, PLAN_MOST_WITH, sizeof *plan->wanted);
    for (size_t at = 0; plan->has_stack && at < plan->wish.with_count; at++)
        plan->wanted[at] = package_for(plan, &plan->stack, at);
}
