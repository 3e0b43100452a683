/* ELF files: what the loader would do with one. Source: System V ABI, chapters 4 and 5; glibc's elf.h for the numbers.
 *
 * Reads heads, the dynamic section and notes only, never the whole file; 32 and 64 bit, little endian. Every offset is
 * checked. Digest:
 *   {"format": "elf", "class": 64, "machine": "x86_64", "type": "shared|program|object", "soname": "...", "needed":
 * [...], "rpath": "...", "runpath": "...", "build_id": "<hex>", "interpreter": "..."}         members that the file
 * lacks are left out */
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "base/value.h"

bool elf_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error);
