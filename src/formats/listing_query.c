/* Listings that are made for programs: nvidia-smi's CSV and XML, nvidia-container-cli, conda's virtual packages.
 * Sources: nvidia-smi --help-query-gpu, nvsmi_device_v12.dtd, libnvidia-container, conda's documentation. */
#include "listing_reader.h"

#include "scan.h"

static void state_version(struct listing_reader *reader, const char *name, struct text text, enum strength strength) {
    struct text version;
    text = text_trim(text);
    if (scan_dotted(&text, &version))
        listing_state_text(reader, name, version, strength);
}

/* What a column of --query-gpu holds. */
static enum query_column column_of(struct text name) {
    name = text_trim(name);
    if (text_is(name, "name") || text_is(name, "gpu_name"))
        return QUERY_NAME;
    if (text_is(name, "driver_version"))
        return QUERY_DRIVER;
    if (text_is(name, "index"))
        return QUERY_INDEX;
    return QUERY_OTHER;
}

static bool note_columns(struct listing_reader *reader, struct text names) {
    struct text name;
    bool named = false, driver = false, other = false;
    size_t count = 0;
    enum query_column columns[MOST_COLUMNS];
    while (text_next_part(&names, ',', &name) && count < MOST_COLUMNS) {
        columns[count] = column_of(name);
        named = named || columns[count] == QUERY_NAME;
        driver = driver || columns[count] == QUERY_DRIVER;
        other = other || text_contains(name, "memory.") || text_contains(name, "pci.") || text_contains(name, "uuid") ||
                text_contains(name, "compute_cap") || columns[count] == QUERY_INDEX;
        count++;
    }
    if (!driver && !(named && other))
        return false;
    for (size_t i = 0; i < count; i++)
        reader->columns[i] = (unsigned char)columns[i];
    reader->column_count = count;
    reader->columns_line = reader->line;
    return true;
}

/* "index, name, driver_version, memory.total [MiB]", or the command that asks for them. */
static bool read_columns(struct listing_reader *reader, struct text line) {
    struct text names = line;
    if (!text_contains(line, "driver_version") && !text_contains(line, "name"))
        return false;
    if (!scan_to(&names, "--query-gpu="))
        return text_find_byte(line, ',') != TEXT_NOWHERE && note_columns(reader, line);
    size_t end = text_find_byte(names, ' ');
    return note_columns(reader, text_until(names, end));
}

/* "0, NVIDIA A10G, 535.183.01, 23028 MiB" below its columns. */
static bool read_row(struct listing_reader *reader, struct text line) {
    struct text fields[MOST_COLUMNS], field, name = TEXT(""), rest = line;
    size_t count = 0;
    int64_t index = -1;
    if (!reader->column_count || reader->line - reader->columns_line > 2)
        return false;
    while (count < MOST_COLUMNS && text_next_part(&rest, ',', &field))
        fields[count++] = text_trim(field);
    if (count != reader->column_count || rest.size)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (reader->columns[i] == QUERY_DRIVER)
            state_version(reader, "driver", fields[i], STATED_DIRECTLY);
        else if (reader->columns[i] == QUERY_NAME)
            name = fields[i];
        else if (reader->columns[i] == QUERY_INDEX)
            text_to_integer(fields[i], &index);
    }
    reader->columns_line = reader->line;
    return !name.size || listing_add_card(reader, CARDS_BY_SMI, index, name);
}

/* "<driver_version>535.86.05</driver_version>" */
static bool read_element(struct listing_reader *reader, struct text line) {
    static const struct {
        const char *tag, *name;
    } elements[] = {{"<driver_version>", "driver"},
                    {"<kmd_version>", "driver"},
                    {"<cuda_version>", "driver_cuda"},
                    {"<cuda_umd_version>", "driver_cuda"},
                    {"<product_name>", NULL}};
    if (text_find_byte(line, '<') == TEXT_NOWHERE)
        return false;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        struct text rest = text_trim(line);
        if (!scan_literal(&rest, elements[i].tag))
            continue;
        rest = text_until(rest, text_find_byte(rest, '<'));
        if (elements[i].name)
            state_version(reader, elements[i].name, rest, STATED_DIRECTLY);
        return elements[i].name || listing_add_card(reader, CARDS_BY_SMI, -1, rest);
    }
    return false;
}

/* nvidia-container-cli info: "NVRM version:   410.104", and "Model:          TITAN Xp" below "Device Minor:". */
static bool read_container(struct listing_reader *reader, struct text line) {
    line = text_trim(line);
    if (!line.size || text_find_byte(TEXT("NDM"), line.at[0]) == TEXT_NOWHERE)
        return false;
    if (scan_literal(&line, "NVRM version:")) {
        state_version(reader, "driver", line, STATED_DIRECTLY);
        reader->driver_line = reader->line;
        return true;
    }
    if (scan_literal(&line, "Device Minor:")) {
        reader->device_line = reader->line;
        return true;
    }
    return reader->line - reader->device_line <= 2 && scan_literal(&line, "Model:") &&
           listing_add_card(reader, CARDS_BY_SMI, -1, line);
}

/* "virtual packages : __cuda=12.2=0", "__glibc=2.35=0" */
static bool read_virtual_package(struct listing_reader *reader, struct text line) {
    struct text cuda = line, libc = line;
    if (!text_contains(line, "__"))
        return false;
    if (scan_to(&cuda, "__cuda=")) {
        state_version(reader, "driver_cuda", cuda, STATED_BY_LIST);
        return true;
    }
    if (!scan_to(&libc, "__glibc="))
        return false;
    state_version(reader, "libc", libc, STATED_BY_LIST);
    return true;
}

/* bitsandbytes: "PyTorch settings found: CUDA_VERSION=121, Highest Compute Capability: (8, 6)." */
static bool read_bitsandbytes(struct listing_reader *reader, struct text line) {
    struct text version;
    if (!scan_to(&line, "PyTorch settings found: CUDA_VERSION="))
        return false;
    if (listing_cuda_of_tag(reader->scratch, text_until(line, text_find_byte(line, ',')), &version))
        listing_state_text(reader, "torch_cuda", version, STATED_DIRECTLY);
    return true;
}

bool listing_read_query(struct listing_reader *reader, struct text line) {
    return read_element(reader, line) || read_row(reader, line) || read_columns(reader, line) ||
           read_container(reader, line) || read_virtual_package(reader, line) || read_bitsandbytes(reader, line);
}
