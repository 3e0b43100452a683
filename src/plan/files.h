/* What the writers of files share. */
#pragma once

#include "room.h"

enum { FILE_LINES = 24 };

struct text file_name_of(struct text requirement); /* "torch" of "torch==2.3.1" */
void file_heading(const struct plan *plan, struct buffer *out);
size_t file_lines(const struct plan *plan, struct text lines[FILE_LINES]); /* requirements, with local parts */
struct text file_conda_channel(const struct plan *plan);
/* Addresses of wanted packages of this way (find-links, extra-index-url), each once, without that of torch's wheels. */
size_t file_places(const struct plan *plan, const char *way, struct text urls[PLAN_MOST_WITH]);
struct text file_pyproject(const struct plan *plan);
struct text file_pixi(const struct plan *plan);
