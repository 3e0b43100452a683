/* The log of a build: what its compiler, linker or configuration first called an error, often hundreds of lines above
 * the line in which the build says that it stopped.
 * Sources: how GCC, Clang, nvcc, ptxas, MSVC and its linker, GNU ld, CMake, ninja, make and setuptools write errors.
 *
 * A reader is fed plain lines in order. */
#pragma once

#include "formats/paste.h"

struct buildlog_reader;

struct buildlog_reader *buildlog_new(struct arena *arena);
void buildlog_line(struct buildlog_reader *reader, const struct paste_line *line);

/* A list of builds that stopped behind an error: {"line": n, "error": "a.cu(12): error: ...", "errors": how many lines
 * are one, "stopped": the line in which it stopped}. */
struct value buildlog_found(const struct buildlog_reader *reader);
