#include "base/bytes.h"

#include <string.h>

bool bytes_read(const struct bytes *bytes, uint64_t offset, void *out, size_t size) {
    if (offset > bytes->size || size > bytes->size - offset)
        return false;
    return size == 0 || bytes->read(bytes->context, offset, out, size) == (int64_t)size;
}

static bool little_endian(const struct bytes *bytes, uint64_t offset, size_t size, uint64_t *out) {
    unsigned char raw[8];
    if (!bytes_read(bytes, offset, raw, size))
        return false;
    uint64_t number = 0;
    for (size_t i = size; i-- > 0;)
        number = number << 8 | raw[i];
    *out = number;
    return true;
}

bool bytes_u16(const struct bytes *bytes, uint64_t offset, uint16_t *out) {
    uint64_t number;
    if (!little_endian(bytes, offset, 2, &number))
        return false;
    *out = (uint16_t)number;
    return true;
}

bool bytes_u32(const struct bytes *bytes, uint64_t offset, uint32_t *out) {
    uint64_t number;
    if (!little_endian(bytes, offset, 4, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool bytes_u64(const struct bytes *bytes, uint64_t offset, uint64_t *out) {
    return little_endian(bytes, offset, 8, out);
}

static int64_t read_text(void *context, uint64_t offset, void *out, size_t size) {
    const struct text *text = context;
    if (offset >= text->size)
        return 0;
    size_t left = text->size - (size_t)offset;
    size_t count = size < left ? size : left;
    memcpy(out, text->at + offset, count);
    return (int64_t)count;
}

struct bytes bytes_of_text(struct text *text) {
    return (struct bytes){.context = text, .read = read_text, .size = text->size};
}
