/* Which cards a list of architectures has code for. Source: CUDA C++ Programming Guide, "Binary Compatibility" and "PTX
 * Compatibility". */
#pragma once

#include "base/text.h"

enum coverage { COVERAGE_UNKNOWN, COVERAGE_NONE, COVERAGE_PTX, COVERAGE_NATIVE };

/* `architectures`: "sm_70 sm_86 compute_90 sm_90a", by blanks; `capability`: "8.9". Code runs on the same major and a
 * greater or equal minor number; PTX on anything newer; "a" code on exactly its own capability and "f" code within its
 * family's major. Empty inputs are unknown, and so is whether a word that is newer than this plumb would have covered
 * the card. */
enum coverage coverage_of(struct text architectures, struct text capability);
