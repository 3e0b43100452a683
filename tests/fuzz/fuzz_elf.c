#include "formats/elf.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return fuzz_digest(elf_digest, data, size);
}
