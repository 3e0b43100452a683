/* Reading a folder of knowledge for the compiler: the build's own compiler and `plumb knowledge compile` share this. */
#pragma once

#include "knowledge/compile.h"

/* Every file below `folder` (a path of this host), with its path inside, sorted. False names what could not be read. */
bool knowledge_read_folder(struct arena *arena, struct text folder, struct knowledge_file **files, size_t *count, struct error *error);
