/* Rows of the table `torch` as candidates: which constraints each one does not meet. */
#include "room.h"

/* Answers that many rows share. */
struct for_cuda {
    struct text cuda, minimum;
    bool driver_runs;   /* under minor-version compatibility */
    bool driver_speaks; /* may it compile this CUDA's PTX? */
};

enum { MOST_CUDA = 48, MOST_HELD = 64 };

/* Whether a flavour's builds hold code for a card, where a build's own list is not known. */
struct held {
    struct text flavour, platform, capability;
    bool holds;
};

struct making {
    const struct plan *plan;
    struct for_cuda cudas[MOST_CUDA];
    size_t cuda_count;
    struct text driver_cuda;
    struct text flavour; /* that the wish names, by --cuda cu121 or --torch 2.3.1+cu121 */
    struct text torch_flavour;
    struct text python; /* "3.10" */
    bool free_threaded;
    struct node wheels;
    const struct candidate *places[MOST_PLACES];
    size_t place_count;
    struct held held[MOST_HELD];
    size_t held_count;
    uint32_t driver_misses; /* cards that the driver is too old or too new for */
};

static struct for_cuda ask_cuda(const struct making *making, struct text cuda) {
    const struct plan *plan = making->plan;
    struct text driver = plan->wish.driver;
    struct for_cuda answer = {.cuda = cuda,
                              .minimum = coverage_cuda_driver(plan->knowledge, cuda, plan->windows_driver)};
    answer.driver_speaks = !version_is_less(making->driver_cuda, coverage_minor(cuda));
    answer.driver_runs = answer.minimum.size ? !version_is_less(driver, answer.minimum) : answer.driver_speaks;
    return answer;
}

static const struct for_cuda *for_cuda(struct making *making, struct text cuda) {
    for (size_t at = 0; at < making->cuda_count; at++)
        if (text_equal(making->cudas[at].cuda, cuda))
            return &making->cudas[at];
    size_t at = making->cuda_count < MOST_CUDA ? making->cuda_count++ : MOST_CUDA - 1;
    making->cudas[at] = ask_cuda(making, cuda);
    return &making->cudas[at];
}

/* What the wheels of a release ask for; the one asked for last is likely to be asked for again. */
static struct node wheels_of(struct making *making, const struct candidate *candidate) {
    size_t from = 0;
    if (!text_equal(row_text(making->wheels, "torch"), candidate->torch) ||
        !text_equal(row_text(making->wheels, "platform"), candidate->platform)) {
        struct node row;
        while (
            node_present(row = table_find(making->plan->knowledge, "torch_wheels", "torch", candidate->torch, &from)))
            if (text_equal(row_text(row, "platform"), candidate->platform))
                break;
        making->wheels = row;
    }
    return making->wheels;
}

static bool python_fits(struct making *making, const struct candidate *candidate) {
    if (!making->free_threaded)
        return (candidate->pythons & making->plan->wished_python) != 0;
    struct text words = row_text(wheels_of(making, candidate), "free_threaded"), word;
    while (text_next_word(&words, &word))
        if (text_equal(text_until(word, word.size - 1), making->python))
            return true;
    return false;
}

/* Where nobody read what code a build holds, its flavour's other builds say what it may hold: those for the same
 * platform, else those for any. */
static bool may_hold(const struct making *making, const struct candidate *candidate, struct text capability) {
    struct node table = knowledge_table(making->plan->knowledge, "torch");
    bool known_here = false, holds_here = false, holds_elsewhere = false;
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        if (!text_equal(row_text(row, "flavour"), candidate->flavour))
            continue;
        enum coverage coverage = coverage_of(row_text(row, "architectures"), capability);
        bool here = text_equal(row_text(row, "platform"), candidate->platform);
        known_here = known_here || (here && coverage != COVERAGE_UNKNOWN);
        holds_here = holds_here || (here && coverage == COVERAGE_NATIVE);
        holds_elsewhere = holds_elsewhere || coverage == COVERAGE_NATIVE;
    }
    return known_here ? holds_here : holds_elsewhere;
}

static bool flavour_may_hold(struct making *making, const struct candidate *candidate, struct text capability) {
    for (size_t at = 0; at < making->held_count; at++) {
        const struct held *held = &making->held[at];
        if (text_equal(held->flavour, candidate->flavour) && text_equal(held->platform, candidate->platform) &&
            text_equal(held->capability, capability))
            return held->holds;
    }
    bool holds = may_hold(making, candidate, capability);
    if (making->held_count < MOST_HELD)
        making->held[making->held_count++] = (struct held){candidate->flavour, candidate->platform, capability, holds};
    return holds;
}

/* PTX carries torch's own kernels; cuBLAS and cuDNN inside have to know the card's generation as well, so its toolkit
 * must. Of a generation that nobody knows yet it is the only hope. */
enum generation { GENERATION_KNOWN, GENERATION_TOO_NEW, GENERATION_UNHEARD };

static enum generation generation_for(const struct making *making, struct text cuda, struct text capability) {
    struct node table = knowledge_table(making->plan->knowledge, "architectures");
    struct text major = text_until(capability, text_find_byte(capability, '.')), first = {0};
    for (size_t at = 0; at < node_count(table); at++) {
        struct text known = row_text(node_at(table, at), "capability"),
                    here = row_text(node_at(table, at), "first_cuda");
        if (!text_equal(text_until(known, text_find_byte(known, '.')), major) || !here.size)
            continue;
        if (!first.size || version_is_less(here, first))
            first = here;
    }
    return !first.size ? GENERATION_UNHEARD : version_is_less(cuda, first) ? GENERATION_TOO_NEW : GENERATION_KNOWN;
}

static void hold_ptx_against_card(struct making *making, struct candidate *candidate, size_t constraint,
                                  struct text capability) {
    enum generation generation = generation_for(making, candidate->cuda, capability);
    candidate->ptx_cards |= BIT(constraint);
    if (generation == GENERATION_TOO_NEW)
        candidate->violates |= BIT(constraint);
    if (generation == GENERATION_UNHEARD)
        candidate->unknown_cards |= BIT(constraint);
    if (making->plan->wish.driver.size && !for_cuda(making, candidate->cuda)->driver_speaks)
        candidate->violates_with_driver |= BIT(constraint);
}

static void hold_against_card(struct making *making, struct candidate *candidate, size_t constraint,
                              struct text capability) {
    struct text architectures = row_text(candidate->row, "architectures");
    enum coverage coverage = coverage_of(architectures, capability);
    if (making->driver_misses & BIT(constraint))
        candidate->violates_with_driver |= BIT(constraint);
    if (coverage == COVERAGE_NONE || (coverage == COVERAGE_UNKNOWN && !flavour_may_hold(making, candidate, capability)))
        candidate->violates |= BIT(constraint);
    if (coverage == COVERAGE_UNKNOWN)
        candidate->unknown_cards |= BIT(constraint);
    if (coverage == COVERAGE_PTX)
        hold_ptx_against_card(making, candidate, constraint, capability);
}

/* Days sort as text. A release whose day nobody wrote down is held against nothing. */
static bool was_there(const struct making *making, const struct candidate *candidate) {
    size_t from = 0;
    struct node row = table_find(making->plan->knowledge, "torch_releases", "torch", candidate->torch, &from);
    return text_compare(row_text(row, "released"), making->plan->wish.as_of) <= 0;
}

static bool companion_fits(const struct candidate *candidate, struct text package) {
    static const char *const columns[] = {"torchvision", "torchaudio", "torchtext"};
    for (size_t at = 0; at < sizeof columns / sizeof *columns; at++)
        if (text_is(package, columns[at]))
            return row_text(candidate->companions, columns[at]).size > 0;
    return true; /* others have choices, or nothing is known of them */
}

static bool meets(struct making *making, const struct candidate *candidate, const struct constraint *constraint) {
    const struct plan_wish *wish = &making->plan->wish;
    switch (constraint->kind) {
    case CONSTRAINT_PLATFORM:
        return text_equal(candidate->platform, making->plan->platform);
    case CONSTRAINT_TORCH:
        return spec_fits(version_public(wish->torch), candidate->torch) &&
               (!making->torch_flavour.size || text_equal(making->torch_flavour, candidate->flavour));
    case CONSTRAINT_CUDA:
        return making->flavour.size ? text_equal(making->flavour, candidate->flavour)
                                    : spec_fits(wish->cuda, candidate->cuda);
    case CONSTRAINT_PYTHON:
        return python_fits(making, candidate);
    case CONSTRAINT_DRIVER:
        return for_cuda(making, candidate->cuda)->driver_runs;
    case CONSTRAINT_LIBC:
        return !version_is_less(wish->libc, row_text(wheels_of(making, candidate), "glibc"));
    case CONSTRAINT_AS_OF:
        return was_there(making, candidate);
    case CONSTRAINT_WITH:
        return companion_fits(candidate, making->plan->packages[constraint->index].name);
    case CONSTRAINT_REQUIRES_PYTHON: /* by its Pythons */
    case CONSTRAINT_CARD:
        break;
    }
    return true;
}

static void hold_against_all(struct making *making, struct candidate *candidate) {
    const struct plan *plan = making->plan;
    for (size_t at = 0; at < plan->constraint_count; at++) {
        const struct constraint *constraint = &plan->constraints[at];
        if (constraint->kind == CONSTRAINT_CARD)
            hold_against_card(making, candidate, at, plan->cards[constraint->index].capability);
        else if (!meets(making, candidate, constraint))
            candidate->violates |= BIT(at);
    }
}

/* A driver may be too old to know a card, or so new that it has left it behind. */
static uint32_t driver_misses(const struct plan *plan) {
    uint32_t bits = 0;
    struct text branch = plan->wish.driver;
    size_t dot = text_find_byte(branch, '.');
    branch = dot == TEXT_NOWHERE ? branch : text_until(branch, dot);
    for (size_t at = 0; at < plan->constraint_count && branch.size; at++) {
        if (plan->constraints[at].kind != CONSTRAINT_CARD)
            continue;
        size_t from = 0;
        struct node row = table_find(plan->knowledge, "architectures", "capability",
                                     plan->cards[plan->constraints[at].index].capability, &from);
        struct text last = row_text(row, "last_driver");
        /* Windows numbers of a branch run up to eight above it. */
        int64_t number = 0, limit = 0;
        bool too_new = text_to_integer(branch, &number) && text_to_integer(last, &limit) &&
                       number > limit + (plan->windows_driver ? 8 : 0);
        bits |= version_is_less(branch, row_text(row, "first_driver")) || too_new ? BIT(at) : 0;
    }
    return bits;
}

static bool begin(const struct plan *plan, struct making *making) {
    struct text python = coverage_minor(plan->wish.python), local = version_local(plan->wish.torch);
    *making = (struct making){.plan = plan, .driver_cuda = coverage_driver_cuda(plan->knowledge, plan->wish.driver)};
    making->free_threaded = text_ends(plan->wish.python, "t");
    making->python = making->free_threaded && text_ends(python, "t") ? text_until(python, python.size - 1) : python;
    making->flavour = text_starts(plan->wish.cuda, "cu") ? plan->wish.cuda : (struct text){0};
    making->torch_flavour = local;
    making->driver_misses = driver_misses(plan);
    return true;
}

static bool is_candidate(const struct plan *plan, struct node row) {
    static const char *const platforms[] = {"linux", "linux-aarch64", "windows"};
    struct text flavour = row_text(row, "flavour"), platform = row_text(row, "platform");
    bool planned = false;
    for (size_t at = 0; at < sizeof platforms / sizeof *platforms; at++)
        planned = planned || text_is(platform, platforms[at]);
    return planned &&
           (plan->cpu ? text_is(flavour, "cpu") : row_text(row, "cuda").size > 0 && text_starts(flavour, "cu"));
}

/* The number of the first candidate's kind that has this platform and CUDA. */
static size_t place_of(struct making *making, const struct candidate *candidate) {
    size_t at = 0;
    while (at < making->place_count && !(text_equal(making->places[at]->cuda, candidate->cuda) &&
                                         text_equal(making->places[at]->platform, candidate->platform)))
        at++;
    if (at == making->place_count && at < MOST_PLACES)
        making->places[making->place_count++] = candidate;
    return at;
}

static void find_choices(struct making *making, struct candidate *candidate, bool another_torch) {
    const struct plan *plan = making->plan;
    for (size_t at = 0; at < plan->wish.with_count; at++) {
        if (!plan->packages[at].judged)
            continue;
        if (!candidate->with)
            candidate->with = arena_array(plan->arena, PLAN_MOST_WITH, sizeof *candidate->with);
        candidate->with[at] =
            package_choices(&plan->packages[at], candidate, another_torch, place_of(making, candidate));
    }
}

struct candidates candidates_make(const struct plan *plan) {
    struct node table = knowledge_table(plan->knowledge, "torch"), companions = {0};
    struct candidates candidates = {.items = arena_array(plan->arena, node_count(table), sizeof(struct candidate))};
    struct making making;
    begin(plan, &making);
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        size_t from = 0;
        if (!is_candidate(plan, row))
            continue;
        struct candidate *candidate = &candidates.items[candidates.count];
        *candidate = (struct candidate){.row = row,
                                        .torch = row_text(row, "torch"),
                                        .flavour = row_text(row, "flavour"),
                                        .platform = row_text(row, "platform"),
                                        .cuda = row_text(row, "cuda")};
        version_parse(candidate->cuda, &candidate->cuda_version);
        if (!version_parse(candidate->torch, &candidate->torch_version))
            continue;
        if (!text_equal(row_text(companions, "torch"), candidate->torch))
            companions = table_find(plan->knowledge, "companions", "torch", candidate->torch, &from);
        candidate->companions = companions;
        candidate->pythons = pythons_between(row_text(row, "python_min"), row_text(row, "python_max"));
        hold_against_all(&making, candidate);
        find_choices(&making, candidate, !candidates.count || !text_equal(candidate[-1].torch, candidate->torch));
        candidates.count++;
    }
    return candidates;
}
