/* Values of fields that speak of the machine: its system, its cards and their driver. */
#include "listing_value.h"

#include "scan.h"

enum { LONGEST_SYSTEM = 120 };

void listing_read_os(struct listing_reader *reader, struct text value, enum strength strength) {
    static const char *const families[] = {"inux", "indows", "win32",  "Win",    "arwin",  "mac",     "Mac",
                                           "OSX",  "Ubuntu", "Debian", "CentOS", "Fedora", "Red Hat", "SUSE"};
    bool family = strength == STATED_DIRECTLY;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        family = family || text_contains(value, families[i]);
    bool letter = false; /* "OS Version: 11" says nothing of its own */
    for (size_t i = 0; i < value.size; i++)
        letter = letter || scan_is_letter(value.at[i]) || (unsigned char)value.at[i] >= 0x80;
    if (family && letter && listing_stated(value) == STATED_VALUE && value.size <= LONGEST_SYSTEM)
        listing_state_text(reader, "os", value, strength);
}

static bool is_number(struct text name) {
    return scan_digits(&name, 3, 4) && !name.size;
}

/* "1070", "1650", "3060": no other number of four digits is likely behind "GPU". */
static bool is_card_number(struct text name) {
    return is_number(name) && name.size == 4 && name.at[0] >= '1' && name.at[0] <= '5' &&
           (name.at[1] == '0' || name.at[1] == '6') && name.at[2] >= '5' && name.at[3] == '0';
}

/* Where "A, NVIDIA B" goes on with another card. */
static size_t next_make(struct text value) {
    static const char *const makes[] = {", NVIDIA ", ", AMD ", ", Intel", ", GeForce "};
    size_t next = TEXT_NOWHERE;
    for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
        size_t at = text_find(value, text_of(makes[i]));
        next = at < next ? at : next;
    }
    return next == TEXT_NOWHERE ? next : next + 2;
}

/* Takes "GPU 0: " off a value; another card may follow in the same line. */
void listing_read_cards(struct listing_reader *reader, struct text value, bool model) {
    int64_t index;
    if (listing_stated(value) == STATED_NONE)
        listing_state_none(reader, "gpus", STATED_DIRECTLY);
    while (value.size) {
        struct text rest = value;
        bool numbered = scan_literal(&rest, "GPU ") && scan_integer(&rest, &index) && scan_literal(&rest, ":");
        if (!numbered)
            rest = value;
        size_t next = numbered ? text_find(rest, TEXT("GPU ")) : next_make(rest);
        struct text name = text_trim(text_until(rest, next));
        if (model ? is_number(name) : is_card_number(name)) /* "3060" */
            listing_state_text(reader, "gpus", name, STATED_DIRECTLY);
        listing_add_card(reader, CARDS_IN_FIELD, numbered ? index : -1, name);
        value = text_from(rest, next);
        if (next == TEXT_NOWHERE)
            return;
    }
}

/* "cuda:0 NVIDIA GeForce RTX 3070 : cudaMallocAsync", "NVIDIA GeForce RTX 4080" */
void listing_read_device(struct listing_reader *reader, struct text value) {
    int64_t index = -1;
    if (scan_literal(&value, "cuda:")
            ? scan_integer(&value, &index) && scan_blanks(&value)
            : text_starts(value, "NVIDIA ") || text_starts(value, "Nvidia ") || text_starts(value, "nvidia "))
        listing_add_card(reader, CARDS_IN_FIELD, index, value);
}

/* SGLang calls the driver's own version "CUDA Driver Version". */
void listing_read_driver_cuda(struct listing_reader *reader, struct text value) {
    struct text digits = value;
    listing_read_version(reader, scan_digits(&digits, 3, 3) ? "driver" : "driver_cuda", value, STATED_DIRECTLY);
}

/* "nvidia (proprietary) 570.86.15": a word that is a driver's number. */
static bool find_driver(struct text value, struct text *version) {
    struct text word;
    for (size_t words = 0; words < 6 && text_next_word(&value, &word); words++) {
        struct text rest = word, digits = word;
        if (scan_digits(&digits, 3, 3) && text_starts(digits, ".") && scan_dotted(&rest, version) && !rest.size)
            return true;
    }
    return false;
}

/* "Driver 13.0" is the CUDA that the driver brings; Steam writes the card's name there. */
void listing_read_driver(struct listing_reader *reader, struct text value) {
    struct text digits = value, version;
    bool cuda = scan_digits(&digits, 1, 2) && scan_literal(&digits, ".") && scan_digits(&digits, 1, 1) && !digits.size;
    reader->driver_line = reader->line;
    if (text_starts(value, "NVIDIA GeForce") || text_starts(value, "NVIDIA Quadro"))
        listing_add_card(reader, CARDS_IN_FIELD, -1, value);
    else if (find_driver(value, &version))
        listing_state_text(reader, "driver", version, STATED_DIRECTLY);
    else
        listing_read_version(reader, cuda ? "driver_cuda" : "driver", value, STATED_DIRECTLY);
}
