/* Where an ELF file keeps its device code. Source: System V ABI, chapter 4. */
#include "fatbin_tally.h"

#include <string.h>

enum { SECTION_HEAD = 64, MOST_SECTIONS = 4096, NAME_MOST = 24 };

static uint16_t u16_at(const unsigned char *at) {
    return (uint16_t)(at[0] | at[1] << 8);
}

/* The table of sections of a 64-bit ELF file, and where their names are. */
struct section_table {
    const struct bytes *bytes;
    uint64_t at, count, names;
};

static bool read_table(const struct bytes *bytes, const unsigned char *head, struct section_table *table) {
    unsigned char section[SECTION_HEAD];
    uint64_t names_index = u16_at(head + 62);
    *table = (struct section_table){.bytes = bytes, .at = fatbin_u64(head + 40), .count = u16_at(head + 60)};
    if (u16_at(head + 58) != SECTION_HEAD || table->at > bytes->size || table->count > MOST_SECTIONS ||
        table->count * SECTION_HEAD > bytes->size - table->at || names_index >= table->count ||
        !bytes_read(bytes, table->at + names_index * SECTION_HEAD, section, sizeof section))
        return false;
    table->names = fatbin_u64(section + 24);
    return table->names <= bytes->size;
}

/* Is one of the sections called that? `*unread` when a name could not be looked at. */
static struct range find(const struct section_table *table, const char *wanted, bool *unread) {
    unsigned char section[SECTION_HEAD];
    char name[NAME_MOST];
    size_t size = strlen(wanted) + 1;
    for (uint64_t i = 0; i < table->count; i++) {
        if (!bytes_read(table->bytes, table->at + i * SECTION_HEAD, section, sizeof section)) {
            *unread = true;
            break;
        }
        uint64_t start = fatbin_u64(section + 24), length = fatbin_u64(section + 32),
                 name_at = table->names + fatbin_u32(section);
        if (!bytes_read(table->bytes, name_at, name, size)) {
            *unread = *unread || !bytes_read(table->bytes, name_at, name, 1); /* else it is a shorter one at the end */
            continue;
        }
        if (memcmp(name, wanted, size) == 0 && start <= table->bytes->size && length <= table->bytes->size - start)
            return (struct range){start, start + length};
    }
    return (struct range){0, 0};
}

struct fatbin_sections fatbin_sections(const struct bytes *bytes) {
    struct fatbin_sections sections = {.readable = true};
    struct section_table table;
    unsigned char head[64];
    bool unread = false;
    if (!bytes_read(bytes, 0, head, sizeof head) || memcmp(head, "\177ELF\2\1", 6) != 0 || u16_at(head + 60) == 0)
        return sections;
    if (!read_table(bytes, head, &table)) {
        sections.readable = false;
        return sections;
    }
    sections.linked = find(&table, ".nv_fatbin", &unread);
    sections.relocatable = find(&table, "__nv_relfatbin", &unread);
    sections.readable = !unread;
    return sections;
}

bool fatbin_sections_enough(const struct fatbin_sections *sections, uint64_t file_size) {
    uint64_t size = sections->linked.end - sections->linked.start;
    return size > 0 && size >= file_size / FATBIN_SMALL_SHARE;
}
