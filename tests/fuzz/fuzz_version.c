/* Two versions, a line each: comparing them is the same from both sides. */
#include "base/version.h"

#include <stdlib.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena *arena = arena_new();
    struct text rest = fuzz_text(arena, data, size), left = {"", 0}, right = {"", 0};
    struct version one, other;
    text_next_line(&rest, &left);
    text_next_line(&rest, &right);
    if (version_parse(left, &one) && version_parse(right, &other)) {
        int there = version_compare(&one, &other), back = version_compare(&other, &one);
        if ((there > 0) != (back < 0) || (there == 0) != (back == 0))
            abort();
    }
    version_local(left);
    version_public(left);
    arena_free(arena);
    return 0;
}
