#include "base/value.h"

struct value value_null(void) {
    return (struct value){.type = VALUE_NULL};
}

struct value value_boolean(bool boolean) {
    return (struct value){.type = VALUE_BOOLEAN, .boolean = boolean};
}

struct value value_integer(int64_t integer) {
    return (struct value){.type = VALUE_INTEGER, .integer = integer};
}

struct value value_real(double real) {
    return (struct value){.type = VALUE_REAL, .real = real};
}

struct value value_text(struct text text) {
    return (struct value){.type = VALUE_TEXT, .text = text};
}

struct value value_string(const char *zero_terminated) {
    return value_text(text_of(zero_terminated));
}

struct value value_list(void) {
    return (struct value){.type = VALUE_LIST};
}

struct value value_map(void) {
    return (struct value){.type = VALUE_MAP};
}

void value_append(struct arena *arena, struct value *list, struct value item) {
    list->list.items = arena_grow(arena, list->list.items, list->list.count, &list->list.capacity, sizeof item);
    list->list.items[list->list.count++] = item;
}

void value_add(struct arena *arena, struct value *map, struct text name, struct value value) {
    struct value_member member = {name, value};
    map->map.members = arena_grow(arena, map->map.members, map->map.count, &map->map.capacity, sizeof member);
    map->map.members[map->map.count++] = member;
}

static struct value_member *find(const struct value *map, struct text name) {
    if (!map || map->type != VALUE_MAP)
        return NULL;
    for (size_t i = 0; i < map->map.count; i++)
        if (text_equal(map->map.members[i].name, name))
            return &map->map.members[i];
    return NULL;
}

void value_set(struct arena *arena, struct value *map, const char *name, struct value value) {
    value_set_named(arena, map, text_of(name), value);
}

void value_set_named(struct arena *arena, struct value *map, struct text name, struct value value) {
    struct value_member *member = find(map, name);
    if (member)
        member->value = value;
    else
        value_add(arena, map, name, value);
}

const struct value *value_get(const struct value *map, const char *name) {
    return value_get_named(map, text_of(name));
}

const struct value *value_get_named(const struct value *map, struct text name) {
    const struct value_member *member = find(map, name);
    return member ? &member->value : NULL;
}

struct text value_get_text(const struct value *map, const char *name) {
    const struct value *value = value_get(map, name);
    return value && value->type == VALUE_TEXT ? value->text : (struct text){"", 0};
}

int64_t value_get_integer(const struct value *map, const char *name, int64_t fallback) {
    const struct value *value = value_get(map, name);
    return value && value->type == VALUE_INTEGER ? value->integer : fallback;
}

bool value_get_boolean(const struct value *map, const char *name, bool fallback) {
    const struct value *value = value_get(map, name);
    return value && value->type == VALUE_BOOLEAN ? value->boolean : fallback;
}

size_t value_count(const struct value *list_or_map) {
    if (!list_or_map)
        return 0;
    return list_or_map->type == VALUE_LIST  ? list_or_map->list.count
           : list_or_map->type == VALUE_MAP ? list_or_map->map.count
                                            : 0;
}

const struct value *value_at(const struct value *list, size_t index) {
    return list && list->type == VALUE_LIST && index < list->list.count ? &list->list.items[index] : NULL;
}

static bool equal_lists(const struct value *left, const struct value *right) {
    for (size_t i = 0; i < left->list.count; i++)
        if (!value_equal(&left->list.items[i], &right->list.items[i]))
            return false;
    return true;
}

static bool equal_maps(const struct value *left, const struct value *right) {
    for (size_t i = 0; i < left->map.count; i++) {
        const struct value_member *member = &left->map.members[i];
        /* Mostly the order is the same, and nothing has to be searched. */
        const struct value_member *other = &right->map.members[i];
        if (!text_equal(member->name, other->name))
            other = find(right, member->name);
        if (!other || !value_equal(&member->value, &other->value))
            return false;
    }
    return true;
}

bool value_equal(const struct value *left, const struct value *right) {
    if (left->type != right->type || value_count(left) != value_count(right))
        return false;
    switch (left->type) {
    case VALUE_NULL:
        return true;
    case VALUE_BOOLEAN:
        return left->boolean == right->boolean;
    case VALUE_INTEGER:
        return left->integer == right->integer;
    case VALUE_REAL:
        return left->real == right->real;
    case VALUE_TEXT:
        return text_equal(left->text, right->text);
    case VALUE_LIST:
        return equal_lists(left, right);
    case VALUE_MAP:
        return equal_maps(left, right);
    }
    return false;
}

struct value value_copy(struct arena *arena, const struct value *value) {
    struct value copy = *value;
    switch (value->type) {
    case VALUE_NULL:
    case VALUE_BOOLEAN:
    case VALUE_INTEGER:
    case VALUE_REAL:
        break;
    case VALUE_TEXT:
        copy.text = text_copy(arena, value->text);
        break;
    case VALUE_LIST:
        copy.list.capacity = value->list.count;
        copy.list.items = arena_array(arena, value->list.count, sizeof *copy.list.items);
        for (size_t i = 0; i < value->list.count; i++)
            copy.list.items[i] = value_copy(arena, &value->list.items[i]);
        break;
    case VALUE_MAP:
        copy.map.capacity = value->map.count;
        copy.map.members = arena_array(arena, value->map.count, sizeof *copy.map.members);
        for (size_t i = 0; i < value->map.count; i++) {
            const struct value_member *member = &value->map.members[i];
            copy.map.members[i] =
                (struct value_member){text_copy(arena, member->name), value_copy(arena, &member->value)};
        }
        break;
    }
    return copy;
}
