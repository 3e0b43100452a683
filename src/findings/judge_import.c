/* A program finds no torch, and a listing in the same text has one: another interpreter ran than the one that was
 * asked. A program misses something in a module, and its own file bears that module's name. */
#include "findings/judge.h"

#include "judge_common.h"

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

/* "dis" of "module 'dis' has no attribute ..." and "cannot import name 'x' from 'dis' (...)" */
static struct text module_that_lacks(struct text message) {
    size_t named = text_find(message, TEXT("module '")), from = text_find(message, TEXT(" from '"));
    struct text rest = named != TEXT_NOWHERE  ? text_from(message, named + 8)
                       : from != TEXT_NOWHERE ? text_from(message, from + 7)
                                              : (struct text){0};
    return text_until(rest, text_find_byte(rest, '\''));
}

static struct text file_name(struct text path) {
    size_t slash = text_find_last_byte(path, '/'), other = text_find_last_byte(path, '\\');
    slash = slash == TEXT_NOWHERE || (other != TEXT_NOWHERE && other > slash) ? other : slash;
    return slash == TEXT_NOWHERE ? path : text_from(path, slash + 1);
}

/* Python looks beside the script first, so that its name hides the library's module. */
static void judge_own_name(struct judging *judging, const struct entity *exception) {
    const struct fact *script = fact_find(judging->facts, exception, ATTRIBUTE_EXCEPTION_SCRIPT);
    struct text message = fact_text(judging->facts, exception, ATTRIBUTE_EXCEPTION_MESSAGE);
    bool lacks = text_contains(message, "has no attribute") || text_contains(message, "import name '");
    struct text module = lacks ? module_that_lacks(message) : (struct text){0};
    if (!module.size || !script || script->state != FACT_KNOWN)
        return;
    struct text name = file_name(script->value.text);
    bool bears = text_ends(name, ".py") && text_equal(text_until(name, name.size - 3), module) &&
                 !text_contains(script->value.text, "site-packages");
    if (!bears)
        return;
    const struct slot slots[] = {{"file", script->value.text}, {"module", module}};
    judge_evidence(judging, "framework.local_shadowing", WEIGHT_STRONG, SEVERITY_ERROR, script,
                   "seen.script_bears_name", slots, 2);
    judge_evidence(judging, "framework.api_removed", -WEIGHT_LIKELY, SEVERITY_ERROR, script, "seen.script_bears_name",
                   slots, 2);
}

static void judge_import(struct judging *judging) {
    struct entity *symptoms, *exceptions;
    size_t exception_count = judge_entities(judging, KIND_EXCEPTION, &exceptions);
    for (size_t at = 0; at < exception_count; at++)
        judge_own_name(judging, &exceptions[at]);
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        if (!speaks_of_absence(judging, &symptoms[at]))
            continue;
        const struct fact *captures = common_captures(judging, &symptoms[at]);
        struct text module = captures ? value_get_text(&captures->value, "module") : (struct text){0};
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
