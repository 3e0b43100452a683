#include "base/arena.h"

#include "base_test.h"

static void allocations_are_zeroed_aligned_and_apart(void **state) {
    unsigned char *last = NULL;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *bytes = arena_alloc(*state, size);
        assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
        assert_ptr_not_equal(bytes, last);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(bytes[i], 0);
        memset(bytes, 0xFF, size);
        last = bytes;
    }
}

static void large_ones_do_not_disturb_small_ones(void **state) {
    char *first = arena_alloc(*state, 100);
    memset(first, 1, 100);
    char *large = arena_alloc(*state, (size_t)5 * 1024 * 1024);
    memset(large, 2, (size_t)5 * 1024 * 1024);
    char *second = arena_alloc(*state, 100);
    memset(second, 3, 100);
    assert_int_equal(first[99], 1);
    assert_int_equal(large[(size_t)5 * 1024 * 1024 - 1], 2);
    assert_int_equal(second[0], 3);
}

static void nothing_is_still_a_pointer(void **state) {
    assert_non_null(arena_alloc(*state, 0));
    assert_non_null(arena_array(*state, 0, 8));
}

static void arrays_grow_and_keep_what_they_hold(void **state) {
    size_t capacity = 0;
    int *items = NULL;
    for (int i = 0; i < 10000; i++) {
        items = arena_grow(*state, items, (size_t)i, &capacity, sizeof *items);
        assert_true(capacity > (size_t)i);
        items[i] = i;
    }
    for (int i = 0; i < 10000; i++)
        assert_int_equal(items[i], i);
    int *same = arena_grow(*state, items, 10, &capacity, sizeof *items);
    assert_ptr_equal(same, items);
}

static void freeing_nothing_is_allowed(void **state) {
    (void)state;
    arena_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(allocations_are_zeroed_aligned_and_apart),
        TEST(large_ones_do_not_disturb_small_ones),
        TEST(nothing_is_still_a_pointer),
        TEST(arrays_grow_and_keep_what_they_hold),
        TEST(freeing_nothing_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
