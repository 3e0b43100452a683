#include "image_write.h"

#include <stdlib.h>
#include <string.h>

#include "layout.h"

struct writer {
    struct arena *arena;
    struct text *texts; /* sorted, each once */
    size_t text_count, text_capacity;
    const struct value **queue; /* containers, breadth first: their numbers */
    size_t queued, queue_capacity;
    struct buffer sections[IMAGE_SECTIONS];
};

static int compare_texts(const void *left, const void *right) {
    return text_compare(*(const struct text *)left, *(const struct text *)right);
}

static int compare_members(const void *left, const void *right) {
    const struct value_member *const *a = left, *const *b = right;
    return text_compare((*a)->name, (*b)->name);
}

static bool is_container(const struct value *value) {
    return value->type == VALUE_LIST || value->type == VALUE_MAP;
}

static void add_text(struct writer *writer, struct text text) {
    writer->texts =
        arena_grow(writer->arena, writer->texts, writer->text_count, &writer->text_capacity, sizeof *writer->texts);
    writer->texts[writer->text_count++] = text;
}

static void add_value(struct writer *writer, const struct value *value) {
    if (!is_container(value)) {
        add_text(writer, value->type == VALUE_TEXT ? value->text : TEXT(""));
        return;
    }
    writer->queue =
        arena_grow(writer->arena, writer->queue, writer->queued, &writer->queue_capacity, sizeof *writer->queue);
    writer->queue[writer->queued++] = value;
}

/* A map's members by name; the values of a list have none. */
static const struct value_member **sorted_members(struct writer *writer, const struct value *map) {
    const struct value_member **members = arena_array(writer->arena, map->map.count, sizeof *members);
    for (size_t i = 0; i < map->map.count; i++)
        members[i] = &map->map.members[i];
    qsort(members, map->map.count, sizeof *members, compare_members);
    return members;
}

/* Fills the queue and the texts. Members are taken in the order in which they are linked later, so that the numbers
 * agree. */
static void collect(struct writer *writer, const struct value *root) {
    add_value(writer, root);
    for (size_t done = 0; done < writer->queued; done++) {
        const struct value *container = writer->queue[done];
        if (container->type == VALUE_LIST) {
            for (size_t i = 0; i < container->list.count; i++)
                add_value(writer, &container->list.items[i]);
            continue;
        }
        const struct value_member **members = sorted_members(writer, container);
        for (size_t i = 0; i < container->map.count; i++) {
            add_text(writer, members[i]->name);
            add_value(writer, &members[i]->value);
        }
    }
    size_t kept = 0;
    qsort(writer->texts, writer->text_count, sizeof *writer->texts, compare_texts);
    for (size_t i = 0; i < writer->text_count; i++)
        if (i == 0 || !text_equal(writer->texts[i], writer->texts[kept - 1]))
            writer->texts[kept++] = writer->texts[i];
    writer->text_count = kept;
}

static void put(struct writer *writer, enum image_section_id section, const void *items, size_t count) {
    buffer_add(&writer->sections[section], (struct text){items, count * image_item_sizes[section]});
}

static void put_number(struct writer *writer, enum image_section_id section, size_t number) {
    uint32_t narrow = (uint32_t)number; /* image_write() looks at the sizes before anything is handed out */
    put(writer, section, &narrow, 1);
}

static void put_text_link(struct writer *writer, struct text text) {
    const struct text *found = bsearch(&text, writer->texts, writer->text_count, sizeof text, compare_texts);
    put_number(writer, IMAGE_LINKS, (size_t)(found - writer->texts));
}

static void put_link(struct writer *writer, const struct value *value, size_t *linked) {
    if (is_container(value))
        put_number(writer, IMAGE_LINKS, writer->text_count + ++*linked);
    else
        put_text_link(writer, value->type == VALUE_TEXT ? value->text : TEXT(""));
}

static void put_texts(struct writer *writer) {
    for (size_t i = 0; i < writer->text_count; i++) {
        put_number(writer, IMAGE_STARTS, writer->sections[IMAGE_POOL].size);
        buffer_add(&writer->sections[IMAGE_POOL], writer->texts[i]);
        buffer_add_byte(&writer->sections[IMAGE_POOL], '\0');
    }
    put_number(writer, IMAGE_STARTS, writer->sections[IMAGE_POOL].size);
}

static void put_tree(struct writer *writer) {
    size_t linked = 0;
    for (size_t done = 0; done < writer->queued; done++) {
        const struct value *container = writer->queue[done];
        struct image_container kept = {.kind = container->type == VALUE_MAP ? IMAGE_MAP : IMAGE_LIST,
                                       .first = (uint32_t)(writer->sections[IMAGE_LINKS].size / sizeof(uint32_t)),
                                       .count = (uint32_t)value_count(container)};
        put(writer, IMAGE_CONTAINERS, &kept, 1);
        if (container->type == VALUE_LIST) {
            for (size_t i = 0; i < container->list.count; i++)
                put_link(writer, &container->list.items[i], &linked);
            continue;
        }
        const struct value_member **members = sorted_members(writer, container);
        for (size_t i = 0; i < container->map.count; i++) {
            put_text_link(writer, members[i]->name);
            put_link(writer, &members[i]->value, &linked);
        }
    }
}

static void put_automaton(struct writer *writer, const struct automaton *automaton) {
    put(writer, IMAGE_CLASSES, automaton->classes, 256);
    put(writer, IMAGE_DENSE, automaton->dense, automaton->dense_size);
    put(writer, IMAGE_SPARSE, automaton->sparse, automaton->sparse_count);
    put(writer, IMAGE_ACCEPTS, automaton->accepts, automaton->accept_count);
    put(writer, IMAGE_OUTPUTS, automaton->outputs, automaton->output_count);
}

bool image_write(struct arena *arena, const struct value *root, const struct automaton *automaton, struct text *image,
                 struct error *error) {
    struct writer writer = {.arena = arena};
    for (size_t i = 0; i < IMAGE_SECTIONS; i++)
        writer.sections[i] = buffer_new(arena);
    collect(&writer, root);
    put_texts(&writer);
    put_tree(&writer);
    put_automaton(&writer, automaton);

    struct image_header header = {
        .magic = IMAGE_MAGIC, .version = IMAGE_VERSION, .class_count = automaton->class_count};
    size_t size = sizeof header;
    for (size_t i = 0; i < IMAGE_SECTIONS; i++) {
        header.sections[i] =
            (struct image_section){(uint32_t)size, (uint32_t)(writer.sections[i].size / image_item_sizes[i])};
        size = (size + writer.sections[i].size + 7) & ~(size_t)7;
    }
    if (size > IMAGE_SIZE_MAX)
        return error_set(error, "the knowledge image would have %zu bytes, more than %u", size, IMAGE_SIZE_MAX);
    header.size = (uint32_t)size;
    char *bytes = arena_alloc(arena, size);
    memcpy(bytes, &header, sizeof header);
    for (size_t i = 0; i < IMAGE_SECTIONS; i++)
        memcpy(bytes + header.sections[i].offset, buffer_text(&writer.sections[i]).at, writer.sections[i].size);
    *image = (struct text){bytes, size};
    return true;
}
