/* Enumerations of graphics cards in a listing, and what is a card's name. */
#include "listing_reader.h"

#include "scan.h"

enum {
    MOST_CARDS = 512,
    MOST_ENUMERATIONS = 64,
    LONGEST_NAME = 80,
    FARTHEST = 64, /* lines from one card of an enumeration to the next; nvidia-smi -q has many between */
};

static bool ends_with_dots(struct text name) {
    return text_ends(name, "...");
}

/* Where the name ends: at the memory, UUID or architecture that is printed behind it. */
static size_t find_end(struct text name) {
    static const char *const marks[] = {"(UUID", "(arch", "(gfx", " : ", ", compute", ", pciBus", " VRAM ", "  "};
    size_t end = name.size;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t at = text_find(name, text_of(marks[i]));
        end = at < end ? at : end;
    }
    for (size_t at = 0; at < end; at++) {
        struct text rest = text_from(name, at + 1);
        scan_blanks(&rest);
        bool opens = name.at[at] == ',' || name.at[at] == '(' || name.at[at] == '|';
        if (opens && at > 0 && (name.at[at] == '|' || scan_digits(&rest, 1, 6))) /* ", 16376MiB", "(16 GB)" */
            return at;
    }
    return end;
}

static struct text clean_name(struct text name) {
    static const char around[] = "'\"`*,; \t";
    name = text_trim(name);
    while (scan_one_of(&name, around))
        ;
    name = text_until(name, find_end(name));
    while (name.size && text_find_byte(text_of(around), name.at[name.size - 1]) != TEXT_NOWHERE)
        name.size--;
    return name;
}

/* Product names hold letters and a number, or a make that is known for names without one ("TITAN Xp"). */
static bool is_name(struct text name) {
    static const char *const makes[] = {"NVIDIA", "Nvidia", "GeForce",         "TITAN",
                                        "Tesla",  "Quadro", "Graphics Device", NULL};
    bool letter = false, digit = false;
    size_t words = 1;
    for (size_t i = 0; i < name.size; i++) {
        char byte = name.at[i];
        letter = letter || scan_is_letter(byte);
        digit = digit || scan_is_digit(byte);
        words += byte == ' ';
        if (text_find_byte(TEXT("=/\\|%{}<>;:"), byte) != TEXT_NOWHERE)
            return false;
    }
    struct text rest = name;
    bool made = scan_word_of(&rest, makes) || text_ends(name, "(nvgpu)"); /* "Orin (nvgpu)": a Jetson's driver */
    return name.size <= LONGEST_NAME && words <= 12 && letter && (digit || made);
}

static struct cards *last_enumeration(const struct listing_reader *reader) {
    return reader->enumeration_count ? &reader->enumerations[reader->enumeration_count - 1] : NULL;
}

static struct cards *new_enumeration(struct listing_reader *reader, enum card_origin origin) {
    if (reader->enumeration_count >= MOST_ENUMERATIONS)
        return NULL;
    reader->enumerations = arena_grow(reader->arena, reader->enumerations, reader->enumeration_count,
                                      &reader->enumeration_capacity, sizeof *reader->enumerations);
    reader->enumerations[reader->enumeration_count++] =
        (struct cards){.origin = origin, .last_index = -1, .block = reader->block};
    return last_enumeration(reader);
}

static void append(struct listing_reader *reader, struct cards *cards, int64_t index, struct text name) {
    cards->items = arena_grow(reader->arena, cards->items, cards->count, &cards->capacity, sizeof *cards->items);
    cards->items[cards->count++] = (struct card){.name = text_copy(reader->arena, name), .line = reader->line};
    cards->last_index = index;
    cards->last_line = reader->line;
}

bool listing_add_card(struct listing_reader *reader, enum card_origin origin, int64_t index, struct text name) {
    name = clean_name(name);
    if (!is_name(name))
        return false;
    struct cards *cards = last_enumeration(reader);
    bool near = cards && cards->block == reader->block && reader->line - cards->last_line <= FARTHEST;
    bool alike = cards && cards->origin == origin && (index < 0) == (cards->last_index < 0);
    bool goes_on = near && alike && (index < 0 || index > cards->last_index);
    if (!goes_on)
        cards = new_enumeration(reader, origin);
    if (cards && cards->count < MOST_CARDS)
        append(reader, cards, index, name);
    return true;
}

struct card *listing_last_card(struct listing_reader *reader) {
    struct cards *cards = last_enumeration(reader);
    return &cards->items[cards->count - 1];
}

static bool is_cut(const struct cards *cards) {
    for (size_t i = 0; i < cards->count; i++)
        if (ends_with_dots(cards->items[i].name))
            return true;
    return false;
}

/* Old tables cut long names ("GeForce RTX 208..."); another enumeration of as many cards may have them whole. */
static bool is_better(const struct cards *cards, const struct cards *best) {
    if (is_cut(cards) != is_cut(best) && cards->count == best->count)
        return !is_cut(cards);
    return cards->origin > best->origin;
}

const struct cards *listing_best_cards(const struct listing_reader *reader, const size_t *subjects, size_t subject) {
    const struct cards *best = NULL;
    for (size_t i = 0; i < reader->enumeration_count; i++) {
        const struct cards *cards = &reader->enumerations[i];
        if (subjects[cards->block] == subject && (!best || is_better(cards, best)))
            best = cards;
    }
    return best;
}
