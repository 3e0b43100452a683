#include "knowledge/product.h"

#include "reading_test.h"

static void names_are_found_however_they_are_written(void **state) {
    static const struct {
        const char *name, *capability;
    } names[] = {
        {"NVIDIA GeForce RTX 2080 Ti", "7.5"},
        {"RTX2080Ti", "7.5"},
        {"2080", "7.5"},
        {"GeForce RTX 208...", "7.5"},
        {"Quadro RTX 4000", "7.5"},
        {"NVIDIA RTX 4000 Ada Generation", "8.9"},
        {"NVIDIA A100-SXM4-80GB", "8.0"},
        {"A100-SXM...", "8.0"},
        {"Tesla V100-SXM2-32GB", "7.0"},
        {"NVIDIA TITAN Xp", "6.1"},
        {"GeForce GTX TITAN X", "5.2"},
        {"GeForce 840M", "5.0"},
        {"NVIDIA GeForce RTX 2070 SUPER", "7.5"},
    };
    const struct knowledge *knowledge = small_knowledge(*state);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text capability = TEXT("");
        product_capability(knowledge, text_of(names[i].name), &capability);
        assert_spans(capability, text_of(names[i].capability), __FILE__, __LINE__);
        assert_text(product_vendor(knowledge, text_of(names[i].name)), "10de");
    }
}

static void nothing_is_guessed(void **state) {
    static const char *const names[] = {"",     "NVIDIA", "NVIDIA GeForce ...", "NVIDIA GeForce RTX 9090", "TITAN V",
                                        "80GB", "A10",    "AMD Radeon RX 580",  "Intel Arc A770"};
    const struct knowledge *knowledge = small_knowledge(*state);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct text capability;
        if (product_capability(knowledge, text_of(names[i]), &capability))
            fail_msg("%s has " TEXT_FORMAT, names[i], TEXT_ARGUMENTS(capability));
    }
    assert_text(product_vendor(knowledge, TEXT("AMD Radeon RX 580")), "1002");
    assert_text(product_vendor(knowledge, TEXT("Intel Arc A770")), "8086");
    assert_text(product_vendor(knowledge, TEXT("Something 9")), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(names_are_found_however_they_are_written), TEST(nothing_is_guessed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
