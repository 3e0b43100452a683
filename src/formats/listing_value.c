/* The values of fields: what each kind of thing looks like, and which words say that there is none or that nobody
 * knows. */
#include "listing_value.h"

#include "scan.h"

enum { NEAR = 3, WITHIN_PADDLE = 16, WITHIN_CONDA_INFO = 24, WITHIN_BOARD = 40 };

enum stated listing_stated(struct text value) {
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
    static const char *const before[] = {"\xE2\x9C\x85", "\xE2\x9D\x8C", "version", "Python",  "PyTorch",
                                         "Torch",        "torch",        "glibc",   "CUDA",    "cuda",
                                         "cuDNN",        "NVIDIA-SMI",   "pytorch", "Pytorch", "python"}; /* ✅ ❌ */
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (scan_literal(&value, before[i]))
            while (scan_one_of(&value, " :-,"))
                ;
    if (!scan_dotted(&value, version))
        return false;
    *rest = value;
    return true;
}

void listing_read_version(struct listing_reader *reader, const char *name, struct text value, enum strength strength) {
    struct text version, rest;
    enum stated stated = listing_stated(value);
    /* In the JSON of collect_env null is what it could not collect; of torch.version.cuda and hip it is None. */
    bool collected = !text_is(value, "null") || text_starts(text_of(name), "torch_");
    if (stated == STATED_NONE && collected)
        listing_state_none(reader, name, strength);
    else if (text_contains(value, ".final."))
        return; /* "3.11.4.final.0": the Python that conda itself runs on */
    else if (stated == STATED_VALUE && value_version(value, &version, &rest))
        listing_state_text(reader, name, version, strength);
}

/* Behind words of its own too: "Anaconda 3.8.5", "_portable_ 3.12.10". */
static void read_python(struct listing_reader *reader, struct text value) {
    /* "3.12.2.final.0" of conda info is conda's own Python; that is the environment's where the base is active. */
    size_t final = text_find(value, TEXT(".final."));
    if (final != TEXT_NOWHERE && reader->line - reader->base_line > WITHIN_CONDA_INFO)
        return;
    value = text_until(value, final);
    struct text rest = value, word, version;
    for (size_t words = 0; words < 3 && text_next_word(&rest, &word); words++) {
        struct text from = word;
        bool number =
            (text_starts(word, "2.") || text_starts(word, "3.")) && scan_dotted(&from, &version) && !from.size;
        if (words > 0 && number && !text_contains(value, "=")) {
            listing_state_text(reader, "python", version, STATED_DIRECTLY);
            return;
        }
        if (!word.size || scan_is_digit(word.at[0]) || text_find_byte(word, '/') != TEXT_NOWHERE)
            break;
    }
    listing_read_version(reader, "python", value, STATED_DIRECTLY);
}

/* "2.0.1+cu117 (True)" of transformers says what is_available() said, as does LLaMA-Factory's "(GPU)". */
static void read_torch(struct listing_reader *reader, struct text value) {
    struct text version, rest;
    if (value_version(value, &version, &rest)) {
        scan_blanks(&rest);
        struct text local = rest, word;
        if (scan_literal(&local, "+ ") && text_next_word(&local, &word) &&
            text_starts(word, "cu")) /* "2.8.0 + cu128" */
            version = text_format(reader->scratch, TEXT_FORMAT "+" TEXT_FORMAT, TEXT_ARGUMENTS(version),
                                  TEXT_ARGUMENTS(word));
        listing_state_torch(reader, version, STATED_DIRECTLY);
        reader->torch_line = reader->line;
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
    bool board = reader->line - reader->board_line <= WITHIN_BOARD;
    if (board || reader->line - reader->paddle_line <= WITHIN_PADDLE) /* its listing asks nvcc */
        listing_state_text(reader, "cuda_toolkit", version, STATED_DIRECTLY);
    else if (reader->line - reader->driver_line <= 1)
        listing_state_text(reader, "driver_cuda", version, STATED_DIRECTLY);
    else if (split->quoted || split->form == SPLIT_BY_COLUMNS)
        listing_state_text(reader, "torch_cuda", version, STATED_BY_LIST);
    else if (torch)
        listing_state_text(reader, "torch_cuda", version, STATED_IN_PASSING);
}

static void read_toolkit(struct listing_reader *reader, struct text key, struct text value) {
    if (text_is(key, "cudacompiler") &&
        text_starts(value, "CUDA ")) /* "CUDA compiler: CUDA 11.3" is what Detectron2 was compiled with */
        return;
    size_t build = text_find(value, TEXT("cuda_")); /* "Build cuda_11.1.relgpu_drvr455TC455_06.29190527_0" */
    listing_read_version(reader, "cuda_toolkit", build == TEXT_NOWHERE ? value : text_from(value, build + 5),
                         text_is(key, "cudatoolkit") ? STATED_BY_LIST : STATED_DIRECTLY); /* conda's holds no nvcc */
}

/* "/usr/lib/x86_64-linux-gnu/libcudnn.so.8.9.0" */
bool listing_read_cudnn_path(struct listing_reader *reader, struct text line) {
    static const char *const names[] = {"libcudnn.so.", "libcudnn_ops", "libcudnn_cnn", "libcudnn_adv",
                                        "libcudnn_graph"};
    struct text version, rest = TEXT("");
    for (size_t i = 0; !rest.size && i < sizeof names / sizeof *names; i++) {
        struct text name = line;
        if (scan_to(&name, names[i]))
            rest = i == 0 || scan_to(&name, ".so.") ? name : TEXT("");
    }
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

/* "11.1/8.0.5", "CUDA 11.3 cuDNN 8200", "cuda 10.2, cudnn 7.6.5" */
static void read_cuda_and_cudnn(struct listing_reader *reader, struct text value) {
    struct text lower = text_lower(reader->scratch, value), digits;
    size_t name = text_find(lower, TEXT("cudnn")), slash = text_find_byte(value, '/');
    size_t at = name == TEXT_NOWHERE ? slash : name;
    struct text cudnn = text_from(value, at == TEXT_NOWHERE ? value.size : at + (at == name ? 5 : 1));
    listing_read_version(reader, "cuda_toolkit", text_trim(text_until(value, at)), STATED_BY_LIST);
    while (scan_one_of(&cudnn, " :=/vV"))
        ;
    digits = cudnn;
    if (scan_digits(&digits, 4, 5) && !digits.size)
        listing_state_text(reader, "cudnn", cudnn, STATED_BY_LIST);
    else
        listing_read_version(reader, "cudnn", cudnn, STATED_BY_LIST);
}

/* NVIDIA's versions begin with three digits and have two or more behind the point; no other driver's do. Of others the
 * name is written: "nvidia (proprietary) 570.86.15". */
static bool looks_like_nvidia_driver(struct text value) {
    if (text_starts(value, "NVIDIA ") || text_starts(value, "nvidia "))
        return true;
    return value.size >= 6 && scan_is_digit(value.at[0]) && scan_is_digit(value.at[1]) && scan_is_digit(value.at[2]) &&
           value.at[3] == '.' && scan_is_digit(value.at[4]) && scan_is_digit(value.at[5]);
}

void listing_read_meaning(struct listing_reader *reader, enum meaning meaning, const struct split *split) {
    struct text value = split->value;
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
        read_python(reader, value);
        break;
    case MEANS_OS:
        listing_read_os(reader, value, STATED_DIRECTLY);
        break;
    case MEANS_PLATFORM:
        listing_read_os(reader, value, STATED_BY_LIST);
        break;
    case MEANS_PYTHON_PLATFORM:
        listing_read_os(reader, value, STATED_IN_PASSING);
        break;
    case MEANS_CARD:
        listing_read_cards(reader, value, false);
        break;
    case MEANS_CARD_MODEL:
        listing_read_cards(reader, value, true);
        break;
    case MEANS_DEVICE:
        listing_read_device(reader, value);
        break;
    case MEANS_AVAILABLE:
        listing_read_available(reader, value);
        break;
    case MEANS_DRIVER:
        listing_read_driver(reader, value);
        break;
    case MEANS_DRIVER_BARE:
        if (looks_like_nvidia_driver(value))
            listing_read_driver(reader, value);
        break;
    case MEANS_DRIVER_CUDA:
        listing_read_driver_cuda(reader, value);
        break;
    case MEANS_PADDLE:
        reader->paddle_line = reader->line;
        break;
    case MEANS_CUDA:
        read_cuda(reader, split);
        break;
    case MEANS_TOOLKIT:
        read_toolkit(reader, split->key, value);
        break;
    case MEANS_CUDNN:
        read_cudnn(reader, value);
        break;
    case MEANS_CUDA_AND_CUDNN:
        read_cuda_and_cudnn(reader, value);
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
