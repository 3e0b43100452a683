#include "formats/ldcache.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_digest(ldcache_digest, data, size);
}
