#include "facts/store.h"

#include <stdlib.h>
#include <string.h>

struct fact_store {
    struct arena *arena;
    struct fact *facts;
    size_t count, capacity;
    size_t sorted; /* how many from the start are in order */
};

struct fact_store *fact_store_new(struct arena *arena) {
    struct fact_store *store = arena_alloc(arena, sizeof *store);
    store->arena = arena;
    return store;
}

void fact_add(struct fact_store *store, const struct fact *fact) {
    store->facts = arena_grow(store->arena, store->facts, store->count, &store->capacity, sizeof *fact);
    store->facts[store->count++] = *fact;
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

/* Takes a run of digits off `rest`, without leading zeros. */
static struct text take_number(struct text *rest) {
    size_t size = 0, zeros = 0;
    while (size < rest->size && is_digit(rest->at[size]))
        size++;
    while (zeros + 1 < size && rest->at[zeros] == '0')
        zeros++;
    struct text number = {rest->at + zeros, size - zeros};
    *rest = text_from(*rest, size);
    return number;
}

int natural_compare(struct text left, struct text right) {
    struct text a = left, b = right;
    while (a.size && b.size) {
        if (is_digit(a.at[0]) && is_digit(b.at[0])) {
            struct text m = take_number(&a), n = take_number(&b);
            int order = m.size != n.size ? (m.size < n.size ? -1 : 1) : text_compare(m, n);
            if (order)
                return order;
            continue;
        }
        if (a.at[0] != b.at[0])
            return (unsigned char)a.at[0] < (unsigned char)b.at[0] ? -1 : 1;
        a = text_from(a, 1);
        b = text_from(b, 1);
    }
    if (a.size || b.size)
        return a.size ? 1 : -1;
    return text_compare(left, right); /* "01" and "1" are two keys */
}

static int compare_entities(const struct fact *left, const struct fact *right) {
    int order = natural_compare(left->subject, right->subject);
    if (!order && left->kind != right->kind)
        order = left->kind < right->kind ? -1 : 1;
    return order ? order : natural_compare(left->key, right->key);
}

static int compare_facts(const struct fact *left, const struct fact *right) {
    int order = compare_entities(left, right);
    if (!order && left->attribute != right->attribute)
        order = left->attribute < right->attribute ? -1 : 1;
    return order;
}

/* A merge keeps facts of one attribute in the order in which they were added, which qsort() would not. */
static void merge_sort(struct fact *facts, struct fact *spare, size_t count) {
    if (count < 2)
        return;
    size_t half = count / 2, left = 0, right = half;
    merge_sort(facts, spare, half);
    merge_sort(facts + half, spare, count - half);
    memcpy(spare, facts, count * sizeof *facts);
    for (size_t at = 0; at < count; at++) {
        bool take_left = right == count || (left < half && compare_facts(&spare[left], &spare[right]) <= 0);
        facts[at] = take_left ? spare[left++] : spare[right++];
    }
}

/* Sources look up between two facts they add: so only what is new is sorted, and merged in from the back. */
static void put_in_order(struct fact_store *store) {
    size_t added = store->count - store->sorted, old = store->sorted;
    if (!added)
        return;
    struct fact *spare = arena_array(store->arena, added, sizeof *spare);
    merge_sort(store->facts + old, spare, added);
    memcpy(spare, store->facts + old, added * sizeof *spare);
    for (size_t at = store->count; added; at--) {
        bool take_old = old && compare_facts(&store->facts[old - 1], &spare[added - 1]) > 0;
        store->facts[at - 1] = take_old ? store->facts[--old] : spare[--added];
    }
    store->sorted = store->count;
}

size_t fact_all(struct fact_store *store, const struct fact **facts) {
    put_in_order(store);
    *facts = store->facts;
    return store->count;
}

/* The first fact that is not before `wanted`. */
static size_t lower_bound(struct fact_store *store, const struct fact *wanted,
                          int (*compare)(const struct fact *, const struct fact *)) {
    put_in_order(store);
    size_t low = 0, high = store->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&store->facts[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t fact_entities(struct fact_store *store, struct arena *arena, struct text subject, enum entity_kind kind,
                     struct entity **entities) {
    struct fact wanted = {.subject = subject, .kind = kind};
    size_t count = 0, capacity = 0;
    *entities = NULL;
    for (size_t at = lower_bound(store, &wanted, compare_entities); at < store->count; at++) {
        const struct fact *fact = &store->facts[at];
        if (!text_equal(fact->subject, subject) || fact->kind != kind)
            break;
        if (count && text_equal((*entities)[count - 1].key, fact->key))
            continue;
        *entities = arena_grow(arena, *entities, count, &capacity, sizeof **entities);
        (*entities)[count++] = (struct entity){fact->subject, fact->kind, fact->key};
    }
    return count;
}

size_t fact_subjects(struct fact_store *store, struct arena *arena, struct text **subjects) {
    put_in_order(store);
    size_t count = 0, capacity = 0;
    *subjects = NULL;
    for (size_t at = 0; at < store->count; at++) {
        if (count && text_equal((*subjects)[count - 1], store->facts[at].subject))
            continue;
        *subjects = arena_grow(arena, *subjects, count, &capacity, sizeof **subjects);
        (*subjects)[count++] = store->facts[at].subject;
    }
    return count;
}

/* The range of one attribute's observations: its start, and its size as the result. */
static size_t observations(struct fact_store *store, const struct entity *entity, enum attribute attribute,
                           size_t *start) {
    struct fact wanted = {.subject = entity->subject, .kind = entity->kind, .key = entity->key, .attribute = attribute};
    size_t end = *start = lower_bound(store, &wanted, compare_facts);
    while (end < store->count && compare_facts(&store->facts[end], &wanted) == 0)
        end++;
    return end - *start;
}

const struct fact *fact_find(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    size_t start, count = observations(store, entity, attribute, &start);
    const struct fact *best = NULL;
    for (size_t at = start; at < start + count; at++)
        if (!best || store->facts[at].state < best->state)
            best = &store->facts[at];
    return best;
}

size_t fact_observations(struct fact_store *store, struct arena *arena, const struct entity *entity,
                         enum attribute attribute, const struct fact ***facts) {
    size_t start, count = observations(store, entity, attribute, &start), filled = 0;
    *facts = arena_array(arena, count, sizeof **facts);
    for (int state = FACT_KNOWN; state <= FACT_NOT_ASKED; state++)
        for (size_t at = start; at < start + count; at++)
            if ((int)store->facts[at].state == state)
                (*facts)[filled++] = &store->facts[at];
    return filled;
}

static const struct value *known_value(struct fact_store *store, const struct entity *entity,
                                       enum attribute attribute) {
    const struct fact *fact = fact_find(store, entity, attribute);
    return fact && fact->state == FACT_KNOWN ? &fact->value : NULL;
}

struct text fact_text(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    const struct value *value = known_value(store, entity, attribute);
    return value && value->type == VALUE_TEXT ? value->text : (struct text){0};
}

int64_t fact_integer(struct fact_store *store, const struct entity *entity, enum attribute attribute,
                     int64_t fallback) {
    const struct value *value = known_value(store, entity, attribute);
    return value && value->type == VALUE_INTEGER ? value->integer : fallback;
}

bool fact_is_true(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    const struct value *value = known_value(store, entity, attribute);
    return value && value->type == VALUE_BOOLEAN && value->boolean;
}

bool fact_is_false(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    const struct value *value = known_value(store, entity, attribute);
    return value && value->type == VALUE_BOOLEAN && !value->boolean;
}

bool fact_known(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    return fact_state_of(store, entity, attribute) == FACT_KNOWN;
}

bool fact_absent(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    return fact_state_of(store, entity, attribute) == FACT_ABSENT;
}

enum fact_state fact_state_of(struct fact_store *store, const struct entity *entity, enum attribute attribute) {
    const struct fact *fact = fact_find(store, entity, attribute);
    return fact ? fact->state : FACT_NOT_ASKED;
}
