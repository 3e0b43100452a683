/* What tools of Linux list about the hardware and the engine of containers: lspci -nnk, lsmod, inxi, gpustat, docker
 * info.
 * Sources: pciutils' lspci.c; the kernel's /proc/modules as kmod prints it; gpustat's core.py; docker/cli's
 * system/info.go. */
#include "listing_reader.h"

#include "scan.h"

enum {
    WITHIN_DEVICE = 12,  /* lines that lspci -v has for a device before it names the driver */
    WITHIN_ENGINE = 200, /* lines of docker info */
    WITHIN_DISPLAY = 4,  /* from lshw's "*-display" to its vendor */
};

/* "GeForce GTX 1650 Mobile / Max-Q": both go by one number. */
static struct text before_slash(struct text name) {
    return text_until(name, text_find(name, TEXT(" / ")));
}

/* "GeForce RTX 3070" of "GA104 [GeForce RTX 3070] (rev a1)"; empty where nothing stands in brackets. */
static struct text product_of(struct text chip) {
    size_t open = text_find_byte(chip, '['), close = text_find_byte(chip, ']');
    bool bracketed = open != TEXT_NOWHERE && close != TEXT_NOWHERE && open < close;
    return bracketed ? before_slash(text_until(text_from(chip, open + 1), close - open - 1)) : TEXT("");
}

/* "[10de:1f91]" */
static bool device_number(struct text line, struct text *device) {
    if (!scan_to(&line, "[10de:"))
        return false;
    *device = text_until(line, 4);
    return text_find_byte(line, ']') == 4;
}

/* "01:00.0 VGA compatible controller: NVIDIA Corporation GA104 [GeForce RTX 3070] (rev a1)", with -nn "controller
 * [0300]: NVIDIA Corporation TU117M [GeForce GTX 1650 Mobile / Max-Q] [10de:1f91]". An older pci.ids may know the chip
 * alone, or nothing: "[0300]: NVIDIA Corporation Device [10de:2684]". */
static bool read_bus(struct listing_reader *reader, struct text line) {
    struct text rest = line, device;
    reader->bus_open = false; /* another device: what follows is not of the card above */
    if (!scan_to(&rest, "controller"))
        return false;
    if (scan_literal(&rest, " [") && (!scan_digits(&rest, 4, 4) || !scan_literal(&rest, "]")))
        return false;
    if (!scan_literal(&rest, ": NVIDIA Corporation "))
        return false;
    if (listing_add_card(reader, CARDS_ON_BUS, -1, product_of(rest))) {
        reader->bus_open = true;
        reader->bus_line = reader->line;
        if (device_number(rest, &device))
            listing_last_card(reader)->device = text_lower(reader->arena, device);
    }
    return true;
}

/* "01:00.0 ", "0000:01:00.0 " */
static bool is_bus_address(struct text line) {
    struct text address = text_until(line, text_find_byte(line, ' '));
    struct text short_form = text_from(address, address.size == 12 ? 5 : 0);
    bool marked = short_form.size == 7 && short_form.at[2] == ':' && short_form.at[5] == '.';
    return marked && (address.size == 7 || (address.size == 12 && address.at[4] == ':'));
}

/* "	Kernel driver in use: nvidia", of the device above. */
static bool read_bound_driver(struct listing_reader *reader, struct text line) {
    struct text name;
    line = text_trim(line);
    if (!reader->bus_open || reader->line - reader->bus_line > WITHIN_DEVICE ||
        !scan_literal(&line, "Kernel driver in use:") || !text_next_word(&line, &name))
        return false;
    listing_last_card(reader)->driver = text_copy(reader->arena, name);
    return true;
}

static void state_module(struct listing_reader *reader, struct text name) {
    struct text full = text_join(reader->scratch, TEXT("module:"), name);
    listing_state(reader, full.at, value_boolean(true), STATED_DIRECTLY);
}

/* lsmod: "nvidia_uvm           1515520  0", "nvidia  56500224  250 nvidia_uvm,nvidia_modeset": size and users. */
static bool read_module(struct listing_reader *reader, struct text line) {
    static const char *const watched[] = {"nvidia",         "nvidia_uvm",     "nvidia_drm",
                                          "nvidia_modeset", "nvidia_peermem", "nouveau",
                                          "nova_core",      "vfio_pci",       NULL};
    struct text rest = line;
    if (!scan_word_of(&rest, watched))
        return false;
    struct text name = text_until(line, line.size - rest.size);
    if (!scan_blanks(&rest) || !scan_digits(&rest, 4, 10) || !scan_blanks(&rest) || !scan_digits(&rest, 1, 6))
        return false;
    if (rest.size && !scan_blanks(&rest))
        return false;
    state_module(reader, name);
    return true;
}

/* inxi: "Device-1: NVIDIA GA106 [GeForce RTX 3060] driver: nvidia v: 535.154.05" */
static bool read_inxi(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line), name, version;
    if (!scan_literal(&rest, "Device-") || !scan_digits(&rest, 1, 2) || !scan_literal(&rest, ": NVIDIA "))
        return false;
    struct text card = product_of(rest);
    if (!card.size)
        return false;
    bool added = listing_add_card(reader, CARDS_ON_BUS, -1, card);
    if (!scan_to(&rest, "driver: ") || !text_next_word(&rest, &name))
        return added;
    if (added)
        listing_last_card(reader)->driver = text_copy(reader->arena, name);
    if (text_is(name, "nvidia") && scan_to(&rest, "v: ") && scan_dotted(&rest, &version))
        listing_state_text(reader, "driver", version, STATED_DIRECTLY);
    return true;
}

/* gpustat: "[0] NVIDIA GeForce RTX 4090 | 50°C,  97 % | 18000 / 24564 MB | user(123M)" */
static bool read_gpustat_row(struct listing_reader *reader, struct text line) {
    int64_t index;
    struct text rest = text_trim(line);
    if (!scan_literal(&rest, "[") || !scan_integer(&rest, &index) || !scan_literal(&rest, "] "))
        return false;
    size_t bar = text_find_byte(rest, '|');
    struct text behind = text_from(rest, bar);
    bool degrees = text_contains(behind, "\xC2\xB0"
                                         "C") ||
                   text_contains(behind, "'C");
    return bar != TEXT_NOWHERE && degrees && listing_add_card(reader, CARDS_BY_SMI, index, text_until(rest, bar));
}

/* Its head: "host01    Tue Mar  5 10:11:12 2024  535.54.03", the driver last. */
static bool read_gpustat_head(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line), word, version;
    if (!rest.size || !scan_is_digit(rest.at[rest.size - 1]))
        return false;
    while (text_next_word(&rest, &word)) {
        struct text time = word, year = text_trim(rest);
        if (!scan_shape(&time, "dd:dd:dd") || time.size || !scan_shape(&year, "dddd "))
            continue;
        scan_blanks(&year);
        if (!scan_shape(&year, "ddd.") || !text_next_word(&rest, &word) || !text_next_word(&rest, &word))
            return false;
        bool last = scan_dotted(&word, &version) && !word.size && !text_trim(rest).size;
        if (last)
            listing_state_text(reader, "driver", version, STATED_BY_LIST);
        return last;
    }
    return false;
}

/* numba -s and cuda.detect(): "id 0    b'NVIDIA Quadro RTX 8000'     [SUPPORTED]"; hashcat: "* Device #1: NVIDIA
 * GeForce RTX 2080 Ti, 10137/11264 MB, 68MCU", where a device that another line has too is skipped. */
static bool read_devices_of_programs(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line);
    int64_t index;
    if (scan_literal(&rest, "id ") && scan_integer(&rest, &index) && scan_blanks(&rest) && scan_literal(&rest, "b'"))
        return text_contains(rest, "SUPPORTED]") &&
               listing_add_card(reader, CARDS_LOGGED, index, text_until(rest, text_find_byte(rest, '\'')));
    rest = text_trim(line);
    return scan_literal(&rest, "* Device #") && scan_integer(&rest, &index) && scan_literal(&rest, ": ") &&
           text_contains(rest, "MCU") && listing_add_card(reader, CARDS_LOGGED, index, rest);
}

/* "CentOS release 6.8 (Final)", "Rocky Linux release 8.9 (Green Obsidian)": /etc/redhat-release */
static bool read_release(struct listing_reader *reader, struct text line) {
    static const char *const makers[] = {"CentOS", "Red Hat", "Rocky Linux", "AlmaLinux", "Fedora", "Scientific Linux"};
    struct text rest = text_trim(line);
    size_t at = text_find(rest, TEXT(" release "));
    struct text number = text_from(rest, at == TEXT_NOWHERE ? rest.size : at + 9);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (text_starts(rest, makers[i]) && scan_digits(&number, 1, 2) && text_ends(rest, ")") && rest.size < 80) {
            listing_state_text(reader, "os", rest, STATED_BY_LIST);
            return true;
        }
    return false;
}

/* docker info: "Server Version: 24.0.7", below it "Runtimes: io.containerd.runc.v2 nvidia runc" and others. Podman and
 * older Dockers write the same names. */
static bool read_engine(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line), word;
    if (scan_literal(&rest, "Server Version: ") && text_next_word(&rest, &word)) {
        listing_state_text(reader, "engine_version", word, STATED_DIRECTLY);
        reader->engine_line = reader->line;
        return true;
    }
    if (reader->line - reader->engine_line > WITHIN_ENGINE)
        return false;
    if (scan_literal(&rest, "Runtimes: ")) {
        struct value runtimes = value_list();
        while (text_next_word(&rest, &word) && value_count(&runtimes) < 16)
            value_append(reader->scratch, &runtimes, value_text(word));
        listing_state(reader, "engine_runtimes", runtimes, STATED_DIRECTLY);
        return true;
    }
    const char *name = scan_literal(&rest, "Default Runtime: ") ? "engine_default_runtime"
                       : scan_literal(&rest, "Cgroup Driver: ") ? "engine_cgroup_driver"
                                                                : NULL;
    if (!name || !text_next_word(&rest, &word))
        return false;
    listing_state_text(reader, name, word, STATED_DIRECTLY);
    return true;
}

/* lshw: "*-display", below it "product: GP107 [GeForce GTX 1050 Ti]" and "vendor: NVIDIA Corporation". */
static bool read_lshw(struct listing_reader *reader, struct text line) {
    line = text_trim(line);
    if (scan_literal(&line, "*-")) {
        reader->display_line = text_starts(line, "display") ? reader->line : INT64_MIN / 2;
        reader->display_name = TEXT("");
        return text_starts(line, "display");
    }
    if (reader->line - reader->display_line > WITHIN_DISPLAY)
        return false;
    if (scan_literal(&line, "product: ")) {
        struct text product = product_of(line);
        reader->display_name = text_copy(reader->arena, product.size ? product : line);
        return true;
    }
    struct text name = reader->display_name;
    return text_starts(line, "vendor: NVIDIA") && name.size && listing_add_card(reader, CARDS_ON_BUS, -1, name);
}

bool listing_read_system(struct listing_reader *reader, struct text line) {
    if (is_bus_address(line) || text_contains(line, "controller"))
        return read_bus(reader, line);
    return read_lshw(reader, line) || read_bound_driver(reader, line) || read_module(reader, line) ||
           read_inxi(reader, line) || read_gpustat_row(reader, line) || read_gpustat_head(reader, line) ||
           read_engine(reader, line) || read_devices_of_programs(reader, line) || read_release(reader, line);
}
