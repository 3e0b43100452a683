/* How an image lies in memory; docs/knowledge-image.md tells it in words.
 *
 * Little endian, 8-byte aligned, position independent. Texts are numbered in byte order, 0 to text_count - 1;
 * containers follow, the root first, each container's children numbered in the order in which they are linked (breadth
 * first). So every container is linked exactly once, always by one with a smaller number: a tree, by construction. */
#pragma once

#include "automaton.h"
#include "knowledge/image.h"

#define IMAGE_MAGIC UINT64_C(0x0a6b6e626d756c70) /* "plumbnk\n" */
#define IMAGE_VERSION 1u
#define IMAGE_SIZE_MAX (256u << 20)

enum image_section_id {
    IMAGE_POOL,       /* char: every text with a NUL behind it */
    IMAGE_STARTS,     /* uint32_t: where each text starts in the pool, and where the pool ends */
    IMAGE_CONTAINERS, /* struct image_container */
    IMAGE_LINKS,      /* uint32_t: a list's items; a map's names and values in turn, names ascending */
    IMAGE_CLASSES,    /* uint8_t[256]: the automaton, see automaton.h */
    IMAGE_DENSE,      /* uint32_t */
    IMAGE_SPARSE,     /* struct automaton_sparse */
    IMAGE_ACCEPTS,    /* struct automaton_accept */
    IMAGE_OUTPUTS,    /* uint32_t: positions in the map `symptoms` */
    IMAGE_SECTIONS
};

struct image_section {
    uint32_t offset; /* in bytes from the start of the image */
    uint32_t count;  /* of items */
};

struct image_header {
    uint64_t magic;
    uint32_t version;
    uint32_t size; /* of the whole image, in bytes */
    uint32_t class_count;
    uint32_t reserved;
    struct image_section sections[IMAGE_SECTIONS];
};

enum image_kind { IMAGE_LIST = 1, IMAGE_MAP = 2 };

struct image_container {
    uint32_t kind;
    uint32_t first; /* of its links */
    uint32_t count; /* of items or members */
};

struct knowledge {
    const char *pool;
    const uint32_t *starts;
    const struct image_container *containers;
    const uint32_t *links;
    uint32_t text_count;
    uint32_t container_count;
    struct automaton automaton;
};

extern const size_t image_item_sizes[IMAGE_SECTIONS];

static inline struct text image_text(const struct knowledge *knowledge, uint32_t index) {
    uint32_t start = knowledge->starts[index];
    return (struct text){knowledge->pool + start, knowledge->starts[index + 1] - start - 1};
}
