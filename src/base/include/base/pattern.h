/* The one pattern dialect: PCRE2 without look-around and back-references, under match limits.
 *
 * A compiled pattern belongs to the arena's run and is released with pattern_free(); matching allocates nothing that
 * outlives the call. A pattern that hits its limits counts as "does not match": text can slow plumb only by a bounded
 * amount. For the same reason a text beyond 8 KiB is searched in pieces: a match of up to 2 KiB is found wherever it
 * stands, a longer one may be cut.
 *
 * Beside characters, classes and repetition there are (?:...), (?>...), (?<name>...), ^ $ \A \b and the options (?i)
 * (?m) (?s). As bytes are matched, a character beyond ASCII stands alone or in (?:显|卡)+, not in [] nor before a
 * repetition. */
#pragma once

#include "base/error.h"
#include "base/text.h"

struct pattern;

/* `pattern` is UTF-8; matching works on bytes that need not be. False names the offset and what is wrong. */
bool pattern_compile(struct text pattern, struct pattern **compiled, struct error *error);
void pattern_free(struct pattern *pattern);

#define PATTERN_GROUPS 16
struct pattern_match {
    struct text whole;
    struct text groups[PATTERN_GROUPS]; /* by number from 1; `.at` NULL where the group took no part */
};

bool pattern_match(struct pattern *pattern, struct text subject, struct pattern_match *match);
/* Names and numbers of named groups: returns how many there are and fills up to PATTERN_GROUPS. Names live as long as
 * the pattern. */
struct pattern_name {
    struct text name;
    unsigned group;
};
size_t pattern_names(const struct pattern *pattern, struct pattern_name names[PATTERN_GROUPS]);
