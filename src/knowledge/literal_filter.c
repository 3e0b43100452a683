#include "literal_filter.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP = 4, GROUPS = FILTER_LITERAL_BYTES - GROUP + 1, BITS = 19, BUCKETS = 4096 };

struct place {
    uint32_t group, next; /* the next of the same bucket, counted from 1 */
    uint32_t literal, offset;
};

struct literal_filter {
    const struct filter_literal *literals;
    struct place *places;
    uint32_t buckets[BUCKETS]; /* the first place, counted from 1 */
    bool *left_out;            /* by owner */
    uint64_t bitmap[(1u << BITS) / 64];
};

/* Letters of either case become one; what else becomes one by it is told apart when bytes are compared. */
static uint32_t group_at(const char *bytes) {
    uint32_t group;
    memcpy(&group, bytes, sizeof group);
    return group | 0x20202020u;
}

static uint32_t mixed(uint32_t group) {
    return group * 0x9E3779B1u;
}

static uint32_t bit_of(uint32_t group) {
    return mixed(group) >> (32 - BITS);
}

static uint32_t bucket_of(uint32_t group) {
    return mixed(group) >> 20;
}

static char folded(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : byte;
}

/* --- Making it --- */

static void count_groups(uint16_t *counts, struct text bytes) {
    for (size_t i = 0; i + GROUP <= bytes.size; i++) {
        uint16_t *count = &counts[bit_of(group_at(bytes.at + i))];
        if (*count < UINT16_MAX)
            ++*count;
    }
}

/* Where the six bytes begin whose most frequent group is the least frequent. */
static uint32_t rarest(const uint16_t *counts, struct text bytes) {
    uint32_t best = 0;
    unsigned least = UINT32_MAX;
    for (uint32_t begin = 0; begin + FILTER_LITERAL_BYTES <= bytes.size; begin++) {
        unsigned most = 0;
        for (uint32_t i = 0; i < GROUPS; i++) {
            unsigned count = counts[bit_of(group_at(bytes.at + begin + i))];
            most = count > most ? count : most;
        }
        if (most < least) {
            least = most;
            best = begin;
        }
    }
    return best;
}

static void put(struct literal_filter *filter, uint32_t number, uint32_t literal, uint32_t offset) {
    uint32_t group = group_at(filter->literals[literal].bytes.at + offset), bit = bit_of(group);
    uint32_t *bucket = &filter->buckets[bucket_of(group)];
    filter->bitmap[bit / 64] |= (uint64_t)1 << (bit % 64);
    filter->places[number] = (struct place){group, *bucket, literal, offset};
    *bucket = number + 1;
}

struct literal_filter *literal_filter_new(struct arena *arena, const struct filter_literal *literals, size_t count,
                                          size_t owners, struct text ordinary) {
    struct literal_filter *filter = arena_alloc(arena, sizeof *filter);
    uint16_t *counts = arena_array(arena, (size_t)1 << BITS, sizeof *counts);
    filter->literals = literals;
    filter->places = arena_array(arena, count * GROUPS, sizeof *filter->places);
    filter->left_out = arena_array(arena, owners, sizeof *filter->left_out);
    count_groups(counts, ordinary);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t begin = rarest(counts, literals[i].bytes);
        for (uint32_t group = 0; group < GROUPS; group++)
            put(filter, i * GROUPS + group, i, begin + group);
    }
    return filter;
}

void literal_filter_leave_out(struct literal_filter *filter, uint32_t owner) {
    filter->left_out[owner] = true;
}

/* --- Looking --- */

/* From the end: families of literals begin alike. */
static bool lies_at(struct text bytes, const char *at) {
    for (size_t i = bytes.size; i-- > 0;)
        if (folded(at[i]) != bytes.at[i])
            return false;
    return true;
}

/* The end of a literal that has this group at `at`, or TEXT_NOWHERE. */
static size_t literal_around(const struct literal_filter *filter, struct text block, size_t from, size_t at) {
    uint32_t group = group_at(block.at + at);
    for (uint32_t number = filter->buckets[bucket_of(group)]; number;) {
        const struct place *place = &filter->places[number - 1];
        const struct filter_literal *literal = &filter->literals[place->literal];
        number = place->next;
        if (place->group != group || at - from < place->offset || filter->left_out[literal->owner])
            continue;
        size_t begin = at - place->offset;
        if (literal->bytes.size <= block.size - begin && lies_at(literal->bytes, block.at + begin))
            return begin + literal->bytes.size;
    }
    return TEXT_NOWHERE;
}

size_t literal_filter_seek(const struct literal_filter *filter, struct text block, size_t from) {
    for (size_t at = from; at < block.size && block.size - at >= GROUP; at += GROUPS) {
        uint32_t bit = bit_of(group_at(block.at + at));
        if (!(filter->bitmap[bit / 64] >> (bit % 64) & 1))
            continue;
        size_t end = literal_around(filter, block, from, at);
        if (end != TEXT_NOWHERE)
            return end;
    }
    return TEXT_NOWHERE;
}
