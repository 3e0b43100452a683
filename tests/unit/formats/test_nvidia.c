#include "formats/nvidia.h"

#include "formats_test.h"

static void the_kernel_module_states_version_and_flavour(void **state) {
    static const struct {
        const char *text, *version, *flavour;
    } modules[] = {
        {"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n"
         "GCC version:  gcc version 11.4.0 (Ubuntu 11.4.0-1ubuntu1~22.04)\n",
         "535.104.05", "proprietary"},
        {"NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  560.35.03  Release Build  (archlinux-builder@)\n",
         "560.35.03", "open"},
        {"NVRM version: NVIDIA UNIX aarch64 Kernel Module  470.82\n", "470.82", "proprietary"},
    };
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        struct value found;
        assert_true(nvidia_module_version(*state, text_of(modules[i].text), &found));
        assert_spans(value_get_text(&found, "version"), text_of(modules[i].version), __FILE__, __LINE__);
        assert_spans(value_get_text(&found, "flavour"), text_of(modules[i].flavour), __FILE__, __LINE__);
    }
}

static void another_text_states_nothing(void **state) {
    struct value found;
    assert_false(nvidia_module_version(*state, TEXT(""), &found));
    assert_false(nvidia_module_version(*state, TEXT("GCC version:  gcc version 11.4.0\n"), &found));
    assert_false(nvidia_module_version(*state, TEXT("NVRM version: none\n"), &found));
}

static void a_library_has_the_driver_in_its_name(void **state) {
    (void)state;
    assert_text(nvidia_library_version(TEXT("libcuda.so.535.104.05")), "535.104.05");
    assert_text(nvidia_library_version(TEXT("libnvidia-ml.so.470.82")), "470.82");
    assert_text(nvidia_library_version(TEXT("libcuda.so.1")), "");
    assert_text(nvidia_library_version(TEXT("libcuda.so.1.1")), ""); /* WSL */
    assert_text(nvidia_library_version(TEXT("libcuda.so")), "");
    assert_text(nvidia_library_version(TEXT("libcudart.so.11.8.89")), "");
    assert_text(nvidia_library_version(TEXT("libcuda.so.535.")), "");
    assert_text(nvidia_library_version(TEXT("libcuda.so.535..1")), "");
    assert_text(nvidia_library_version(TEXT("")), "");
}

static void windows_counts_in_four_numbers(void **state) {
    assert_text(nvidia_windows_version(*state, TEXT("32.0.15.6094")), "560.94");
    assert_text(nvidia_windows_version(*state, TEXT("9.18.13.4066")), "340.66");
    assert_text(nvidia_windows_version(*state, TEXT("31.0.101.2115")), ""); /* Intel's */
    assert_text(nvidia_windows_version(*state, TEXT("26.20.15011.1004")), "");
    assert_text(nvidia_windows_version(*state, TEXT("10.0.19041.1")), "");
    assert_text(nvidia_windows_version(*state, TEXT("31.0.15")), "");
    assert_text(nvidia_windows_version(*state, TEXT("31.0.15.3623.1")), "");
    assert_text(nvidia_windows_version(*state, TEXT("")), "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(the_kernel_module_states_version_and_flavour),
        TEST(another_text_states_nothing),
        TEST(a_library_has_the_driver_in_its_name),
        TEST(windows_counts_in_four_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
