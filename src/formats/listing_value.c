/* The values of fields: what each kind of thing looks like, and which words say that there is none or that nobody
 * knows. */
#include "listing_value.h"

#include "scan.h"

enum { NEAR = 3, LONGEST_SYSTEM = 120, WITHIN_PADDLE = 16 };

enum stated { STATED_VALUE, STATED_NONE, STATED_NOTHING };

static enum stated kind_of(struct text value) {
    static const char *const none[] = {"none",          "none.none.none", "null",      "n/a", "na", "no cuda",
                                       "not installed", "not available",  "not found", "no",  "无", "没有"};
    static const char *const nothing[] = {"",        "could not collect", "unknown", "<fill in>", "_no response_",
                                          "not set", "undefined",         "{",       "["};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (text_equal_folded(value, text_of(none[i])))
            return STATED_NONE;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (text_equal_folded(value, text_of(nothing[i])))
            return STATED_NOTHING;
    return scan_folded(&value, "not installed") ? STATED_NONE : STATED_VALUE;
}

/* The version with which the value begins, behind what programs print in front of one. */
static bool value_version(struct text value, struct text *version, struct text *rest) {
    static const char *const before[] = {"\xE2\x9C\x85", "\xE2\x9D\x8C", "version", "Python", "PyTorch", "Torch",
                                         "torch",        "glibc",        "CUDA",    "cuda",   "cuDNN"}; /* ✅ ❌ */
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (scan_literal(&value, before[i]))
            while (scan_one_of(&value, " :-"))
                ;
    if (!scan_dotted(&value, version))
        return false;
    *rest = value;
    return true;
}

void listing_read_version(struct listing_reader *reader, const char *name, struct text value, enum strength strength) {
    struct text version, rest;
    enum stated stated = kind_of(value);
    /* In the JSON of collect_env null is what it could not collect; of torch.version.cuda and hip it is None. */
    bool collected = !text_is(value, "null") || text_starts(text_of(name), "torch_");
    if (stated == STATED_NONE && collected)
        listing_state_none(reader, name, strength);
    else if (text_contains(value, ".final."))
        return; /* "3.11.4.final.0": the Python that conda itself runs on */
    else if (stated == STATED_VALUE && value_version(value, &version, &rest))
        listing_state_text(reader, name, version, strength);
}

/* "2.0.1+cu117 (True)" of transformers says what is_available() said, as does LLaMA-Factory's "(GPU)". */
static void read_torch(struct listing_reader *reader, struct text value) {
    struct text version, rest;
    if (value_version(value, &version, &rest)) {
        listing_state_torch(reader, version, STATED_DIRECTLY);
        reader->torch_line = reader->line;
        scan_blanks(&rest);
        if (text_starts(rest, "(True)") || text_starts(rest, "(GPU)"))
            listing_state(reader, "is_available", value_boolean(true), STATED_DIRECTLY);
        else if (text_starts(rest, "(False)"))
            listing_state(reader, "is_available", value_boolean(false), STATED_DIRECTLY);
    } else if (scan_folded(&value, "not installed")) {
        listing_state_none(reader, "torch", STATED_DIRECTLY);
    } else if (text_is(value, "N/A")) { /* collect_env could not import it */
        listing_state(reader, "torch_imports", value_boolean(false), STATED_DIRECTLY);
    }
}

/* collect_env prints torch.version.cuda, which is None in a build without CUDA; on a machine that has some CUDA it then
 * writes "Could not collect" in its place, and "N/A" for ROCm. Where torch could not be imported nothing is known. */
static void read_torch_cuda(struct listing_reader *reader, const struct split *split) {
    bool imported = reader->line - reader->torch_line <= NEAR;
    bool replaced = text_equal_folded(split->value, TEXT("Could not collect")) || text_is(split->value, "N/A");
    if (!replaced)
        listing_read_version(reader, "torch_cuda", split->value, STATED_DIRECTLY);
    else if (imported)
        listing_state_none(reader, "torch_cuda", STATED_DIRECTLY);
}

/* A bare "CUDA version" is torch's, the driver's or the toolkit's: it counts only where its neighbours tell. */
static void read_cuda(struct listing_reader *reader, const struct split *split) {
    struct text version, rest, digits = split->value;
    bool torch = reader->line - reader->torch_line <= NEAR;
    bool whole = value_version(split->value, &version, &rest);
    if (!whole && torch && scan_digits(&digits, 4, 5) && !digits.size)
        whole = listing_cuda_of_number(reader->scratch, split->value, &version);
    if (!whole)
        return;
    if (reader->line - reader->paddle_line <= WITHIN_PADDLE) /* its listing asks nvcc */
        listing_state_text(reader, "cuda_toolkit", version, STATED_DIRECTLY);
    else if (reader->line - reader->driver_line <= 1)
        listing_state_text(reader, "driver_cuda", version, STATED_DIRECTLY);
    else if (split->quoted || split->form == SPLIT_BY_COLUMNS)
        listing_state_text(reader, "torch_cuda", version, STATED_BY_LIST);
    else if (torch)
        listing_state_text(reader, "torch_cuda", version, STATED_IN_PASSING);
}

static void read_toolkit(struct listing_reader *reader, struct text value) {
    size_t build = text_find(value, TEXT("cuda_")); /* "Build cuda_11.1.relgpu_drvr455TC455_06.29190527_0" */
    listing_read_version(reader, "cuda_toolkit", build == TEXT_NOWHERE ? value : text_from(value, build + 5),
                         STATED_DIRECTLY);
}

/* "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.0" */
bool listing_read_cudnn_path(struct listing_reader *reader, struct text line) {
    size_t at = text_find(line, TEXT("libcudnn.so."));
    struct text version, rest = text_from(line, at == TEXT_NOWHERE ? line.size : at + 12);
    if (!scan_dotted(&rest, &version))
        return false;
    listing_state_text(reader, "cudnn", version, STATED_DIRECTLY);
    reader->cudnn_line = INT64_MIN / 2;
    return true;
}

static void read_cudnn(struct listing_reader *reader, struct text value) {
    struct text digits = value;
    if (text_contains(value, "one of the following"))
        reader->cudnn_line = reader->line;
    else if (!listing_read_cudnn_path(reader, value) && scan_digits(&digits, 4, 5) &&
             (!digits.size || digits.at[0] == ' '))
        listing_state_text(reader, "cudnn", text_until(value, value.size - digits.size), STATED_DIRECTLY);
    else
        listing_read_version(reader, "cudnn", value, STATED_DIRECTLY);
}

void listing_read_available(struct listing_reader *reader, struct text value) {
    static const char *const yes[] = {"True", "true", "Yes", "yes", "available", "是", NULL};
    static const char *const no[] = {"False", "false", "No", "no", "not available", "unavailable", "否", NULL};
    struct text rest = value;
    if (scan_word_of(&rest, yes))
        listing_state(reader, "is_available", value_boolean(true), STATED_DIRECTLY);
    else if (scan_word_of(&rest, no))
        listing_state(reader, "is_available", value_boolean(false), STATED_DIRECTLY);
}

static void read_system(struct listing_reader *reader, struct text value, enum strength strength) {
    static const char *const families[] = {"inux", "indows", "win32",  "Win",    "arwin",  "mac",     "Mac",
                                           "OSX",  "Ubuntu", "Debian", "CentOS", "Fedora", "Red Hat", "SUSE"};
    bool family = strength == STATED_DIRECTLY;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        family = family || text_contains(value, families[i]);
    if (family && kind_of(value) == STATED_VALUE && value.size <= LONGEST_SYSTEM)
        listing_state_text(reader, "os", value, strength);
}

/* Takes "GPU 0: " off a value; another card may follow in the same line. */
static void read_cards(struct listing_reader *reader, struct text value, bool model) {
    int64_t index;
    if (kind_of(value) == STATED_NONE)
        listing_state_none(reader, "gpus", STATED_DIRECTLY);
    while (value.size) {
        struct text rest = value;
        bool numbered = scan_literal(&rest, "GPU ") && scan_integer(&rest, &index) && scan_literal(&rest, ":");
        size_t next = numbered ? text_find(rest, TEXT("GPU ")) : TEXT_NOWHERE;
        struct text name = text_trim(text_until(numbered ? rest : value, next));
        struct text digits = name;
        if (model && scan_digits(&digits, 3, 4) && !digits.size) /* "3060" */
            listing_state_text(reader, "gpus", name, STATED_DIRECTLY);
        listing_add_card(reader, CARDS_IN_FIELD, numbered ? index : -1, name);
        value = text_from(rest, next);
        if (next == TEXT_NOWHERE)
            return;
    }
}

/* "cuda:0 NVIDIA GeForce RTX 3070 : cudaMallocAsync", "NVIDIA GeForce RTX 4080" */
static void read_device(struct listing_reader *reader, struct text value) {
    int64_t index = -1;
    if (scan_literal(&value, "cuda:") ? scan_integer(&value, &index) && scan_blanks(&value)
                                      : text_starts(value, "NVIDIA "))
        listing_add_card(reader, CARDS_IN_FIELD, index, value);
}

/* SGLang calls the driver's own version "CUDA Driver Version". */
static void read_driver_cuda(struct listing_reader *reader, struct text value) {
    struct text digits = value;
    listing_read_version(reader, scan_digits(&digits, 3, 3) ? "driver" : "driver_cuda", value, STATED_DIRECTLY);
}

static void read_driver(struct listing_reader *reader, struct text value) {
    reader->driver_line = reader->line;
    listing_read_version(reader, "driver", value, STATED_DIRECTLY);
}

/* NVIDIA's versions begin with three digits and have two or more behind the point; no other driver's do. */
static bool looks_like_nvidia_driver(struct text value) {
    return value.size >= 6 && scan_is_digit(value.at[0]) && scan_is_digit(value.at[1]) && scan_is_digit(value.at[2]) &&
           value.at[3] == '.' && scan_is_digit(value.at[4]) && scan_is_digit(value.at[5]);
}

void listing_read_meaning(struct listing_reader *reader, enum meaning meaning, const struct split *split) {
    struct text value = split->value, slash = text_from(value, text_find_byte(value, '/'));
    switch (meaning) {
    case MEANS_TORCH:
        read_torch(reader, value);
        break;
    case MEANS_TORCH_CUDA:
        read_torch_cuda(reader, split);
        break;
    case MEANS_TORCH_HIP:
        listing_read_version(reader, "torch_hip", value, STATED_DIRECTLY);
        break;
    case MEANS_PYTHON:
        listing_read_version(reader, "python", value, STATED_DIRECTLY);
        break;
    case MEANS_OS:
        read_system(reader, value, STATED_DIRECTLY);
        break;
    case MEANS_PLATFORM:
        read_system(reader, value, STATED_BY_LIST);
        break;
    case MEANS_PYTHON_PLATFORM:
        read_system(reader, value, STATED_IN_PASSING);
        break;
    case MEANS_CARD:
        read_cards(reader, value, false);
        break;
    case MEANS_CARD_MODEL:
        read_cards(reader, value, true);
        break;
    case MEANS_DEVICE:
        read_device(reader, value);
        break;
    case MEANS_AVAILABLE:
        listing_read_available(reader, value);
        break;
    case MEANS_DRIVER:
        read_driver(reader, value);
        break;
    case MEANS_DRIVER_BARE:
        if (looks_like_nvidia_driver(value))
            read_driver(reader, value);
        break;
    case MEANS_DRIVER_CUDA:
        read_driver_cuda(reader, value);
        break;
    case MEANS_PADDLE:
        reader->paddle_line = reader->line;
        break;
    case MEANS_CUDA:
        read_cuda(reader, split);
        break;
    case MEANS_TOOLKIT:
        read_toolkit(reader, value);
        break;
    case MEANS_CUDNN:
        read_cudnn(reader, value);
        break;
    case MEANS_CUDA_AND_CUDNN:
        listing_read_version(reader, "cuda_toolkit", text_trim(text_until(value, value.size - slash.size)),
                             STATED_BY_LIST);
        listing_read_version(reader, "cudnn", text_trim(text_from(slash, 1)), STATED_BY_LIST);
        break;
    case MEANS_NUMPY:
        listing_read_version(reader, "numpy", value, STATED_DIRECTLY);
        break;
    case MEANS_TORCHVISION:
        listing_read_version(reader, "torchvision", value, STATED_DIRECTLY);
        break;
    case MEANS_TORCHAUDIO:
        listing_read_version(reader, "torchaudio", value, STATED_DIRECTLY);
        break;
    case MEANS_LIBC:
        listing_read_version(reader, "libc", value, STATED_DIRECTLY);
        break;
    case MEANS_NOTHING:
        break;
    }
}
