/* Packages that run beside torch (xformers, flash-attn, the extensions of PyG ...): which builds there are, and what
 * each needs. Rows of the tables `packages`, `package_builds` and `package_places`.
 *
 * Rows are borrowed from the image, lists lie in the arena. Nothing here fails: what is not on record gives no rows. A
 * cell that is absent is "not known" and is held against nothing. */
#pragma once

#include "knowledge/image.h"

struct package_rows {
    struct node *items;
    size_t count;
};

/* Takes a requirement apart: "xformers", "flash-attn==2.5.8", "vllm 0.6", "deepspeed[all]>=0.14; ..." The wish is empty
 * where none is stated. Both borrow from the requirement. */
void package_split(struct text requirement, struct text *name, struct text *wish);

/* Rows of `packages` that a person's name for a package means, in the table's order: the package of that name, however
 * it is spelled ("flash_attn", "FlashAttention"), else the whole family of that name ("spconv" gives spconv-cu113,
 * spconv-cu118 ...). */
struct package_rows package_find(struct arena *arena, const struct knowledge *knowledge, struct text name);

/* Rows of `package_builds` of one package (its normalised name), newest release first; wheels on PyPI before others of
 * the same release. With a wish only those of whose releases one may meet it. Clauses of a wish are parted by commas:
 * "2.5" and "==2.5" are 2.5 and what begins so; >=, <=, >, <, ~=, != as pip has them. A wish that cannot be read is met
 * by nothing. */
struct package_rows package_builds(struct arena *arena, const struct knowledge *knowledge, struct text package,
                                   struct text wish);

/* The newest release of a row that meets the wish and is known to exist: the last of its range, else the first; empty
 * when neither meets it (one between them may). */
struct text package_release(struct node build, struct text wish);

/* Does this one release meet a wish, as package_builds() reads it? */
bool package_meets(struct text release, struct text wish);

/* What a build is held against; what is empty is not. */
struct package_setting {
    struct text platform;     /* linux | linux-aarch64 | windows, as in `torch` */
    struct text torch;        /* "2.3.1", without the local part */
    struct text cuda;         /* "12.1", or cpu */
    struct text python;       /* "3.10" */
    struct text capabilities; /* of all cards, by blanks: "8.9 7.5" */
};

enum package_misfit {
    PACKAGE_MISFIT_PLATFORM = 1,
    PACKAGE_MISFIT_TORCH = 2,
    PACKAGE_MISFIT_CUDA = 4,
    PACKAGE_MISFIT_PYTHON = 8,
    PACKAGE_MISFIT_CARD = 16, /* one of the cards at least */
};

/* Bits of package_misfit; 0 where the build goes with the setting. */
unsigned package_misfits(struct node build, const struct package_setting *setting);

/* The first of these rows (the newest, as package_builds() orders them) that goes with the setting; one that need not
 * be compiled before one that must. Missing when none does. */
struct node package_best(const struct knowledge *knowledge, const struct package_rows *builds,
                         const struct package_setting *setting);

/* Where a build lives: a way of `package_places` (index-url, extra-index-url, find-links, release, compile), and the
 * address with the setting filled in; empty when there is none, or it takes something the setting does not say. */
struct package_place {
    struct text way, url;
};

struct package_place package_place(struct arena *arena, const struct knowledge *knowledge, struct node build,
                                   const struct package_setting *setting);
