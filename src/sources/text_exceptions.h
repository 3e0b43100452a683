/* Tracebacks and builds of a text as facts. Internal to text.c. */
#pragma once

#include "sources/reading.h"

/* `found` as formats/traceback.h gives it. */
void exceptions_learn(const struct reading *reading, const struct value *found);
/* `found` as formats/buildlog.h gives it. */
void builds_learn(const struct reading *reading, const struct value *found);
