/* Several listings in one text. */
#include "listing_test.h"

/* "1 torch=2.3.1 python=3.10 | 2 torch=2.4": subjects with what they state, without packages. */
static struct text subjects_of(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct listing_reader *listing = listing_new(arena);
    struct buffer out = buffer_new(arena);
    while (paste_next(arena, &reader, &line))
        listing_line(listing, arena, &line);
    struct value found = listing_found(listing);
    int64_t subject = 0;
    for (size_t i = 0; i < value_count(&found); i++) {
        const struct value *entry = value_at(&found, i), *value = value_get(entry, "value");
        if (value_get_integer(entry, "subject", 0) != subject) {
            subject = value_get_integer(entry, "subject", 0);
            buffer_format(&out, "%s%lld", i ? " | " : "", (long long)subject);
        }
        buffer_format(&out, " " TEXT_FORMAT "=", TEXT_ARGUMENTS(value_get_text(entry, "name")));
        if (value->type == VALUE_TEXT)
            buffer_add(&out, value->text);
        else
            json_write(&out, value, JSON_ONE_LINE);
    }
    return buffer_text(&out);
}

#define SUBJECTS(paste, expected) assert_text(subjects_of(*state, TEXT(paste)), expected)

#define ENV(torch, python, driver)                                                                                     \
    "PyTorch version: " torch "\nOS: Ubuntu\nPython version: " python "\nNvidia driver version: " driver "\n"
#define SMI(driver, card)                                                                                              \
    "| NVIDIA-SMI " driver "   Driver Version: " driver "   CUDA Version: 12.2 |\n|   0  " card                        \
    "     Off | 00000000:01:00.0 Off |\n\n"

static void a_listing_that_begins_again_with_other_values_is_another(void **state) {
    SUBJECTS(ENV("2.3.1", "3.10.12", "535.104.05") "fails:\n" ENV("2.4.0", "3.10.12", "535.104.05"),
             "1 torch=2.3.1 os=Ubuntu python=3.10.12 driver=535.104.05 | 2 torch=2.4.0 os=Ubuntu python=3.10.12 "
             "driver=535.104.05");
    SUBJECTS(SMI("535.104.05", "NVIDIA A100") SMI("550.54.14", "NVIDIA A100"),
             "1 driver=535.104.05 driver_cuda=12.2 gpus=NVIDIA A100 | 2 driver=550.54.14 driver_cuda=12.2 gpus=NVIDIA "
             "A100");
    SUBJECTS(SMI("535.104.05", "NVIDIA A100") SMI("535.104.05", "NVIDIA L40S"),
             "1 driver=535.104.05 driver_cuda=12.2 gpus=NVIDIA A100 | 2 driver=535.104.05 driver_cuda=12.2 "
             "gpus=NVIDIA L40S");
    SUBJECTS("Cuda compilation tools, release 11.8, V11.8.89\nCuda compilation tools, release 12.1, V12.1.105\n",
             "1 cuda_toolkit=11.8 | 2 cuda_toolkit=12.1");
    SUBJECTS("Package Version\n------- -------\ntorch   2.1.0\n\nPackage Version\n------- -------\ntorch   2.2.0\n",
             "1 torch=2.1.0 | 2 torch=2.2.0");
}

static void the_same_listing_again_is_the_same_machine(void **state) {
    SUBJECTS(SMI("535.104.05", "NVIDIA A100") SMI("535.104.05", "NVIDIA A100") SMI("535.104.05", "NVIDIA A100"),
             "1 driver=535.104.05 driver_cuda=12.2 gpus=NVIDIA A100");
    SUBJECTS(ENV("2.3.1", "3.10", "535.104.05") ENV("2.3.1+cu121", "3.10.12", "535.104.05"),
             "1 torch=2.3.1+cu121 torch=2.3.1 os=Ubuntu python=3.10.12 python=3.10 driver=535.104.05 torch_cuda=12.1");
    /* It works, fails, works. */
    SUBJECTS(ENV("2.3.1", "3.10.12", "535.104.05") ENV("2.4.0", "3.10.12", "535.104.05")
                 ENV("2.3.1", "3.10.12", "535.104.05"),
             "1 torch=2.3.1 os=Ubuntu python=3.10.12 driver=535.104.05 | 2 torch=2.4.0 os=Ubuntu python=3.10.12 "
             "driver=535.104.05");
}

static void listings_of_different_programs_are_of_one_machine(void **state) {
    SUBJECTS(ENV("2.3.1", "3.10.12", "535.104.05")
                 SMI("535.104.05", "NVIDIA A100") "Cuda compilation tools, release 11.8, V11.8.89\nPackage "
                                                  "Version\n------- -------\ntorch   2.3.1\n",
             "1 torch=2.3.1 os=Ubuntu python=3.10.12 driver=535.104.05 driver_cuda=12.2 cuda_toolkit=11.8 "
             "torch=2.3.1 gpus=NVIDIA A100");
    SUBJECTS(SMI("535.104.05", "NVIDIA A100") ENV("2.3.1", "3.10.12", "535.104.05") SMI("550.54.14", "NVIDIA A100")
                 ENV("2.4.0", "3.10.12", "550.54.14"),
             "1 driver=535.104.05 driver_cuda=12.2 torch=2.3.1 os=Ubuntu python=3.10.12 gpus=NVIDIA A100 | 2 "
             "driver=550.54.14 driver_cuda=12.2 torch=2.4.0 os=Ubuntu python=3.10.12 gpus=NVIDIA A100");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_listing_that_begins_again_with_other_values_is_another),
        TEST(the_same_listing_again_is_the_same_machine),
        TEST(listings_of_different_programs_are_of_one_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
