/* Logs that name cards and what runs on them. */
#include "listing_reader.h"

#include "scan.h"

enum { LONG_LINE = 160 };

static bool version_behind(struct text line, const char *label, struct text *version) {
    return scan_to(&line, label) && scan_dotted(&line, version);
}

static struct text up_to(struct text text, const char *mark) {
    return text_until(text, text_find(text, text_of(mark)));
}

/* "... -> device: 0, name: Tesla T4, pci bus id: 0000:00:04.0, compute capability: 7.5", and before that
 * "Found device 0 with properties:" with "name: GeForce RTX 2080 major: 7 minor: 5" or "pciBusID: ... name: Quadro
 * P6000 computeCapability: 6.1" in the next line. */
static bool read_tensorflow(struct listing_reader *reader, struct text line) {
    struct text rest = line, name;
    int64_t index;
    if (scan_to(&rest, "Found device ") && scan_integer(&rest, &index) && scan_literal(&rest, " with properties")) {
        reader->found_line = reader->line;
        reader->found_index = index;
    }
    rest = line;
    if (scan_to(&rest, "device: ") && scan_integer(&rest, &index) && scan_literal(&rest, ", name: "))
        return text_contains(rest, ", pci bus id: ") &&
               listing_add_card(reader, CARDS_LOGGED, index, up_to(rest, ", pci bus id: "));
    rest = line;
    bool near = reader->line - reader->found_line <= 2;
    bool whole = text_contains(line, "pciBusID: ") && text_contains(line, " computeCapability: ");
    if ((!near && !whole) || !scan_to(&rest, "name: "))
        return false;
    name = up_to(up_to(rest, " major: "), " computeCapability: ");
    return name.size < rest.size && listing_add_card(reader, CARDS_LOGGED, near ? reader->found_index : -1, name);
}

/* "cudaSetDevice(0): Tesla V100-SXM2-16GB	free:16030M, used:481M", "The active GPU is [0]: Tesla V100-PCIE-32GB
 * free:..." */
static bool read_kaldi(struct listing_reader *reader, struct text line) {
    struct text rest = line;
    int64_t index;
    if (scan_to(&rest, "cudaSetDevice(") && scan_integer(&rest, &index) && scan_literal(&rest, "): "))
        return listing_add_card(reader, CARDS_LOGGED, index, up_to(rest, "free:"));
    return scan_to(&rest, "The active GPU is [") && scan_integer(&rest, &index) && scan_literal(&rest, "]: ") &&
           listing_add_card(reader, CARDS_IN_PASSING, index, up_to(rest, "free:"));
}

/* "inference compute" stands in one line for each card; other lines name a card again and again. */
static bool read_ollama(struct listing_reader *reader, struct text line) {
    struct text rest = line;
    if (!text_contains(line, "library=cuda") || !scan_to(&rest, "name=\""))
        return false;
    bool each = text_contains(line, "inference compute");
    return listing_add_card(reader, each ? CARDS_LOGGED : CARDS_IN_PASSING, each ? -1 : 0, up_to(rest, "\""));
}

/* "#  Rank  0 Group  0 Pid 1666603 on     host1 device  0 [000f:01:00] NVIDIA GB10" */
static bool read_nccl_tests(struct listing_reader *reader, struct text line) {
    struct text rest = line;
    int64_t device;
    if (!text_contains(line, " Rank ") || !scan_to(&rest, "device "))
        return false;
    scan_blanks(&rest);
    return scan_integer(&rest, &device) && scan_to(&rest, "] ") && listing_add_card(reader, CARDS_LOGGED, -1, rest);
}

/* "Found GPU0 GeForce GTX 960M which is of cuda capability 5.0.", "Using gpu device 2: NVIDIA GeForce RTX 2080 Ti" */
static bool read_found_card(struct listing_reader *reader, struct text line) {
    struct text rest = line;
    int64_t index;
    size_t end = text_find(line, TEXT(" which is of c"));
    if (end != TEXT_NOWHERE && scan_to(&rest, "Found GPU") && scan_integer(&rest, &index) && scan_blanks(&rest))
        return listing_add_card(reader, CARDS_IN_PASSING, index, up_to(rest, " which is of c"));
    rest = text_trim(line);
    return scan_folded(&rest, "using gpu device ") && scan_integer(&rest, &index) && scan_literal(&rest, ": ") &&
           listing_add_card(reader, CARDS_IN_PASSING, index, rest);
}

/* "device info: NVIDIA A100-SXM4-40GB-8, 8 local devices" of JAX: a name, and how many there are. */
static bool read_jax(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line);
    int64_t count;
    if (!scan_literal(&rest, "device info: ") || !text_contains(rest, " local devices"))
        return false;
    struct text name = up_to(rest, ", ");
    size_t dash = text_find_last_byte(name, '-');
    struct text digits = text_from(name, dash == TEXT_NOWHERE ? name.size : dash + 1);
    if (!scan_integer(&digits, &count) || digits.size || count > 64 || text_starts(name, "cpu"))
        return false;
    for (int64_t i = 0; i < count; i++)
        listing_add_card(reader, CARDS_IN_BANNER, i, text_until(name, dash));
    return true;
}

/* A log whose lines run into each other: what is named by a label that means one thing only. */
static bool read_run_together(struct listing_reader *reader, struct text line) {
    struct text rest = line, version;
    if (line.size < LONG_LINE)
        return false;
    if (version_behind(line, "pytorch version: ", &version) || version_behind(line, "PyTorch version: ", &version))
        listing_state_torch(reader, version, STATED_IN_PASSING);
    if (version_behind(line, "Python version: ", &version) ||
        (scan_to(&rest, " Python ") && scan_dotted(&rest, &version) && text_starts(rest, " (")))
        listing_state_text(reader, "python", version, STATED_IN_PASSING);
    rest = line;
    if (scan_to(&rest, "Device: cuda:0 "))
        listing_add_card(reader, CARDS_IN_PASSING, -1, up_to(rest, " : "));
    rest = line;
    if (scan_to(&rest, "Driver Version: ") && scan_dotted(&rest, &version) && version.size > 5)
        listing_state_text(reader, "driver", version, STATED_IN_PASSING);
    return false;
}

/* "Detected CUDA driver version from `/dev/nvidiactl`: 570.133.7": uv */
static bool read_uv(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!scan_to(&line, "Detected CUDA driver version from ") || !scan_to(&line, ": ") || !scan_dotted(&line, &version))
        return false;
    listing_state_text(reader, "driver", version, STATED_BY_LIST);
    return true;
}

static bool read_lightning(struct listing_reader *reader, struct text line) {
    return scan_to(&line, "using a CUDA device ('") && listing_add_card(reader, CARDS_IN_PASSING, 0, up_to(line, "'"));
}

/* The table with which Omniverse begins: "| 0   | NVIDIA GeForce RTX 4070 SUPER    | Yes: 0 |     | 12528   MB |". */
static bool read_omniverse(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line), name, active;
    int64_t index;
    if (!scan_literal(&rest, "| ") || !scan_integer(&rest, &index) || !scan_blanks(&rest) || !scan_literal(&rest, "|"))
        return false;
    if (!text_next_part(&rest, '|', &name) || !text_next_part(&rest, '|', &active) ||
        !text_starts(text_trim(active), "Yes: "))
        return false;
    return listing_add_card(reader, CARDS_LOGGED, index, text_trim(name));
}

/* "W1113 14:45:34.501612 19958 gpu_resources.cc:149] device: 0, cuDNN Version: 8.9." of PaddlePaddle. */
static bool read_paddle(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!scan_to(&line, "device: ") || !version_behind(line, ", cuDNN Version: ", &version))
        return false;
    listing_state_text(reader, "cudnn", version, STATED_DIRECTLY);
    return true;
}

bool listing_read_log(struct listing_reader *reader, struct text line) {
    static bool (*const readers[])(struct listing_reader *, struct text) = {
        read_tensorflow, read_kaldi, read_ollama,    read_nccl_tests, read_lightning,       read_found_card,
        read_jax,        read_uv,    read_omniverse, read_paddle,     listing_read_trainer, read_run_together,
    };
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (readers[i](reader, line))
            return true;
    return false;
}
