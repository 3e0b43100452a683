/* What a wheel says of itself, and for which cards its libraries hold code. Source: packaging.python.org, "Binary
 * distribution format" (PEP 427), "Core metadata".
 *
 * Reads forward (zip.h), unpacks nothing to disk and needs some 20 MiB at most whatever the size of the wheel. Only
 * metadata and libraries (.so, .so.N, .dll, .pyd, .node) are unpacked, everything else is passed by. Digest:
 *   {"format": "wheel", "name": "torch", "version": "2.3.1", "requires": [...], "requires_python": "...",
 *    "tags": ["cp310-cp310-manylinux1_x86_64"], "build": "1", "bytes": n, "members": n,
 *    "libraries": [{"path": "torch/lib/libtorch_cuda.so", "size": n, "format": "elf|pe", "machine": "x86_64",
 *                   "build_id": "<hex>", "fatbin": {...}}]}
 * in the order of the archive. What is not there is left out: an archive without metadata is one of libraries alone. A
 * library whose head is neither ELF nor PE has no format. Of an ELF library only what stands in its head is told. */
#pragma once

#include "base/value.h"
#include "formats/zip.h"

/* Called when a library begins, so that somebody can say how far it is; may be NULL. The path is borrowed. */
typedef void wheel_reading(void *context, struct text path, uint64_t offset);

/* False for what is no archive, or a damaged or hostile one; the message names member and byte. */
bool wheel_digest(struct arena *arena, struct zip_source source, wheel_reading *reading, void *context,
                  struct value *digest, struct error *error);
