/* What went wrong, in one line for a person: the file, the place and what to do.
 *
 * A fallible function takes `struct error *` last, returns false and leaves its outputs alone when it fails. `error`
 * may be NULL where nobody asks. The message is UTF-8 and cut, never overrun, when it is too long. */
#pragma once

#include <stdbool.h>

#include "base/printf_like.h"

struct error {
    char message[512];
};

/* Always returns false, so that a function can end with `return error_set(...)`. */
bool error_set(struct error *error, const char *format, ...) PRINTF_LIKE(2, 3);
