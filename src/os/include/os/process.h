/* This process: how it starts safely, and what it gives up before it touches a driver. */
#pragma once

#include "base/error.h"
#include "base/text.h"

/* First thing in main(): closed standard streams become the null device, SIGPIPE is ignored, output is binary,
 * arguments become UTF-8 (on Windows from the wide command line; `*count` and `*arguments` are replaced). */
void process_start(struct arena *arena, int *count, char ***arguments);

/* A variable of this process, empty (`.at` NULL) when unset. Only for plumb's own behaviour (NO_COLOR, LANG); what is
 * diagnosed is asked of a machine. */
struct text process_variable(struct arena *arena, const char *name);
/* The languages the user wants, best first, "zh_CN.UTF-8": from the variables or, on Windows, the user's interface
 * language. */
struct text process_language(struct arena *arena);

/* Before a driver's library is loaded: no_new_privs, CAP_MKNOD out of every set, a death signal when the parent goes.
 * What the platform does not have is skipped; returns false when something that exists could not be done. */
bool process_restrain(void);
/* Removes a variable from this process, so that the libraries it loads do not see it. */
void process_clear_variable(const char *name);
/* Standard output of this process now goes nowhere that matters: returns a descriptor of the old one to write to, or
 * -1. Libraries may print. */
int process_set_output_aside(void);

int64_t process_clock_ms(void); /* monotonic */
