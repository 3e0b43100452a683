/* Base64 (RFC 4648, with padding). */
#pragma once

#include "base/buffer.h"

void base64_write(struct buffer *buffer, struct text bytes);
/* False for anything that is not whole, padded base64. */
bool base64_read(struct arena *arena, struct text text, struct text *bytes);
