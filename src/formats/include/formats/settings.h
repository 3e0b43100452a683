/* "name = value" lines: pyvenv.cfg, os-release (with shell quotes), conda's and pip's configuration (sections),
 * modprobe.d (words).
 *
 * Gives a map of names to texts, the last of equal names; section names are put in front ("global.index-url"). Lines
 * that are no setting are passed over: such files are written by hand. */
#pragma once

#include "base/value.h"

struct value settings_read(struct arena *arena, struct text text);
