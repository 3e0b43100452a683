/* Argument vectors as a person pastes them into a shell.
 *
 * The first argument is the program: "A=b" there is quoted, so a variable is set through env. Quoting is by shell; an
 * argument that the shell cannot express safely (control and invisible characters, bytes that are not UTF-8; '%', '!'
 * or '"' for cmd; '"' or nothing for PowerShell) makes it false, and the command is not shown. */
#pragma once

#include "base/buffer.h"
#include "base/error.h"

enum shell { SHELL_POSIX, SHELL_POWERSHELL, SHELL_CMD };

bool quote_command(struct arena *arena, enum shell shell, const struct text *arguments, size_t count,
                   struct text *command, struct error *error);
