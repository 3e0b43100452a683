#include "formats/fatbin.h"

#include <stdlib.h>
#include <string.h>

#define FATBIN_MAGIC 0xBA55ED50u

enum {
    HEAD = 16,
    ENTRY = 64,
    ENTRY_HEAD_MOST = 4096,
    SECTION_HEAD = 64,
    MOST_SECTIONS = 4096,
    MOST_ENTRIES = 4 << 20,
    MOST_ARCHITECTURES = 256,
    FIRST_WINDOW = 1 << 9,
    WINDOW = 1 << 20,
    SMALL_SHARE = 64, /* a section under a 64th of the file may not be all */
};

enum { KIND_PTX = 1, KIND_MACHINE = 2 };
enum { FLAG_ONE_ARCHITECTURE = 0x100000, FLAG_FAMILY = 0x200000 };

struct range {
    uint64_t start, end;
};

struct architecture {
    bool ptx;
    uint32_t number;
    char suffix; /* 'a', 'f' or 0 */
};

struct fatbin {
    const struct bytes *bytes;
    struct architecture found[MOST_ARCHITECTURES];
    size_t found_count;
    uint64_t containers, machine, ptx, other;
    uint32_t isa; /* major << 16 | minor */
    bool cut;
};

static void add_architecture(struct fatbin *fatbin, struct architecture architecture) {
    for (size_t i = 0; i < fatbin->found_count; i++)
        if (fatbin->found[i].ptx == architecture.ptx && fatbin->found[i].number == architecture.number &&
            fatbin->found[i].suffix == architecture.suffix)
            return;
    if (fatbin->found_count == MOST_ARCHITECTURES)
        fatbin->cut = true;
    else
        fatbin->found[fatbin->found_count++] = architecture;
}

static uint16_t u16_at(const unsigned char *at) {
    return (uint16_t)(at[0] | at[1] << 8);
}

static uint32_t u32_at(const unsigned char *at) {
    return (uint32_t)u16_at(at) | (uint32_t)u16_at(at + 2) << 16;
}

static uint64_t u64_at(const unsigned char *at) {
    return (uint64_t)u32_at(at) | (uint64_t)u32_at(at + 4) << 32;
}

static void take_entry(struct fatbin *fatbin, const unsigned char *entry) {
    uint16_t kind = u16_at(entry), minor = u16_at(entry + 24), major = u16_at(entry + 26);
    uint64_t flags = u64_at(entry + 40);
    char suffix = flags & FLAG_ONE_ARCHITECTURE ? 'a' : flags & FLAG_FAMILY ? 'f' : 0;
    uint32_t isa = (uint32_t)major << 16 | minor;
    if (kind == KIND_PTX) {
        fatbin->ptx++;
        fatbin->isa = isa > fatbin->isa ? isa : fatbin->isa;
    } else if (kind == KIND_MACHINE) {
        fatbin->machine++;
    } else {
        fatbin->other++;
        return;
    }
    add_architecture(fatbin, (struct architecture){kind == KIND_PTX, u32_at(entry + 28), suffix});
}

/* The entries between `at` and `stop`; false when they do not add up. `take`: count them. */
static bool walk_entries(struct fatbin *fatbin, uint64_t at, uint64_t stop, bool take) {
    unsigned char entry[ENTRY];
    while (stop - at >= ENTRY) {
        if (!bytes_read(fatbin->bytes, at, entry, sizeof entry))
            return false;
        uint64_t entry_head = u32_at(entry + 4), payload = u64_at(entry + 8);
        if (entry_head < ENTRY || entry_head > ENTRY_HEAD_MOST || entry_head > stop - at ||
            payload > stop - at - entry_head)
            return false;
        if (take)
            take_entry(fatbin, entry);
        if (fatbin->machine + fatbin->ptx + fatbin->other >= MOST_ENTRIES)
            return fatbin->cut = true;
        at += entry_head + payload;
    }
    return true;
}

/* Is there a container at `offset`? `*end` is behind it then. Four bytes can be something else, so its entries are
 * looked at before they count. */
static bool walk_container(struct fatbin *fatbin, uint64_t offset, uint64_t limit, uint64_t *end) {
    unsigned char head[HEAD];
    if (limit - offset < HEAD || !bytes_read(fatbin->bytes, offset, head, sizeof head))
        return false;
    uint64_t body = u64_at(head + 8), at = offset + HEAD;
    if (u32_at(head) != FATBIN_MAGIC || u16_at(head + 4) != 1 || u16_at(head + 6) != HEAD || body > limit - at ||
        !walk_entries(fatbin, at, at + body, false))
        return false;
    walk_entries(fatbin, at, at + body, true);
    fatbin->containers++;
    *end = at + body;
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
            if (window[i] == 0x50 && u32_at(window + i) == FATBIN_MAGIC)
                return from + (uint64_t)i;
        if (got < (int64_t)size || got < 8)
            break;
        from += (uint64_t)got & ~UINT64_C(7);
    }
    return limit;
}

/* Containers mostly follow each other; only where they do not is one looked for. */
static void walk_range(struct fatbin *fatbin, unsigned char *window, struct range range, struct range without) {
    for (uint64_t at = range.start; at < range.end && !fatbin->cut;) {
        at = (at + 7) & ~UINT64_C(7);
        if (at >= without.start && at < without.end)
            at = without.end;
        else if (at >= range.end || !walk_container(fatbin, at, range.end, &at))
            at = seek_magic(fatbin, window, at + 8, range.end);
    }
}

static bool section_name_is(const struct bytes *bytes, uint64_t names, uint32_t offset, const char *wanted) {
    char name[24] = {0};
    size_t size = strlen(wanted) + 1;
    return bytes_read(bytes, names + offset, name, size) && memcmp(name, wanted, size) == 0;
}

/* Where a section of a 64-bit ELF file lies; an empty range when there is none. */
static struct range elf_section(const struct bytes *bytes, const char *wanted) {
    struct range found = {0, 0};
    unsigned char head[64], section[SECTION_HEAD];
    if (!bytes_read(bytes, 0, head, sizeof head) || memcmp(head, "\177ELF\2\1", 6) != 0 ||
        u16_at(head + 58) != SECTION_HEAD)
        return found;
    uint64_t table = u64_at(head + 40), count = u16_at(head + 60), names_index = u16_at(head + 62);
    if (table > bytes->size || count > MOST_SECTIONS || count * SECTION_HEAD > bytes->size - table ||
        names_index >= count || !bytes_read(bytes, table + names_index * SECTION_HEAD, section, sizeof section))
        return found;
    uint64_t names = u64_at(section + 24);
    for (uint64_t i = 0; i < count && bytes_read(bytes, table + i * SECTION_HEAD, section, sizeof section); i++) {
        uint64_t start = u64_at(section + 24), size = u64_at(section + 32);
        if (start <= bytes->size && size <= bytes->size - start && names <= bytes->size &&
            section_name_is(bytes, names, u32_at(section), wanted))
            return (struct range){start, start + size};
    }
    return found;
}

static int compare_architectures(const void *left, const void *right) {
    const struct architecture *a = left, *b = right;
    if (a->ptx != b->ptx)
        return a->ptx ? 1 : -1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->suffix > b->suffix) - (a->suffix < b->suffix);
}

static struct value architectures(struct arena *arena, struct fatbin *fatbin) {
    struct value list = value_list();
    qsort(fatbin->found, fatbin->found_count, sizeof *fatbin->found, compare_architectures);
    for (size_t i = 0; i < fatbin->found_count; i++) {
        const struct architecture *one = &fatbin->found[i];
        char suffix[] = {one->suffix, 0};
        value_append(arena, &list,
                     value_text(text_format(arena, "%s%u%s", one->ptx ? "compute_" : "sm_", one->number, suffix)));
    }
    return list;
}

bool fatbin_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    struct fatbin *fatbin = arena_alloc(arena, sizeof *fatbin);
    unsigned char *window = arena_alloc(arena, WINDOW);
    struct range named = elf_section(bytes, ".nv_fatbin"), relocatable = elf_section(bytes, "__nv_relfatbin"),
                 whole = {0, bytes->size};
    (void)error;
    fatbin->bytes = bytes;
    bool enough = named.end - named.start >= bytes->size / SMALL_SHARE && named.end > named.start;
    walk_range(fatbin, window, enough ? named : whole, relocatable);
    *digest = value_map();
    value_set(arena, digest, "format", value_string("fatbin"));
    value_set(arena, digest, "architectures", architectures(arena, fatbin));
    value_set(arena, digest, "containers", value_integer((int64_t)fatbin->containers));
    value_set(arena, digest, "machine_code", value_integer((int64_t)fatbin->machine));
    value_set(arena, digest, "ptx", value_integer((int64_t)fatbin->ptx));
    if (fatbin->ptx)
        value_set(arena, digest, "ptx_isa",
                  value_text(text_format(arena, "%u.%u", fatbin->isa >> 16, fatbin->isa & 0xFFFF)));
    value_set(arena, digest, "other", value_integer((int64_t)fatbin->other));
    value_set(arena, digest, "complete", value_boolean(!fatbin->cut));
    return true;
}
