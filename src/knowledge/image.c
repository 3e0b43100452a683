#include "layout.h"

struct node knowledge_root(const struct knowledge *knowledge) {
    return (struct node){knowledge, knowledge->text_count};
}

bool node_present(struct node node) {
    return node.knowledge != NULL;
}

static const struct image_container *container_of(struct node node) {
    static const struct image_container nothing = {.kind = IMAGE_LIST};
    if (!node.knowledge || node.index < node.knowledge->text_count)
        return &nothing;
    return &node.knowledge->containers[node.index - node.knowledge->text_count];
}

size_t node_count(struct node list_or_map) {
    return container_of(list_or_map)->count;
}

struct node node_at(struct node list_or_map, size_t index) {
    const struct image_container *container = container_of(list_or_map);
    if (index >= container->count)
        return (struct node){0};
    size_t link = container->kind == IMAGE_MAP ? 2 * index + 1 : index;
    return (struct node){list_or_map.knowledge, list_or_map.knowledge->links[container->first + link]};
}

struct text node_name_at(struct node map, size_t index) {
    const struct image_container *container = container_of(map);
    if (container->kind != IMAGE_MAP || index >= container->count)
        return (struct text){0};
    return image_text(map.knowledge, map.knowledge->links[container->first + 2 * index]);
}

struct node node_get_text(struct node map, struct text name) {
    const struct image_container *container = container_of(map);
    size_t low = 0, high = container->kind == IMAGE_MAP ? container->count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = text_compare(node_name_at(map, middle), name);
        if (order == 0)
            return node_at(map, middle);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (struct node){0};
}

struct node node_get(struct node map, const char *name) {
    return node_get_text(map, text_of(name));
}

struct text node_text(struct node node) {
    if (!node.knowledge || node.index >= node.knowledge->text_count)
        return (struct text){0};
    return image_text(node.knowledge, node.index);
}

int64_t node_integer(struct node node, int64_t fallback) {
    int64_t number = fallback;
    text_to_integer(node_text(node), &number);
    return number;
}

/* Equal texts have one number: a search in many rows looks it up once. UINT32_MAX when no text is this one. */
static uint32_t text_number(const struct knowledge *knowledge, struct text text) {
    uint32_t low = 0, high = knowledge->text_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = text_compare(image_text(knowledge, middle), text);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return UINT32_MAX;
}

static bool row_has(struct node row, uint32_t column, uint32_t cell) {
    const struct image_container *map = container_of(row);
    if (map->kind != IMAGE_MAP)
        return false;
    const uint32_t *links = row.knowledge->links + map->first;
    for (size_t i = 0; i < map->count; i++)
        if (links[2 * i] == column)
            return links[2 * i + 1] == cell;
    return false;
}

struct node knowledge_table(const struct knowledge *knowledge, const char *table) {
    return node_get(node_get(knowledge_root(knowledge), "tables"), table);
}

struct node table_find(const struct knowledge *knowledge, const char *table, const char *column, struct text text,
                       size_t *from) {
    struct node rows = knowledge_table(knowledge, table);
    uint32_t name = text_number(knowledge, text_of(column)), cell = text_number(knowledge, text);
    if (name == UINT32_MAX || cell == UINT32_MAX)
        return (struct node){0};
    for (size_t i = *from; i < node_count(rows); i++) {
        struct node row = node_at(rows, i);
        if (row_has(row, name, cell)) {
            *from = i + 1;
            return row;
        }
    }
    return (struct node){0};
}

struct text row_text(struct node row, const char *column) {
    return node_text(node_get(row, column));
}

struct node knowledge_cause(const struct knowledge *knowledge, struct text id) {
    return node_get_text(node_get(knowledge_root(knowledge), "causes"), id);
}

struct node knowledge_symptom(const struct knowledge *knowledge, struct text id) {
    return node_get_text(node_get(knowledge_root(knowledge), "symptoms"), id);
}

size_t knowledge_cause_order(const struct knowledge *knowledge, struct text id) {
    int64_t order = node_integer(node_get(knowledge_cause(knowledge, id), "order"), -1);
    return order < 0 ? SIZE_MAX : (size_t)order;
}
