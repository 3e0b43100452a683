/* Wishes that are not planned: other makers' GPUs and NVIDIA's small computers. The answer is where their torch comes
 * from; whether it runs there is not judged. */
#include "room.h"

static struct text next_name(struct text *names) {
    size_t bar = text_find(*names, TEXT(" / "));
    struct text name = bar == TEXT_NOWHERE ? *names : text_until(*names, bar);
    *names = bar == TEXT_NOWHERE ? (struct text){0} : text_from(*names, bar + 3);
    return name;
}

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* "Arc A770" holds "Arc", "Monarch" does not. */
static bool holds_name(struct arena *arena, struct text text, struct text name) {
    struct text lower = text_lower(arena, text), wanted = text_lower(arena, name);
    size_t at = wanted.size ? text_find(lower, wanted) : TEXT_NOWHERE;
    return at != TEXT_NOWHERE && (at == 0 || !is_letter(lower.at[at - 1]));
}

static bool names_device(const struct plan *plan, struct node row) {
    struct text capability = row_text(row, "capability");
    for (size_t at = 0; at < plan->wish.gpu_count; at++) {
        struct text names = row_text(row, "names"), gpu = text_trim(plan->wish.gpus[at]);
        while (names.size)
            if (holds_name(plan->arena, gpu, next_name(&names)))
                return true;
        if (capability.size && text_equal_folded(gpu, architecture_word(plan->arena, capability)))
            return true;
    }
    return false;
}

/* "rocm6.4" of --cuda or of "2.9.1+rocm6.4". */
static struct text wished_flavour(const struct plan *plan) {
    struct text local = version_local(plan->wish.torch);
    return local.size ? local : plan->wish.cuda;
}

static bool is_wished(const struct plan *plan, struct node row) {
    struct text wished = row_text(row, "wished"), flavour = wished_flavour(plan);
    return wished.size && flavour.size >= wished.size && text_equal(text_until(flavour, wished.size), wished);
}

/* "rocm6.4" is one flavour, "rocm" any of them. */
static struct text exact_flavour(const struct plan *plan, struct node row) {
    struct text flavour = wished_flavour(plan);
    return is_wished(plan, row) && !text_equal(flavour, row_text(row, "wished")) ? flavour : (struct text){0};
}

static bool build_fits(const struct plan *plan, struct node row, struct node build) {
    struct text flavour = row_text(row, "flavour"), exact = exact_flavour(plan, row),
                torch = version_public(plan->wish.torch), python = coverage_minor(plan->wish.python);
    return text_equal(row_text(build, "platform"), plan->platform) &&
           text_equal(text_until(row_text(build, "flavour"), flavour.size), flavour) &&
           (!exact.size || text_equal(row_text(build, "flavour"), exact)) &&
           (!torch.size || spec_fits(torch, row_text(build, "torch"))) &&
           !version_is_less(python, row_text(build, "python_min")) &&
           !version_is_less(row_text(build, "python_max"), python);
}

/* The newest release for it that the wish and the Python allow. */
static struct node newest_build(const struct plan *plan, struct node row) {
    struct node table = knowledge_table(plan->knowledge, "torch"), best = {0};
    for (size_t at = 0; row_text(row, "flavour").size && at < node_count(table); at++) {
        struct node build = node_at(table, at);
        if (build_fits(plan, row, build) &&
            (!node_present(best) || !version_is_less(row_text(build, "torch"), row_text(best, "torch"))))
            best = build;
    }
    return best;
}

static bool is_meant(const struct plan *plan, struct node row) {
    bool serves = has_word(row_text(row, "platforms"), plan->platform);
    if (text_starts(plan->platform, "macos"))
        return serves;
    return is_wished(plan, row) || names_device(plan, row);
}

bool find_elsewhere(struct plan *plan) {
    struct node table = knowledge_table(plan->knowledge, "accelerators");
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        if (!is_meant(plan, row))
            continue;
        plan->elsewhere = row;
        plan->elsewhere_build = newest_build(plan, row);
        return true;
    }
    return false;
}

struct text elsewhere_url(const struct plan *plan) {
    struct text exact = exact_flavour(plan, plan->elsewhere), url = row_text(plan->elsewhere, "url");
    return text_replace(plan->arena, url, TEXT("{flavour}"),
                        exact.size ? exact : row_text(plan->elsewhere_build, "flavour"));
}

struct text elsewhere_torch(const struct plan *plan) {
    struct text torch = row_text(plan->elsewhere_build, "torch");
    return torch.size ? torch : row_text(plan->elsewhere, "torch");
}

/* Empty where the wheels are files on a page. */
struct text elsewhere_command(const struct plan *plan) {
    struct text torch = elsewhere_torch(plan);
    struct text words[6] = {TEXT("pip"), TEXT("install"),
                            torch.size ? text_join(plan->arena, TEXT("torch=="), torch) : TEXT("torch")},
                shown = {0};
    size_t count = 3;
    if (text_is(row_text(plan->elsewhere, "where"), "page"))
        return shown;
    if (text_is(row_text(plan->elsewhere, "where"), "index")) {
        words[count++] = TEXT("--index-url");
        words[count++] = elsewhere_url(plan);
    }
    quote_command(plan->arena, plan->shell, words, count, &shown, NULL);
    return shown;
}
