/* What Windows lists: dxdiag, wmic, PowerShell's Win32_VideoController and Get-PnpDevice, the Task Manager.
 *
 * Windows counts drivers in four numbers; NVIDIA's own number is the last five digits of them. Of a machine with two
 * makes of cards only NVIDIA's driver counts. */
#include "listing_reader.h"

#include "formats/nvidia.h"
#include "scan.h"

enum { WITHIN_ADAPTER = 60 }; /* lines of dxdiag from a card's name to its driver */

static bool is_ours(struct text name) {
    static const char *const makes[] = {"NVIDIA", "GeForce", "Quadro", "Tesla ", "TITAN"};
    for (size_t i = 0; i < sizeof makes / sizeof *makes; i++)
        if (text_contains(name, makes[i]))
            return true;
    return false;
}

/* "Card name: NVIDIA GeForce RTX 3060", "Name : Intel(R) UHD Graphics": whose driver the next lines name. */
static bool read_adapter(struct listing_reader *reader, struct text line) {
    struct text rest = text_trim(line);
    bool dxdiag = scan_literal(&rest, "Card name:");
    if (!dxdiag && (!scan_literal(&rest, "Name") || !scan_blanks(&rest) || !scan_literal(&rest, ":")))
        return false;
    rest = text_trim(rest);
    reader->adapter_line = reader->line;
    reader->adapter_is_ours = is_ours(rest);
    if (reader->adapter_is_ours)
        listing_add_card(reader, CARDS_IN_FIELD, -1, rest);
    return true;
}

/* A word of the line that is a driver's number as Windows writes it: "31.0.15.3623". */
static bool find_number(struct text line, struct text *before, struct text *number, struct text *after) {
    struct text rest = line, word;
    while (text_next_word(&rest, &word)) {
        size_t dots = 0;
        for (size_t i = 0; i < word.size; i++)
            dots += word.at[i] == '.';
        struct text digits = word;
        if (dots != 3 || !scan_digits(&digits, 1, 2) || !scan_literal(&digits, ".") || !scan_digits(&digits, 1, 2))
            continue;
        *number = word;
        *before = text_trim(text_until(line, (size_t)(word.at - line.at)));
        *after = text_trim(rest);
        return true;
    }
    return false;
}

/* "NVIDIA GeForce RTX 4070 Ti 32.0.15.6094  8/14/2024  OK", with wmic "31.0.15.3623  NVIDIA GeForce RTX 3060" */
static bool read_row(struct listing_reader *reader, struct text before, struct text version, struct text after) {
    struct text name = is_ours(before) ? before : after;
    if (!is_ours(name) || text_find_byte(name, ':') != TEXT_NOWHERE)
        return false;
    if (!listing_add_card(reader, CARDS_IN_FIELD, -1, name))
        return false;
    listing_state_text(reader, "driver", version, STATED_DIRECTLY);
    return true;
}

/* "Driver Version: 31.0.15.3623", "DriverVersion : ...", "驱动程序版本: ...", "Treiberversion: ..." */
static bool is_driver_field(struct text before) {
    static const char *const names[] = {"driver version", "driverversion", "\xE9\xA9\xB1\xE5\x8A\xA8", "treiberversion",
                                        "version du pilote"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t at = 0; at + text_of(names[i]).size <= before.size; at++) {
            struct text rest = text_from(before, at);
            if (scan_folded(&rest, names[i]))
                return text_ends(before, ":") || text_ends(before, "\xEF\xBC\x9A");
        }
    return false;
}

/* OBS Studio: "Windows Version: 10.0 Build 26100 (release: 24H2; ...)", "	Adapter 0: NVIDIA GeForce RTX 4060" */
static bool read_obs(struct listing_reader *reader, struct text line) {
    int64_t index;
    line = text_trim(line);
    struct text rest = line;
    if (scan_literal(&rest, "Windows Version: ") && text_contains(rest, " Build ")) {
        listing_state_text(reader, "os", text_trim(text_until(line, text_find(line, TEXT(" (")))), STATED_BY_LIST);
        return true;
    }
    if (!scan_literal(&rest, "Adapter ") || !scan_integer(&rest, &index) || !scan_literal(&rest, ": "))
        return false;
    reader->adapter_line = reader->line;
    reader->adapter_is_ours = is_ours(rest);
    bool counts = reader->adapter_is_ours || text_contains(rest, "Radeon RX");
    return counts && listing_add_card(reader, CARDS_IN_FIELD, index, rest);
}

bool listing_read_windows(struct listing_reader *reader, struct text line) {
    struct text before, number, after;
    if (read_obs(reader, line))
        return true;
    if (read_adapter(reader, line))
        return true;
    if (!find_number(line, &before, &number, &after))
        return false;
    struct text version = nvidia_windows_version(reader->scratch, number);
    if (version.size && read_row(reader, before, version, after))
        return true;
    if (!is_driver_field(before))
        return false;
    bool other = reader->line - reader->adapter_line <= WITHIN_ADAPTER && !reader->adapter_is_ours;
    if (version.size && !other)
        listing_state_text(reader, "driver", version, STATED_DIRECTLY);
    return true; /* of another make's card: no driver that counts here */
}
