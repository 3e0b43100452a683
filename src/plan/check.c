/* Judging a copied command: what it would install, and what of that does not exist, does not belong together, or does
 * not run here. */
#include "check.h"

void check_fault(struct judging_command *judging, bool is_error, const char *id, const struct slot *slots,
                 size_t count) {
    struct plan_check *check = judging->check;
    if (check->count == MOST_FAULTS)
        return;
    judging->faults[check->count++] = (struct plan_fault){is_error, id, plan_say(judging->plan, id, slots, count)};
    check->broken = check->broken || is_error;
}

/* "cu118" of "11.8". */
static struct text flavour_of_cuda(struct arena *arena, struct text cuda) {
    return cuda.size ? text_format(arena, "cu" TEXT_FORMAT,
                                   TEXT_ARGUMENTS(text_replace(arena, coverage_minor(cuda), TEXT("."), TEXT(""))))
                     : (struct text){0};
}

static void judge_absence(struct judging_command *judging) {
    struct text there = check_flavours_there(judging);
    struct slot slots[] = {{"torch", judging->spec.size ? check_version(judging->spec) : TEXT("*")},
                           {"flavour", judging->flavour.size ? judging->flavour : judging->index_flavour},
                           {"platform", judging->plan->platform},
                           {"there", there}};
    if (check_newer_than_known(judging))
        check_fault(judging, false, "plan.check.newer", slots, 4);
    else if (there.size)
        check_fault(judging, true, "plan.check.no_build", slots, 4);
    else
        check_fault(judging, true, "plan.check.no_release", slots, 4);
}

static void judge_index(struct judging_command *judging, struct text local) {
    struct slot slots[] = {{"flavour", local}, {"index", judging->index_flavour}};
    if (local.size && judging->index_flavour.size && !text_equal(local, judging->index_flavour))
        check_fault(judging, true, "plan.check.wrong_index", slots, 2);
    else if (local.size && !judging->elsewhere && judging->command.tool != TOOL_CONDA)
        check_fault(judging, true, "plan.check.no_index", slots, 2);
}

static void judge_row(struct judging_command *judging, struct node row) {
    struct plan *plan = judging->plan;
    struct candidates candidates = candidates_make(plan);
    struct text flavour = row_text(row, "flavour");
    struct slot slots[] = {{"torch", row_text(row, "torch")},      {"flavour", flavour},
                           {"least", row_text(row, "python_min")}, {"most", row_text(row, "python_max")},
                           {"driver", (struct text){0}},           {"what", (struct text){0}}};
    if (text_is(flavour, "cpu")) {
        if (!plan->cpu)
            check_fault(judging, true, "plan.check.cpu_build", slots, 4);
        return;
    }
    for (size_t at = 0; at < candidates.count; at++) {
        const struct candidate *candidate = &candidates.items[at];
        if (!text_equal(candidate->torch, row_text(row, "torch")) || !text_equal(candidate->flavour, flavour) ||
            !text_equal(candidate->platform, plan->platform))
            continue;
        uint32_t all = plan->constraint_count == 32 ? UINT32_MAX : BIT(plan->constraint_count) - 1;
        slots[4].value = stack_driver(plan, candidate, all);
        for (size_t bit = 0; bit < plan->constraint_count; bit++) {
            enum constraint_kind kind = plan->constraints[bit].kind;
            bool broken =
                (candidate->violates & BIT(bit)) || (plan->driver_bits && (candidate->violates_with_driver & BIT(bit)));
            slots[5].value = plan->constraints[bit].shown;
            if (broken && kind == CONSTRAINT_DRIVER)
                check_fault(judging, true, "plan.check.driver", slots, 6);
            else if (broken && kind == CONSTRAINT_CARD)
                check_fault(judging, true, (candidate->violates & BIT(bit)) ? "plan.check.card" : "plan.check.ptx",
                            slots, 6);
            else if (broken && kind == CONSTRAINT_PYTHON)
                check_fault(judging, true, "plan.check.python", slots, 6);
            else if (broken && kind == CONSTRAINT_LIBC)
                check_fault(judging, true, "plan.check.libc", slots, 6);
        }
    }
}

static bool companion_fits(struct text several, struct text spec) {
    struct text word;
    while (text_next_word(&several, &word))
        if (spec_fits(spec, word))
            return true;
    return false;
}

/* A companion made for another torch installs when it is pinned beside one whose metadata do not pin it back, and fails
 * at import. */
static void judge_companions(struct judging_command *judging, struct node row) {
    static const char *const names[] = {"torchvision", "torchaudio", "torchtext"};
    size_t from = 0;
    struct node companions = table_find(judging->plan->knowledge, "companions", "torch", row_text(row, "torch"), &from);
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        const struct required *required = command_requires(&judging->command, names[at]);
        struct text several = row_text(companions, names[at]);
        if (!required)
            continue;
        struct slot slots[] = {{"package", text_of(names[at])},
                               {"version", check_version(required->spec)},
                               {"torch", row_text(row, "torch")},
                               {"there", several},
                               {"flavour", row_text(row, "flavour")}};
        struct text local = version_local(check_version(required->spec)),
                    torch_local = version_local(check_version(command_requires(&judging->command, "torch")
                                                                  ? command_requires(&judging->command, "torch")->spec
                                                                  : (struct text){0}));
        if (!several.size)
            check_fault(judging, required->spec.size > 0, "plan.check.no_companion", slots, 5);
        else if (required->spec.size && !companion_fits(several, check_public(required->spec)))
            check_fault(judging, true, "plan.check.mixed", slots, 5);
        else if (local.size && torch_local.size && !text_equal(local, torch_local))
            check_fault(judging, true, "plan.check.mixed_flavour", slots, 5);
    }
}

static void judge_numpy(struct judging_command *judging, struct node row) {
    const struct required *numpy = command_requires(&judging->command, "numpy");
    size_t from = 0;
    struct text abi = row_text(row, "numpy_abi");
    struct text requirement =
        abi.size ? row_text(table_find(judging->plan->knowledge, "numpy", "abi", abi, &from), "requirement")
                 : (struct text){0};
    struct slot slots[] = {{"numpy", requirement}, {"torch", row_text(row, "torch")}};
    if (!requirement.size)
        return;
    struct text spec = text_from(requirement, 5), wanted = numpy ? check_version(numpy->spec) : (struct text){0};
    if (!wanted.size || (!text_starts(numpy->spec, "<") && !spec_fits(spec, wanted)))
        check_fault(judging, false, "plan.check.numpy", slots, 2);
}

/* A pip that does not know the tag of a wheel's file does not see the wheel. */
static void judge_pip(struct judging_command *judging, struct node row) {
    struct node table = knowledge_table(judging->plan->knowledge, "pip_tags"), tag = {0}, wheels;
    struct text pip = judging->plan->wish.pip, glibc = {0};
    size_t from = 0;
    while (node_present(
        wheels = table_find(judging->plan->knowledge, "torch_wheels", "torch", row_text(row, "torch"), &from)))
        if (text_equal(row_text(wheels, "platform"), row_text(row, "platform")))
            glibc = row_text(wheels, "glibc");
    for (size_t at = 0; glibc.size && at < node_count(table); at++)
        if (!version_is_less(glibc, row_text(node_at(table, at), "glibc")) &&
            (!node_present(tag) || version_is_less(row_text(tag, "glibc"), row_text(node_at(table, at), "glibc"))))
            tag = node_at(table, at);
    struct slot slots[] = {{"pip", pip},
                           {"least", row_text(tag, "pip")},
                           {"torch", row_text(row, "torch")},
                           {"tag", text_replace(judging->plan->arena, row_text(tag, "tag"), TEXT("{glibc}"),
                                                text_replace(judging->plan->arena, glibc, TEXT("."), TEXT("_")))}};
    if (judging->command.tool == TOOL_PIP && version_is_less(pip, slots[1].value))
        check_fault(judging, true, "plan.check.pip", slots, 4);
}

/* The channel's last release is the newest that its own table row knows; conda's names for flavours are pytorch-cuda,
 * cudatoolkit and cpuonly. */
static void read_conda(struct judging_command *judging) {
    const struct required *cuda = command_requires(&judging->command, "pytorch-cuda");
    cuda = cuda ? cuda : command_requires(&judging->command, "cudatoolkit");
    judging->pypi = false;
    judging->elsewhere = true;
    if (command_requires(&judging->command, "cpuonly"))
        judging->flavour = TEXT("cpu");
    else if (cuda)
        judging->flavour = flavour_of_cuda(judging->plan->arena, check_version(cuda->spec));
    else
        check_fault(judging, false, "plan.check.conda_open", NULL, 0);
}

static void judge_channel(struct judging_command *judging) {
    size_t from = 0;
    struct text last = row_text(table_find(judging->plan->knowledge, "channels", "channel", TEXT("pytorch"), &from),
                                "last_torch"),
                wanted = check_version(judging->spec);
    struct slot slots[] = {{"last", last}, {"torch", wanted}};
    bool channel = false;
    for (size_t at = 0; at < judging->command.channel_count; at++)
        channel = channel || text_is(judging->command.channels[at], "pytorch");
    if (channel && last.size && wanted.size && version_is_less(last, wanted))
        check_fault(judging, true, "plan.check.conda_ended", slots, 2);
}

static const struct required *find_torch(struct judging_command *judging) {
    const struct required *torch = command_requires(&judging->command, "torch"),
                          *pytorch = command_requires(&judging->command, "pytorch");
    if (judging->command.tool == TOOL_CONDA)
        return pytorch ? pytorch : torch;
    if (pytorch)
        check_fault(judging, true, "plan.check.name", NULL, 0);
    return torch ? torch : pytorch;
}

/* A companion that is pinned alone pins torch. */
static void spec_from_companion(struct judging_command *judging) {
    const struct required *vision = command_requires(&judging->command, "torchvision");
    struct node table = knowledge_table(judging->plan->knowledge, "companions");
    for (size_t at = 0; vision && vision->spec.size && at < node_count(table); at++)
        if (companion_fits(row_text(node_at(table, at), "torchvision"), check_public(vision->spec)))
            judging->spec = text_join(judging->plan->arena, TEXT("=="), row_text(node_at(table, at), "torch"));
}

static void judge_all(struct judging_command *judging, const struct required *torch) {
    struct text local = torch ? version_local(check_version(torch->spec)) : (struct text){0};
    judging->spec = torch ? check_public(torch->spec) : (struct text){0};
    if (judging->command.tool == TOOL_CONDA)
        read_conda(judging);
    else
        check_read_indexes(judging);
    if (!judging->spec.size)
        spec_from_companion(judging);
    if (local.size)
        judging->flavour = local;
    else if (!judging->pypi && judging->index_flavour.size)
        judging->flavour = judging->index_flavour;
    judge_index(judging, local);
    judge_channel(judging);
    if (text_starts(judging->flavour, "rocm") || text_starts(judging->flavour, "xpu"))
        return;
    struct node row = check_build(judging, true);
    row = node_present(row) ? row : check_build(judging, false);
    if (!node_present(row)) {
        judge_absence(judging);
        return;
    }
    judging->check->torch = row_text(row, "torch");
    judging->check->flavour = row_text(row, "flavour");
    judge_row(judging, row);
    judge_pip(judging, row);
    judge_companions(judging, row);
    judge_numpy(judging, row);
    check_packages(judging, row);
}

bool plan_check(struct plan *plan, struct text command, struct plan_check *check, struct error *error) {
    struct judging_command judging = {
        .plan = plan, .check = check, .faults = arena_array(plan->arena, MOST_FAULTS, sizeof(struct plan_fault))};
    *check = (struct plan_check){.faults = judging.faults};
    if (!command_read(plan->arena, command, &judging.command))
        return error_set(error, "--check: that is no installation by pip, uv or conda that names a package");
    const struct required *torch = find_torch(&judging);
    if (!torch && !command_requires(&judging.command, "torchvision") &&
        !command_requires(&judging.command, "torchaudio"))
        return error_set(error, "--check: the command does not install torch");
    judge_all(&judging, torch);
    static const char *const managers[] = {"", "pip", "uv", "conda"};
    check->wanted = judging.spec;
    check->manager = text_of(managers[judging.command.tool]);
    return true;
}
