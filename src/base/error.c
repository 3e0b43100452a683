#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* Foreign bytes may have come in through the arguments, and a cut may have parted a character. */
static void make_utf8(char *message) {
    struct text rest = text_of(message);
    while (rest.size) {
        char *here = message + (rest.at - message);
        if (utf8_next(&rest) < 0)
            *here = '?';
    }
}

static void drop_parted_character(char *message) {
    size_t size = strlen(message);
    size_t start = size;
    while (start && size - start < 4 && ((unsigned char)message[start - 1] & 0xC0) == 0x80)
        start--;
    if (start && ((unsigned char)message[start - 1] & 0xC0) == 0xC0) {
        struct text last = {message + start - 1, size - (start - 1)};
        if (!utf8_valid(last))
            message[start - 1] = '\0';
    }
}

bool error_set(struct error *error, const char *format, ...) {
    if (!error)
        return false;
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    if (size < 0)
        snprintf(error->message, sizeof error->message, "an error that could not be put into words");
    else if ((size_t)size >= sizeof error->message)
        drop_parted_character(error->message);
    make_utf8(error->message);
    return false;
}
