#include "formats/fatbin.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_digest(fatbin_digest, data, size);
}
