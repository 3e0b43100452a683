/* Fields: what collect_env, the env commands of frameworks, and forms state as "name: value". */
#include "listing_value.h"

#include "listing_prefix.h"
#include "scan.h"

enum { NEAR = 3 };

/* "GPU 0: Tesla V100", "GPU 0,1,2,3    Tesla V100-SXM2-16GB (arch=7.0)" */
static bool read_numbered_cards(struct listing_reader *reader, const struct split *split) {
    struct text rest = split->raw_key;
    int64_t index;
    bool any = false;
    if (!scan_literal(&rest, "GPU ") && !scan_literal(&rest, "gpu "))
        return false;
    for (struct text digits = rest; scan_integer(&digits, &index); scan_one_of(&digits, ", "))
        if (digits.size && text_find_byte(TEXT(", '\""), digits.at[0]) == TEXT_NOWHERE)
            return false;
    while (scan_integer(&rest, &index)) {
        any = listing_add_card(reader, CARDS_IN_FIELD, index, split->value) || any;
        while (scan_one_of(&rest, ", "))
            ;
    }
    return any;
}

/* Lightning: "* CUDA:", below it "- GPU:" with a card in each line, "- available: True" and "- version: 11.7". */
static bool read_section(struct listing_reader *reader, const struct split *split) {
    bool json = text_is(split->value, "{") || text_is(split->value, "[");
    bool opens = (!split->value.size || json) && split->form == SPLIT_BY_COLON;
    if (opens && text_is(split->key, "gpu")) {
        reader->card_list = true;
        return true;
    }
    if (opens)
        reader->cuda_section = text_is(split->key, "cuda");
    if (opens || !reader->cuda_section)
        return false;
    if (text_is(split->key, "available"))
        listing_read_available(reader, split->value);
    else if (text_is(split->key, "version"))
        listing_read_version(reader, "torch_cuda", split->value, STATED_DIRECTLY);
    else
        return false;
    return true;
}

/* "- Tesla V100" below "- GPU:"; deeper than what stands around it, with or without a bullet. */
static bool read_listed_card(struct listing_reader *reader, struct text line) {
    struct text rest = line;
    bool listed = scan_blanks(&rest) > 0;
    while (scan_one_of(&rest, "-*+ "))
        listed = true;
    return reader->card_list && listed && listing_add_card(reader, CARDS_IN_FIELD, -1, rest);
}

static enum meaning meaning_of(const struct split *split) {
    /* In a table "cuda-version" is a package. */
    if (split->form == SPLIT_BY_COLUMNS && text_find_byte(split->raw_key, '-') != TEXT_NOWHERE)
        return MEANS_NOTHING;
    enum meaning meaning = listing_meaning(split->key);
    meaning = meaning == MEANS_NOTHING ? listing_meaning_of_words(split->raw_key) : meaning;
    size_t slash = text_find_last_byte(split->raw_key, '/');
    bool twice = false; /* in two languages */
    for (size_t at = 0; slash != TEXT_NOWHERE && at < slash; at++)
        twice = twice || (unsigned char)split->raw_key.at[at] >= 0x80;
    return meaning == MEANS_NOTHING && twice ? listing_meaning_of_words(text_from(split->raw_key, slash + 1)) : meaning;
}

bool listing_read_split(struct listing_reader *reader, struct text line) {
    struct split split;
    if (!listing_split(reader->scratch, line, &split) || read_section(reader, &split))
        return false;
    if (read_numbered_cards(reader, &split))
        return true;
    if (text_is(split.key, "activeenvironment"))
        reader->base_line = text_is(split.value, "base") || text_is(split.value, "None") ? reader->line : INT64_MIN / 2;
    enum meaning meaning = meaning_of(&split);
    struct split right;
    if (split.form == SPLIT_BY_COLUMNS && listing_split(reader->scratch, split.value, &right) &&
        right.form == SPLIT_BY_COLON) { /* "GPU  Model: ..." */
        struct text key = text_join(reader->scratch, split.key, right.key);
        if (listing_meaning(key) != MEANS_NOTHING) {
            split = right;
            meaning = listing_meaning(key);
        }
    }
    if (meaning == MEANS_NOTHING && split.form == SPLIT_BY_COLUMNS &&
        listing_without_prefix(line).size == line.size && /* neofetch draws on the left of its fields */
        listing_split(reader->scratch, split.value, &right) && right.form == SPLIT_BY_COLON) {
        split = right;
        meaning = meaning_of(&split);
    }
    if (!split.value.size && meaning != MEANS_NOTHING && split.form == SPLIT_BY_COLON) {
        reader->heading = HEADING_FIELD;
        reader->heading_meaning = (int)meaning;
        reader->heading_line = reader->line;
    }
    listing_read_meaning(reader, meaning, &split);
    return meaning != MEANS_NOTHING;
}

/* Does the line stand for itself, or is it the value of the field in the line above? */
static bool is_own_field(struct listing_reader *reader, struct text line) {
    struct split split;
    return text_starts(text_trim(line), "GPU ") ||
           (listing_split(reader->scratch, line, &split) && meaning_of(&split) != MEANS_NOTHING);
}

/* "torch" alone in a line; its version stands in the next one. */
static bool read_bare_name(struct listing_reader *reader, struct text line) {
    struct text name = text_trim(line);
    if (name.size > 24 || !name.size || !scan_is_letter(name.at[0]))
        return false;
    enum meaning meaning = listing_meaning(text_lower(reader->scratch, name));
    if (meaning == MEANS_NOTHING)
        return false;
    reader->heading = HEADING_BARE;
    reader->heading_meaning = (int)meaning;
    reader->heading_line = reader->line;
    return true;
}

/* "### Operating system", an empty line, and the value in a line of its own. */
static bool read_under_heading(struct listing_reader *reader, struct text line) {
    struct text heading = listing_heading(reader->scratch, line);
    if (heading.size) {
        reader->heading = HEADING_MARKED;
        enum meaning meaning = listing_meaning(heading);
        reader->heading_meaning = (int)(meaning == MEANS_NOTHING ? listing_meaning_of_words(line) : meaning);
        reader->heading_line = reader->line;
        return true;
    }
    int64_t near = reader->heading == HEADING_BARE ? 1 : NEAR;
    if (reader->line - reader->heading_line > near)
        return false;
    reader->heading_line = INT64_MIN / 2;
    struct split split = {.value = text_trim(line), .form = SPLIT_BY_COLON};
    bool version = split.value.size && (scan_is_digit(split.value.at[0]) || split.value.at[0] == 'v');
    if ((reader->heading == HEADING_FIELD && is_own_field(reader, line)) ||
        (reader->heading == HEADING_BARE && !version))
        return false;
    listing_read_meaning(reader, (enum meaning)reader->heading_meaning, &split);
    return false;
}

/* "System packages: {'torch': '2.0', 'cuda': '11.7'" */
static bool read_dictionary(struct listing_reader *reader, struct text line) {
    size_t open = text_find_byte(line, '{');
    struct text rest = text_from(line, open), part;
    if (!text_contains(rest, "'torch': '") && !text_contains(rest, "\"torch\": \""))
        return false;
    while (text_next_part(&rest, ',', &part))
        listing_read_split(reader, part);
    return true;
}

/* MXNet's diagnose.py: "----------Python Info----------", then "Version      : 3.6.9". */
static bool read_info_section(struct listing_reader *reader, struct text line) {
    if (text_contains(line, "--Python Info--"))
        reader->python_line = reader->line;
    struct split split;
    if (reader->line - reader->python_line != 1 || !listing_split(reader->scratch, line, &split) ||
        !text_is(split.key, "version"))
        return false;
    listing_read_version(reader, "python", split.value, STATED_DIRECTLY);
    return true;
}

bool listing_read_field(struct listing_reader *reader, struct text line) {
    if (text_contains(line, "L4T") || text_contains(line, "jetson"))
        reader->board_line = reader->line;
    if (read_info_section(reader, line))
        return true;
    if (read_listed_card(reader, line))
        return true;
    reader->card_list = false;
    if (read_under_heading(reader, line))
        return true;
    if (reader->line - reader->cudnn_line <= 12 && listing_read_cudnn_path(reader, line))
        return true;
    return read_dictionary(reader, line) || listing_read_split(reader, line) || read_bare_name(reader, line);
}
