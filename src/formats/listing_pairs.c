/* Several "name=value" in one line behind the name of what they are about, and Python's list of pairs:
 *
 *     GPU: device=NVIDIA GeForce RTX 4090 n=1 arch=sm_90 cap=(8, 9) cuda=12.4 cudnn=90100 driver=560.94
 *     OrderedDict([('sys.platform', 'linux'), ('Python', '3.9.17 (main, ...)'), ('CUDA available', False)])
 */
#include "listing_value.h"

#include <string.h>

#include "scan.h"

enum { LONGEST_LABEL = LONGEST_PAIRS_LABEL, MOST_PAIRS = 64 };

/* A name and its '='; empty where none stands here. */
static struct text name_at(struct text rest) {
    size_t size = 0;
    while (size < rest.size && size < LONGEST_LABEL && (scan_is_name(rest.at[size]) || rest.at[size] == '.'))
        size++;
    return text_until(rest, size < rest.size && rest.at[size] == '=' ? size : 0);
}

/* The value ends where the next pair begins; quotes are taken off. */
static struct text take_value(struct text *rest) {
    size_t size = 0;
    char quote = rest->size && (rest->at[0] == '"' || rest->at[0] == '\'') ? rest->at[0] : 0;
    if (quote) {
        struct text inner = text_from(*rest, 1);
        size_t close = text_find_byte(inner, quote);
        *rest = text_from(inner, close == TEXT_NOWHERE ? inner.size : close + 1);
        return text_until(inner, close);
    }
    while (size < rest->size && (rest->at[size] != ' ' || !name_at(text_from(*rest, size + 1)).size))
        size++;
    struct text value = text_until(*rest, size);
    *rest = text_from(*rest, size);
    return text_trim(value);
}

static bool state_pair(struct listing_reader *reader, struct text label, struct text name, struct text value) {
    static const struct {
        const char *label; /* NULL: whatever it is */
        const char *name;
        enum meaning meaning;
    } known[] = {
        {"Python", "version", MEANS_PYTHON},
        {"Platform", "python", MEANS_PYTHON},
        {"Platform", "release", MEANS_PLATFORM},
        {"Platform", "system", MEANS_PLATFORM},
        {"Python", "platform", MEANS_PLATFORM},
        {"GPU", "device", MEANS_CARD},
        {"GPU", "cuda", MEANS_TORCH_CUDA},
        {"GPU", "cudnn", MEANS_CUDNN},
        {"GPU", "driver", MEANS_DRIVER},
        {"Device", "device", MEANS_CARD},
        {"Device", "cuda", MEANS_TORCH_CUDA},
        {"Device", "cudnn", MEANS_CUDNN},
        {"Device", "driver", MEANS_DRIVER},
        {"Torch", "torch", MEANS_TORCH},
        {"Packages", "torch", MEANS_TORCH},
        {"Torch", "version", MEANS_TORCH},
        {"Torch", "torchvision", MEANS_TORCHVISION},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is(label, known[i].label) && text_is(name, known[i].name)) {
            struct split split = {.key = name, .raw_key = name, .value = value, .form = SPLIT_BY_COLON};
            listing_read_meaning(reader, known[i].meaning, &split);
            return true;
        }
    return false;
}

/* The label of a line; one that goes on from the line above has that one's. */
static struct text take_label(struct listing_reader *reader, struct text line, struct text *rest) {
    *rest = text_trim(line);
    size_t colon = text_find(text_until(*rest, LONGEST_LABEL), TEXT(": "));
    bool goes_on = text_starts(line, "  ") && name_at(*rest).size && reader->line - reader->pairs_line <= 1;
    if (colon == TEXT_NOWHERE && goes_on) {
        reader->pairs_line = reader->line;
        return (struct text){reader->pairs_label, reader->pairs_size};
    }
    struct text label = text_until(*rest, colon == TEXT_NOWHERE ? 0 : colon);
    *rest = text_from(*rest, colon == TEXT_NOWHERE ? rest->size : colon + 2);
    if (!label.size || !name_at(*rest).size)
        return TEXT("");
    reader->pairs_line = reader->line;
    reader->pairs_size = label.size;
    memcpy(reader->pairs_label, label.at, label.size);
    return label;
}

static bool read_labelled(struct listing_reader *reader, struct text line) {
    struct text rest, label = take_label(reader, line, &rest);
    bool any = false;
    for (size_t pairs = 0; rest.size && pairs < MOST_PAIRS; pairs++) {
        struct text name = name_at(rest);
        if (!name.size) {
            rest = text_from(rest, 1);
            continue;
        }
        rest = text_from(rest, name.size + 1);
        scan_literal(&rest, "="); /* "torch==2.4.1" */
        struct text value = take_value(&rest);
        any = state_pair(reader, label, name, value) || any;
        scan_blanks(&rest);
    }
    return any;
}

/* "('Python', '3.9.17 (main')", "('CUDA available', False)" */
static bool read_tuples(struct listing_reader *reader, struct text line) {
    struct text rest = line;
    bool any = false;
    if (!text_contains(line, "('sys.platform', '") && !text_contains(line, "('PyTorch', '"))
        return false;
    for (size_t pairs = 0; pairs < MOST_PAIRS && scan_to(&rest, "('"); pairs++) {
        size_t end = text_find(rest, TEXT("', "));
        if (end == TEXT_NOWHERE || end > LONGEST_LABEL)
            continue;
        struct text key = text_until(rest, end), value = text_from(rest, end + 3);
        bool quoted = scan_literal(&value, "'");
        value = text_until(value, text_find(value, quoted ? TEXT("')") : TEXT(")")));
        struct text whole =
            text_format(reader->scratch, TEXT_FORMAT ": " TEXT_FORMAT, TEXT_ARGUMENTS(key), TEXT_ARGUMENTS(value));
        any = listing_read_split(reader, whole) || any;
    }
    return any;
}

bool listing_read_pairs(struct listing_reader *reader, struct text line) {
    return read_tuples(reader, line) || read_labelled(reader, line);
}
