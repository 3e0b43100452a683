/* Choosing versions: the newest stack of driver, CUDA, torch, companions and Python that fits a machine and a wish,
 * why, and how to install it.
 *
 * A pure function of a wish, facts and knowledge: no file, no process, no time. Everything belongs to the request's
 * arena. A wish that cannot be read is wrong usage (false and an error); one that cannot be had is an answer (`stack`
 * missing, `conflict` filled). */
#pragma once

#include "base/error.h"
#include "base/quote.h"
#include "base/value.h"
#include "facts/store.h"
#include "knowledge/package.h"
#include "knowledge/say.h"

enum {
    PLAN_MOST_CARDS = 16,
    PLAN_MOST_CHIPS = 32, /* cards, where a name stands for several */
    PLAN_MOST_WITH = 8,
    PLAN_MOST_CONSTRAINTS = 32,
    PLAN_MOST_COMMANDS = 4,
    PLAN_MOST_NEAREST = 4
};

/* As written; empty binds nothing. */
struct plan_wish {
    struct text gpus[PLAN_MOST_CARDS]; /* names, PCI ids, sm_89 */
    size_t gpu_count;
    int64_t memory_mib[PLAN_MOST_CARDS]; /* of each, as the machine says; 0 where it does not */
    struct text with[PLAN_MOST_WITH];    /* further packages */
    size_t with_count;
    struct text driver, system /* linux, windows, wsl */, architecture, libc, python, torch, cuda, manager, as_of,
        mirror;
    struct text pip;             /* the version that reads a command which is judged */
    struct text requires_python; /* what a project says, ">=3.9,<3.13" */
    struct text unheard;         /* cards of the machine that this knowledge does not have */
    bool build;                  /* show what compiling extensions needs */
    bool python_soft; /* the Python is what is there, not what is asked for: where no stack fits it, another is proposed
                       */
};

struct plan_card {
    struct text name, capability; /* "RTX 4090", "8.9"; the capability is empty when nobody knows it */
    struct text slice;            /* "1g.5gb" of a MIG device */
    struct text chips;            /* that boards of this name have, by blanks; empty when it is not known */
    int64_t memory_mib;           /* 0 where it is not known */
    struct text ids; /* "10de:1380 (sm_50), ...": the name stands for several chips, of which this is one */
};

/* A package that is wanted along. Companions of torch have columns of their own; of what is not judged nothing is
 * known. */
struct plan_package {
    struct text name, wish; /* of "xformers>=0.0.28" */
    struct text exact;      /* the one release that is asked for, where it is on record */
    bool companion, judged;
    struct package_rows packages, builds; /* that the name stands for; that meet the wish */
    struct build_facts *facts;            /* of each of these builds */
};

enum constraint_kind {
    CONSTRAINT_PLATFORM,
    CONSTRAINT_TORCH,
    CONSTRAINT_CUDA,
    CONSTRAINT_PYTHON,
    CONSTRAINT_REQUIRES_PYTHON,
    CONSTRAINT_DRIVER,
    CONSTRAINT_LIBC,
    CONSTRAINT_AS_OF,
    CONSTRAINT_WITH,
    CONSTRAINT_CARD
};

struct constraint {
    enum constraint_kind kind;
    size_t index;      /* of the card or the package */
    struct text shown; /* "torch 1.11", "RTX 5090 (sm_120)", "driver 470.82" */
};

/* A stack that may be installed: a row of the table `torch` and what follows from it. */
struct plan_stack {
    struct node row, companions; /* companions may be missing */
    struct text torch, flavour, platform, cuda;
    struct text python;       /* what to install it into: the wish, or a proposal */
    struct text least_driver; /* that runs it on these cards; empty when unknown or none is needed */
    bool python_proposed, confirmed, native;
};

/* A constraint without which a better stack could be had, and what that needs. */
struct plan_binding {
    size_t constraint;
    struct plan_stack stack;
};

struct plan_nearest {
    uint32_t dropped; /* bits of constraints */
    struct plan_stack stack;
};

struct plan {
    struct arena *arena;
    const struct knowledge *knowledge;
    enum language language;
    struct plan_wish wish;
    enum shell shell;
    struct text platform; /* linux, linux-aarch64, windows */
    bool windows_driver;  /* the driver's version is one of Windows: on Windows and in WSL */
    bool cpu;             /* a stack without CUDA */
    struct plan_card cards[PLAN_MOST_CHIPS];
    size_t card_count;
    struct plan_package packages[PLAN_MOST_WITH];
    struct wanted_build *wanted; /* of each: the build that goes with the stack */
    struct constraint constraints[PLAN_MOST_CONSTRAINTS];
    size_t constraint_count;
    uint32_t driver_bits;                     /* of the driver's constraint */
    uint32_t python_bits;                     /* of the Python's */
    uint32_t wished_python, required_pythons; /* bit 10 is 3.10 */
    bool has_stack;
    struct plan_stack stack;
    size_t fitting; /* how many rows fit */
    struct plan_binding bindings[PLAN_MOST_CONSTRAINTS];
    size_t binding_count;
    uint32_t together; /* what of driver, Python and C library would have to change at once for something better still;
                          0 for nothing */
    struct plan_stack later; /* that */
    uint32_t conflict;       /* the smallest set of constraints that no row satisfies */
    struct plan_nearest nearest[PLAN_MOST_NEAREST];
    size_t nearest_count;
    struct node elsewhere, elsewhere_build; /* rows of `accelerators` and `torch`: asked for is what is not planned */
    bool has_oldest;                        /* a torch was wished for that a card cannot have */
    struct plan_stack oldest;
};

struct plan_request {
    struct arena *arena;
    const struct knowledge *knowledge;
    enum language language;
    enum shell shell;
    struct plan_wish wish;
};

/* Fills what the wish leaves open from what was learnt about a machine. */
void plan_wish_from_facts(struct arena *arena, const struct knowledge *knowledge, struct fact_store *facts,
                          struct plan_wish *wish);

/* What a project's file wishes, where the wish says nothing yet; `name` tells a Dockerfile from the others. False when
 * it says nothing of torch, CUDA or Python. */
bool plan_wish_from_project(struct arena *arena, const struct knowledge *knowledge, struct text name, struct text text,
                            struct plan_wish *wish);

bool plan_make(const struct plan_request *request, struct plan *plan, struct error *error);

/* One command as an argument vector; `shown` is quoted for the shell. */
struct plan_command {
    const struct text *arguments;
    size_t argument_count;
    struct text shown;
};
/* What installs the stack with the wish's manager. */
size_t plan_commands(const struct plan *plan, struct plan_command commands[PLAN_MOST_COMMANDS]);

/* A line for people: `label` is an id below `plan.label.`; lines with the same label follow each other. */
struct plan_line {
    const char *label;
    struct text text;
    bool whole; /* a command: never wrapped */
};
size_t plan_lines(const struct plan *plan, const struct plan_line **lines);
struct text plan_headline(const struct plan *plan);
struct value plan_to_value(const struct plan *plan);
/* One short value for scripts: index-url, torch, cuda, arch-list, or a file: requirements.txt, pyproject.toml,
 * environment.yml, pixi.toml. */
bool plan_print(const struct plan *plan, struct text what, struct text *out, struct error *error);

/* What a copied command would do, judged before it is run. */
struct plan_fault {
    bool is_error;  /* else a remark */
    const char *id; /* below `plan.check.` */
    struct text text;
};
struct plan_check {
    const struct plan_fault *faults;
    size_t count;
    bool broken;                /* at least one error */
    struct text torch, flavour; /* what it would install, as far as that is known */
    struct text wanted;         /* the versions of torch it asks for, without flavour; empty for any */
    struct text manager;        /* pip, uv or conda */
};
bool plan_check(struct plan *plan, struct text command, struct plan_check *check, struct error *error);
