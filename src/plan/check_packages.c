/* Other packages of a copied command: does any build that it may mean go with the torch that it would install? */
#include "check.h"

static bool goes_with(const struct package_rows *builds, const struct package_setting *setting) {
    for (size_t at = 0; at < builds->count; at++)
        if (!package_misfits(builds->items[at], setting))
            return true;
    return false;
}

/* What the newest of these builds is for: "2.5.1", ">=2.4". */
static struct text torch_of(const struct plan *plan, const struct package_rows *builds) {
    struct text exact = row_text(builds->items[0], "torch"), least = row_text(builds->items[0], "torch_min");
    return exact.size ? exact : least.size ? text_join(plan->arena, TEXT(">="), least) : TEXT("?");
}

static void judge_package(struct judging_command *judging, const struct required *required, struct node row,
                          struct text capabilities) {
    struct plan *plan = judging->plan;
    struct package_rows packages = package_find(plan->arena, plan->knowledge, required->name);
    struct package_rows builds = package_builds_of(plan, &packages, required->spec);
    struct text python = plan->wish.python, cuda = row_text(row, "cuda");
    struct package_setting setting = {.platform = plan->platform,
                                      .torch = row_text(row, "torch"),
                                      .cuda = cuda.size ? cuda : TEXT("cpu"),
                                      .capabilities = capabilities};
    if (!builds.count)
        return;
    setting.python = text_ends(python, "t") ? (struct text){0} : coverage_minor(python);
    struct slot slots[] = {{"package", required->name},
                           {"version", required->spec},
                           {"torch", setting.torch},
                           {"flavour", row_text(row, "flavour")},
                           {"for", torch_of(plan, &builds)}};
    struct package_setting bare = setting;
    bare.python = bare.capabilities = (struct text){0};
    if (!goes_with(&builds, &bare))
        check_fault(judging, true, "plan.check.package", slots, 5);
    else if (!goes_with(&builds, &setting))
        check_fault(judging, true, "plan.check.package_machine", slots, 5);
}

void check_packages(struct judging_command *judging, struct node row) {
    const struct plan *plan = judging->plan;
    struct text words[PLAN_MOST_CHIPS];
    size_t count = 0;
    for (size_t at = 0; at < plan->card_count && !plan->cpu; at++)
        words[count++] = plan->cards[at].capability;
    struct text capabilities = text_join_all(plan->arena, words, count, TEXT(" "));
    for (size_t at = 0; at < judging->command.required_count; at++)
        judge_package(judging, &judging->command.required[at], row, capabilities);
}
