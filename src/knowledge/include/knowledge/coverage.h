/* Which driver a CUDA needs, and which CUDA a driver speaks: arithmetic on rows of knowledge. Nothing fails; what is
 * not known is empty. Source: CUDA Compatibility, "Minor Version Compatibility" and "PTX". */
#pragma once

#include "knowledge/architecture.h"
#include "knowledge/image.h"

struct text coverage_minor(struct text version); /* "12.1" of "12.1.105" */

/* The least driver that runs code built with this CUDA, under minor-version compatibility; empty when unknown. */
struct text coverage_cuda_driver(const struct knowledge *knowledge, struct text cuda, bool windows);
/* The newest CUDA that a driver's own library speaks: what PTX may have been written by. Of a branch that is newer than
 * this knowledge the newest known. */
struct text coverage_driver_cuda(const struct knowledge *knowledge, struct text driver);

/* The row of the table `libraries` that a release of a library ("cudnn" 9.1.0.70) for a CUDA (11.8) belongs to; missing
 * when it is not known. */
struct node coverage_library(const struct knowledge *knowledge, const char *library, struct text release,
                             struct text cuda);
