#include "literal_filter.h"

#include <stdlib.h>
#include <string.h>

#include "word_list.h"

enum { GROUP = 4, GROUPS = FILTER_LITERAL_BYTES - GROUP + 1, BITS = 19, BUCKET_BITS = 13, BUCKETS = 1 << BUCKET_BITS };
enum { MOST_MET = 1024 }; /* lines that held a literal, before it is passed over */

/* One of the groups of the six bytes that were chosen of a literal. */
struct place {
    uint64_t six;
    uint32_t literal;
    uint16_t group;  /* which of the three */
    uint16_t offset; /* of the six in the literal */
};

struct literal_filter {
    const struct text *literals, *words;
    size_t literal_count, word_count;
    struct place *places;          /* by bucket */
    uint32_t buckets[BUCKETS + 1]; /* the first place of each, and behind the last one */
    uint16_t *met;                 /* lines, by literal, then by word */
    uint64_t bitmap[(1u << BITS) / 64], of_words[(1u << BITS) / 64];
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

static void mark(uint64_t *bitmap, uint32_t group) {
    uint32_t bit = bit_of(group);
    bitmap[bit / 64] |= (uint64_t)1 << (bit % 64);
}

static bool is_marked(const uint64_t *bitmap, uint32_t group) {
    uint32_t bit = bit_of(group);
    return bitmap[bit / 64] >> (bit % 64) & 1;
}

static void put(struct literal_filter *filter, struct place place, uint32_t group) {
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

static void mark_four(uint64_t *bitmap, char first, char second, char third, char fourth) {
    const char four[GROUP] = {first, second, third, fourth};
    mark(bitmap, group_at(four));
}

/* Three groups that follow each other: from the byte before the word on, from its first and from its second letter.
 * Behind a word of three letters the last of them has a byte that can be anything, so only what stands there as a rule
 * is sought. */
static void mark_word(uint64_t *bitmap, struct text word) {
    const char *at = word.at;
    for (char beside = '\t'; beside < 127; beside++) {
        if (word_has_byte(beside))
            continue;
        mark_four(bitmap, beside, at[0], at[1], at[2]);
        if (word.size == 3)
            mark_four(bitmap, at[0], at[1], at[2], beside);
        if (word.size == 4)
            mark_four(bitmap, at[1], at[2], at[3], beside);
        bool common = text_find_byte(TEXT(" ,;)]}|\t\r\n"), beside) != TEXT_NOWHERE;
        for (char any = '\t'; word.size == 3 && common && any < 127; any++)
            mark_four(bitmap, at[1], at[2], beside, any);
    }
    if (word.size > 3)
        mark(bitmap, group_at(at));
    if (word.size > 4)
        mark(bitmap, group_at(at + 1));
}

/* What is still looked for. */
static void mark_all(struct literal_filter *filter) {
    memset(filter->bitmap, 0, sizeof filter->bitmap);
    memset(filter->of_words, 0, sizeof filter->of_words);
    for (size_t i = 0; i < filter->word_count; i++)
        if (filter->met[filter->literal_count + i] < MOST_MET)
            mark_word(filter->of_words, filter->words[i]);
    memcpy(filter->bitmap, filter->of_words, sizeof filter->bitmap);
    for (size_t i = 0; i < filter->literal_count * GROUPS; i++) {
        const struct place *place = &filter->places[i];
        if (filter->met[place->literal] < MOST_MET)
            mark(filter->bitmap, group_at(filter->literals[place->literal].at + place->offset + place->group));
    }
}

struct literal_filter *literal_filter_new(struct arena *arena, const struct filter_texts *sought,
                                          const struct text *ordinary, size_t texts) {
    const struct text *literals = sought->literals;
    size_t count = sought->literal_count;
    struct literal_filter *filter = arena_alloc(arena, sizeof *filter);
    uint16_t *counts = arena_array(arena, (size_t)1 << BITS, sizeof *counts);
    uint32_t *begins = arena_array(arena, count, sizeof *begins);
    filter->literals = literals;
    filter->literal_count = count;
    filter->words = sought->words;
    filter->word_count = sought->word_count;
    filter->places = arena_array(arena, count * GROUPS, sizeof *filter->places);
    filter->met = arena_array(arena, count + sought->word_count, sizeof *filter->met);
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
    mark_all(filter);
    return filter;
}

void literal_filter_met(struct literal_filter *filter, uint32_t sought) {
    if (filter->met[sought] < MOST_MET && ++filter->met[sought] == MOST_MET)
        mark_all(filter);
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
    return six - from >= place->offset && bytes.size <= block.size - begin && filter->met[place->literal] < MOST_MET &&
           lies_at(bytes, block.at + begin);
}

/* The end of a literal that has this group at `at`, or TEXT_NOWHERE. */
static size_t literal_around(const struct literal_filter *filter, struct text block, size_t from, size_t at,
                             uint32_t *sought) {
    uint32_t bucket = bucket_of(group_at(block.at + at));
    for (uint32_t i = filter->buckets[bucket]; i < filter->buckets[bucket + 1]; i++) {
        const struct place *place = &filter->places[i];
        size_t six = at - place->group;
        if (at - from < place->group || block.size - six < FILTER_LITERAL_BYTES || six_at(block.at + six) != place->six)
            continue;
        if (!lies_around(filter, place, block, from, six))
            continue;
        *sought = place->literal;
        return six - place->offset + filter->literals[place->literal].size;
    }
    return TEXT_NOWHERE;
}

/* The end of a word of which this group at `at` is a part, or TEXT_NOWHERE. */
static size_t word_around(const struct literal_filter *filter, struct text block, size_t from, size_t at,
                          uint32_t *sought) {
    size_t begin = at > from + 1 ? at - 1 : from;
    for (size_t i = 0; i < filter->word_count; i++) {
        struct text word = filter->words[i], near = text_until(text_from(block, begin), at + 1 - begin + word.size);
        uint32_t index = (uint32_t)(filter->literal_count + i);
        for (size_t place = 0; filter->met[index] < MOST_MET && place + word.size <= near.size; place++) {
            if (!word_stands_at(block, begin + place, word))
                continue;
            *sought = index;
            return begin + place + word.size;
        }
    }
    return TEXT_NOWHERE;
}

size_t literal_filter_seek(const struct literal_filter *filter, struct text block, size_t from, uint32_t *sought) {
    for (size_t at = from; at < block.size && block.size - at >= GROUP; at += GROUPS) {
        uint32_t group = group_at(block.at + at);
        if (!is_marked(filter->bitmap, group))
            continue;
        size_t end = literal_around(filter, block, from, at, sought);
        if (end == TEXT_NOWHERE && is_marked(filter->of_words, group))
            end = word_around(filter, block, from, at, sought);
        if (end != TEXT_NOWHERE)
            return end;
    }
    return TEXT_NOWHERE;
}
