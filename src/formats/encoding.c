/* Which encoding a text is in, and the same text as UTF-8. GBK's table comes from tools/make-gbk-table. */
#include "formats/paste.h"

#include "base/buffer.h"
#include "base/utf8.h"

/* By lead byte 0x81-0xFE, then trail byte 0x40-0xFE; 0 where there is no character. */
extern const uint16_t gbk_table[];

enum { LOOKED_AT = 256 * 1024 }; /* bytes from the beginning, to tell encodings apart */

static bool is_high(char byte) {
    return (unsigned char)byte >= 0x80;
}

static uint16_t gbk_character(char lead, char trail) {
    unsigned first = (unsigned char)lead, second = (unsigned char)trail;
    if (first < 0x81 || first > 0xFE || second < 0x40 || second > 0xFE)
        return 0;
    return gbk_table[(first - 0x81) * 191 + (second - 0x40)];
}

/* How the bytes beyond ASCII fit each encoding. */
struct fit {
    size_t utf8_long; /* bytes in UTF-8 characters of three or more bytes, which GBK hardly ever makes by chance */
    size_t utf8_bad;  /* bytes that are not UTF-8 */
    size_t gbk_good;  /* bytes in GBK characters whose trail byte is no ASCII letter */
    size_t gbk_bad;   /* other ones */
};

static struct fit measure(struct text text) {
    struct fit fit = {0};
    for (struct text rest = text; rest.size;) {
        size_t before = rest.size;
        if (utf8_next(&rest) < 0)
            fit.utf8_bad++;
        else if (before - rest.size >= 3)
            fit.utf8_long += before - rest.size;
    }
    for (size_t i = 0; i < text.size; i++) {
        if (!is_high(text.at[i]))
            continue;
        bool pair = i + 1 < text.size && gbk_character(text.at[i], text.at[i + 1]);
        if (pair && is_high(text.at[i + 1]))
            fit.gbk_good += 2;
        else
            fit.gbk_bad += 1;
        i += pair;
    }
    return fit;
}

static bool is_gbk(const struct fit *fit) {
    return fit->utf8_bad && fit->gbk_good > 4 * fit->gbk_bad && fit->utf8_long <= fit->utf8_bad;
}

/* UTF-16 of any text with some ASCII has zero bytes, all of them in one half of its units. */
static bool has_zeros(struct text text, size_t half) {
    size_t zeros[2] = {0};
    for (size_t i = 0; i < text.size; i++)
        zeros[i & 1] += text.at[i] == '\0';
    return zeros[half] > text.size / 16 && zeros[1 - half] * 16 < zeros[half];
}

enum paste_encoding paste_detect(struct text beginning) {
    struct text text = text_until(beginning, LOOKED_AT);
    if (text_starts(text, "\xFF\xFE"))
        return PASTE_UTF16_LITTLE;
    if (text_starts(text, "\xFE\xFF"))
        return PASTE_UTF16_BIG;
    if (has_zeros(text, 1))
        return PASTE_UTF16_LITTLE;
    if (has_zeros(text, 0))
        return PASTE_UTF16_BIG;
    struct fit fit = measure(text);
    return is_gbk(&fit) ? PASTE_GBK : PASTE_UTF8;
}

static void put_character(struct buffer *buffer, uint32_t code_point) {
    char bytes[4];
    size_t size = utf8_put(bytes, code_point);
    buffer_add(buffer, size ? (struct text){bytes, size} : TEXT("\xEF\xBF\xBD"));
}

static struct text decode_utf16(struct arena *arena, struct text text, bool big) {
    struct buffer decoded = buffer_new(arena);
    uint32_t high = 0; /* a first surrogate that waits for the second */
    for (size_t i = 0; i + 1 < text.size; i += 2) {
        unsigned first = (unsigned char)text.at[i], second = (unsigned char)text.at[i + 1];
        uint32_t unit = big ? first << 8 | second : second << 8 | first;
        bool low = unit >= 0xDC00 && unit <= 0xDFFF;
        if (high && low) {
            put_character(&decoded, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
            high = 0;
            continue;
        }
        if (high)
            put_character(&decoded, high);
        high = unit >= 0xD800 && unit <= 0xDBFF ? unit : 0;
        if (!high && !(unit == 0xFEFF && i == 0))
            put_character(&decoded, unit);
    }
    return buffer_text(&decoded);
}

static void decode_gbk_line(struct buffer *decoded, struct text line) {
    for (size_t i = 0; i < line.size; i++) {
        if (!is_high(line.at[i])) {
            buffer_add_byte(decoded, line.at[i]);
            continue;
        }
        uint16_t code_point = i + 1 < line.size ? gbk_character(line.at[i], line.at[i + 1]) : 0;
        put_character(decoded, code_point ? code_point : 0xFFFD);
        i += code_point != 0;
    }
}

/* Programs that write GBK and such that write UTF-8 share a console, so each line is looked at for itself; `gbk` is
 * what the text as a whole is in. */
static struct text decode_lines(struct arena *arena, struct text text, bool gbk) {
    struct buffer decoded = buffer_new(arena);
    while (text.size) {
        size_t end = text_find_byte(text, '\n');
        struct text line = text_until(text, end == TEXT_NOWHERE ? text.size : end + 1);
        struct fit fit = measure(line);
        if (is_gbk(&fit) || (gbk && !fit.utf8_long))
            decode_gbk_line(&decoded, line);
        else
            buffer_add(&decoded, utf8_repair(arena, line));
        text = text_from(text, line.size);
    }
    return buffer_text(&decoded);
}

struct text paste_decode_as(struct arena *arena, struct text bytes, enum paste_encoding encoding) {
    if (encoding == PASTE_UTF16_LITTLE || encoding == PASTE_UTF16_BIG)
        return decode_utf16(arena, bytes, encoding == PASTE_UTF16_BIG);
    if (text_starts(bytes, "\xEF\xBB\xBF"))
        bytes = text_from(bytes, 3);
    return utf8_valid(bytes) && encoding == PASTE_UTF8 ? bytes : decode_lines(arena, bytes, encoding == PASTE_GBK);
}

struct text paste_decode(struct arena *arena, struct text bytes) {
    return paste_decode_as(arena, bytes, paste_detect(bytes));
}
