#include "base/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct buffer buffer_new(struct arena *arena) {
    return (struct buffer){.arena = arena};
}

/* Room for `more` bytes and a NUL behind them. */
static void reserve(struct buffer *buffer, size_t more) {
    /* A sum that wraps round asks for what no system has, and the arena ends the run. */
    size_t needed = more > SIZE_MAX - buffer->size - 1 ? SIZE_MAX : buffer->size + more + 1;
    if (needed <= buffer->capacity)
        return;
    size_t capacity = needed < 64 ? 64 : needed;
    if (capacity / 2 < buffer->capacity && buffer->capacity <= SIZE_MAX / 2)
        capacity = buffer->capacity * 2;
    char *larger = arena_alloc(buffer->arena, capacity);
    if (buffer->size)
        memcpy(larger, buffer->at, buffer->size);
    buffer->at = larger;
    buffer->capacity = capacity;
}

void buffer_add(struct buffer *buffer, struct text text) {
    if (!text.size)
        return;
    reserve(buffer, text.size);
    memcpy(buffer->at + buffer->size, text.at, text.size);
    buffer->size += text.size;
}

void buffer_add_string(struct buffer *buffer, const char *zero_terminated) {
    buffer_add(buffer, text_of(zero_terminated));
}

void buffer_add_byte(struct buffer *buffer, char byte) {
    reserve(buffer, 1);
    buffer->at[buffer->size++] = byte;
}

void buffer_add_repeated(struct buffer *buffer, char byte, size_t count) {
    reserve(buffer, count);
    memset(buffer->at + buffer->size, byte, count);
    buffer->size += count;
}

void buffer_format(struct buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    if (size > 0) {
        reserve(buffer, (size_t)size);
        vsnprintf(buffer->at + buffer->size, (size_t)size + 1, format, again);
        buffer->size += (size_t)size;
    }
    va_end(again);
    va_end(arguments);
}

struct text buffer_text(struct buffer *buffer) {
    reserve(buffer, 0);
    buffer->at[buffer->size] = '\0';
    return (struct text){buffer->at, buffer->size};
}
