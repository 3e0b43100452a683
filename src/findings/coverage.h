/* Which cards a build has code for, and which driver it needs: arithmetic on rows of knowledge.
 * Source: CUDA C++ Programming Guide, "Binary Compatibility" and "PTX Compatibility". */
#pragma once

#include "findings/judge.h"

enum coverage { COVERAGE_UNKNOWN, COVERAGE_NONE, COVERAGE_PTX, COVERAGE_NATIVE };

/* `architectures`: "sm_70 sm_86 compute_90 sm_90a", by blanks; `capability`: "8.9". Code runs on the same major and a greater or equal minor number;
 * PTX on anything newer; "a" code on exactly its own capability and "f" code within its family's major. Empty inputs are unknown, and so is whether a word
 * that is newer than this plumb would have covered the card. */
enum coverage coverage_of(struct text architectures, struct text capability);

/* The architectures of a torch: what it states itself, else the row of its version, flavour and platform; empty when unknown. */
struct text coverage_of_torch(const struct judging *judging, const struct entity *torch);
/* The platform column of the tables: linux, windows, linux-aarch64. */
struct text coverage_platform(const struct judging *judging);
struct text coverage_minor(struct text version); /* "12.1" of "12.1.105" */
/* The least driver that runs this CUDA under minor-version compatibility on the subject's system; empty when unknown. */
struct text coverage_least_driver(const struct judging *judging, struct text cuda);
