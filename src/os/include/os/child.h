/* Children of plumb: this very program run again with a hidden verb, with pipes and a time limit. By libuv, which stays
 * inside os/.
 *
 * Children share one loop; each line of their standard output is handed on as it arrives. Standard error is kept (its
 * first 4 KiB), standard input is what `input` says or nothing. A child over its limit is killed with what it started;
 * one that does not die (uninterruptible sleep) is left behind and named. An interrupt (SIGINT, Ctrl+C, SIGTERM,
 * SIGHUP) ends all children and is reported, so that what is known can still be printed. A child that inherits the
 * input stays in the terminal's group, so that it may read from it; only such a one is killed alone. */
#pragma once

#include "base/error.h"
#include "base/text.h"

struct child {
    const struct text *arguments; /* of this program, without its own name */
    size_t argument_count;
    struct text input;  /* written to its standard input; empty: none */
    bool inherit_input; /* it reads the terminal's or pipe's standard input itself */
    unsigned limit_ms;  /* 0: none */
    unsigned slow_ms;   /* 0: never; `slow` is called once when it is still running then */
    /* Without its line end; borrowed for the call. Lines over 64 MiB end the child. A last line without an end is
     * handed on only when the child ended by itself. */
    void (*line)(void *context, struct text line);
    void (*slow)(void *context);
    void *context;

    bool enough; /* set by `line`: no more is wanted, and the child is ended */

    /* Results. */
    bool started, timed_out, left_behind;
    bool flooded;       /* a line was too long */
    int64_t process;    /* its process id */
    int exit_status;    /* when it ended by itself */
    int signal;         /* that ended it, or 0 */
    struct text output; /* the beginning of its standard error, scrubbed by whoever prints it */
};

/* Runs all until each has ended or was given up. False when a child could not be started at all (its `started` is
 * false); the others still ran.
 * `*interrupted` is set when the user asked to stop. */
bool children_run(struct arena *arena, struct child *children, size_t count, bool *interrupted, struct error *error);
