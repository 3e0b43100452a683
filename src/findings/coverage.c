#include "coverage.h"

#include "base/version.h"
#include "judge_common.h"

static struct text stated_architectures(const struct judging *judging, const struct entity *torch) {
    const struct fact *fact = fact_find(judging->facts, torch, ATTRIBUTE_PACKAGE_ARCHITECTURES);
    if (!fact || fact->state != FACT_KNOWN)
        return (struct text){0};
    struct text *words = arena_array(judging->arena, value_count(&fact->value), sizeof *words);
    for (size_t at = 0; at < value_count(&fact->value); at++)
        words[at] = value_at(&fact->value, at)->text;
    return text_join_all(judging->arena, words, value_count(&fact->value), TEXT(" "));
}

struct text coverage_platform(const struct judging *judging) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    struct text architecture = fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_ARCHITECTURE);
    if (judge_has_system(judging, "windows"))
        return TEXT("windows");
    return text_is(architecture, "aarch64") ? TEXT("linux-aarch64") : TEXT("linux");
}

/* The row of this torch for a platform; empty where nobody could verify it. */
static struct text row_architectures(const struct judging *judging, const struct entity *torch, struct text platform) {
    struct text flavour = common_torch_flavour(judging, torch),
                version = version_public(fact_text(judging->facts, torch, ATTRIBUTE_PACKAGE_VERSION));
    size_t from = 0;
    for (struct node row; node_present(row = table_find(judging->knowledge, "torch", "torch", version, &from));)
        if (text_equal(row_text(row, "flavour"), flavour) && text_equal(row_text(row, "platform"), platform))
            return row_text(row, "architectures");
    return (struct text){0};
}

struct built coverage_of_torch(const struct judging *judging, const struct entity *torch) {
    struct built built = {.stated = stated_architectures(judging, torch),
                          .known = row_architectures(judging, torch, coverage_platform(judging))};
    if (!built.known.size && judge_has_system(judging, "windows")) {
        built.known = row_architectures(judging, torch, TEXT("linux"));
        built.borrowed = true;
    }
    return built;
}

enum coverage coverage_of_built(const struct built *built, struct text capability) {
    enum coverage stated = coverage_of(built->stated, capability), known = coverage_of(built->known, capability);
    return known > stated ? known : stated;
}

struct text coverage_least_driver(const struct judging *judging, struct text cuda) {
    return coverage_cuda_driver(judging->knowledge, cuda, judge_has_system(judging, "windows"));
}
