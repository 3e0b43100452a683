/* What people write in a line of its own, without naming fields:
 *
 *     Ubuntu 20.04, RTX 3090, driver 470.57.02
 *     Python 3.8.11, torch 1.9.1, CUDA Version: 12.0
 *     PyTorch 1.10 / CUDA 11.3 / cuDNN 8.2
 *
 * Every part of the line has to be one that is known, else it is a sentence. A list of requirements looks the same:
 * what stands below such a heading is passed over, see listing_wishes(). */
#include "listing_parts.h"
#include "listing_value.h"

#include "scan.h"

enum { LONGEST_TERSE = 160, MOST_PARTS = 12, LONGEST_TAIL = 48, WITHIN_WISHES = 12 };

/* What divides two parts, or a remark behind one: "(via conda)". */
static bool take_separator(struct text *rest) {
    static const char *const separators[] = {",",    ";",   "|",     "/", "+", "&", "\xEF\xBC\x8C", "\xE3\x80\x81",
                                             "and ", "on ", "with ", "-"};
    size_t blanks = scan_blanks(rest);
    if (scan_literal(rest, "(")) {
        size_t close = text_find_byte(*rest, ')');
        if (close == TEXT_NOWHERE || close > LONGEST_TAIL)
            return false;
        *rest = text_from(*rest, close + 1);
        return !text_trim(*rest).size || take_separator(rest);
    }
    for (size_t i = 0; i < sizeof separators / sizeof *separators; i++)
        if (scan_literal(rest, separators[i])) {
            scan_blanks(rest);
            if (scan_literal(rest, "and ")) /* ", and " */
                scan_blanks(rest);
            return true;
        }
    return blanks > 0;
}

/* "with virtualenv", "installed via pip" behind the last part. */
static bool is_tail(struct text rest) {
    static const char *const beginnings[] = {"with",      "via", "in",    "from",   "using",
                                             "installed", "by",  "under", "latest", NULL};
    rest = text_trim(rest);
    if (scan_literal(&rest, ","))
        scan_blanks(&rest);
    if (!scan_word_of(&rest, beginnings) || rest.size > LONGEST_TAIL)
        return false;
    for (size_t i = 0; i < rest.size; i++)
        if (scan_is_digit(rest.at[i]))
            return false;
    return true;
}

static bool is_wish(struct text heading) {
    static const char *const words[] = {"equirement", "rerequisite", "ependenc", "equired", "eeds the",
                                        "ecommended", "ested with",  "ested on", "upported"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_contains(heading, words[i]))
            return true;
    return false;
}

/* Returns how many parts there are; 0 where one is unknown, or more are foreign than known. */
static size_t take_parts(struct text line, struct listing_part *parts) {
    size_t count = 0, foreign = 0;
    for (struct text rest = line; rest.size;) {
        if (count >= MOST_PARTS)
            return 0;
        if (!listing_take_part(&rest, &parts[count]))
            return 0;
        foreign += parts[count].meaning == MEANS_NOTHING;
        count++;
        rest = text_trim(rest).size ? rest : TEXT("");
        if (!rest.size || is_tail(rest))
            break;
        if (!take_separator(&rest))
            return 0;
    }
    return count - foreign > foreign ? count : 0;
}

static void state_part(struct listing_reader *reader, const struct listing_part *part) {
    static const struct {
        enum meaning meaning;
        const char *name;
    } names[] = {{MEANS_PYTHON, "python"},        {MEANS_OS, "os"},       {MEANS_TOOLKIT, "cuda_toolkit"},
                 {MEANS_CUDNN, "cudnn"},          {MEANS_NUMPY, "numpy"}, {MEANS_TORCHVISION, "torchvision"},
                 {MEANS_TORCHAUDIO, "torchaudio"}};
    if (!part->value.size) /* "CUDA 11" */
        return;
    if (part->meaning == MEANS_TORCH) {
        listing_state_torch(reader, part->value, STATED_IN_PASSING);
        reader->torch_line = reader->line;
    } else if (part->meaning == MEANS_CUDA && reader->line - reader->torch_line <= 1) {
        listing_state_text(reader, "torch_cuda", part->value, STATED_IN_PASSING);
    } else if (part->meaning == MEANS_CARD && !reader->enumeration_count) {
        for (size_t i = 0; i < part->count; i++)
            listing_add_card(reader, CARDS_IN_PASSING, part->count > 1 ? (int64_t)i : -1, part->value);
    }
    if (part->meaning == MEANS_DRIVER) /* "Driver 13.0" is the CUDA that it brings */
        listing_state_text(reader, part->value.size < 5 ? "driver_cuda" : "driver", part->value, STATED_IN_PASSING);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].meaning == part->meaning)
            listing_state_text(reader, names[i].name, part->value, STATED_IN_PASSING);
}

/* "Environment: Ubuntu 22, python3.7, CUDA11.7" names no field, but says that a list follows. */
static bool take_label(struct text *line) {
    static const char *const words[] = {"nvironment", "环境", "etup", "onda list", "pecs", "ystem", "achine", "onfig"};
    size_t colon = text_find_byte(*line, ':'), is = text_find(*line, TEXT(" is ")), divider = is < colon ? is : colon;
    struct text label = text_until(*line, divider == TEXT_NOWHERE || divider > LONGEST_TAIL ? 0 : divider);
    if (is_wish(label))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_contains(label, words[i])) {
            *line = text_trim(text_from(*line, divider + (is < colon ? 4 : 1)));
            *line = text_until(*line, text_find(*line, TEXT(". "))); /* another sentence */
            return true;
        }
    return false;
}

bool listing_read_terse(struct listing_reader *reader, struct text line) {
    struct listing_part parts[MOST_PARTS];
    while (scan_one_of(&line, " \t-*+>#`"))
        ;
    line = text_trim(line);
    while (line.size && text_find_byte(TEXT(".`*,"), line.at[line.size - 1]) != TEXT_NOWHERE)
        line.size--;
    if (listing_wishes(reader))
        return false;
    size_t least = take_label(&line) ? 2 : 1;
    if (line.size > LONGEST_TERSE)
        return false;
    size_t count = take_parts(line, parts);
    if (count < least)
        return false;
    for (size_t i = 0; i < count; i++)
        state_part(reader, &parts[i]);
    return count > 0;
}

void listing_note_wishes(struct listing_reader *reader, struct text line) {
    struct text trimmed = text_trim(line);
    bool heading = text_starts(trimmed, "#") || text_ends(trimmed, ":");
    if (heading && trimmed.size <= 80)
        reader->wish_line = is_wish(trimmed) ? reader->line : INT64_MIN / 2;
}

bool listing_wishes(const struct listing_reader *reader) {
    return reader->line - reader->wish_line <= WITHIN_WISHES;
}
