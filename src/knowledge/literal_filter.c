#include "literal_filter.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP = 4, GROUPS = FILTER_LITERAL_BYTES - GROUP + 1, BITS = 19, BUCKET_BITS = 13, BUCKETS = 1 << BUCKET_BITS };
enum { MOST_FRUITLESS = 4096 }; /* lines that held a literal for nothing, before it is passed over */

/* One of the groups of the six bytes that were chosen of a literal. */
struct place {
    uint64_t six;
    uint32_t literal;
    uint16_t group;  /* which of the three */
    uint16_t offset; /* of the six in the literal */
};

struct literal_filter {
    const struct text *literals;
    struct place *places;          /* by bucket */
    uint32_t buckets[BUCKETS + 1]; /* the first place of each, and behind the last one */
    uint16_t *fruitless;           /* lines, by literal */
    uint64_t bitmap[(1u << BITS) / 64];
};

/* Letters of either case become one; what else becomes one by it is told apart when bytes are compared. */
static uint32_t group_at(const char *bytes) {
    uint32_t group;
    memcpy(&group, bytes, sizeof group);
    return group | 0x20202020u;
}

static uint64_t six_at(const char *bytes) {
    uint32_t four;
    uint16_t two;
    memcpy(&four, bytes, sizeof four);
    memcpy(&two, bytes + sizeof four, sizeof two);
    return ((uint64_t)two << 32 | four) | 0x202020202020u;
}

static uint32_t mixed(uint32_t group) {
    return group * 0x9E3779B1u;
}

static uint32_t bit_of(uint32_t group) {
    return mixed(group) >> (32 - BITS);
}

static uint32_t bucket_of(uint32_t group) {
    return mixed(group) >> (32 - BUCKET_BITS);
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

static void put(struct literal_filter *filter, struct place place, uint32_t group) {
    uint32_t bit = bit_of(group);
    filter->bitmap[bit / 64] |= (uint64_t)1 << (bit % 64);
    /* Filled from its end, a bucket begins at its first place when the last one is in. */
    filter->places[--filter->buckets[bucket_of(group)]] = place;
}

static void fill(struct literal_filter *filter, const uint32_t *begins, size_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const char *six = filter->literals[i].at + begins[i];
        for (uint32_t group = 0; group < GROUPS; group++)
            put(filter, (struct place){six_at(six), i, (uint16_t)group, (uint16_t)begins[i]}, group_at(six + group));
    }
}

struct literal_filter *literal_filter_new(struct arena *arena, const struct text *literals, size_t count,
                                          const struct text *ordinary, size_t texts) {
    struct literal_filter *filter = arena_alloc(arena, sizeof *filter);
    uint16_t *counts = arena_array(arena, (size_t)1 << BITS, sizeof *counts);
    uint32_t *begins = arena_array(arena, count, sizeof *begins);
    filter->literals = literals;
    filter->places = arena_array(arena, count * GROUPS, sizeof *filter->places);
    filter->fruitless = arena_array(arena, count, sizeof *filter->fruitless);
    for (size_t i = 0; i < texts; i++)
        count_groups(counts, ordinary[i]);
    for (size_t i = 0; i < count; i++) {
        begins[i] = rarest(counts, literals[i]);
        for (uint32_t group = 0; group < GROUPS; group++)
            filter->buckets[bucket_of(group_at(literals[i].at + begins[i] + group))]++;
    }
    for (size_t i = 1; i <= BUCKETS; i++)
        filter->buckets[i] += filter->buckets[i - 1];
    fill(filter, begins, count);
    return filter;
}

static uint32_t group_of(const struct literal_filter *filter, const struct place *place) {
    return group_at(filter->literals[place->literal].at + place->offset + place->group);
}

/* Is a literal that counts looked for by this bit? */
static bool is_bit_needed(const struct literal_filter *filter, uint32_t group) {
    uint32_t bucket = bucket_of(group);
    for (uint32_t i = filter->buckets[bucket]; i < filter->buckets[bucket + 1]; i++) {
        const struct place *place = &filter->places[i];
        if (filter->fruitless[place->literal] < MOST_FRUITLESS && bit_of(group_of(filter, place)) == bit_of(group))
            return true;
    }
    return false;
}

void literal_filter_fruitless(struct literal_filter *filter, uint32_t literal) {
    if (filter->fruitless[literal] == MOST_FRUITLESS || ++filter->fruitless[literal] < MOST_FRUITLESS)
        return;
    for (size_t i = 0; i < filter->buckets[BUCKETS]; i++) {
        uint32_t group = group_of(filter, &filter->places[i]), bit = bit_of(group);
        if (filter->places[i].literal == literal && !is_bit_needed(filter, group))
            filter->bitmap[bit / 64] &= ~((uint64_t)1 << (bit % 64));
    }
}

/* --- Looking --- */

/* From the end: families of literals begin alike. */
static bool lies_at(struct text bytes, const char *at) {
    for (size_t i = bytes.size; i-- > 0;)
        if (folded(at[i]) != bytes.at[i])
            return false;
    return true;
}

/* Does the literal of which these are the six bytes lie in the block, not before `from`? */
static bool lies_around(const struct literal_filter *filter, const struct place *place, struct text block, size_t from,
                        size_t six) {
    struct text bytes = filter->literals[place->literal];
    size_t begin = six - place->offset;
    return six - from >= place->offset && bytes.size <= block.size - begin &&
           filter->fruitless[place->literal] < MOST_FRUITLESS && lies_at(bytes, block.at + begin);
}

/* The end of a literal that has this group at `at`, or TEXT_NOWHERE. */
static size_t literal_around(const struct literal_filter *filter, struct text block, size_t from, size_t at,
                             uint32_t *literal) {
    uint32_t bucket = bucket_of(group_at(block.at + at));
    for (uint32_t i = filter->buckets[bucket]; i < filter->buckets[bucket + 1]; i++) {
        const struct place *place = &filter->places[i];
        size_t six = at - place->group;
        if (at - from < place->group || block.size - six < FILTER_LITERAL_BYTES || six_at(block.at + six) != place->six)
            continue;
        if (!lies_around(filter, place, block, from, six))
            continue;
        *literal = place->literal;
        return six - place->offset + filter->literals[place->literal].size;
    }
    return TEXT_NOWHERE;
}

size_t literal_filter_seek(const struct literal_filter *filter, struct text block, size_t from, uint32_t *literal) {
    for (size_t at = from; at < block.size && block.size - at >= GROUP; at += GROUPS) {
        uint32_t bit = bit_of(group_at(block.at + at));
        if (!(filter->bitmap[bit / 64] >> (bit % 64) & 1))
            continue;
        size_t end = literal_around(filter, block, from, at, literal);
        if (end != TEXT_NOWHERE)
            return end;
    }
    return TEXT_NOWHERE;
}
