/* What the readers of a project's files share. */
#pragma once

#include "room.h"

struct reading_project {
    struct arena *arena;
    const struct knowledge *knowledge;
    struct plan_wish *wish;
    bool found;
    struct text index_flavour; /* of the index of PyTorch that is named */
    bool index_open;           /* several indexes of PyTorch are named: none of them decides */
};

/* The first word on a subject stays. */
void project_take(struct reading_project *reading, struct text *place, struct text value);
void project_take_requirement(struct reading_project *reading, struct text name, struct text spec);
void project_read_requirement(struct reading_project *reading, struct text line); /* "torch==1.11.0+cu113 ; marker" */
void project_take_index(struct reading_project *reading, struct text url);
void project_read_toml(struct reading_project *reading, struct text line);
void project_read_dockerfile(struct reading_project *reading, struct text text);
