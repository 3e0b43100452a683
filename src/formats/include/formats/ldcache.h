/* /etc/ld.so.cache: which file the loader takes for a SONAME. Source: glibc's sysdeps/generic/dl-cache.h (the
 * "glibc-ld.so.cache1.1" format).
 *
 * Digest: {"format": "ldcache", "libraries": {"libcuda.so.1": ["/usr/lib/x86_64-linux-gnu/libcuda.so.1", ...]}} with
 * paths in the cache's order, for the libraries that plumb asks about (names that begin with libcu, libnv, libnccl,
 * libstdc++, libgomp, libiomp, libtorch, libc10); all offsets are checked. */
#pragma once

#include "base/bytes.h"
#include "base/error.h"
#include "base/value.h"

bool ldcache_digest(struct arena *arena, const struct bytes *bytes, struct value *digest, struct error *error);
