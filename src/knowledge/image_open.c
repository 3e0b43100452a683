/* An image from outside is checked as a whole, in one pass over each section: every number that a reader follows is
 * within bounds afterwards. */
#include "layout.h"

#include <string.h>

const size_t image_item_sizes[IMAGE_SECTIONS] = {
    [IMAGE_POOL] = 1,
    [IMAGE_STARTS] = sizeof(uint32_t),
    [IMAGE_CONTAINERS] = sizeof(struct image_container),
    [IMAGE_LINKS] = sizeof(uint32_t),
    [IMAGE_CLASSES] = 1,
    [IMAGE_DENSE] = sizeof(uint32_t),
    [IMAGE_SPARSE] = sizeof(struct automaton_sparse),
    [IMAGE_ACCEPTS] = sizeof(struct automaton_accept),
    [IMAGE_OUTPUTS] = sizeof(uint32_t),
};

static bool header_valid(const struct image_header *header, size_t size, struct error *error) {
    if (size < sizeof *header || header->magic != IMAGE_MAGIC)
        return error_set(error, "this is no knowledge image; `plumb knowledge compile` makes one");
    if (header->version != IMAGE_VERSION)
        return error_set(error, "this knowledge image has format %u and this plumb reads format %u; compile it again",
                         header->version, IMAGE_VERSION);
    if (header->size != size)
        return error_set(error, "the knowledge image should have %u bytes and has %zu; compile it again", header->size,
                         size);
    for (size_t i = 0; i < IMAGE_SECTIONS; i++) {
        const struct image_section *section = &header->sections[i];
        if (section->offset % 8 != 0 || section->offset > size ||
            section->count > (size - section->offset) / image_item_sizes[i])
            return error_set(error, "the knowledge image is damaged: a section lies outside; compile it again");
    }
    return true;
}

static const void *section_at(const struct image_header *header, enum image_section_id id) {
    return (const char *)header + header->sections[id].offset;
}

/* Texts follow each other without a gap, end with a NUL each, and ascend. */
static bool texts_valid(const struct image_header *header, const struct knowledge *knowledge) {
    if (header->sections[IMAGE_STARTS].count == 0 || knowledge->starts[0] != 0 ||
        knowledge->starts[knowledge->text_count] != header->sections[IMAGE_POOL].count)
        return false;
    for (uint32_t i = 0; i < knowledge->text_count; i++) {
        uint32_t end = knowledge->starts[i + 1];
        if (end <= knowledge->starts[i] || end > header->sections[IMAGE_POOL].count || knowledge->pool[end - 1] != '\0')
            return false;
        if (i > 0 && text_compare(image_text(knowledge, i - 1), image_text(knowledge, i)) >= 0)
            return false;
    }
    return true;
}

static bool names_valid(const struct knowledge *knowledge, const struct image_container *map) {
    for (uint32_t i = 0; i < map->count; i++) {
        const uint32_t *name = &knowledge->links[map->first + 2 * i];
        if (*name >= knowledge->text_count || (i > 0 && *name <= name[-2]))
            return false;
    }
    return true;
}

/* Containers use up the links in order, and are linked in order: that is what makes it a tree. */
static bool tree_valid(const struct image_header *header, const struct knowledge *knowledge) {
    uint32_t links = header->sections[IMAGE_LINKS].count, used = 0, linked = 0;
    if (knowledge->container_count == 0 || knowledge->containers[0].kind != IMAGE_MAP)
        return false;
    for (uint32_t i = 0; i < knowledge->container_count; i++) {
        const struct image_container *container = &knowledge->containers[i];
        uint32_t step = container->kind == IMAGE_MAP ? 2 : 1;
        if ((container->kind != IMAGE_LIST && container->kind != IMAGE_MAP) || i > linked)
            return false;
        if (container->first != used || container->count > (links - used) / step)
            return false;
        used += container->count * step;
        for (uint32_t k = container->first + step - 1; k < used; k += step)
            if (knowledge->links[k] >= knowledge->text_count &&
                (knowledge->links[k] - knowledge->text_count != ++linked || linked >= knowledge->container_count))
                return false;
        if (container->kind == IMAGE_MAP && !names_valid(knowledge, container))
            return false;
    }
    return used == links && linked == knowledge->container_count - 1;
}

static struct automaton automaton_of(const struct image_header *header) {
    return (struct automaton){
        .classes = section_at(header, IMAGE_CLASSES),
        .dense = section_at(header, IMAGE_DENSE),
        .sparse = section_at(header, IMAGE_SPARSE),
        .accepts = section_at(header, IMAGE_ACCEPTS),
        .outputs = section_at(header, IMAGE_OUTPUTS),
        .class_count = header->class_count,
        .dense_size = header->sections[IMAGE_DENSE].count,
        .sparse_count = header->sections[IMAGE_SPARSE].count,
        .accept_count = header->sections[IMAGE_ACCEPTS].count,
        .output_count = header->sections[IMAGE_OUTPUTS].count,
    };
}

static struct knowledge view_of(const struct image_header *header) {
    return (struct knowledge){
        .pool = section_at(header, IMAGE_POOL),
        .starts = section_at(header, IMAGE_STARTS),
        .containers = section_at(header, IMAGE_CONTAINERS),
        .links = section_at(header, IMAGE_LINKS),
        .text_count = header->sections[IMAGE_STARTS].count - 1,
        .container_count = header->sections[IMAGE_CONTAINERS].count,
        .automaton = automaton_of(header),
    };
}

static bool whole_is_valid(const struct image_header *header, const struct knowledge *opened, struct error *error) {
    if (!texts_valid(header, opened) || !tree_valid(header, opened) || header->sections[IMAGE_CLASSES].count != 256)
        return error_set(error, "the knowledge image is damaged; compile it again");
    struct node symptoms = node_get(knowledge_root(opened), "symptoms");
    return automaton_check(&opened->automaton, (uint32_t)node_count(symptoms), error);
}

static const struct knowledge *keep(struct arena *arena, const struct knowledge *opened) {
    struct knowledge *kept = arena_alloc(arena, sizeof *kept);
    *kept = *opened;
    return kept;
}

bool knowledge_open(struct arena *arena, const void *image, size_t size, const struct knowledge **knowledge,
                    struct error *error) {
    const struct image_header *header = image;
    if ((uintptr_t)image % 8 != 0)
        return error_set(error, "the knowledge image does not lie on an 8-byte boundary");
    if (!header_valid(header, size, error))
        return false;
    struct knowledge opened = view_of(header);
    if (!whole_is_valid(header, &opened, error))
        return false;
    *knowledge = keep(arena, &opened);
    return true;
}

const struct knowledge *knowledge_open_own(struct arena *arena, const void *image) {
    struct knowledge opened = view_of(image);
    return keep(arena, &opened);
}
