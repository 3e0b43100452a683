#include "fuzz.h"
#include "knowledge/compile.h"
#include "sources/own_report.h"

/* The words of a screen, and two causes. It lives as long as the fuzzer. */
static const struct knowledge *small_knowledge(void) {
    static const struct knowledge *knowledge;
    static const struct knowledge_file files[] = {
        {TEXT("taxonomy.yaml"), TEXT("driver:\n  not_loaded: No.\n  hung: No.\n")},
        {TEXT("sources/s.yaml"), TEXT("sources:\n  s: {title: S, url: 'https://example.org/', read: 2026-11-30}\n")},
        {TEXT("causes/c.yaml"),
         TEXT("causes:\n  driver.not_loaded: {link: kernel_driver, title: {en: A, zh: B}, say: {en: A., zh: B}, "
              "sources: [s]}\n  driver.hung: {link: kernel_driver, title: {en: A, zh: B}, say: {en: A., zh: B}, "
              "sources: [s]}\n")},
        {TEXT("texts/t.yaml"),
         TEXT("texts:\n  certainty.certain: {en: certain, zh: 确定}\n  certainty.likely: {en: likely, zh: 很可能}\n"
              "  severity.warning: {en: warning, zh: 注意}\n  state.broken: {en: BROKEN, zh: 故障}\n"
              "  link.kernel_driver: {en: kernel driver, zh: 内核驱动}\n  label.seen: {en: seen, zh: 依据}\n"
              "  label.weight: {en: weight, zh: 权重}\n  label.explains: {en: explains, zh: 由此引起}\n"
              "  headline.driver: {en: 'driver {driver}', zh: '驱动 {driver}'}\n")},
    };
    struct text image;
    struct knowledge_faults faults;
    static struct arena *arena;
    if (!knowledge && (arena = arena_new()) != NULL &&
        knowledge_compile(arena, files, sizeof files / sizeof *files, &image, &faults))
        knowledge_open(arena, image.at, image.size, &knowledge, NULL);
    return knowledge;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct reading reading = {
        .arena = arena, .facts = fact_store_new(arena), .knowledge = small_knowledge(), .place = TEXT("-")};
    bool machine = false;
    if (!reading.knowledge)
        return 0;
    struct text rest = own_report_learn(&reading, fuzz_text(arena, data, size), &machine);
    struct value found = value_text(rest);
    fuzz_write(arena, &found);
    arena_free(arena);
    return 0;
}
