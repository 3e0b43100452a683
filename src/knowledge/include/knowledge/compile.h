/* The compiler: from a folder of YAML and TSV to an image. The build and `plumb knowledge compile` are this code.
 *
 * It reads no file itself: the caller hands in every file with its path below the folder. All faults are collected,
 * each "path:line: what, and what to do"; an image is only made when there are none. */
#pragma once

#include "base/buffer.h"
#include "base/error.h"
#include "base/value.h"
#include "knowledge/image.h"

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

/* A drop-in: some entries and tables, no taxonomy, laid over `base`, so that ids resolve in either. An entry takes the
 * place of the one of the same id, a row of the one with the same key (by the columns that the drop-in's table marks);
 * causes that the taxonomy does not have come behind it. What the drop-in gave says so in the image: {from: `folder`}.
 */
bool knowledge_merge(struct arena *arena, const struct knowledge *base, struct text folder,
                     const struct knowledge_file *files, size_t count, struct text *image,
                     struct knowledge_faults *faults);

/* The image as C source that defines `const uint64_t knowledge_image[]` and `const size_t knowledge_image_size`. */
void knowledge_write_c(struct buffer *buffer, struct text image);
