/* An index of PyTorch's that somebody asked and that has nothing: does that flavour exist at all? A version that pip
 * was asked for and that is older than all it can offer: then the Python is too new for it. */
#include "findings/judge.h"

#include "base/version.h"
#include "judge_common.h"

static bool flavour_exists(const struct judging *judging, struct text flavour) {
    size_t from = 0;
    return node_present(table_find(judging->knowledge, "torch", "flavour", flavour, &from));
}

/* "cu131" below a flavour that exists was passed over; one above all may be newer than this knowledge. */
static bool was_passed_over(const struct judging *judging, struct text flavour) {
    struct node table = knowledge_table(judging->knowledge, "torch");
    int64_t asked, known;
    for (size_t at = 0; text_to_integer(text_from(flavour, 2), &asked) && at < node_count(table); at++) {
        struct text other = row_text(node_at(table, at), "flavour");
        if (text_starts(other, "cu") && text_to_integer(text_from(other, 2), &known) && known > asked)
            return true;
    }
    return false;
}

/* Wheels stop being made for old Pythons and begin for new ones: what is offered begins above the version that was
 * asked for, whatever its flavour. */
static void judge_asked_version(struct judging *judging, const struct fact *captures) {
    struct text asked = value_get_text(&captures->value, "asked_version");
    struct text offered = value_get_text(&captures->value, "offered_from");
    bool older = false;
    if (!asked.size || !offered.size || !version_less(asked, offered, &older) || !older)
        return;
    const struct slot slots[] = {{"asked", asked}, {"offered", offered}};
    judge_evidence(judging, "framework.no_wheel_for_python", WEIGHT_LIKELY, SEVERITY_ERROR, captures,
                   "seen.asked_is_older_than_all", slots, 2);
    judge_evidence(judging, "framework.cuda_flavour_unavailable", -WEIGHT_LIKELY, SEVERITY_ERROR, captures,
                   "seen.asked_is_older_than_all", slots, 2);
}

static void judge_index(struct judging *judging) {
    struct entity *symptoms;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        const struct fact *captures = common_captures(judging, &symptoms[at]);
        if (captures)
            judge_asked_version(judging, captures);
        struct text flavour = captures ? value_get_text(&captures->value, "asked_flavour") : (struct text){0};
        const struct slot slots[] = {{"flavour", flavour}};
        if (!flavour.size || flavour_exists(judging, flavour))
            continue;
        judge_evidence(judging, "framework.cuda_flavour_unavailable",
                       was_passed_over(judging, flavour) ? WEIGHT_STRONG : WEIGHT_LIKELY, SEVERITY_WARNING, captures,
                       "seen.no_such_flavour", slots, 1);
        /* An index that is not there has nothing for any Python. */
        if (was_passed_over(judging, flavour))
            judge_evidence(judging, "framework.no_wheel_for_python", -WEIGHT_LIKELY, SEVERITY_WARNING, captures,
                           "seen.no_such_flavour", slots, 1);
    }
}

const struct judge judge_of_index = {"index", judge_index, true};
