#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif
/* Under AddressSanitizer every allocation is a block of its own, of exact size: a byte too far is then seen. */
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { SHARES_BLOCKS = 0 };
#else
enum { SHARES_BLOCKS = 1 };
#endif

enum { SMALLEST_BLOCK = 8 * 1024, LARGEST_BLOCK = 1024 * 1024 };

struct block {
    struct block *previous;
    max_align_t bytes[];
};

struct arena {
    struct block *blocks;
    char *next; /* the unused part of the block that is being filled */
    size_t left;
    size_t block_size;
};

static _Noreturn void out_of_memory(size_t size) {
    fprintf(stderr, "plumb: out of memory (%zu bytes asked)\n", size);
    abort();
}

struct arena *arena_new(void) {
    struct arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        out_of_memory(sizeof *arena);
    arena->block_size = SMALLEST_BLOCK;
    return arena;
}

void arena_free(struct arena *arena) {
    if (!arena)
        return;
    for (struct block *block = arena->blocks; block;) {
        struct block *previous = block->previous;
        free(block);
        block = previous;
    }
    free(arena);
}

static char *add_block(struct arena *arena, size_t size) {
    if (size > SIZE_MAX - sizeof(struct block))
        out_of_memory(size);
    struct block *block = malloc(sizeof *block + size);
    if (!block)
        out_of_memory(size);
    block->previous = arena->blocks;
    arena->blocks = block;
    return (char *)block->bytes;
}

void *arena_alloc(struct arena *arena, size_t size) {
    size += size == 0;
    /* What would waste much of a block gets one of its own, and the block that is being filled stays in use. */
    if (!SHARES_BLOCKS || size > arena->block_size / 4)
        return memset(add_block(arena, size), 0, size);

    const size_t alignment = _Alignof(max_align_t);
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    if (rounded > arena->left) {
        if (arena->blocks && arena->block_size < LARGEST_BLOCK)
            arena->block_size *= 2;
        arena->next = add_block(arena, arena->block_size);
        arena->left = arena->block_size;
    }
    void *allocated = arena->next;
    arena->next += rounded;
    arena->left -= rounded;
    return memset(allocated, 0, size); /* only what is used is touched: many arenas live for one line */
}

void *arena_array(struct arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    return arena_alloc(arena, count * size);
}

void *arena_grow(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return items;
    if (count > SIZE_MAX / 4)
        out_of_memory(SIZE_MAX);
    size_t larger = count < 4 ? 8 : count * 2;
    void *copy = arena_array(arena, larger, size);
    if (count)
        memcpy(copy, items, count * size);
    *capacity = larger;
    return copy;
}
