/* Windows' own texts are UTF-16, plumb's are UTF-8. A half of a surrogate pair, which file names may hold, becomes
 * U+FFFD. */
#pragma once

#include "system.h"

#include "internal.h"

wchar_t *wide_of(struct arena *arena, struct text text); /* ends with a NUL; stops at a NUL in the text */
struct text text_of_wide(struct arena *arena, const wchar_t *wide, size_t size);
struct text text_of_wide_string(struct arena *arena, const wchar_t *wide);

/* The path as the system is given it, "\\?\C:\...": of any length, and a name such as NUL or COM1 is a file's. NULL for
 * a path that is none, or a device's. */
wchar_t *wide_path(struct arena *arena, struct text path);

/* The answer that an error of GetLastError() is. */
struct answer system_error_answer(struct arena *arena, DWORD code);
struct text system_error_name(struct arena *arena, DWORD code);
