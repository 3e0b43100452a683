/* What NVIDIA's own programs print: nvidia-smi's tables and lists, nvcc, the kernel module, deviceQuery. */
#include "listing_reader.h"

#include "scan.h"

/* What stands between `label` and the next blank, '|' or end; empty without the label. */
static struct text behind(struct text line, const char *label) {
    size_t at = text_find(line, text_of(label));
    struct text rest = text_from(line, at == TEXT_NOWHERE ? line.size : at + text_of(label).size);
    scan_blanks(&rest);
    size_t size = 0;
    while (size < rest.size && rest.at[size] != ' ' && rest.at[size] != '|' && rest.at[size] != '\t')
        size++;
    return text_until(rest, size);
}

static void state_version(struct listing_reader *reader, const char *name, struct text text, enum strength strength) {
    struct text version;
    if (scan_dotted(&text, &version))
        listing_state_text(reader, name, version, strength);
}

/* "| NVIDIA-SMI 535.104.05    Driver Version: 535.104.05    CUDA Version: 12.2  |", since 610 "KMD Version" and "CUDA
 * UMD Version". In WSL the first number is that of the tool, so only the second one is the driver's. */
static bool read_head(struct listing_reader *reader, struct text line) {
    static const char *const driver_labels[] = {"Driver Version:", "KMD Version:"};
    static const char *const cuda_labels[] = {"CUDA Version:", "CUDA UMD Version:"};
    bool both = text_contains(line, "Driver Version:") && text_contains(line, "CUDA Version:");
    if (!both && (!text_contains(line, "NVIDIA-SMI") || !text_contains(line, " Version:")))
        return false;
    for (size_t i = 0; i < 2; i++) {
        state_version(reader, "driver", behind(line, driver_labels[i]), STATED_DIRECTLY);
        struct text cuda = behind(line, cuda_labels[i]);
        state_version(reader, "driver_cuda", cuda, STATED_DIRECTLY);
        if (text_is(cuda, "N/A")) /* it found no libcuda */
            listing_state_none(reader, "driver_cuda", STATED_DIRECTLY);
    }
    return true;
}

/* "00000000:0A:00.0", "0000:04:00.0" */
static bool has_bus_address(struct text text) {
    for (size_t at = 0; at + 7 < text.size; at++)
        if (text.at[at] == ':' && text.at[at + 3] == ':' && text.at[at + 6] == '.')
            return true;
    return false;
}

/* "|   0  NVIDIA H100 80GB HBM3          On  |   00000000:0A:00.0 Off |                    0 |" */
static bool read_card_row(struct listing_reader *reader, struct text line) {
    static const char *const modes[] = {"On", "Off", "N/A", "WDDM", "WDDM*", "TCC", "MCDM", "ERR!", "Default"};
    struct text rest = text_trim(line);
    int64_t index;
    scan_literal(&rest, "|");
    scan_blanks(&rest);
    size_t end = text_find_byte(rest, '|');
    if (end == TEXT_NOWHERE || !scan_integer(&rest, &index) || !scan_blanks(&rest))
        return false;
    end = text_find_byte(rest, '|');
    struct text name = text_trim(text_until(rest, end)), columns = text_from(rest, end);
    struct text next = text_from(columns, 1);
    if (!has_bus_address(text_until(next, text_find_byte(next, '|'))))
        return false;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct text mode = text_of(modes[i]);
        bool last = text_ends(name, modes[i]) && name.size > mode.size && name.at[name.size - mode.size - 1] == ' ';
        if (last)
            name = text_trim(text_until(name, name.size - mode.size));
    }
    return listing_add_card(reader, CARDS_BY_SMI, index, name);
}

/* "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-...)"; a MIG device on it is no card. */
static bool read_card_line(struct listing_reader *reader, struct text line) {
    int64_t index;
    line = text_trim(line);
    if (!scan_literal(&line, "GPU ") || !scan_integer(&line, &index) || !scan_literal(&line, ": ") ||
        !text_contains(line, "(UUID: "))
        return false;
    return listing_add_card(reader, CARDS_BY_SMI, index, line);
}

/* "Cuda compilation tools, release 11.8, V11.8.89"; CMake: "-- The CUDA compiler identification is NVIDIA 12.5.40 with
 * host compiler GNU 13.3.0" */
static bool read_nvcc(struct listing_reader *reader, struct text line) {
    struct text cmake = line;
    if (scan_to(&cmake, "The CUDA compiler identification is NVIDIA ")) {
        state_version(reader, "cuda_toolkit", text_until(cmake, text_find_byte(cmake, ' ')), STATED_BY_LIST);
        return true;
    }
    if (!scan_to(&line, "Cuda compilation tools, release "))
        return false;
    struct text whole = behind(line, ", V");
    state_version(reader, "cuda_toolkit", whole.size ? whole : line, STATED_DIRECTLY);
    return true;
}

/* "NVRM version: NVIDIA UNIX x86_64 Kernel Module  470.57.02  ..." and the same as it is loaded; the other flavour is
 * "NVIDIA UNIX Open Kernel Module for x86_64  570.86.16". */
static bool read_kernel_module(struct listing_reader *reader, struct text line) {
    struct text word, version;
    bool module = text_contains(line, "NVIDIA UNIX") && text_contains(line, "Kernel Module");
    if (!module)
        return false;
    listing_state_text(reader, "module_flavour",
                       text_contains(line, "Open Kernel Module") ? TEXT("open") : TEXT("proprietary"), STATED_DIRECTLY);
    line = text_from(line, text_find(line, TEXT("Kernel Module")));
    while (text_next_word(&line, &word))
        if (scan_dotted(&word, &version) && !word.size) {
            listing_state_text(reader, "driver", version, STATED_DIRECTLY);
            break;
        }
    return true;
}

/* "Device 0: "NVIDIA GeForce RTX 2080"" of deviceQuery, "Device: 0, NVIDIA RTX A6000, pciBusID: 3" of
 * p2pBandwidthLatencyTest */
static bool read_device(struct listing_reader *reader, struct text line) {
    int64_t index;
    line = text_trim(line);
    if (!scan_literal(&line, "Device"))
        return false;
    scan_literal(&line, ":");
    return scan_literal(&line, " ") && scan_integer(&line, &index) && scan_one_of(&line, ":,") &&
           listing_add_card(reader, CARDS_BY_SMI, index, line);
}

/* "  CUDA Driver Version / Runtime Version          11.2 / 10.1" */
static bool read_device_query(struct listing_reader *reader, struct text line) {
    size_t at = text_find(line, TEXT("CUDA Driver Version / Runtime Version"));
    if (at == TEXT_NOWHERE)
        return false;
    struct text rest = text_from(line, at + 37), version;
    scan_blanks(&rest);
    if (scan_dotted(&rest, &version))
        listing_state_text(reader, "driver_cuda", version, STATED_DIRECTLY);
    return true;
}

/* "NVIDIA GeForce RTX 3090, 535.54.03, 24576 MiB" of --query-gpu, whatever else was asked. */
static bool read_query(struct listing_reader *reader, struct text line) {
    struct text name, field, version;
    bool driver = false;
    line = text_trim(line);
    if (!text_starts(line, "NVIDIA ") && !text_starts(line, "GeForce ") && !text_starts(line, "Tesla "))
        return false;
    if (!text_next_part(&line, ',', &name))
        return false;
    while (text_next_part(&line, ',', &field)) {
        field = text_trim(field);
        if (!scan_dotted(&field, &version) || field.size || version.size < 5)
            continue;
        driver = true;
        listing_state_text(reader, "driver", version, STATED_DIRECTLY);
    }
    return driver && listing_add_card(reader, CARDS_BY_SMI, -1, name);
}

bool listing_read_smi(struct listing_reader *reader, struct text line) {
    return read_head(reader, line) || read_card_row(reader, line) || read_card_line(reader, line) ||
           read_nvcc(reader, line) || read_kernel_module(reader, line) || read_device_query(reader, line) ||
           read_device(reader, line) || read_query(reader, line);
}
