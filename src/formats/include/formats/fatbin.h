/* The device code in a library or program: for which architectures it holds machine code, and which PTX.
 *
 * CUDA's fat binaries are containers in the file: a 16-byte head (u32 0xBA55ED50, u16 version 1, u16 head length, u64
 * body length), then entries back to back: u16 kind (1 PTX, 2 machine code, 8 intermediate code for linking), u16, u32
 * head length, u64 payload length, u32, u32, u16 minor, u16 major (of PTX: its ISA), u32 architecture, u32, u32, u64
 * flags (0x100000 "a", 0x200000 "f"), little endian. The format is not published; this was found by looking at what
 * nvcc 11.8 and 13.0 write. Heads are read, payloads never: the architecture inside a payload is not reliable.
 *
 * In ELF files `.nv_fatbin` counts, and `__nv_relfatbin` does not (it holds copies that were linked already). Where
 * that section is small against the file, and in anything else, containers are looked for in the whole file at offsets
 * that 8 divides: cuFFT keeps them elsewhere. Digest:
 *   {"format": "fatbin", "architectures": ["sm_80", "sm_90a", "compute_90"], "containers": n, "machine_code": n, "ptx":
 * n, "ptx_isa": "9.0", "other": n, "complete": true, "sets": [{"architectures": [...], "containers": n, "bytes": n}]}
 * Names are sorted; `ptx_isa` is the newest; not complete when a limit ended the search. A file without device code has
 * an empty list: that is normal, and no error.
 *
 * A container mostly comes of one source file, and what was linked in from another library was compiled for other
 * architectures. So the whole list does not say that all of a library runs on each: `sets` says which architectures go
 * together, by how many bytes; at most 16. */
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "base/value.h"

bool fatbin_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error);

/* The same of a file that comes by once, front to back: all containers are noted with their places, and which of them
 * count is decided when the table of sections has been seen, which in ELF files lies at the end. Memory: some 20 MiB at
 * most, made once for all files. The digest is that of fatbin_digest(), but for a file that was made to deceive, or
 * whose names of sections lie far from their table: that one is not complete. */
struct fatbin_stream;
struct fatbin_stream *fatbin_stream_new(struct arena *arena);
/* Another file begins. `size` is how long it will be; UINT64_MAX when that is not known. */
void fatbin_stream_begin(struct fatbin_stream *stream, uint64_t size);
void fatbin_stream_add(struct fatbin_stream *stream, const void *bytes, size_t size);
struct value fatbin_stream_end(struct fatbin_stream *stream, struct arena *arena);
/* The first bytes of the file, for readers of heads; borrowed until the next file. */
struct text fatbin_stream_head(const struct fatbin_stream *stream);
