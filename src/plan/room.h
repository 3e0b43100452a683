/* What the files of this room share. */
#pragma once

#include "base/version.h"
#include "knowledge/coverage.h"
#include "plan/plan.h"

/* A clause of a wish for a version: "2.3" (2.3 and what begins so), ">=2.1,<2.4", "~=2.1", "==2.3.*". */
bool spec_valid(struct text spec);
bool spec_fits(struct text spec, struct text version);
/* May some patch release of a Python "3.10" be what a project requires? Everything may where nothing is required. */
bool python_is_required(struct text requires, struct text python);

/* Builds of a wanted package that go with a candidate: which cards they have no code for (bits of constraints), on
 * which Pythons they are (bit 10 is 3.10), and how good they are: a wheel before what has to be compiled, then newer.
 */
struct with_choice {
    uint32_t cards, pythons;
    unsigned rank; /* from 1 */
};
enum { MOST_CHOICES = 24 };
struct with_choices {
    struct with_choice items[MOST_CHOICES];
    size_t count;
};

/* A row of the table `torch` and which constraints it does not meet. */
struct candidate {
    struct node row, companions;
    struct text torch, flavour, platform, cuda;
    struct version torch_version, cuda_version;
    uint32_t violates;             /* bits of constraints */
    uint32_t violates_with_driver; /* the same, but only as long as the driver's constraint stands */
    uint32_t pythons;              /* that the build has wheels for */
    struct with_choices *with;     /* of each judged package; NULL when none is wanted */
    uint32_t ptx_cards, unknown_cards;
};

struct candidates {
    struct candidate *items;
    size_t count;
};

#define BIT(number) ((uint32_t)1 << (number))

/* Fills the plan's cards from the wish; false for a name that nobody knows. */
bool find_cards(struct plan *plan, struct error *error);
struct text card_shown(const struct plan *plan, const struct plan_card *card); /* "RTX 4090 (sm_89)" */
bool constraints_make(struct plan *plan, struct error *error);
struct candidates candidates_make(const struct plan *plan);
/* Bits of all constraints of a kind. */
uint32_t constraints_of(const struct plan *plan, enum constraint_kind kind);

/* The Pythons on which a candidate meets the active constraints; 0 when there is none. */
uint32_t candidate_pythons(const struct plan *plan, const struct candidate *candidate, uint32_t active);
bool candidate_fits(const struct plan *plan, const struct candidate *candidate, uint32_t active);
/* The best builds of the wanted packages that can be had together, and on which Pythons that is. */
struct standing {
    unsigned ranks[PLAN_MOST_WITH];
    uint32_t pythons;
};
struct standing candidate_standing(const struct plan *plan, const struct candidate *candidate, uint32_t active);
/* Is `left` the better stack while these constraints stand? Known code before supposed, better builds of what is wanted
 * along, newer torch, machine code before PTX, newer CUDA. */
bool candidate_better(const struct plan *plan, const struct candidate *left, const struct candidate *right,
                      uint32_t active);
bool candidates_any(const struct plan *plan, const struct candidates *candidates, uint32_t active); /* fits? */
/* NULL when none fits. */
const struct candidate *candidates_best(const struct plan *plan, const struct candidates *candidates, uint32_t active);

struct plan_stack stack_of(const struct plan *plan, const struct candidate *candidate, uint32_t active);
/* The least driver for a candidate on the active cards. */
struct text stack_driver(const struct plan *plan, const struct candidate *candidate, uint32_t active);
void choose(struct plan *plan, const struct candidates *candidates);
void find_conflict(struct plan *plan, const struct candidates *candidates, uint32_t active);

/* False for a mirror that nobody knows; else the wish holds its own name. */
bool mirror_check(struct plan *plan, struct error *error);
struct text mirror_pypi(const struct plan *plan);        /* its copy of PyPI; empty without one */
struct text mirror_conda_forge(const struct plan *plan); /* likewise */
struct node mirror_wheels(const struct plan *plan, const struct plan_stack *stack); /* its row for PyTorch's wheels */
struct text mirror_note(const struct plan *plan);                                   /* what it has of the stack */

/* The row of `indexes` that says where the wheels of a release live. */
struct node index_row(const struct plan *plan, struct text torch);
struct text index_url(const struct plan *plan, const struct plan_stack *stack); /* empty when PyPI has it */
/* pip's option for it: find-links for a page of files, else extra-index-url. */
struct text index_option(const struct plan *plan, const struct plan_stack *stack);
bool index_is_page(const struct plan *plan);
bool stack_is_default(const struct plan_stack *stack);                      /* is it what PyPI gives? */
struct text companion_of(const struct plan_stack *stack, const char *name); /* its newest release; empty without one */
struct text numpy_requirement(const struct plan *plan, const struct plan_stack *stack); /* "numpy<2", or empty */
/* "torch==2.3.1+cu121" ... as pip's requirements; with the local part where an index of PyTorch is used and `local`. */
size_t stack_requirements(const struct plan *plan, const struct plan_stack *stack, bool local,
                          struct text *requirements, size_t most);
struct text stack_python(const struct plan_stack *stack);               /* "3.10" of "3.10.12" */
struct text conda_python(const struct plan *plan, const char *between); /* "python=3.10", with `between` for "=" */
struct text file_text(const struct plan *plan, struct text name);       /* empty for no file of this name */

/* Is anything known of what a package needs? */
bool package_is_judged(struct arena *arena, const struct knowledge *knowledge, struct text name);
struct package_rows package_builds_of(const struct plan *plan, const struct package_rows *packages, struct text wish);
void packages_find(struct plan *plan); /* fills the plan's packages from the wish */
uint32_t pythons_between(struct text least, struct text most);
void packages_learn(struct plan *plan); /* once the constraints are there */
enum { MOST_PLACES = 64 };
/* `another_torch`: than that of the last candidate; `place`: a number for its platform and CUDA. */
struct with_choices package_choices(const struct plan_package *package, const struct candidate *candidate,
                                    bool another_torch, size_t place);

/* The build of a wanted package that is installed beside a stack. */
struct wanted_build {
    struct node build; /* missing for what is not judged */
    struct text name, release;
    struct text requirement; /* "xformers==0.0.28.post3", "git+https://..." */
    struct text repository;
    struct package_place place;
    bool alone; /* by a command of its own, when torch is there: it is compiled, or its own installation fetches it */
};
void packages_choose(struct plan *plan); /* fills the plan's `wanted` for its stack */

/* A wish that is not planned; true when it is one. */
bool find_elsewhere(struct plan *plan);
struct text elsewhere_url(const struct plan *plan); /* empty for PyPI */
struct text elsewhere_torch(const struct plan *plan);
struct text elsewhere_command(const struct plan *plan);

int64_t stack_size(const struct plan *plan, bool unpacked); /* MiB with what it brings; 0 when it is not known */
struct text architecture_list(const struct plan *plan);     /* for TORCH_CUDA_ARCH_LIST: "6.1;8.9" */
struct value build_value(const struct plan *plan);

size_t plan_myths(const struct plan *plan, struct text *ids, size_t most); /* ids of myths that it meets */

bool has_word(struct text words, struct text wanted);                       /* is it one of the words? */
bool version_is_less(struct text left, struct text right);                  /* false where one is no version */
struct text architecture_word(struct arena *arena, struct text capability); /* "sm_89" */
struct text plan_say(const struct plan *plan, const char *id, const struct slot *slots, size_t count);
