#include "findings/judge.h"

#include "judge_common.h"

static void judge_interpreter(struct judging *judging) {
    struct entity environment, session = judge_entity(judging, KIND_SESSION);
    if (!judge_environment(judging, &environment)) {
        bool looked = fact_absent(judging->facts, &session, ATTRIBUTE_SESSION_PATH_PYTHON);
        judge_link(judging, CHAIN_INTERPRETER, LINK_UNKNOWN,
                   looked ? "chain.interpreter.none" : "chain.interpreter.unknown", NULL, 0);
        return;
    }
    struct text python = fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_PYTHON);
    const struct fact *broken = fact_find(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_BROKEN);
    struct text version = fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_VERSION);
    bool is_listing = text_is(environment.key, "listing"); /* a text names no path */
    const struct slot slots[] = {{"python", python.size  ? python
                                            : is_listing ? TEXT("Python")
                                                         : environment.key},
                                 {"version", version},
                                 {"target", broken && broken->state == FACT_KNOWN ? broken->value.text : TEXT("")},
                                 {"prefix", environment.key}};
    if (broken && broken->state == FACT_ABSENT)
        judge_slot(judging, "interpreter_runs", TEXT("yes"));
    if (broken && broken->state == FACT_KNOWN) {
        judge_evidence(judging, "env.interpreter_broken", WEIGHT_CONCLUDES, SEVERITY_ERROR, broken,
                       "seen.interpreter_broken", slots, 4);
        judge_link(judging, CHAIN_INTERPRETER, LINK_BROKEN, "chain.interpreter.broken", slots, 4);
    } else if (broken && broken->state != FACT_ABSENT) {
        judge_link(judging, CHAIN_INTERPRETER, LINK_UNKNOWN, "chain.interpreter.unknown", slots, 4);
    } else {
        judge_link(judging, CHAIN_INTERPRETER, LINK_OK,
                   version.size ? "chain.interpreter.ok" : "chain.interpreter.found", slots, 4);
    }
}

const struct judge judge_of_interpreter = {"interpreter", judge_interpreter, false};
