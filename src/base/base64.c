#include "base/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

void base64_write(struct buffer *buffer, struct text bytes) {
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t count = bytes.size - i < 3 ? bytes.size - i : 3;
        uint32_t group = 0;
        for (size_t j = 0; j < 3; j++)
            group = group << 8 | (j < count ? (unsigned char)bytes.at[i + j] : 0u);
        for (size_t j = 0; j < 4; j++)
            buffer_add_byte(buffer, j <= count ? alphabet[group >> (18 - 6 * j) & 63] : alphabet[64]);
    }
}

static bool digit_of(char character, uint32_t *digit) {
    if (character >= 'A' && character <= 'Z')
        *digit = (uint32_t)(character - 'A');
    else if (character >= 'a' && character <= 'z')
        *digit = (uint32_t)(character - 'a') + 26;
    else if (character >= '0' && character <= '9')
        *digit = (uint32_t)(character - '0') + 52;
    else if (character == '+' || character == '/')
        *digit = character == '+' ? 62 : 63;
    else
        return false;
    return true;
}

bool base64_read(struct arena *arena, struct text text, struct text *bytes) {
    if (text.size % 4)
        return false;
    size_t padding = text_ends(text, "==") ? 2 : text_ends(text, "=") ? 1 : 0;
    size_t size = text.size / 4 * 3 - padding;
    char *out = arena_alloc(arena, size + 1);
    uint32_t group = 0;
    size_t written = 0;
    for (size_t i = 0; i < text.size; i++) {
        uint32_t digit = 0;
        if (i < text.size - padding && !digit_of(text.at[i], &digit))
            return false;
        group = group << 6 | digit;
        if (i % 4 != 3)
            continue;
        for (int shift = 16; shift >= 0 && written < size; shift -= 8)
            out[written++] = (char)(group >> shift & 255);
        /* Bits behind the last byte must be 0, or two texts would mean the same bytes. */
        if (i + 1 == text.size && padding && (group & (padding == 2 ? 0xFFFFu : 0xFFu)))
            return false;
        group = 0;
    }
    *bytes = (struct text){out, size};
    return true;
}
