/* What the version and build of a torch tell about CUDA. Sources: pytorch.org's wheel index ("+cu121", "+rocm6.0",
 * "+cpu") and the build strings of the conda channels pytorch, defaults and conda-forge. */
#include "listing_reader.h"

#include "base/version.h"
#include "scan.h"

bool listing_cuda_of_tag(struct arena *arena, struct text digits, struct text *version) {
    struct text rest = digits;
    if (!scan_digits(&rest, 2, 4) || rest.size)
        return false;
    /* Before CUDA 10 the major number has one digit. */
    size_t major = digits.size == 2 ? 1 : 2;
    if (major == 1 && digits.at[0] < '7')
        return false;
    *version = text_format(arena, TEXT_FORMAT "." TEXT_FORMAT, TEXT_ARGUMENTS(text_until(digits, major)),
                           TEXT_ARGUMENTS(text_from(digits, major)));
    return true;
}

bool listing_cuda_of_number(struct arena *arena, struct text digits, struct text *version) {
    int64_t number;
    if (!text_to_integer(digits, &number) || number < 2000 || number > 99999)
        return false;
    *version = text_format(arena, "%d.%d", (int)(number / 1000), (int)(number % 1000 / 10));
    return true;
}

/* "cu121", "cuda11.3", "cuda112", "cuda_118" at the beginning. */
static bool starts_with_cuda(struct arena *arena, struct text text, struct text *version) {
    if (!scan_literal(&text, "cuda") && !scan_literal(&text, "cu"))
        return false;
    scan_literal(&text, "_");
    struct text rest = text;
    if (scan_digits(&rest, 1, 2) && scan_literal(&rest, ".") && scan_digits(&rest, 1, 2)) {
        *version = text_until(text, (size_t)(rest.at - text.at));
        return true;
    }
    rest = text;
    return scan_digits(&rest, 2, 4) &&
           listing_cuda_of_tag(arena, text_until(text, (size_t)(rest.at - text.at)), version);
}

void listing_state_torch(struct listing_reader *reader, struct text version, enum strength strength) {
    struct text local = version_local(version), cuda, rocm;
    listing_state_text(reader, "torch", version, strength);
    if (starts_with_cuda(reader->scratch, local, &cuda)) {
        listing_state_text(reader, "torch_cuda", cuda, STATED_IN_PASSING);
    } else if (scan_literal(&local, "cpu") || scan_literal(&local, "xpu")) {
        listing_state_none(reader, "torch_cuda", STATED_IN_PASSING);
    } else if (scan_literal(&local, "rocm")) {
        listing_state_none(reader, "torch_cuda", STATED_IN_PASSING);
        if (scan_version(&local, &rocm))
            listing_state_text(reader, "torch_hip", rocm, STATED_IN_PASSING);
    }
}

/* "py3.8_cuda11.3_cudnn8.2.0_0", "cpu_py310h...", "gpu_cuda113py310h...", "py3.8_cpu_0" */
static void state_conda_build(struct listing_reader *reader, struct text build) {
    struct text cuda;
    for (size_t at = 0; at < build.size; at++) {
        struct text rest = text_from(build, at);
        if (at > 0 && scan_is_letter(build.at[at - 1]))
            continue;
        if (starts_with_cuda(reader->scratch, rest, &cuda)) {
            listing_state_text(reader, "torch_cuda", cuda, STATED_BY_LIST);
            return;
        }
        if (scan_literal(&rest, "cpu") && !(rest.size && scan_is_letter(rest.at[0]))) {
            listing_state_none(reader, "torch_cuda", STATED_BY_LIST);
            return;
        }
    }
}

/* "py3.8_cuda11.3_cudnn8.2.0_0": the pytorch channel puts its cuDNN into the package. */
static void state_conda_cudnn(struct listing_reader *reader, struct text build) {
    size_t at = text_find(build, TEXT("cudnn"));
    struct text rest = text_from(build, at == TEXT_NOWHERE ? build.size : at + 5), version;
    if (scan_dotted(&rest, &version))
        listing_state_text(reader, "cudnn", text_until(version, text_find_byte(version, '_')), STATED_IN_PASSING);
}

/* "py3.8_cpu_0", "py38h1de35cc_0": the Python that the build is for. */
static void state_conda_python(struct listing_reader *reader, struct text build) {
    size_t at = text_find(build, TEXT("py"));
    if (at == TEXT_NOWHERE)
        return;
    struct text rest = text_from(build, at + 2), digits = rest, version;
    if (scan_dotted(&rest, &version)) {
        listing_state_text(reader, "python", version, STATED_IN_PASSING);
    } else if (scan_digits(&rest, 2, 3)) {
        version = text_format(reader->scratch, "%c." TEXT_FORMAT, digits.at[0],
                              TEXT_ARGUMENTS(text_until(text_from(digits, 1), (size_t)(rest.at - digits.at) - 1)));
        listing_state_text(reader, "python", version, STATED_IN_PASSING);
    }
}

static bool is_cudnn(struct text name) {
    return text_is(name, "cudnn") || text_starts(name, "nvidia-cudnn-cu");
}

/* conda's name for torch, and packages whose version is what it was built with. */
void listing_state_package(struct listing_reader *reader, struct text name, struct text version, struct text build) {
    static const char *const own[] = {"numpy", "torchvision", "torchaudio", "python"};
    if (build.size)
        state_conda_python(reader, build);
    if (text_is(name, "torch") || text_is(name, "pytorch")) {
        listing_state_torch(reader, version, STATED_BY_LIST);
        state_conda_build(reader, build);
        state_conda_cudnn(reader, build);
        return;
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (text_is(name, own[i])) {
            listing_state_text(reader, own[i], version, STATED_BY_LIST);
            return;
        }
    if (is_cudnn(name))
        listing_state_text(reader, "cudnn", version, STATED_BY_LIST);
    if (text_is(name, "pytorch-cuda"))
        listing_state_text(reader, "torch_cuda", version, STATED_IN_PASSING);
    if (text_is(name, "cpuonly"))
        listing_state_none(reader, "torch_cuda", STATED_IN_PASSING);
    struct text full = text_join(reader->scratch, TEXT("package:"), name);
    listing_state_text(reader, full.at, version, STATED_BY_LIST);
}
