/* What a site or a user adds to the built-in knowledge: folders of causes, symptoms, texts, myths, sources and tables.
 *
 *     Linux     /etc/plumb/knowledge, then $XDG_CONFIG_HOME/plumb/knowledge or ~/.config/plumb/knowledge
 *     Windows   %ProgramData%\plumb\knowledge, then %APPDATA%\plumb\knowledge
 *
 * A child reads them - a dead network home then costs one source, not the report - and compiles them over the built-in
 * knowledge, and its parent is handed the finished image, which is checked as a whole before it is used. Neither the
 * working folder nor a capture or another root is asked. A folder that somebody else could write to is not read: its
 * owner has to be root or the user, and for root nobody else may be able to write to it, to what is in it, or to what
 * it lies in. A process that Windows has elevated reads none, since it cannot tell. */
#pragma once

#include "os/machine.h"
#include "run.h"

#define DROPINS_SOURCE "drop-ins"

/* In the child: reads, compiles, and uses what it finds (run->knowledge). False when there is no such folder; else
 * `*read` is what the parent hands to dropins_use(): {"image": bytes, "folders": [{"folder", "used", "why",
 * "entries"}]}. */
bool dropins_read(struct run *run, struct machine *machine, struct value *read);
/* In the parent: from now on run->knowledge holds it. An image that is damaged is not used. */
void dropins_use(struct run *run, const struct value *read);
/* A sentence for each folder that is in use or was refused. */
void dropins_note(struct run *run, struct value *notes);
/* For verbs that gather nothing: starts a child that only reads them. */
void dropins_fetch(struct run *run);
