/* Which cards the subject's torch has code for, and which driver it needs: what knowledge/coverage.h works out, from
 * facts. */
#pragma once

#include "findings/judge.h"
#include "knowledge/coverage.h"

/* What is known of the architectures in a torch. Each text may be empty. */
struct built {
    struct text stated; /* what it says itself */
    struct text known;  /* the row of its version, flavour and platform */
    bool borrowed;      /* that row is Linux's, since nobody verified this platform's */
};
struct built coverage_of_torch(const struct judging *judging, const struct entity *torch);
/* The better of what is stated and known: a list in a text may be cut off. */
enum coverage coverage_of_built(const struct built *built, struct text capability);
/* The platform column of the tables: linux, windows, linux-aarch64. */
struct text coverage_platform(const struct judging *judging);
/* The least driver that runs this CUDA under minor-version compatibility on the subject's system; empty when unknown.
 */
struct text coverage_least_driver(const struct judging *judging, struct text cuda);
