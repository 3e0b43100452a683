/* A hash table of texts (FNV-1a, open addressing, at most half full). */
#include "internal.h"

struct table_slot {
    struct text key;
    void *item; /* NULL: free */
};

static uint64_t hash(struct text key) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < key.size; i++)
        hash = (hash ^ (unsigned char)key.at[i]) * 0x100000001b3;
    return hash;
}

/* Where the key is or would be. There is always a free slot. */
static struct table_slot *slot_of(const struct table *table, struct text key) {
    size_t at = (size_t)hash(key) & (table->capacity - 1);
    while (table->slots[at].item != NULL && !text_equal(table->slots[at].key, key))
        at = (at + 1) & (table->capacity - 1);
    return &table->slots[at];
}

static void grow(struct table *table) {
    struct table old = *table;
    table->capacity = old.capacity == 0 ? 64 : old.capacity * 2;
    table->slots = arena_array(table->arena, table->capacity, sizeof *table->slots);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].item != NULL)
            *slot_of(table, old.slots[i].key) = old.slots[i];
}

bool key_table_add(struct table *table, struct text key, void *item) {
    if (table->count * 2 >= table->capacity)
        grow(table);
    struct table_slot *slot = slot_of(table, key);
    if (slot->item != NULL)
        return false;
    *slot = (struct table_slot){key, item};
    table->count++;
    return true;
}

void *key_table_find(const struct table *table, struct text key) {
    return table->capacity == 0 ? NULL : slot_of(table, key)->item;
}
