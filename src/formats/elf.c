#include "formats/elf.h"

#include "base/buffer.h"

/* Numbers of the file format, named as glibc's elf.h names them. */
enum {
    ET_REL = 1,
    ET_EXEC = 2,
    ET_DYN = 3,
    PT_LOAD = 1,
    PT_DYNAMIC = 2,
    PT_INTERP = 3,
    PT_NOTE = 4,
    DT_NEEDED = 1,
    DT_STRTAB = 5,
    DT_STRSZ = 10,
    DT_SONAME = 14,
    DT_RPATH = 15,
    DT_RUNPATH = 29,
    DT_FLAGS_1 = 0x6ffffffb,
    DF_1_PIE = 0x08000000,
    NT_GNU_BUILD_ID = 3,
};

/* What no library that a loader would take exceeds. */
enum { MOST_SEGMENTS = 512, MOST_DYNAMIC = 64 * 1024, MOST_NOTES = 64 * 1024, MOST_NEEDED = 1024, MOST_STRING = 4096 };

struct segment {
    uint32_t type;
    uint64_t offset, address, size; /* in the file, in memory, in the file */
};

struct elf {
    struct arena *arena;
    const struct bytes *bytes;
    bool wide; /* 64 bit */
    uint16_t type;
    struct segment *segments;
    size_t segment_count;
    uint64_t string_offset, string_size;
    bool position_independent_program;
};

/* An address, offset or size: as wide as the class. */
static bool read_word(const struct bytes *bytes, bool wide, uint64_t offset, uint64_t *word) {
    uint32_t narrow;
    if (wide)
        return bytes_u64(bytes, offset, word);
    if (!bytes_u32(bytes, offset, &narrow))
        return false;
    *word = narrow;
    return true;
}

/* A part of the file in memory; false when the file ends before it does. */
static bool load(const struct elf *elf, uint64_t offset, uint64_t size, struct text *part) {
    if (offset > elf->bytes->size || size > elf->bytes->size - offset)
        return false;
    char *memory = arena_alloc(elf->arena, (size_t)size);
    *part = (struct text){memory, (size_t)size};
    return bytes_read(elf->bytes, offset, memory, (size_t)size);
}

static bool read_head(struct elf *elf, struct value *digest, struct error *error) {
    unsigned char identity[8];
    if (!bytes_read(elf->bytes, 0, identity, sizeof identity) || identity[0] != 0x7F || identity[1] != 'E' ||
        identity[2] != 'L' || identity[3] != 'F')
        return error_set(error, "not an ELF file");
    if (identity[4] < 1 || identity[4] > 2 || identity[5] != 1)
        return error_set(error, "not a little-endian ELF file of 32 or 64 bits");
    elf->wide = identity[4] == 2;

    static const struct {
        uint16_t number;
        const char *name;
    } machines[] = {{3, "x86"},       {21, "ppc64le"}, {40, "arm"},      {62, "x86_64"},
                    {183, "aarch64"}, {190, "cuda"},   {243, "riscv64"}, {258, "loongarch64"}};
    uint16_t machine;
    if (!bytes_u16(elf->bytes, 16, &elf->type) || !bytes_u16(elf->bytes, 18, &machine))
        return error_set(error, "the ELF header is cut off");
    struct text name = text_format(elf->arena, "%u", machine);
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (machines[i].number == machine)
            name = text_of(machines[i].name);
    value_set(elf->arena, digest, "class", value_integer(elf->wide ? 64 : 32));
    value_set(elf->arena, digest, "machine", value_text(name));
    return true;
}

static bool read_segment(const struct elf *elf, const struct bytes *table, uint64_t at, struct segment *segment) {
    return bytes_u32(table, at, &segment->type) &&
           read_word(table, elf->wide, at + (elf->wide ? 8 : 4), &segment->offset) &&
           read_word(table, elf->wide, at + (elf->wide ? 16 : 8), &segment->address) &&
           read_word(table, elf->wide, at + (elf->wide ? 32 : 16), &segment->size);
}

static bool read_segments(struct elf *elf, struct error *error) {
    const uint64_t least_size = elf->wide ? 56 : 32;
    uint64_t offset;
    uint16_t size, count;
    struct text memory;
    if (!read_word(elf->bytes, elf->wide, elf->wide ? 32 : 28, &offset) ||
        !bytes_u16(elf->bytes, elf->wide ? 54 : 42, &size) || !bytes_u16(elf->bytes, elf->wide ? 56 : 44, &count))
        return error_set(error, "the ELF header is cut off");
    if (count > MOST_SEGMENTS || (count && (size < least_size || size > 4 * least_size)))
        return error_set(error, "%u program headers of %u bytes are not those of a library or program", count, size);
    if (!load(elf, offset, (uint64_t)count * size, &memory))
        return error_set(error, "the program headers are cut off");
    struct bytes table = bytes_of_text(&memory);
    elf->segments = arena_array(elf->arena, count, sizeof *elf->segments);
    for (; elf->segment_count < count; elf->segment_count++)
        if (!read_segment(elf, &table, (uint64_t)elf->segment_count * size, &elf->segments[elf->segment_count]))
            return error_set(error, "the program headers are cut off");
    return true;
}

static bool file_offset(const struct elf *elf, uint64_t address, uint64_t *offset) {
    for (size_t i = 0; i < elf->segment_count; i++) {
        const struct segment *segment = &elf->segments[i];
        if (segment->type == PT_LOAD && address >= segment->address && address - segment->address < segment->size) {
            *offset = segment->offset + (address - segment->address);
            return true;
        }
    }
    return false;
}

/* A string that ends in a NUL, at most `limit` bytes long with it. */
static bool read_string(const struct elf *elf, uint64_t offset, uint64_t limit, struct text *string) {
    char memory[MOST_STRING];
    uint64_t size = limit < sizeof memory ? limit : sizeof memory;
    if (offset > elf->bytes->size)
        return false;
    if (size > elf->bytes->size - offset)
        size = elf->bytes->size - offset;
    if (!bytes_read(elf->bytes, offset, memory, (size_t)size))
        return false;
    size_t end = text_find_byte((struct text){memory, (size_t)size}, '\0');
    if (end == TEXT_NOWHERE)
        return false;
    *string = text_copy(elf->arena, (struct text){memory, end});
    return true;
}

static void find_strings(struct elf *elf, const struct bytes *section) {
    const uint64_t word = elf->wide ? 8 : 4;
    uint64_t tag, value;
    for (uint64_t at = 0; read_word(section, elf->wide, at, &tag) && tag; at += 2 * word) {
        if (!read_word(section, elf->wide, at + word, &value))
            return;
        /* The loader knows the table by its address in memory. */
        if (tag == DT_STRTAB && !file_offset(elf, value, &elf->string_offset))
            return;
        if (tag == DT_STRSZ)
            elf->string_size = value;
        if (tag == DT_FLAGS_1 && value & DF_1_PIE)
            elf->position_independent_program = true;
    }
}

static bool dynamic_string(const struct elf *elf, uint64_t index, struct text *string) {
    return elf->string_offset && index < elf->string_size && elf->string_offset <= UINT64_MAX - index &&
           read_string(elf, elf->string_offset + index, elf->string_size - index, string);
}

static void digest_dynamic(struct elf *elf, struct value *digest, const struct segment *segment) {
    const uint64_t word = elf->wide ? 8 : 4;
    uint64_t tag, value;
    struct text memory, string;
    if (value_get(digest, "needed") ||
        !load(elf, segment->offset, segment->size < MOST_DYNAMIC ? segment->size : MOST_DYNAMIC, &memory))
        return;
    struct bytes section = bytes_of_text(&memory);
    struct value needed = value_list();
    find_strings(elf, &section);
    for (uint64_t at = 0; read_word(&section, elf->wide, at, &tag) && tag; at += 2 * word) {
        const char *name = tag == DT_SONAME    ? "soname"
                           : tag == DT_RPATH   ? "rpath"
                           : tag == DT_RUNPATH ? "runpath"
                                               : NULL;
        if ((!name && tag != DT_NEEDED) || !read_word(&section, elf->wide, at + word, &value) ||
            !dynamic_string(elf, value, &string))
            continue;
        if (name)
            value_set(elf->arena, digest, name, value_text(string));
        else if (value_count(&needed) < MOST_NEEDED)
            value_append(elf->arena, &needed, value_text(string));
    }
    value_set(elf->arena, digest, "needed", needed);
}

static uint64_t padded(uint32_t size) {
    return ((uint64_t)size + 3) & ~(uint64_t)3;
}

static void digest_notes(const struct elf *elf, struct value *digest, const struct segment *segment) {
    struct text memory;
    uint32_t name_size, size, type;
    if (value_get(digest, "build_id") ||
        !load(elf, segment->offset, segment->size < MOST_NOTES ? segment->size : MOST_NOTES, &memory))
        return;
    struct bytes notes = bytes_of_text(&memory);
    for (uint64_t at = 0;
         bytes_u32(&notes, at, &name_size) && bytes_u32(&notes, at + 4, &size) && bytes_u32(&notes, at + 8, &type);
         at += 12 + padded(name_size) + padded(size)) {
        char name[4];
        unsigned char id[64];
        if (type != NT_GNU_BUILD_ID || name_size != sizeof name || size > sizeof id ||
            !bytes_read(&notes, at + 12, name, sizeof name) || !text_equal((struct text){name, 4}, TEXT("GNU\0")) ||
            !bytes_read(&notes, at + 16, id, size))
            continue;
        struct buffer hexadecimal = buffer_new(elf->arena);
        for (uint32_t i = 0; i < size; i++)
            buffer_format(&hexadecimal, "%02x", id[i]);
        value_set(elf->arena, digest, "build_id", value_text(buffer_text(&hexadecimal)));
        return;
    }
}

static const char *type_name(const struct elf *elf, const struct value *digest) {
    /* Files from before DF_1_PIE was set on programs: a library that names an interpreter (libc itself) has a SONAME.
     */
    bool program =
        elf->position_independent_program || (value_get(digest, "interpreter") && !value_get(digest, "soname"));
    if (elf->type == ET_DYN)
        return program ? "program" : "shared";
    return elf->type == ET_EXEC ? "program" : elf->type == ET_REL ? "object" : NULL;
}

bool elf_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error) {
    struct elf elf = {.arena = arena, .bytes = bytes};
    struct value made = value_map();
    struct text interpreter;
    value_set(arena, &made, "format", value_string("elf"));
    if (!read_head(&elf, &made, error) || !read_segments(&elf, error))
        return false;
    for (size_t i = 0; i < elf.segment_count; i++) {
        const struct segment *segment = &elf.segments[i];
        if (segment->type == PT_DYNAMIC)
            digest_dynamic(&elf, &made, segment);
        else if (segment->type == PT_NOTE)
            digest_notes(&elf, &made, segment);
        else if (segment->type == PT_INTERP && read_string(&elf, segment->offset, segment->size, &interpreter))
            value_set(arena, &made, "interpreter", value_text(interpreter));
    }
    const char *type = type_name(&elf, &made);
    if (type)
        value_set(arena, &made, "type", value_string(type));
    *digest = made;
    return true;
}
