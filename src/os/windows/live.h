/* Parts of the live machine of Windows. */
#pragma once

#include "wide.h"

/* A text, list, stat or link question. */
struct answer file_answer(struct arena *arena, const struct question *question);
struct answer file_digest(struct arena *arena, struct text path, digest_function *make);
struct answer registry_answer(struct arena *arena, struct text key);
struct answer user_answer(struct arena *arena);
struct answer system_answer(struct arena *arena);
/* A variable of this process; false when it is not set. */
bool wide_variable(struct arena *arena, struct text name, struct text *value);
