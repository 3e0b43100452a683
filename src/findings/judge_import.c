/* A program finds no torch, and a listing in the same text has one: another interpreter ran than the one that was
 * asked. A program misses something in a module, and its own file bears that module's name. A package misses a part of
 * its own, has one of another version, or is found in the folder of another Python. */
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

/* "numpy/core/overrides.py" of "C:\env\Lib\site-packages\numpy\core\overrides.py", with its own slashes */
static struct text below_packages(struct text path) {
    size_t at = text_find(path, TEXT("-packages"));
    return at == TEXT_NOWHERE ? (struct text){0} : text_from(path, at + 10);
}

static size_t end_of_name(struct text path) {
    size_t end = 0;
    while (end < path.size && path.at[end] != '/' && path.at[end] != '\\' && path.at[end] != '.')
        end++;
    return end;
}

/* The package in whose folder the frame stands; empty where it stands in none. */
static struct text owner_of(const struct fact *frame) {
    struct text file = below_packages(frame->value.text);
    return text_until(file, end_of_name(file));
}

/* "numpy._core" of numpy */
static bool is_part_of(struct text part, struct text owner) {
    return owner.size && part.size > owner.size + 1 && text_equal(text_until(part, owner.size), owner) &&
           part.at[owner.size] == '.';
}

/* A package's own file asks for a part of the package that is not there: compiled ones begin with an underscore, and a
 * package's first file asks for nothing that others bring. */
static void judge_own_part(struct judging *judging, const struct entity *exception, const struct fact *frame) {
    struct text message = fact_text(judging->facts, exception, ATTRIBUTE_EXCEPTION_MESSAGE);
    struct text owner = owner_of(frame), rest = text_from(message, 17);
    struct text part = text_until(rest, text_find_byte(rest, '\''));
    if (!text_starts(message, "No module named '") || !is_part_of(part, owner))
        return;
    struct text within = text_from(below_packages(frame->value.text), owner.size);
    bool first_file = text_is(within, "/__init__.py") || text_is(within, "\\__init__.py");
    if (!first_file && !text_contains(part, "._"))
        return;
    const struct slot slots[] = {{"package", owner}, {"part", part}};
    judge_evidence(judging, "framework.corrupt_install", WEIGHT_LIKELY, SEVERITY_ERROR, frame, "seen.own_part_missing",
                   slots, 2);
    judge_evidence(judging, "framework.no_wheel_for_python", WEIGHT_POSSIBLE, SEVERITY_ERROR, frame,
                   "seen.own_part_missing", slots, 2);
    judge_evidence(judging, "framework.not_installed", -WEIGHT_LIKELY, SEVERITY_ERROR, frame, "seen.own_part_missing",
                   slots, 2);
    judge_evidence(judging, "framework.numpy_abi", -WEIGHT_LIKELY, SEVERITY_ERROR, frame, "seen.own_part_missing",
                   slots, 2);
}

/* What is half imported is the library itself, not a file that bears its name. */
static void judge_half_imported(struct judging *judging, const struct entity *exception, const struct fact *frame) {
    struct text message = fact_text(judging->facts, exception, ATTRIBUTE_EXCEPTION_MESSAGE);
    struct text module =
        text_contains(message, "partially initialized") ? module_that_lacks(message) : (struct text){0};
    if (!module.size || !text_equal(owner_of(frame), module))
        return;
    const struct slot slots[] = {{"file", frame->value.text}, {"module", module}};
    judge_evidence(judging, "framework.local_shadowing", -WEIGHT_STRONG, SEVERITY_ERROR, frame, "seen.library_is_own",
                   slots, 2);
    judge_evidence(judging, "framework.corrupt_install", WEIGHT_POSSIBLE, SEVERITY_ERROR, frame, "seen.library_is_own",
                   slots, 2);
}

/* "module 'torch._C' has no attribute 'X'", and it is torch's own file that asks: the two are of different versions. */
static void judge_own_version(struct judging *judging, const struct entity *exception, const struct fact *frame) {
    struct text message = fact_text(judging->facts, exception, ATTRIBUTE_EXCEPTION_MESSAGE);
    struct text module = text_contains(message, "has no attribute '") ? module_that_lacks(message) : (struct text){0};
    struct text owner = owner_of(frame);
    if (!is_part_of(module, owner) || module.size == owner.size + 2 ||
        !text_starts(text_from(module, owner.size), "._"))
        return;
    const struct slot slots[] = {{"package", owner}, {"part", module}};
    judge_evidence(judging, "framework.corrupt_install", WEIGHT_LIKELY, SEVERITY_ERROR, frame, "seen.own_part_differs",
                   slots, 2);
    judge_evidence(judging, "libs.search_path_shadowing", WEIGHT_POSSIBLE, SEVERITY_ERROR, frame,
                   "seen.own_part_differs", slots, 2);
    judge_evidence(judging, "framework.api_removed", -WEIGHT_LIKELY, SEVERITY_ERROR, frame, "seen.own_part_differs",
                   slots, 2);
}

/* "3.12" of what messages and greetings say of the Python that runs; nothing where one of them says `other`. */
static struct text running_python(const struct judging *judging, struct text other) {
    struct entity *symptoms;
    struct text running = {0};
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        struct text python = common_captured(judging, &symptoms[at], "running_python");
        if (python.size && text_equal(python, other))
            return (struct text){0};
        running = running.size ? running : python;
    }
    return running;
}

/* A package fails to load that lies in another Python's folder: PYTHONPATH or another place of that kind leads there.
 */
static void judge_other_python(struct judging *judging, const struct entity *exception) {
    const struct fact *python = fact_find(judging->facts, exception, ATTRIBUTE_EXCEPTION_PYTHON);
    struct text type = fact_text(judging->facts, exception, ATTRIBUTE_EXCEPTION_TYPE);
    struct text frame = fact_text(judging->facts, exception, ATTRIBUTE_EXCEPTION_FRAME);
    if (!python || python->state != FACT_KNOWN || !text_is(type, "ImportError") || !text_contains(frame, "-packages"))
        return;
    struct text running = running_python(judging, python->value.text);
    if (!running.size)
        return;
    const struct slot slots[] = {{"running", running}, {"other", python->value.text}, {"file", frame}};
    judge_evidence(judging, "env.user_site_leak", WEIGHT_LIKELY, SEVERITY_ERROR, python, "seen.package_of_other_python",
                   slots, 3);
    judge_evidence(judging, "framework.corrupt_install", -WEIGHT_POSSIBLE, SEVERITY_ERROR, python,
                   "seen.package_of_other_python", slots, 3);
}

static void judge_exceptions(struct judging *judging) {
    struct entity *exceptions;
    size_t count = judge_entities(judging, KIND_EXCEPTION, &exceptions);
    for (size_t at = 0; at < count; at++) {
        const struct fact *frame = fact_find(judging->facts, &exceptions[at], ATTRIBUTE_EXCEPTION_FRAME);
        judge_own_name(judging, &exceptions[at]);
        if (!frame || frame->state != FACT_KNOWN)
            continue;
        judge_own_part(judging, &exceptions[at], frame);
        judge_half_imported(judging, &exceptions[at], frame);
        judge_own_version(judging, &exceptions[at], frame);
        judge_other_python(judging, &exceptions[at]);
    }
}

static void judge_import(struct judging *judging) {
    struct entity *symptoms;
    judge_exceptions(judging);
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count; at++) {
        if (!speaks_of_absence(judging, &symptoms[at]))
            continue;
        struct text module = common_captured(judging, &symptoms[at], "module");
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
