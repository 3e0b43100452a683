/* Bytes that somebody else reads: how `formats/` looks at a file without asking the system itself.
 *
 * `read` fills up to `size` bytes from `offset` and returns how many there were (fewer only at the end), or a negative
 * number when the system failed. The little-endian getters are bounds-checked: false leaves the output alone. */
#pragma once

#include "base/text.h"

struct bytes {
    void *context;
    int64_t (*read)(void *context, uint64_t offset, void *out, size_t size);
    uint64_t size; /* of the whole */
};

/* Exactly `size` bytes, or false. */
bool bytes_read(const struct bytes *bytes, uint64_t offset, void *out, size_t size);
bool bytes_u16(const struct bytes *bytes, uint64_t offset, uint16_t *out);
bool bytes_u32(const struct bytes *bytes, uint64_t offset, uint32_t *out);
bool bytes_u64(const struct bytes *bytes, uint64_t offset, uint64_t *out);
/* A view of memory; `text` is borrowed and must outlive it. */
struct bytes bytes_of_text(struct text *text);
