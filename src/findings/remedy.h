/* From a cause's remedy templates to what the reader may paste.
 *
 * An argument is plain text with typed slots, "{torch:version}". A value that is missing or does not fit its type
 * removes the remedy: a hostile log must not choose what a user pastes. Remedies for another system, or for another
 * installer than the one that owns the package, are left out. */
#pragma once

#include "base/quote.h"
#include "findings/judge.h"

size_t remedy_list(const struct judging *judging, struct node cause, enum shell shell, struct model_remedy **remedies);
/* One argument vector; false when a slot cannot be filled or the shell cannot express it. */
bool remedy_command(const struct judging *judging, struct node run, enum shell shell, struct model_remedy *remedy);
