/* What the tests of this room share: texts compared to the letter, NULs and all. */
#pragma once

#include "base/arena.h"
#include "base/text.h"
#include "unit_test.h"

#define assert_text(got, expected)                                                                                     \
    assert_spans((got), (struct text){"" expected, sizeof(expected) - 1}, __FILE__, __LINE__)
