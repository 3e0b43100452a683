/* What the tests of this room share: a small whole knowledge in which every kind of thing occurs, and ways to vary it.
 */
#pragma once

#include "knowledge/compile.h"
#include "knowledge/image.h"
#include "unit_test.h"

#define TAXONOMY                                                                                                       \
    "hw:\n"                                                                                                            \
    "  none: No card.\n"                                                                                               \
    "driver:\n"                                                                                                        \
    "  old: Too old.\n"                                                                                                \
    "  absent: Not there.\n"

#define SOURCES                                                                                                        \
    "sources:\n"                                                                                                       \
    "  vendor: {title: Vendor, url: 'https://example.org/', read: 2026-11-29}\n"                                       \
    "  board:\n"                                                                                                       \
    "    title: Board\n"                                                                                               \
    "    url: https://example.org/board\n"                                                                             \
    "    read: 2026-11-30\n"

#define CAUSES                                                                                                         \
    "causes:\n"                                                                                                        \
    "  hw.none:\n"                                                                                                     \
    "    link: graphics_card\n"                                                                                        \
    "    title: {en: No card, zh: 没有显卡}\n"                                                                     \
    "    say: {en: There is none., zh: 没有。}\n"                                                                   \
    "    explains: [driver.absent]\n"                                                                                  \
    "    remedies:\n"                                                                                                  \
    "      - note: {en: Plug it in, zh: 插上}\n"                                                                     \
    "      - run: [sudo, apt, install, 'nvidia-driver-{driver:version}']\n"                                            \
    "        system: linux\n"                                                                                          \
    "        root: yes\n"                                                                                              \
    "        owner: dpkg\n"                                                                                            \
    "    prove: [plumb, verify]\n"                                                                                     \
    "    ask: {run: [lspci], say: {en: Is it there?, zh: 有吗？}}\n"                                                \
    "    sources: [vendor]\n"                                                                                          \
    "  driver.old:\n"                                                                                                  \
    "    link: kernel_driver\n"                                                                                        \
    "    title: {en: Old, zh: 旧}\n"                                                                                  \
    "    say: {en: It is old., zh: 太旧。}\n"                                                                       \
    "    narrower_than: [driver.absent]\n"                                                                             \
    "    sources: [vendor, board]\n"                                                                                   \
    "  driver.absent:\n"                                                                                               \
    "    link: kernel_driver\n"                                                                                        \
    "    title: {en: Absent, zh: 缺失}\n"                                                                            \
    "    say: {en: It is absent., zh: 没有。}\n"                                                                    \
    "    sources: [vendor]\n"

#define SYMPTOMS                                                                                                       \
    "symptoms:\n"                                                                                                      \
    "  driver.too_old:\n"                                                                                              \
    "    literal: [driver on your system is too old, found version]\n"                                                 \
    "    pattern: 'too old \\(found version (?<version>\\d+)(?<rest> or so)?\\)'\n"                                    \
    "    speaks: {driver.old: 25, driver.absent: -10}\n"                                                               \
    "    severity: error\n"                                                                                            \
    "    group: old\n"                                                                                                 \
    "    sample: ['The NVIDIA driver on your system is too old (found version 11040).']\n"                             \
    "    not: ['The driver on your system is too old for that.']\n"                                                    \
    "    sources: [board]\n"                                                                                           \
    "  card.none:\n"                                                                                                   \
    "    literal: [No CUDA-capable device, 没有显卡]\n"                                                            \
    "    speaks: {hw.none: 8}\n"                                                                                       \
    "    severity: warning\n"                                                                                          \
    "    sample: ['no cuda-capable device is detected', 这里没有显卡了]\n"                                      \
    "    sources: [board]\n"                                                                                           \
    "  quiet:\n"                                                                                                       \
    "    literal: [this is harmless]\n"                                                                                \
    "    severity: noise\n"                                                                                            \
    "    sample: [I say this is harmless]\n"                                                                           \
    "    sources: [board]\n"

#define TEXTS                                                                                                          \
    "texts:\n"                                                                                                         \
    "  card.ok: {en: '{count} x {name}, {{odd}', zh: '{name} × {count}，{{odd}'}\n"                                  \
    "  plain: {en: Good, zh: 好}\n"

#define GPUS                                                                                                           \
    "# remark\n"                                                                                                       \
    "device_id*\tname\tcapability\tmemory_mib\tsource\n"                                                               \
    "2684\tRTX 4090\t8.9\t24576\tvendor\n"                                                                             \
    "\n"                                                                                                               \
    "1eb8\tT4\t7.5\t-\tvendor board\n"                                                                                 \
    "ffff\t\t-\t\tvendor\n"

#define CUDA                                                                                                           \
    "cuda*\tdriver_linux\tminimum_linux\tsm_min\tsm_max\tsource\n"                                                     \
    "12.1\t530.30.02\t525.60.13\tsm_50\tsm_90\tvendor\n"                                                               \
    "12.10\t-\t525.60.13\tsm_50\tsm_120\tvendor\n"

enum { KNOWLEDGE_FILES = 7, KNOWLEDGE_ROOM = 16 };

struct sample_files {
    struct knowledge_file files[KNOWLEDGE_ROOM];
    size_t count;
};

static inline struct sample_files sample_files(void) {
    return (struct sample_files){
        .files = {{TEXT("taxonomy.yaml"), TEXT(TAXONOMY)},
                  {TEXT("sources/all.yaml"), TEXT(SOURCES)},
                  {TEXT("causes/all.yaml"), TEXT(CAUSES)},
                  {TEXT("symptoms/all.yaml"), TEXT(SYMPTOMS)},
                  {TEXT("texts/all.yaml"), TEXT(TEXTS)},
                  {TEXT("tables/gpus.tsv"), TEXT(GPUS)},
                  {TEXT("tables/cuda.tsv"), TEXT(CUDA)}},
        .count = KNOWLEDGE_FILES,
    };
}

/* Replaces the file of this path, or adds it. */
static inline void put_file(struct sample_files *files, const char *path, struct text content) {
    size_t at = 0;
    while (at < files->count && !text_is(files->files[at].path, path))
        at++;
    files->files[at] = (struct knowledge_file){text_of(path), content};
    files->count += at == files->count;
}

static inline struct text compiled(struct arena *arena, const struct sample_files *files) {
    struct text image = {0};
    struct knowledge_faults faults = {0};
    if (!knowledge_compile(arena, files->files, files->count, &image, &faults)) {
        for (size_t i = 0; i < faults.count; i++)
            print_error(TEXT_FORMAT "\n", TEXT_ARGUMENTS(faults.lines[i]));
        fail_msg("%zu faults", faults.count);
    }
    return image;
}

static inline const struct knowledge *opened(struct arena *arena, struct text image) {
    const struct knowledge *knowledge = NULL;
    struct error error = {""};
    if (!knowledge_open(arena, image.at, image.size, &knowledge, &error))
        fail_msg("%s", error.message);
    return knowledge;
}

static inline const struct knowledge *sample_knowledge(struct arena *arena) {
    struct sample_files files = sample_files();
    return opened(arena, compiled(arena, &files));
}

#define assert_text(got, expected)                                                                                     \
    assert_spans((got), (struct text){"" expected, sizeof(expected) - 1}, __FILE__, __LINE__)
