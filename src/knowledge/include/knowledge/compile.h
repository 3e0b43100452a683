/* The compiler: from a folder of YAML and TSV to an image. The build and `plumb knowledge compile` are this code.
 *
 * It reads no file itself: the caller hands in every file with its path below the folder. All faults are collected, each "path:line: what, and what
 * to do"; an image is only made when there are none. */
#pragma once

#include "base/buffer.h"
#include "base/error.h"
#include "base/value.h"

struct knowledge_file {
    struct text path; /* "causes/driver.yaml", with '/' */
    struct text content;
};

struct knowledge_faults {
    struct text *lines;
    size_t count;
};

/* `taxonomy` is one of the files ("taxonomy.yaml"): it gives the cause ids and their order. */
bool knowledge_compile(struct arena *arena, const struct knowledge_file *files, size_t count, struct text *image,
                       struct knowledge_faults *faults);

/* The image as C source that defines `const uint64_t knowledge_image[]` and `const size_t knowledge_image_size`. */
void knowledge_write_c(struct buffer *buffer, struct text image);
