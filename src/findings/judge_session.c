#include "findings/judge.h"

#include "judge_common.h"

static struct text variable(const struct judging *judging, const char *name, const struct fact **fact) {
    struct entity entity = {judging->subject, KIND_VARIABLE, text_of(name)};
    *fact = fact_find(judging->facts, &entity, ATTRIBUTE_VARIABLE_VALUE);
    return fact_text(judging->facts, &entity, ATTRIBUTE_VARIABLE_VALUE);
}

static bool is_set(const struct fact *fact) {
    return fact && fact->state == FACT_KNOWN;
}

/* "0", "0,1", "GPU-<uuid>", "MIG-<uuid>". An element that is none of these, and everything after it, hides devices.
 * Source: CUDA C++ Programming Guide, environment variables. */
static bool element_is_valid(struct text element, int64_t cards) {
    int64_t number;
    if (text_starts(element, "GPU-") || text_starts(element, "MIG-"))
        return true;
    return text_to_integer(element, &number) && number >= 0 && (cards < 0 || number < cards);
}

static void judge_visible_devices(struct judging *judging) {
    const struct fact *fact;
    struct entity *cards;
    struct text value = variable(judging, "CUDA_VISIBLE_DEVICES", &fact), rest = value, element;
    if (!is_set(fact))
        return;
    size_t visible = 0, count = common_nvidia_cards(judging, &cards);
    bool valid = true;
    struct entity counted = {judging->subject, KIND_CALL, TEXT("cuDeviceGetCount()")};
    int64_t driver_count;
    if (text_to_integer(fact_text(judging->facts, &counted, ATTRIBUTE_CALL_RESULT), &driver_count) && driver_count >= 0)
        count = (size_t)driver_count; /* a job may be given fewer cards than the bus shows */
    while (valid && text_next_part(&rest, ',', &element)) {
        valid = element_is_valid(text_trim(element), count ? (int64_t)count : -1);
        visible += valid;
    }
    const struct slot slots[] = {{"value", value}, {"count", text_format(judging->arena, "%d", (int)count)}};
    if (!visible) {
        judge_evidence(judging, "env.visible_devices", WEIGHT_CONCLUDES, SEVERITY_ERROR, fact,
                       value.size ? "seen.no_visible_device" : "seen.visible_devices_empty", slots, 2);
        judge_link(judging, CHAIN_SESSION, LINK_BROKEN, "chain.session.hidden", slots, 2);
    } else if (!valid) {
        judge_evidence(judging, "env.visible_devices", WEIGHT_LIKELY, SEVERITY_WARNING, fact,
                       "seen.some_devices_hidden", slots, 2);
        judge_link(judging, CHAIN_SESSION, LINK_WARNING, "chain.session.some_hidden", slots, 2);
    }
}

/* A variable that names an environment which is gone: programs may follow it, plumb judged another. */
static void judge_stale_environment(struct judging *judging) {
    static const char *const names[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    struct entity environment;
    bool judged = judge_environment(judging, &environment);
    struct text reason =
        judged ? fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_REASON) : (struct text){0};
    for (size_t at = 0; at < 2 && !text_is(reason, "option") && !text_is(reason, "active"); at++) {
        const struct fact *fact;
        struct text value = variable(judging, names[at], &fact);
        const struct slot slots[] = {{"variable", text_of(names[at])}, {"path", value}};
        if (value.size)
            judge_note(judging, "note.stale_environment", slots, 2);
    }
}

static void judge_session(struct judging *judging) {
    struct entity session = judge_entity(judging, KIND_SESSION), machine = judge_entity(judging, KIND_MACHINE);
    struct text shell = fact_text(judging->facts, &session, ATTRIBUTE_SESSION_SHELL),
                sudo_user = fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_SUDO_USER);
    const struct slot slots[] = {{"shell", shell}, {"user", sudo_user}};
    if (sudo_user.size)
        judge_note(judging, "note.sudo", slots, 2);
    judge_visible_devices(judging);
    judge_stale_environment(judging);
    if (shell.size)
        judge_link(judging, CHAIN_SESSION, LINK_OK, "chain.session.ok", slots, 1);
}

const struct judge judge_of_session = {"session", judge_session, false};
