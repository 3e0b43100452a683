/* Parts of the live machine of Linux. */
#pragma once

#include "internal.h"

struct answer user_answer(struct arena *arena);
/* A program of the system, by absolute path. */
struct answer program_answer(struct arena *arena, const struct question *question);
