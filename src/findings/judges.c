#include "findings/judge.h"

extern const struct judge judge_of_hardware, judge_of_kernel_driver, judge_of_release, judge_of_device_access,
    judge_of_driver_library, judge_of_driver_calls, judge_of_session, judge_of_interpreter, judge_of_framework,
    judge_of_companions, judge_of_packages, judge_of_cuda_libraries, judge_of_index, judge_of_build, judge_of_import,
    judge_of_memory, judge_of_card_processes, judge_of_progress, judge_of_reported;

const struct judge *const judges[] = {
    &judge_of_hardware,       &judge_of_kernel_driver, &judge_of_release,  &judge_of_device_access,
    &judge_of_driver_library, &judge_of_driver_calls,  &judge_of_session,  &judge_of_interpreter,
    &judge_of_framework,      &judge_of_companions,    &judge_of_packages, &judge_of_cuda_libraries,
    &judge_of_index,          &judge_of_build,         &judge_of_import,   &judge_of_memory,
    &judge_of_card_processes, &judge_of_progress,      &judge_of_reported,
};
const size_t judge_count = sizeof judges / sizeof *judges;
