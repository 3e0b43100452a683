/* The tables behind the command line and its help, row by row: what list-commands prints, and the manual and the
 * completions of the shells are made of. The rows live in options.c, help.c and knowledge.c; each function gives NULL
 * behind the last one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* One line of the options' list: which verbs have it, what it is called, what it does. An argument whose alternatives
 * are all in small letters, "text|json", is a choice; capitals stand for what the user has: FILE, VERSION. */
struct option_help {
    unsigned takes; /* 0: every verb */
    const char *names, *en, *zh;
};

struct status_help {
    int status;
    const char *en, *zh;
};

/* What the reader of the command line knows of an option. */
struct option_read {
    const char *name;
    const char *alias; /* "-o", or NULL */
    unsigned takes;    /* 0: every verb */
    bool has_value, repeats;
};

const struct option_help *help_option(size_t at);
const struct status_help *help_status(size_t at);
bool options_row(size_t at, struct option_read *row); /* false behind the last one */
const char *knowledge_subject(size_t at);
