/* Version numbers as programs state them: "2.3.1+cu121", "535.104.05", "1.13.0a0+git1234", "12.4".
 *
 * Parsing keeps up to eight release numbers, a pre-, post- or development mark (PEP 440) and the local part after '+'.
 * A leading 'v' is allowed. Nothing is allocated: `local` borrows from the text. */
#pragma once

#include "base/text.h"

enum version_phase { VERSION_DEVELOPMENT, VERSION_ALPHA, VERSION_BETA, VERSION_CANDIDATE, VERSION_FINAL, VERSION_POST };

struct version {
    unsigned release[8];
    unsigned count; /* of release numbers that were written */
    enum version_phase phase;
    unsigned phase_number;
    struct text local;
};

/* False for text that does not begin with a number, or goes on with something that is no version. */
bool version_parse(struct text text, struct version *version);
/* Negative, 0 or positive. Missing numbers count as 0 and the local part does not count: 2.3 equals 2.3.0+cu121. */
int version_compare(const struct version *left, const struct version *right);
/* The same on texts; false when one is no version. */
bool version_less(struct text left, struct text right, bool *less);
/* Do the first `count` release numbers agree? */
bool version_same_release(const struct version *left, const struct version *right, unsigned count);
/* "2.3.1" of "2.3.1+cu121"; the span of the text before '+'. */
struct text version_public(struct text text);
struct text version_local(struct text text); /* "cu121", or empty */
