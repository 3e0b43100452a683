/* One run of plumb: what the command line said, and what every verb shares.
 *
 * A verb is one file with one function; its row in main.c says what it is called and what it takes. Verbs print and
 * return the exit status; nothing below them does. To add one, stamp it with tools/new-verb, which also adds its row,
 * its help and its test. */
#pragma once

#include "base/buffer.h"
#include "base/printf_like.h"
#include "base/quote.h"
#include "facts/store.h"
#include "findings/model.h"
#include "knowledge/say.h"
#include "report/report.h"

enum exit_status { EXIT_NOTHING_BROKEN = 0, EXIT_BROKEN = 1, EXIT_USAGE = 2, EXIT_NOT_JUDGED = 3, EXIT_INTERNAL = 4 };

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_MARKDOWN };

/* An option that may be given several times. */
struct list_option {
    struct text *items;
    size_t count, capacity;
};

/* What only `explain` takes. */
struct explain_options {
    bool json_lines, comment, follow, here;
    struct text least_certainty, triage;
};

/* What only `plan` takes. */
struct plan_options {
    struct list_option gpus, with;
    struct text driver, os, architecture, torch, cuda, manager, print, as_of, check, project, wishes, mirror, libc, pip;
    bool build;
};

struct options {
    enum format format;
    bool quiet, verbose, strict, wake;
    const char *language; /* as given, or NULL */
    const char *color;    /* "auto", "always", "never" */
    struct text sysroot, replay, python, environment, output, part, skip;
    int64_t budget_ms; /* of the files part; 0: the default */
    bool answers, why, schema, reference, no_redaction;
    bool help, version; /* of any verb: what is done instead */
    struct explain_options explain;
    struct plan_options plan;
    const struct text *words; /* what is no option, behind the verb */
    size_t word_count;
};

struct run {
    struct arena *arena;
    const struct knowledge *knowledge; /* the built-in one, or with drop-ins laid over it */
    struct value dropins;              /* which, as dropins.h describes them; a list */
    struct options options;
    enum language language;
    const char *program; /* argv[0] */
};

#define PLUMB_VERSION_TEXT text_of(PLUMB_VERSION)

/* Bits of what a verb accepts; an option that it does not accept is wrong usage. */
enum {
    TAKES_FORMAT = 1,
    TAKES_MACHINE = 2, /* --sysroot, --replay, --budget, --wake */
    TAKES_PYTHON = 4,  /* --python, --env */
    TAKES_WORDS = 8,
    TAKES_OUTPUT = 16,
    TAKES_STRICT = 32,
    TAKES_SCHEMA = 64,
    TAKES_INTERNAL = 128, /* the options of a child */
    TAKES_PLAN = 256,
    TAKES_PYTHON_OPTION = 512, /* --python alone, a version there */
    TAKES_WHY = 1024,
    TAKES_TEXT = 2048 /* how texts are read and answered */
};

struct verb {
    const char *name;
    const char *arguments; /* "[FILE...|-]", for help */
    const char *about_en, *about_zh;
    unsigned takes;
    bool hidden;
    int (*run)(struct run *run);
};

extern const struct verb verbs[]; /* ended by a row without a name */

/* Reads the command line. False gives wrong usage in `error`. The default verb is doctor. */
bool options_read(struct arena *arena, int count, char **arguments, struct options *options, const struct verb **verb,
                  struct error *error);
bool options_language(struct arena *arena, const struct options *options, enum language *language);

int verb_doctor(struct run *run);
int verb_explain(struct run *run);
int verb_facts(struct run *run);
int verb_capture(struct run *run);
int verb_knowledge(struct run *run);
int verb_inspect(struct run *run);
int verb_inspect_file(struct run *run); /* hidden: the reader of the file */
int verb_plan(struct run *run);
int verb_list_commands(struct run *run);
int verb_help(struct run *run);
int verb_version(struct run *run);
int verb_gather(struct run *run);       /* hidden: a gatherer or driver worker */
int verb_list_texts(struct run *run);   /* hidden: the walker of a folder */
int verb_read(struct run *run);         /* hidden: the reader of a text */
int verb_read_project(struct run *run); /* hidden: the reader of a project's files */

struct text run_help(struct run *run, const struct verb *verb); /* NULL: of the program */

/* Prints to standard output; EXIT_INTERNAL when that fails for another reason than a reader that went away. */
int run_print(struct run *run, struct text text, int status);
int run_print_json(struct run *run, const struct value *value);
/* One line on standard error, "plumb: ...", and the status. */
int run_fail(struct run *run, int status, const char *format, ...) PRINTF_LIKE(3, 4);
struct text run_say(struct run *run, const char *id, const struct slot *slots, size_t count);
/* Prints a model in the format asked for and gives the status it stands for. */
int run_report(struct run *run, const struct report_model *model);
/* The status that a model stands for. */
int run_status(struct run *run, const struct report_model *model);
struct report_style run_style(struct run *run);
