/* What the files that write the plan's sentences share. */
#pragma once

#include "room.h"

enum { MOST_LINES = 96 };

struct writing {
    const struct plan *plan;
    struct plan_line *lines;
    size_t count;
};

void add_line(struct writing *writing, const char *label, struct text text, bool whole); /* not when it is empty */
void add_said(struct writing *writing, const char *label, const char *id, const struct slot *slots, size_t count);
struct text stack_name(const struct plan *plan, const struct plan_stack *stack); /* "torch 2.3.1+cu121" */
struct text stack_line(const struct plan *plan, const struct plan_stack *stack); /* with companions and Python */

void write_why(struct writing *writing);       /* each constraint that bound, and what would be better */
void write_chips(struct writing *writing);     /* cards whose name stands for several chips */
void write_abilities(struct writing *writing); /* what the cards can use */
void write_size(struct writing *writing);      /* what it weighs */
void write_build(struct writing *writing);     /* what compiling extensions needs */
void write_myths(struct writing *writing);     /* what is often read of such a plan, and not so */
