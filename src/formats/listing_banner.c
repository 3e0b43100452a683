/* Lines in which a program says what it runs on, and messages that state it in passing. */
#include "listing_reader.h"

#include "scan.h"

static bool version_behind(struct text line, const char *label, struct text *version) {
    return scan_to(&line, label) && scan_dotted(&line, version);
}

/* "CUDA:0 (Tesla T4, 15110MiB)": every card in the line, as Ultralytics prints them. */
static bool read_cuda_cards(struct listing_reader *reader, struct text line) {
    bool any = false;
    int64_t index;
    while (scan_to(&line, "CUDA:")) {
        struct text rest = line;
        if (!scan_integer(&rest, &index) || !scan_literal(&rest, " ("))
            continue;
        size_t end = text_find(rest, TEXT("MiB)")), other = text_find(rest, TEXT("MB)"));
        end = other < end ? other : end;
        if (end != TEXT_NOWHERE)
            any = listing_add_card(reader, CARDS_IN_BANNER, index, text_until(rest, end)) || any;
    }
    if (any)
        listing_state(reader, "is_available", value_boolean(true), STATED_BY_LIST);
    return any;
}

/* "Ultralytics YOLOv8.2.54 🚀 Python-3.9.13 torch-2.2.0+cpu CPU", "YOLOv5 v4.0-6 torch 1.8.0a0+1606899 CPU" */
static bool read_ultralytics(struct listing_reader *reader, struct text line) {
    struct text version;
    bool banner =
        text_contains(line, "Ultralytics") || text_contains(line, "YOLO") || text_starts(line, "Using torch ");
    if (banner && version_behind(line, "Python-", &version))
        listing_state_text(reader, "python", version, STATED_DIRECTLY);
    bool torch = banner && (version_behind(line, "torch-", &version) || version_behind(line, "torch ", &version));
    if (torch)
        listing_state_torch(reader, version, STATED_DIRECTLY);
    return read_cuda_cards(reader, line) || torch;
}

/* "PyTorch 2.3.0+cu121 with CUDA 1201 (you have 2.1.0+cu121)": what xFormers was built for, and what is there. */
static bool read_you_have(struct listing_reader *reader, struct text line) {
    struct text rest = line, version;
    if (!scan_to(&rest, "you have ") || !scan_dotted(&rest, &version))
        return false;
    line = text_trim(line);
    if (scan_literal(&line, "PyTorch "))
        listing_state_torch(reader, version, STATED_DIRECTLY);
    else if (scan_literal(&line, "Python "))
        listing_state_text(reader, "python", version, STATED_DIRECTLY);
    return true;
}

/* "Python 3.10.12", "Python version is 3.12.10 (tags/...", "Python 3.10.6 (tags/v3.10.6:9c7b4bd, ...) [MSC v.1932 64
 * bit (AMD64)] on win32" */
static bool read_python(struct listing_reader *reader, struct text line) {
    struct text version;
    line = text_trim(line);
    bool used =
        scan_literal(&line, "Using "); /* uv: "Using Python 3.11.9 environment at: .venv", "Using CPython 3.12.9" */
    bool named = used && scan_literal(&line, "C");
    if (!scan_folded(&line, "Python "))
        return false;
    scan_literal(&line, "version is ");
    if (!scan_dotted(&line, &version))
        return false;
    struct text system = line;
    if (scan_literal(&system, " on ") && text_next_word(&system, &system)) { /* "Python 3.10.11 on Windows": SD.Next */
        listing_state_text(reader, "python", version, STATED_DIRECTLY);
        listing_state_text(reader, "os", system, STATED_IN_PASSING);
        return true;
    }
    bool ends = used ? (named && !line.size) || text_starts(line, " interpreter") || text_starts(line, " environment")
                     : !line.size || text_starts(line, " (") || text_starts(line, " |") || text_starts(line, " ::");
    if (ends && !line.size && listing_wishes(reader))
        return false;
    if (ends)
        listing_state_text(reader, "python", version, STATED_DIRECTLY);
    size_t on = text_find(line, TEXT("] on "));
    if (ends && on != TEXT_NOWHERE && text_next_word(&(struct text){line.at + on + 5, line.size - on - 5}, &version))
        listing_state_text(reader, "os", version, STATED_IN_PASSING);
    return ends;
}

/* "system info:  Python 3.5.1 |Anaconda 2.5.0 (64-bit)| [MSC v.1900 64 bit (AMD64)] on win32": Python's own words */
static bool read_python_within(struct listing_reader *reader, struct text line) {
    struct text version;
    while (scan_to(&line, "Python ")) {
        struct text rest = line;
        if (!scan_dotted(&rest, &version))
            continue;
        bool built =
            text_contains(rest, " [MSC v.") || text_contains(rest, " [GCC ") || text_contains(rest, " [Clang ");
        if (!built || (!text_starts(rest, " |") && !text_starts(rest, " (")))
            continue;
        listing_state_text(reader, "python", version, STATED_IN_PASSING);
        return false; /* the line may hold more */
    }
    return false;
}

/* "PyTorch 2.10.0.dev20251003+cu128 (CUDA 12.8)", "Torch 2.0.1+cu118", "Torch backend: nVidia CUDA 11.8 cuDNN 8700" */
static bool read_torch(struct listing_reader *reader, struct text line) {
    struct text version, rest = text_trim(line);
    if (scan_literal(&rest, "Torch backend: ")) {
        if (version_behind(rest, "CUDA ", &version))
            listing_state_text(reader, "torch_cuda", version, STATED_DIRECTLY);
        if (scan_to(&rest, "cuDNN ") && scan_version(&rest, &version))
            listing_state_text(reader, "cudnn", version, STATED_DIRECTLY);
        return true;
    }
    if ((!scan_literal(&rest, "PyTorch ") && !scan_literal(&rest, "Torch ")) || !scan_dotted(&rest, &version))
        return false;
    if (rest.size && !text_starts(rest, " ("))
        return false;
    listing_state_torch(reader, version, STATED_DIRECTLY);
    if (version_behind(rest, "CUDA ", &version))
        listing_state_text(reader, "torch_cuda", version, STATED_DIRECTLY);
    return true;
}

/* "  - CUDA Runtime 11.3", "  - CuDNN 8.2  (built against ...)": the block "PyTorch built with". */
static bool read_built_with(struct listing_reader *reader, struct text line) {
    struct text version;
    line = text_trim(line);
    if (!scan_literal(&line, "- "))
        return false;
    if (scan_literal(&line, "CUDA Runtime ") && scan_dotted(&line, &version)) {
        listing_state_text(reader, "torch_cuda", version, STATED_DIRECTLY);
        return true;
    }
    if (!scan_folded(&line, "cudnn ") || !scan_dotted(&line, &version))
        return false;
    listing_state_text(reader, "cudnn", version, STATED_BY_LIST);
    return true;
}

/* "sm_50 sm_60", "compute_37,code=sm_37": every sm_NN of a line, once. */
static void state_architectures(struct listing_reader *reader, struct text line) {
    struct value list = value_list();
    while (scan_to(&line, "sm_")) {
        struct text rest = line;
        if (!scan_digits(&rest, 2, 3))
            continue;
        if (rest.size && scan_is_letter(rest.at[0])) /* sm_90a */
            rest = text_from(rest, 1);
        struct value name = value_text((struct text){line.at - 3, (size_t)(rest.at - line.at) + 3});
        bool known = false;
        for (size_t i = 0; i < value_count(&list); i++)
            known = known || value_equal(value_at(&list, i), &name);
        if (!known)
            value_append(reader->scratch, &list, name);
    }
    if (value_count(&list))
        listing_state(reader, "architectures", list, STATED_DIRECTLY);
}

/* "NumPy 2.1.3 as it may crash. To support both 1.x and 2.x": NumPy names itself when an extension is too old for it.
 */
static bool read_numpy(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!text_contains(line, " as it may crash") || !version_behind(line, "NumPy ", &version))
        return false;
    listing_state_text(reader, "numpy", version, STATED_IN_PASSING);
    return true;
}

/* "2. The PyTorch version (2.9.1+cu130) is not compatible with": TorchCodec names the torch that it met. */
static bool read_torchcodec(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!version_behind(line, "The PyTorch version (", &version))
        return false;
    listing_state_torch(reader, version, STATED_IN_PASSING);
    return true;
}

/* "NVIDIA GeForce RTX 5090 D with CUDA capability sm_120 is not compatible with the current PyTorch installation." */
static bool read_capability_warning(struct listing_reader *reader, struct text line) {
    size_t at = text_find(line, TEXT(" with CUDA capability sm_"));
    struct text rest = line;
    if (at != TEXT_NOWHERE) {
        listing_add_card(reader, CARDS_IN_PASSING, -1, text_until(line, at));
        return true;
    }
    if (!scan_to(&rest, "supports CUDA capabilities ") && !scan_to(&rest, "NVCC architecture flags: "))
        return false;
    state_architectures(reader, rest);
    return true;
}

/* "The detected CUDA version (11.8) mismatches the version that was used to compile", then "PyTorch (12.1)."; and
 * "Installed CUDA version 12.0 does not match the version torch was compiled with 11.7" of DeepSpeed. */
static bool read_mismatch(struct listing_reader *reader, struct text line) {
    struct text version;
    if (version_behind(line, "Pytorch binaries were compiled with Cuda ", &version)) { /* apex */
        listing_state_text(reader, "torch_cuda", version, STATED_BY_LIST);
        return true;
    }
    bool found = version_behind(line, "detected CUDA version (", &version) ||
                 version_behind(line, "Installed CUDA version ", &version);
    if (found) {
        listing_state_text(reader, "cuda_toolkit", version, STATED_BY_LIST);
        reader->mismatch_line = reader->line;
    }
    if (reader->line - reader->mismatch_line <= 1 &&
        (version_behind(line, "PyTorch (", &version) || version_behind(line, "torch was compiled with ", &version))) {
        listing_state_text(reader, "torch_cuda", version, STATED_BY_LIST);
        return true;
    }
    return found;
}

/* "The NVIDIA driver on your system is too old (found version 11040)." */
static bool read_old_driver(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!scan_to(&line, "driver on your system is too old (found version "))
        return false;
    if (listing_cuda_of_number(reader->scratch, text_until(line, text_find_byte(line, ')')), &version))
        listing_state_text(reader, "driver_cuda", version, STATED_BY_LIST);
    return true;
}

/* "Torch version 1.10.0+cu102 has not been tested with coremltools." at the beginning of a message. */
static bool read_torch_message(struct listing_reader *reader, struct text line) {
    struct text version;
    line = text_trim(line);
    if (text_starts(line, "Torch reports CUDA not available")) { /* kohya_ss, SD.Next */
        listing_state(reader, "is_available", value_boolean(false), STATED_DIRECTLY);
        return true;
    }
    if ((!scan_literal(&line, "Torch version ") && !scan_literal(&line, "PyTorch version ")) ||
        !scan_dotted(&line, &version))
        return false;
    listing_state_torch(reader, version, STATED_IN_PASSING);
    return true;
}

/* "Microsoft Windows [Version 10.0.26100.3476]" */
static bool read_windows(struct listing_reader *reader, struct text line) {
    line = text_trim(line);
    if (!text_starts(line, "Microsoft Windows [") || !text_ends(line, "]"))
        return false;
    listing_state_text(reader, "os", line, STATED_BY_LIST);
    return true;
}

/* "== CUDA ==" of NVIDIA's images: "CUDA Version 11.1.1" */
static bool read_image(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!scan_literal(&line, "CUDA Version ") || !scan_dotted(&line, &version) || text_trim(line).size)
        return false;
    listing_state_text(reader, "cuda_toolkit", version, STATED_BY_LIST);
    return true;
}

/* Modules of EasyBuild name in their path what they are for:
 * "/Detectron2/0.3-fosscuda-2019b-Python-3.7.4-PyTorch-1.6.0/". */
static void read_module_path(struct listing_reader *reader, struct text line) {
    struct text version;
    if (version_behind(line, "-PyTorch-", &version))
        listing_state_torch(reader, version, STATED_IN_PASSING);
}

bool listing_read_banner(struct listing_reader *reader, struct text line) {
    static bool (*const readers[])(struct listing_reader *, struct text) = {
        read_you_have,           read_ultralytics, read_python,     read_torch,         read_built_with,
        read_capability_warning, read_mismatch,    read_old_driver, read_windows,       read_numpy,
        read_torch_message,      read_image,       read_torchcodec, read_python_within,
    };
    read_module_path(reader, line);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i](reader, line))
            return true;
    return false;
}
