/* What is taken out before something is shared.
 *
 * Whole path components that name the user, their home or the host are replaced alike in keys and in text
 * ("/home/alice" becomes "/home/user"), so that questions still find their answers. Tokens, mail and network addresses
 * are replaced wherever they stand. Results belong to the arena. */
#pragma once

#include "base/value.h"

struct redaction; /* what to replace */

/* A name of one or two characters is replaced only in the home's path or where nothing else stands. Names that name
 * nobody (root, nvidia) or that are words of plumb's own formats stay. Empty ones are ignored. The texts are borrowed.
 */
struct redaction *redaction_new(struct arena *arena, struct text user, struct text home, struct text host);
/* A further home folder, where HOME is another than the account's. */
void redaction_add_home(struct redaction *redaction, struct text home);
struct text redact_text(const struct redaction *redaction, struct arena *arena, struct text text);
/* Every text and every member name in a value. */
struct value redact_value(const struct redaction *redaction, struct arena *arena, const struct value *value);
