/* What the tests of reading share: a small knowledge with two symptoms and some cards, and a text that is read in
 * pieces. */
#pragma once

#include "base/json.h"
#include "knowledge/compile.h"
#include "sources/reading.h"
#include "unit_test.h"

#define assert_text(got, expected)                                                                                     \
    assert_spans((got), (struct text){"" expected, sizeof(expected) - 1}, __FILE__, __LINE__)

static inline const struct knowledge *small_knowledge(struct arena *arena) {
    static const struct knowledge_file files[] = {
        {TEXT("taxonomy.yaml"), TEXT("mem:\n  oom: Full.\ndist:\n  peer_crashed: Gone.\n")},
        {TEXT("sources/all.yaml"),
         TEXT("sources:\n  board: {title: B, url: 'https://example.org/', read: 2026-11-30}\n")},
        {TEXT("causes/all.yaml"),
         TEXT("causes:\n  mem.oom:\n    link: training_job\n    title: {en: Full, zh: F}\n"
              "    say: {en: It is full., zh: F}\n    sources: [board]\n"
              "  dist.peer_crashed:\n    link: training_job\n    of_peers: yes\n    title: {en: Gone, zh: G}\n"
              "    say: {en: It is gone., zh: G}\n    sources: [board]\n")},
        {TEXT("symptoms/all.yaml"),
         TEXT("symptoms:\n  mem.oom:\n    literal: [CUDA out of memory]\n    pattern: 'CUDA out of memory(?:. Tried to "
              "allocate (?<size>[\\d.]+))?'\n    speaks: {mem.oom: 20}\n    severity: error\n    sample: [CUDA out of "
              "memory]\n"
              "    sources: [board]\n  peer:\n    literal: [lost its peer]\n    speaks: {dist.peer_crashed: 20}\n    "
              "severity: "
              "error\n    sample: [it lost its peer]\n    sources: [board]\n  quiet:\n    literal: [is harmless]\n    "
              "severity: noise\n    sample: [it is "
              "harmless]\n"
              "    sources: [board]\n")},
        {TEXT("texts/all.yaml"), TEXT("texts:\n  plain: {en: Good, zh: G}\n")},
        {TEXT("tables/gpus.tsv"),
         TEXT("device_id*\tname\tcapability\tsource\n1e04\tGeForce RTX 2080 Ti\t7.5\tboard\n1e82\tGeForce RTX "
              "2080\t7.5\tboard\n"
              "1eb1\tQuadro RTX 4000\t7.5\tboard\n27b2\tRTX 4000 Ada "
              "Generation\t8.9\tboard\n20b2\tA100-SXM4-80GB\t8.0\tboard\n"
              "1db4\tTesla V100-PCIE-16GB\t7.0\tboard\n1b02\tTITAN Xp\t6.1\tboard\n17c2\tGeForce GTX TITAN "
              "X\t5.2\tboard\n"
              "1341\tGeForce 840M\t5.0\tboard\n1f07\tGeForce RTX 2070 / GeForce RTX 2070 SUPER\t7.5\tboard\n"
              "1080\tGeForce GTX 580\t2.0\tboard\n")},
    };
    struct text image = {0};
    struct knowledge_faults faults = {0};
    const struct knowledge *knowledge = NULL;
    struct error error = {""};
    if (!knowledge_compile(arena, files, sizeof files / sizeof *files, &image, &faults))
        fail_msg(TEXT_FORMAT, TEXT_ARGUMENTS(faults.lines[0]));
    if (!knowledge_open(arena, image.at, image.size, &knowledge, &error))
        fail_msg("%s", error.message);
    return knowledge;
}

/* Hands out `text` in pieces of at most `piece` bytes; then fails when `fails`. */
struct pieces {
    struct text text;
    size_t piece;
    bool fails;
};

static inline int64_t next_piece(void *context, void *out, size_t size) {
    struct pieces *pieces = context;
    if (!pieces->text.size && pieces->fails)
        return -1;
    size_t count = pieces->piece < size ? pieces->piece : size;
    struct text part = text_until(pieces->text, count);
    if (part.size)
        memcpy(out, part.at, part.size);
    pieces->text = text_from(pieces->text, part.size);
    return (int64_t)part.size;
}

static inline struct reading new_reading(struct arena *arena, struct pieces *pieces) {
    return (struct reading){.arena = arena,
                            .facts = fact_store_new(arena),
                            .knowledge = small_knowledge(arena),
                            .place = TEXT("log.txt"),
                            .read = next_piece,
                            .context = pieces};
}
