/* A copied installation command, taken apart. Nothing is run; what is not understood is left out. */
#pragma once

#include "base/text.h"

enum { COMMAND_MOST = 32 };

enum command_tool { TOOL_NONE, TOOL_PIP, TOOL_UV, TOOL_CONDA };

struct required {
    struct text name; /* normalised: lower case */
    struct text spec; /* "==2.3.1", "<2"; empty when any will do */
};

struct command_line {
    enum command_tool tool;
    struct required required[COMMAND_MOST];
    size_t required_count;
    struct text indexes[COMMAND_MOST], extra[COMMAND_MOST], pages[COMMAND_MOST], channels[COMMAND_MOST];
    size_t index_count, extra_count, page_count, channel_count;
    struct text backend; /* uv's --torch-backend */
};

bool command_read(struct arena *arena, struct text text, struct command_line *command);
const struct required *command_requires(const struct command_line *command, const char *name); /* NULL without */
