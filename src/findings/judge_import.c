/* A program finds no torch, and a listing in the same text has one: another interpreter ran than the one that was
 * asked. */
#include "findings/judge.h"

static const struct fact *listed(const struct judging *judging, struct text module) {
    struct entity *packages;
    struct entity environment = {TEXT("listing:1"), KIND_PACKAGE, TEXT("")};
    size_t count = fact_entities(judging->facts, judging->arena, environment.subject, KIND_PACKAGE, &packages);
    for (size_t at = 0; at < count; at++) {
        size_t bar = text_find_byte(packages[at].key, '|');
        const struct fact *fact = fact_find(judging->facts, &packages[at], ATTRIBUTE_PACKAGE_VERSION);
        if (bar != TEXT_NOWHERE && text_equal(text_from(packages[at].key, bar + 1), module) && fact &&
            fact->state == FACT_KNOWN)
            return fact;
    }
    return NULL;
}

/* Does the message say that something is not installed? Others name modules too. */
static bool speaks_of_absence(const struct judging *judging, const struct entity *symptom) {
    struct text id = fact_text(judging->facts, symptom, ATTRIBUTE_SYMPTOM_ID);
    struct node speaks = node_get(knowledge_symptom(judging->knowledge, id), "speaks");
    return node_integer(node_get(speaks, "framework.not_installed"), 0) > 0;
}

static void judge_import(struct judging *judging) {
    struct entity *symptoms;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        if (!speaks_of_absence(judging, &symptoms[at]))
            continue;
        const struct fact *captures = fact_find(judging->facts, &symptoms[at], ATTRIBUTE_SYMPTOM_CAPTURES);
        struct text module =
            captures && captures->state == FACT_KNOWN ? value_get_text(&captures->value, "module") : (struct text){0};
        const struct fact *package = module.size ? listed(judging, module) : NULL;
        if (!package)
            continue;
        const struct slot slots[] = {{"module", module}, {"version", package->value.text}};
        judge_evidence(judging, "env.wrong_interpreter", WEIGHT_LIKELY, SEVERITY_ERROR, package,
                       "seen.listed_not_imported", slots, 2);
        judge_evidence(judging, "framework.not_installed", -WEIGHT_LIKELY, SEVERITY_ERROR, package,
                       "seen.listed_not_imported", slots, 2);
        return;
    }
}

const struct judge judge_of_import = {"import", judge_import, true};
