#include "fatbin_tally.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRY_HEAD_MOST = 4096, SHOWN_SETS = 16 };
enum { KIND_PTX = 1, KIND_MACHINE = 2 };
enum { FLAG_ONE_ARCHITECTURE = 0x100000, FLAG_FAMILY = 0x200000 };

static uint16_t u16_at(const unsigned char *at) {
    return (uint16_t)(at[0] | at[1] << 8);
}

uint32_t fatbin_u32(const unsigned char *at) {
    return (uint32_t)u16_at(at) | (uint32_t)u16_at(at + 2) << 16;
}

uint64_t fatbin_u64(const unsigned char *at) {
    return (uint64_t)fatbin_u32(at) | (uint64_t)fatbin_u32(at + 4) << 32;
}

/* --- heads --- */

bool fatbin_read_head(const unsigned char *head, uint64_t *body) {
    if (fatbin_u32(head) != FATBIN_MAGIC || u16_at(head + 4) != 1 || u16_at(head + 6) != FATBIN_HEAD)
        return false;
    *body = fatbin_u64(head + 8);
    return true;
}

bool fatbin_read_entry(const unsigned char *entry, uint64_t room, struct fatbin_entry *read) {
    uint64_t head = fatbin_u32(entry + 4), payload = fatbin_u64(entry + 8), flags = fatbin_u64(entry + 40);
    if (head < FATBIN_ENTRY || head > ENTRY_HEAD_MOST || head > room || payload > room - head)
        return false;
    *read = (struct fatbin_entry){.head = head,
                                  .payload = payload,
                                  .kind = u16_at(entry),
                                  .isa = (uint32_t)u16_at(entry + 26) << 16 | u16_at(entry + 24),
                                  .architecture = {.ptx = u16_at(entry) == KIND_PTX,
                                                   .number = fatbin_u32(entry + 28),
                                                   .suffix = flags & FLAG_ONE_ARCHITECTURE ? 'a'
                                                             : flags & FLAG_FAMILY         ? 'f'
                                                                                           : 0}};
    return true;
}

/* --- counting --- */

static void set_bit(struct architecture_set *set, size_t bit) {
    set->bits[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool has_bit(const struct architecture_set *set, size_t bit) {
    return set->bits[bit / 64] >> bit % 64 & 1;
}

static void add_architecture(struct fatbin_tally *tally, struct architecture_set *set, struct architecture one) {
    size_t at = 0;
    while (at < tally->found_count && (tally->found[at].ptx != one.ptx || tally->found[at].number != one.number ||
                                       tally->found[at].suffix != one.suffix))
        at++;
    if (at == FATBIN_MOST_ARCHITECTURES) {
        tally->cut = true;
        return;
    }
    if (at == tally->found_count)
        tally->found[tally->found_count++] = one;
    set_bit(set, at);
}

void fatbin_add_entry(struct fatbin_tally *tally, struct fatbin_container *container,
                      const struct fatbin_entry *entry) {
    if (entry->kind == KIND_PTX) {
        container->ptx++;
        container->isa = entry->isa > container->isa ? entry->isa : container->isa;
    } else if (entry->kind == KIND_MACHINE) {
        container->machine++;
    } else {
        container->other++;
        return;
    }
    add_architecture(tally, &container->set, entry->architecture);
}

static void add_set(struct fatbin_tally *tally, const struct fatbin_container *container) {
    static const struct architecture_set empty;
    size_t at = 0;
    if (memcmp(&container->set, &empty, sizeof empty) == 0)
        return;
    while (at < tally->set_count && memcmp(&tally->sets[at].set, &container->set, sizeof empty) != 0)
        at++;
    if (at == FATBIN_MOST_SETS) {
        tally->cut = true;
        return;
    }
    if (at == tally->set_count)
        tally->sets[tally->set_count++].set = container->set;
    tally->sets[at].containers++;
    tally->sets[at].bytes += container->end - container->start;
}

void fatbin_add_container(struct fatbin_tally *tally, const struct fatbin_container *container) {
    tally->containers++;
    tally->machine += container->machine;
    tally->ptx += container->ptx;
    tally->other += container->other;
    tally->isa = container->isa > tally->isa ? container->isa : tally->isa;
    for (size_t i = 0; i < sizeof tally->all.bits / sizeof *tally->all.bits; i++)
        tally->all.bits[i] |= container->set.bits[i];
    add_set(tally, container);
}

/* --- what is told --- */

static int compare_architectures(const void *left, const void *right) {
    const struct architecture *a = left, *b = right;
    if (a->ptx != b->ptx)
        return a->ptx ? 1 : -1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->suffix > b->suffix) - (a->suffix < b->suffix);
}

static struct value names_of(struct arena *arena, const struct fatbin_tally *tally,
                             const struct architecture_set *set) {
    struct architecture sorted[FATBIN_MOST_ARCHITECTURES];
    size_t count = 0;
    struct value list = value_list();
    for (size_t i = 0; i < tally->found_count; i++)
        if (has_bit(set, i))
            sorted[count++] = tally->found[i];
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_architectures);
    for (size_t i = 0; i < count; i++) {
        char suffix[] = {sorted[i].suffix, 0};
        value_append(
            arena, &list,
            value_text(text_format(arena, "%s%u%s", sorted[i].ptx ? "compute_" : "sm_", sorted[i].number, suffix)));
    }
    return list;
}

/* The most bytes first, and among equals the one that was seen first: the same file gives the same list. */
static struct value sets_of(struct arena *arena, const struct fatbin_tally *tally) {
    struct value list = value_list();
    bool shown[FATBIN_MOST_SETS] = {false};
    for (size_t round = 0; round < tally->set_count && round < SHOWN_SETS; round++) {
        size_t best = FATBIN_MOST_SETS;
        for (size_t i = 0; i < tally->set_count; i++)
            if (!shown[i] && (best == FATBIN_MOST_SETS || tally->sets[i].bytes > tally->sets[best].bytes))
                best = i;
        struct value set = value_map();
        value_set(arena, &set, "architectures", names_of(arena, tally, &tally->sets[best].set));
        value_set(arena, &set, "containers", value_integer((int64_t)tally->sets[best].containers));
        value_set(arena, &set, "bytes", value_integer((int64_t)tally->sets[best].bytes));
        value_append(arena, &list, set);
        shown[best] = true;
    }
    return list;
}

struct value fatbin_tally_value(struct arena *arena, const struct fatbin_tally *tally) {
    struct value digest = value_map();
    value_set(arena, &digest, "format", value_string("fatbin"));
    value_set(arena, &digest, "architectures", names_of(arena, tally, &tally->all));
    value_set(arena, &digest, "containers", value_integer((int64_t)tally->containers));
    value_set(arena, &digest, "machine_code", value_integer((int64_t)tally->machine));
    value_set(arena, &digest, "ptx", value_integer((int64_t)tally->ptx));
    if (tally->ptx)
        value_set(arena, &digest, "ptx_isa",
                  value_text(text_format(arena, "%u.%u", tally->isa >> 16, tally->isa & 0xFFFF)));
    value_set(arena, &digest, "other", value_integer((int64_t)tally->other));
    value_set(arena, &digest, "complete", value_boolean(!tally->cut));
    value_set(arena, &digest, "sets", sets_of(arena, tally));
    return digest;
}
