/* Text that is being put together. The arena owns the bytes, a buffer is only a handle; nothing fails. */
#pragma once

#include "base/text.h"

struct buffer {
    struct arena *arena;
    char *at;
    size_t size;
    size_t capacity;
};

struct buffer buffer_new(struct arena *arena);
void buffer_add(struct buffer *buffer, struct text text);
void buffer_add_string(struct buffer *buffer, const char *zero_terminated);
void buffer_add_byte(struct buffer *buffer, char byte);
void buffer_add_repeated(struct buffer *buffer, char byte, size_t count);
void buffer_format(struct buffer *buffer, const char *format, ...) PRINTF_LIKE(2, 3);
/* What stands there now, NUL behind it; valid until the buffer is added to. */
struct text buffer_text(struct buffer *buffer);
