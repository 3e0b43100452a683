/* A build that failed where a listing in the same text has nvcc of another CUDA generation than torch. By itself that
 * is no fault: whoever does not compile needs no nvcc. */
#include "findings/judge.h"

#include "judge_common.h"

/* A build that stopped, or a message that belongs to one: only a build can meet the wrong nvcc. */
static bool a_build_failed(const struct judging *judging) {
    struct entity *entities;
    if (judge_entities(judging, KIND_BUILD, &entities))
        return true;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &entities);
    for (size_t at = 0; at < count; at++) {
        struct text id = fact_text(judging->facts, &entities[at], ATTRIBUTE_SYMPTOM_ID);
        struct node speaks = node_get(knowledge_symptom(judging->knowledge, id), "speaks");
        if (node_integer(node_get(speaks, "toolkit.torch_mismatch"), 0) > 0)
            return true;
    }
    return false;
}

static struct text major(struct text version) {
    return text_until(version, text_find_byte(version, '.'));
}

static const struct fact *known(const struct judging *judging, struct text subject, const char *key,
                                enum attribute attribute) {
    struct entity entity = {subject, attribute_row(attribute)->kind, text_of(key)};
    const struct fact *fact = fact_find(judging->facts, &entity, attribute);
    return fact && fact->state == FACT_KNOWN && fact->value.text.size ? fact : NULL;
}

static void judge_generations(struct judging *judging) {
    struct text *subjects;
    size_t count = a_build_failed(judging) ? fact_subjects(judging->facts, judging->arena, &subjects) : 0;
    for (size_t at = 0; at < count; at++) {
        const struct fact *toolkit = known(judging, subjects[at], "#0", ATTRIBUTE_TOOLKIT_VERSION),
                          *torch = known(judging, subjects[at], "listing|torch", ATTRIBUTE_PACKAGE_CUDA);
        if (!toolkit || !torch || text_equal(major(toolkit->value.text), major(torch->value.text)))
            continue;
        const struct slot slots[] = {{"toolkit", toolkit->value.text}, {"cuda", torch->value.text}};
        judge_evidence(judging, "toolkit.torch_mismatch", WEIGHT_LIKELY, SEVERITY_ERROR, toolkit,
                       "seen.build_with_other_nvcc", slots, 2);
        return;
    }
}

/* Up to the second number: "11.8" of "11.8.89". */
static struct text release(struct text version) {
    size_t dot = text_find_byte(version, '.');
    size_t second = dot == TEXT_NOWHERE ? TEXT_NOWHERE : text_find_byte(text_from(version, dot + 1), '.');
    return second == TEXT_NOWHERE ? version : text_until(version, dot + 1 + second);
}

/* The first version that a symptom captures as `name`. */
static const struct fact *captured(const struct judging *judging, const char *name, struct text *version) {
    struct entity *symptoms;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        const struct fact *fact = common_captures(judging, &symptoms[at]);
        *version = fact ? release(value_get_text(&fact->value, name)) : TEXT("");
        if (version->size)
            return fact;
    }
    return NULL;
}

/* What torch detected is of CUDA_HOME, so it may stand in its place. Where only libraries are searched elsewhere, that
 * may be meant. */
static void judge_two_toolkits(struct judging *judging) {
    struct text called, named;
    const struct fact *fact = captured(judging, "nvcc_release", &called);
    static const struct {
        const char *capture;
        int weight;
    } others[] = {{"nvcc", WEIGHT_STRONG}, {"toolkit_named", WEIGHT_LIKELY}, {"toolkit_searched", WEIGHT_POSSIBLE}};
    for (size_t at = 0; fact && at < sizeof others / sizeof *others; at++) {
        if (!captured(judging, others[at].capture, &named) || text_equal(called, named))
            continue;
        const struct slot slots[] = {{"nvcc", called}, {"named", named}};
        judge_evidence(judging, "toolkit.path_conflict", others[at].weight, SEVERITY_ERROR, fact,
                       "seen.nvcc_of_other_toolkit", slots, 2);
        return;
    }
}

static void judge_build(struct judging *judging) {
    judge_generations(judging);
    judge_two_toolkits(judging);
}

const struct judge judge_of_build = {"build", judge_build, true};
