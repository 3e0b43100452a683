/* What both readers of device code share: the heads of containers and entries, and the sum over containers. fatbin.c
 * walks a file, fatbin_stream.c sees one come by. For these files alone. */
#pragma once

#include "base/bytes.h"
#include "base/value.h"

#define FATBIN_MAGIC 0xBA55ED50u

enum {
    FATBIN_HEAD = 16,
    FATBIN_ENTRY = 64,
    FATBIN_SMALL_SHARE = 64, /* a section under a 64th of the file may not be all */
    FATBIN_MOST_ENTRIES = 4 << 20,
    FATBIN_MOST_ARCHITECTURES = 256,
    FATBIN_MOST_SETS = 256,
};

struct architecture {
    bool ptx;
    uint32_t number;
    char suffix; /* 'a', 'f' or 0 */
};

/* Bits stand for the architectures of a tally. */
struct architecture_set {
    uint64_t bits[FATBIN_MOST_ARCHITECTURES / 64];
};

struct fatbin_container {
    uint64_t start, end;
    uint32_t machine, ptx, other;
    uint32_t isa; /* the newest PTX: major << 16 | minor */
    struct architecture_set set;
};

struct fatbin_tally {
    struct architecture found[FATBIN_MOST_ARCHITECTURES];
    size_t found_count;
    struct architecture_set all;
    struct {
        struct architecture_set set;
        uint64_t containers, bytes;
    } sets[FATBIN_MOST_SETS];
    size_t set_count;
    uint64_t containers, machine, ptx, other;
    uint32_t isa;
    bool cut; /* a limit ended the search */
};

struct fatbin_entry {
    uint64_t head, payload;
    uint16_t kind;
    uint32_t isa;
    struct architecture architecture;
};

/* `head` has 16 bytes; false when no container begins there. */
bool fatbin_read_head(const unsigned char *head, uint64_t *body);
/* `entry` has 64 bytes; false when an entry of that form does not fit into the `room` that its container has left. */
bool fatbin_read_entry(const unsigned char *entry, uint64_t room, struct fatbin_entry *read);
/* Names of architectures belong to the tally, before the container itself does. */
void fatbin_add_entry(struct fatbin_tally *tally, struct fatbin_container *container, const struct fatbin_entry *entry);
void fatbin_add_container(struct fatbin_tally *tally, const struct fatbin_container *container);
/* The digest that fatbin.h describes. */
struct value fatbin_tally_value(struct arena *arena, const struct fatbin_tally *tally);

/* A part of a file. */
struct range {
    uint64_t start, end;
};

/* Where device code lies by the file's own account. */
struct fatbin_sections {
    struct range linked;      /* .nv_fatbin */
    struct range relocatable; /* __nv_relfatbin: copies that were linked already */
    bool readable;            /* false: an ELF file whose sections could not be looked at */
};

struct fatbin_sections fatbin_sections(const struct bytes *bytes);
/* Does the named section hold the device code, or does it have to be looked for everywhere? */
bool fatbin_sections_enough(const struct fatbin_sections *sections, uint64_t file_size);

uint32_t fatbin_u32(const unsigned char *at);
uint64_t fatbin_u64(const unsigned char *at);
