/* Lets the compiler check a format against its arguments.
 *
 * The build asks for C99 formats on every system (__USE_MINGW_ANSI_STDIO), but gcc for Windows reads plain `printf` as
 * Microsoft's dialect; the C99 one is called gnu_printf, a name that clang does not know. */
#pragma once

#ifdef __clang__
#define PRINTF_LIKE(format_index, first_argument) __attribute__((format(printf, format_index, first_argument)))
#else
#define PRINTF_LIKE(format_index, first_argument) __attribute__((format(gnu_printf, format_index, first_argument)))
#endif
