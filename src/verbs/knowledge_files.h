/* Reading a folder of knowledge for the compiler: the build's own compiler, `plumb knowledge compile` and drop-ins
 * share this. */
#pragma once

#include "knowledge/compile.h"
#include "os/ask.h"

/* Every file below `folder` (a path of this host), with its path inside, sorted. False names what could not be read. */
bool knowledge_read_folder(struct arena *arena, struct text folder, struct knowledge_file **files, size_t *count,
                           struct error *error);

/* The same, where each file and folder has to be trusted first; what is not is an error. Fewer and smaller files than a
 * whole knowledge has. */
typedef bool knowledge_trust(void *context, const struct asked_stat *stat);
bool knowledge_read_trusted(struct arena *arena, struct machine *machine, struct text folder, knowledge_trust *trust,
                            void *context, struct knowledge_file **files, size_t *count, struct error *error);
