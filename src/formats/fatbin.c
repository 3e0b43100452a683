#include "formats/fatbin.h"

#include "fatbin_tally.h"

enum { FIRST_WINDOW = 1 << 9, WINDOW = 1 << 20 };

struct fatbin {
    const struct bytes *bytes;
    struct fatbin_tally *tally;
};

static bool too_many(const struct fatbin_tally *tally, const struct fatbin_container *container) {
    return tally->machine + tally->ptx + tally->other + container->machine + container->ptx + container->other >=
           FATBIN_MOST_ENTRIES;
}

/* The entries between the container's head and its end; false when they do not add up. `take`: count them. */
static bool walk_entries(struct fatbin *fatbin, struct fatbin_container *container, bool take) {
    unsigned char head[FATBIN_ENTRY];
    struct fatbin_entry entry;
    for (uint64_t at = container->start + FATBIN_HEAD; container->end - at >= FATBIN_ENTRY;) {
        if (!bytes_read(fatbin->bytes, at, head, sizeof head) || !fatbin_read_entry(head, container->end - at, &entry))
            return false;
        if (take)
            fatbin_add_entry(fatbin->tally, container, &entry);
        if (too_many(fatbin->tally, container))
            return fatbin->tally->cut = true;
        at += entry.head + entry.payload;
    }
    return true;
}

/* Is there a container at `offset`? `*end` is behind it then. Four bytes can be something else, so its entries are
 * looked at before they count. */
static bool walk_container(struct fatbin *fatbin, uint64_t offset, uint64_t limit, uint64_t *end) {
    unsigned char head[FATBIN_HEAD];
    uint64_t body;
    if (limit - offset < FATBIN_HEAD || !bytes_read(fatbin->bytes, offset, head, sizeof head) ||
        !fatbin_read_head(head, &body) || body > limit - offset - FATBIN_HEAD)
        return false;
    struct fatbin_container container = {.start = offset, .end = offset + FATBIN_HEAD + body};
    if (!walk_entries(fatbin, &container, false))
        return false;
    walk_entries(fatbin, &container, true);
    fatbin_add_container(fatbin->tally, &container);
    *end = container.end;
    return true;
}

/* The next offset that 8 divides, at or after `from`, with the magic; `limit` when there is none. Mostly it is near, so
 * little is read at first. */
static uint64_t seek_magic(struct fatbin *fatbin, unsigned char *window, uint64_t from, uint64_t limit) {
    from = (from + 7) & ~UINT64_C(7);
    for (size_t wanted = FIRST_WINDOW; from < limit; wanted = wanted < WINDOW ? wanted * 2 : WINDOW) {
        size_t size = limit - from < wanted ? (size_t)(limit - from) : wanted;
        int64_t got = fatbin->bytes->read(fatbin->bytes->context, from, window, size);
        for (int64_t i = 0; i + 4 <= got; i += 8)
            if (window[i] == 0x50 && fatbin_u32(window + i) == FATBIN_MAGIC)
                return from + (uint64_t)i;
        if (got < (int64_t)size || got < 8)
            break;
        from += (uint64_t)got & ~UINT64_C(7);
    }
    return limit;
}

/* Containers mostly follow each other; only where they do not is one looked for. */
static void walk_range(struct fatbin *fatbin, unsigned char *window, struct range range, struct range without) {
    for (uint64_t at = range.start; at < range.end && !fatbin->tally->cut;) {
        at = (at + 7) & ~UINT64_C(7);
        if (at >= without.start && at < without.end)
            at = without.end;
        else if (at >= range.end || !walk_container(fatbin, at, range.end, &at))
            at = seek_magic(fatbin, window, at + 8, range.end);
    }
}

bool fatbin_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    struct fatbin fatbin = {.bytes = bytes, .tally = arena_alloc(arena, sizeof *fatbin.tally)};
    unsigned char *window = arena_alloc(arena, WINDOW);
    struct fatbin_sections sections = fatbin_sections(bytes);
    struct range whole = {0, bytes->size};
    (void)error;
    walk_range(&fatbin, window, fatbin_sections_enough(&sections, bytes->size) ? sections.linked : whole,
               sections.relocatable);
    *digest = fatbin_tally_value(arena, fatbin.tally);
    return true;
}
