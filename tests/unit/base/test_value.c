#include "base/value.h"

#include "base_test.h"

static void members_keep_their_order_and_are_replaced_in_place(void **state) {
    struct value map = value_map();
    value_set(*state, &map, "b", value_integer(1));
    value_set(*state, &map, "a", value_integer(2));
    value_set_named(*state, &map, TEXT("b"), value_integer(3));
    assert_int_equal(value_count(&map), 2);
    assert_text(map.map.members[0].name, "b");
    assert_int_equal(value_get_integer(&map, "b", 0), 3);
    assert_int_equal(value_get(&map, "a")->integer, 2);
}

static void a_wrong_type_reads_as_nothing(void **state) {
    struct value map = value_map(), list = value_list(), text = value_string("x"), null = value_null();
    value_append(*state, &list, text);
    value_set(*state, &map, "text", text);
    assert_null(value_get(&list, "text"));
    assert_null(value_get(&text, "text"));
    assert_null(value_get(NULL, "text"));
    assert_null(value_at(&map, 0));
    assert_null(value_at(&list, 1));
    assert_null(value_at(NULL, 0));
    assert_non_null(value_at(&list, 0));
    assert_int_equal(value_count(&text), 0);
    assert_int_equal(value_count(&null), 0);
    assert_int_equal(value_count(NULL), 0);
    assert_int_equal(value_get_integer(&map, "text", 7), 7);
    assert_true(value_get_boolean(&map, "text", true));
    assert_false(value_get_boolean(&map, "none", false));
    assert_text(value_get_text(&map, "text"), "x");
    assert_text(value_get_text(&map, "none"), "");
    assert_text(value_get_text(NULL, "none"), "");
}

static struct value sample(struct arena *arena, bool turned) {
    struct value inner = value_map(), list = value_list(), map = value_map();
    value_set(arena, &inner, "real", value_real(0.5));
    value_append(arena, &list, value_boolean(true));
    value_append(arena, &list, value_null());
    value_append(arena, &list, inner);
    value_set(arena, &map, turned ? "text" : "list", turned ? value_string("t") : list);
    value_set(arena, &map, turned ? "list" : "text", turned ? list : value_string("t"));
    return map;
}

static void equality(void **state) {
    struct value one = sample(*state, false), turned = sample(*state, true), integer = value_integer(1),
                 real = value_real(1);
    assert_true(value_equal(&one, &turned));
    assert_false(value_equal(&integer, &real));
    struct value other = sample(*state, false);
    value_set(*state, &other, "more", integer);
    assert_false(value_equal(&one, &other));
    other = sample(*state, false);
    other.map.members[1].name = TEXT("tex");
    assert_false(value_equal(&one, &other));
    other = sample(*state, false);
    value_get(&other, "list")->list.items[2].map.members[0].value.real = 0.25;
    assert_false(value_equal(&one, &other));
}

static void a_copy_borrows_nothing(void **state) {
    struct arena *lender = arena_new();
    struct value value = sample(lender, false), text = value_text(text_copy(lender, TEXT("lent")));
    text.line = 9;
    value_set_named(lender, &value, text_copy(lender, TEXT("lent name")), text);
    struct value copy = value_copy(*state, &value);
    assert_true(value_equal(&value, &copy));
    arena_free(lender);
    assert_text(value_get_text(&copy, "lent name"), "lent");
    assert_int_equal(value_get(&copy, "lent name")->line, 9);
    value_set(*state, &copy, "more", value_null());
    assert_int_equal(value_count(&copy), 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(members_keep_their_order_and_are_replaced_in_place),
        TEST(a_wrong_type_reads_as_nothing),
        TEST(equality),
        TEST(a_copy_borrows_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
