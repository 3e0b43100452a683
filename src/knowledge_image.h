/* The image of knowledge/ that the build compiled in. */
#pragma once

#include <stddef.h>
#include <stdint.h>

extern const uint64_t knowledge_image[];
extern const size_t knowledge_image_size; /* in bytes */
