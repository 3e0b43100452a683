/* The parts of a list that people write in one line: a version, a system, a card. */
#include "listing_parts.h"

#include "scan.h"

enum { LONGEST_OTHER = 16, MOST_ALIKE = 16 };

/* Two words come before the one that they begin with. */
static const struct {
    const char *name;
    enum meaning meaning;
} named[] = {
    {"miniconda with python", MEANS_PYTHON},
    {"anaconda with python", MEANS_PYTHON},
    {"pytorch", MEANS_TORCH},
    {"torchvision", MEANS_TORCHVISION},
    {"torchaudio", MEANS_TORCHAUDIO},
    {"torch", MEANS_TORCH},
    {"python", MEANS_PYTHON},
    {"cuda toolkit", MEANS_TOOLKIT},
    {"cudatoolkit", MEANS_TOOLKIT},
    {"cuda", MEANS_CUDA},
    {"cudnn-windows-x86_64", MEANS_CUDNN},
    {"cudnn", MEANS_CUDNN},
    {"nvidia driver", MEANS_DRIVER},
    {"nvidia-driver", MEANS_DRIVER},
    {"gpu driver", MEANS_DRIVER},
    {"graphics card driver", MEANS_DRIVER},
    {"версия драйвера", MEANS_DRIVER},
    {"драйвер", MEANS_DRIVER},
    {"driver", MEANS_DRIVER},
    {"numpy", MEANS_NUMPY},
    {"nvcc", MEANS_TOOLKIT},
};

static const char *const systems[] = {
    "Ubuntu",    "Debian",        "CentOS",     "Fedora",  "Red Hat Enterprise Linux", "RHEL",    "Rocky Linux",
    "AlmaLinux", "openSUSE Leap", "Linux Mint", "Pop!_OS", "Windows Server",           "Windows", "Win",
    "macOS",     "Amazon Linux"};

static bool ends_word(struct text rest) {
    return !rest.size || (!scan_is_name(rest.at[0]) && rest.at[0] != '-' && rest.at[0] != '.');
}

/* "python 3.8", "CUDA Version: 12.0", "torch=1.9.1", "cuda11.3", "CuDNN v8"; not "torch>=1.9". */
static bool take_version(struct text *rest, struct listing_part *part) {
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        struct text from = *rest, version;
        if (!scan_folded(&from, named[i].name))
            continue;
        struct text behind = from;
        bool said = scan_blanks(&behind) && (scan_folded(&behind, "version") || scan_folded(&behind, "ver"));
        if (said)
            from = behind;
        size_t blanks = scan_blanks(&from);
        if (!blanks && text_starts(from, "=")) /* "cudatoolkit=11.3" is what conda is asked for */
            return false;
        scan_one_of(&from, ":=-");
        scan_blanks(&from);
        version = from;
        bool whole = scan_dotted(&from, &version);
        if (!whole) {
            scan_one_of(&from, "vV");
            struct text digits = from;
            if (!scan_digits(&from, 1, 5))
                return false;
            version = text_until(digits, digits.size - from.size);
        }
        if (!ends_word(from))
            return false;
        /* "CUDA Version" is how nvidia-smi spells what the driver can do. */
        bool own = whole && !(said && named[i].meaning == MEANS_CUDA);
        *part = (struct listing_part){named[i].meaning, own ? version : TEXT(""), 1};
        *rest = from;
        return true;
    }
    return false;
}

/* "Ubuntu 20.04.6 LTS", "Linux Ubuntu 16.04", "Windows 10 Pro", "win11" */
static bool take_system(struct text *rest, struct listing_part *part) {
    static const char *const editions[] = {"LTS",   "Pro", "Home",   "Enterprise", "Education", "64-bit",
                                           "64bit", "x64", "x86_64", "Single",     "Language"};
    struct text from = *rest;
    if (!scan_literal(&from, "Linux Mint"))
        scan_literal(&from, "Linux ");
    from = text_starts(*rest, "Linux Mint") ? *rest : from;
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        struct text name = from, behind = from;
        if (!scan_folded(&behind, systems[i]))
            continue;
        scan_blanks(&behind);
        size_t size = 0;
        while (size < behind.size && size < 12 && (scan_is_digit(behind.at[size]) || behind.at[size] == '.'))
            size++;
        behind = text_from(behind, size);
        if (!size || !scan_is_digit(behind.at[-1]) || !ends_word(behind))
            return false;
        for (size_t edition = 0; edition < sizeof editions / sizeof *editions; edition++) {
            struct text more = behind;
            if (scan_blanks(&more) && scan_folded(&more, editions[edition]) && ends_word(more)) {
                behind = more;
                edition = 0;
            }
        }
        struct text release = behind; /* "v 1809" */
        if (scan_blanks(&release) && scan_literal(&release, "v") &&
            (scan_blanks(&release), scan_digits(&release, 4, 4)) && ends_word(release))
            behind = release;
        *part = (struct listing_part){MEANS_OS, text_until(name, name.size - behind.size), 1};
        *rest = behind;
        return true;
    }
    return false;
}

static bool is_card_word(struct text word, bool *number) {
    static const char *const known[] = {"NVIDIA", "GeForce", "RTX", "GTX", "GT",         "Tesla",  "Quadro",
                                        "TITAN",  "Radeon",  "RX",  "Ti",  "SUPER",      "Laptop", "GPU",
                                        "Max-Q",  "PCIe",    "XP",  "Ada", "Generation", "GB",     "with",
                                        "Design", "Mobile",  "SXM", "NVL"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_equal_folded(word, text_of(known[i])))
            return true;
    size_t digits = 0, letters = 0;
    for (size_t i = 0; i < word.size; i++) {
        digits += scan_is_digit(word.at[i]);
        letters += scan_is_letter(word.at[i]);
    }
    bool plain = digits + letters == word.size || text_contains(word, "-");
    *number = *number || (plain && digits >= 2);
    return plain && digits >= 1 && word.size <= 16;
}

/* "A100", "L40S", "V100-SXM2-16GB": a generation's letter and a number. */
static bool is_model(struct text rest) {
    bool generation = rest.size && rest.at[0] >= 'A' && rest.at[0] <= 'Z';
    rest = text_from(rest, 1);
    if (!generation || !scan_digits(&rest, 2, 3))
        return false;
    if (rest.size && rest.at[0] >= 'A' && rest.at[0] <= 'Z')
        rest = text_from(rest, 1);
    return !rest.size || !scan_is_name(rest.at[0]);
}

/* "NVIDIA GeForce RTX 3090", "RTX 2070", "Tesla V100-SXM2-16GB", "A100"; with a make or a letter in front of its
 * number. */
static bool take_card(struct text *rest, struct listing_part *part) {
    static const char *const first[] = {"NVIDIA ", "GeForce ", "RTX", "GTX", "Tesla ", "Quadro ", "TITAN ", "Radeon "};
    struct text from = *rest, word;
    bool starts = false, number = false;
    if (scan_folded(&from, "gpu ") || scan_folded(&from, "gpu: ")) { /* "GPU 2080ti" */
        struct text model = from;
        starts = scan_digits(&model, 3, 4);
    }
    struct text name = starts ? from : *rest;
    from = name;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        struct text head = from;
        starts = starts || scan_folded(&head, first[i]);
    }
    starts = starts || is_model(from);
    struct text end = from;
    while (starts && text_next_word(&from, &word)) {
        size_t size = 0;
        while (size < word.size && (scan_is_name(word.at[size]) || word.at[size] == '-'))
            size++;
        if (!size || !is_card_word(text_until(word, size), &number))
            break;
        end = (struct text){word.at + size, end.size - (size_t)(word.at + size - end.at)};
        if (size < word.size)
            break;
        from = end;
    }
    if (!number || !ends_word(end))
        return false;
    *part = (struct listing_part){MEANS_CARD, text_until(name, name.size - end.size), 1};
    *rest = end;
    return true;
}

/* "pip 25.1.1", "transformers==4.30.2" beside what is known. */
static bool take_other(struct text *rest, struct listing_part *part) {
    struct text from = *rest, version;
    size_t size = 0;
    while (size < from.size && (scan_is_letter(from.at[size]) || (size > 0 && from.at[size] == '-')))
        size++;
    from = text_from(from, size);
    if (size < 2 || size > LONGEST_OTHER || !scan_one_of(&from, " :=-"))
        return false;
    while (scan_one_of(&from, " :=-"))
        ;
    if (!scan_dotted(&from, &version) || !ends_word(from))
        return false;
    *part = (struct listing_part){MEANS_NOTHING, TEXT(""), 1};
    *rest = from;
    return true;
}

/* "8 x Tesla V100", "2x RTX 3090", "4×A100" */
static bool take_cards(struct text *rest, struct listing_part *part) {
    struct text from = *rest;
    int64_t count = 1;
    if (from.size && scan_is_digit(from.at[0])) {
        if (!scan_integer(&from, &count) || count < 1 || count > MOST_ALIKE)
            return false;
        scan_blanks(&from);
        if (!scan_one_of(&from, "xX*") && !scan_literal(&from, "×"))
            return false;
        scan_blanks(&from);
    }
    if (!take_card(&from, part))
        return false;
    part->count = (size_t)count;
    *rest = from;
    return true;
}

bool listing_take_part(struct text *rest, struct listing_part *part) {
    return take_version(rest, part) || take_system(rest, part) || take_cards(rest, part) || take_other(rest, part);
}
