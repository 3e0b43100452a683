#include "listing_reader.h"

#include "listing_prefix.h"
#include "scan.h"

enum {
    LONGEST_LINE = 4096, /* what a listing states stands at the beginning of its lines */
    MOST_STATEMENTS = 2048,
};

struct listing_reader *listing_new(struct arena *arena) {
    struct listing_reader *reader = arena_alloc(arena, sizeof *reader);
    *reader = (struct listing_reader){.arena = arena};
    /* No line follows one that never was. */
    int64_t never = INT64_MIN / 2;
    reader->torch_line = reader->driver_line = reader->cudnn_line = reader->mismatch_line = never;
    reader->device_line = reader->columns_line = reader->found_line = reader->shown_line = reader->heading_line =
        reader->base_line = reader->display_line = reader->board_line = reader->removal_line = reader->python_line =
            reader->wish_line = reader->pairs_line = reader->asked_line = reader->expected_line = reader->bus_line =
                reader->paddle_line = reader->adapter_line = reader->engine_line = never;
    return reader;
}

static bool is_stated(const struct listing_reader *reader, const char *name, const struct value *value,
                      enum strength strength) {
    for (size_t i = 0; i < reader->count; i++) {
        const struct statement *other = &reader->statements[i];
        if (other->block == reader->block && other->strength == strength && text_is(text_of(other->name), name) &&
            value_equal(&other->value, value))
            return true;
    }
    return false;
}

void listing_state(struct listing_reader *reader, const char *name, struct value value, enum strength strength) {
    if (reader->count >= MOST_STATEMENTS || is_stated(reader, name, &value, strength))
        return;
    reader->statements =
        arena_grow(reader->arena, reader->statements, reader->count, &reader->capacity, sizeof *reader->statements);
    reader->statements[reader->count++] = (struct statement){.name = text_copy(reader->arena, text_of(name)).at,
                                                             .value = value_copy(reader->arena, &value),
                                                             .line = reader->line,
                                                             .block = reader->block,
                                                             .by = reader->by,
                                                             .strength = strength};
}

void listing_state_text(struct listing_reader *reader, const char *name, struct text text, enum strength strength) {
    listing_state(reader, name, value_text(text), strength);
}

void listing_state_none(struct listing_reader *reader, const char *name, enum strength strength) {
    listing_state(reader, name, value_null(), strength);
}

static bool read_line(struct listing_reader *reader, struct text line) {
    static bool (*const readers[])(struct listing_reader *, struct text) = {
        listing_read_loader, listing_read_session, listing_read_smi,     listing_read_process, listing_read_query,
        listing_read_system, listing_read_windows, listing_read_package, listing_read_banner,  listing_read_log,
        listing_read_pairs,  listing_read_field,   listing_read_terse};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        reader->by = (unsigned char)i;
        if (readers[i](reader, line))
            return true;
    }
    return false;
}

/* "/usr/lib/python3.10/site-packages/torch/cuda/__init__.py", whatever the line says. */
static void note_python_path(struct listing_reader *reader, struct text line) {
    size_t at = text_find(line, TEXT("-packages"));
    struct text before = text_until(line, at == TEXT_NOWHERE ? 0 : at), version;
    size_t slash = text_find_last_byte(before, '/');
    before = text_until(before, slash == TEXT_NOWHERE ? 0 : slash);
    size_t name = text_find_last_byte(before, '/');
    struct text folder = text_from(before, name == TEXT_NOWHERE ? before.size : name + 1);
    if (scan_literal(&folder, "python") && scan_dotted(&folder, &version) && !folder.size)
        listing_state_text(reader, "python", version, STATED_BY_PATH);
}

/* Returns whether the line stated something. */
static bool look_at(struct listing_reader *reader, struct text text) {
    size_t statements = reader->count;
    text = listing_without_stamps(reader->scratch, text);
    listing_begin(reader, text);
    listing_note_wishes(reader, text);
    note_python_path(reader, text);
    bool taken = read_line(reader, text);
    struct text plain = taken ? text : listing_without_prefix(text);
    if (plain.size < text.size)
        taken = read_line(reader, plain);
    return taken || reader->count > statements;
}

void listing_line(struct listing_reader *reader, struct arena *scratch, const struct paste_line *line) {
    struct text text = text_until(line->text, LONGEST_LINE);
    reader->line = line->number;
    reader->scratch = scratch;
    if (!text_trim(text).size) {
        reader->table = NO_TABLE;
        return;
    }
    /* Full-width punctuation is how a Chinese keyboard writes a colon, a semicolon and parentheses. */
    if (text_contains(text, "\xEF\xBC")) {
        text = text_replace(scratch, text, TEXT("\xEF\xBC\x9A"), TEXT(":"));
        text = text_replace(scratch, text, TEXT("\xEF\xBC\x88"), TEXT("("));
        text = text_replace(scratch, text, TEXT("\xEF\xBC\x89"), TEXT(")"));
        text = text_replace(scratch, text, TEXT("\xEF\xBC\x9B"), TEXT(";"));
    }
    struct listing_shape *shape = listing_shape_of(reader, text);
    if (!listing_is_repeat(shape))
        listing_note_shape(shape, look_at(reader, text));
}

static struct value found_entry(struct arena *arena, const char *name, struct value value, int64_t line,
                                size_t subject) {
    struct value entry = value_map();
    value_set(arena, &entry, "name", value_string(name));
    value_set(arena, &entry, "value", value);
    value_set(arena, &entry, "line", value_integer(line));
    value_set(arena, &entry, "subject", value_integer((int64_t)subject + 1));
    return entry;
}

static bool is_whole_of(const struct value *part, const struct value *whole) {
    if (part->type != VALUE_TEXT || whole->type != VALUE_TEXT || whole->text.size <= part->text.size)
        return false;
    bool begins = text_equal(part->text, text_until(whole->text, part->text.size));
    char next = whole->text.at[part->text.size];
    return begins && text_find_byte(part->text, '.') != TEXT_NOWHERE && (next == '.' || next == '+');
}

struct finding {
    const struct listing_reader *reader;
    size_t subjects[MOST_BLOCKS]; /* by block */
    size_t subject;
    const struct cards *cards;
};

static void add_card(const struct finding *finding, const struct card *card, struct value *found) {
    struct arena *arena = finding->reader->arena;
    struct value entry = found_entry(arena, "gpus", value_text(card->name), card->line, finding->subject);
    if (card->device.size)
        value_set(arena, &entry, "device", value_text(card->device));
    if (card->driver.size)
        value_set(arena, &entry, "driver", value_text(card->driver));
    value_append(arena, found, entry);
}

static void add_cards(const struct finding *finding, struct value *found) {
    for (size_t i = 0; finding->cards && i < finding->cards->count; i++)
        add_card(finding, &finding->cards->items[i], found);
}

/* Did a stronger statement say that there is none? Then a weaker one speaks of something else. */
static bool is_denied(const struct finding *finding, const struct statement *statement) {
    for (size_t i = 0; i < finding->reader->count; i++) {
        const struct statement *other = &finding->reader->statements[i];
        if (finding->subjects[other->block] == finding->subject && other->value.type == VALUE_NULL &&
            other->strength > statement->strength && text_is(text_of(other->name), statement->name))
            return true;
    }
    return false;
}

/* A listing that is shown again says the same once more. */
static bool is_said(const struct finding *finding, size_t at) {
    const struct statement *statement = &finding->reader->statements[at];
    for (size_t i = 0; i < at && statement->block > 0; i++) {
        const struct statement *other = &finding->reader->statements[i];
        if (finding->subjects[other->block] == finding->subject && other->strength == statement->strength &&
            text_is(text_of(other->name), statement->name) && value_equal(&other->value, &statement->value))
            return true;
    }
    return false;
}

/* "3.10" says less than the "3.10.12" of another line. */
static bool is_part(const struct finding *finding, size_t at, size_t of) {
    const struct statement *part = &finding->reader->statements[at], *whole = &finding->reader->statements[of];
    return part->strength == whole->strength && finding->subjects[part->block] == finding->subjects[whole->block] &&
           text_is(text_of(part->name), whole->name) && is_whole_of(&part->value, &whole->value);
}

static void add_statement(const struct finding *finding, size_t at, struct value *found) {
    struct arena *arena = finding->reader->arena;
    const struct statement *statement = &finding->reader->statements[at];
    value_append(arena, found,
                 found_entry(arena, statement->name, statement->value, statement->line, finding->subject));
}

/* What says more comes first, in the place of what says less. */
static void add_with_wholes(const struct finding *finding, size_t at, struct value *found) {
    for (size_t i = 0; i < at; i++)
        if (is_part(finding, i, at))
            return;
    for (size_t i = at + 1; i < finding->reader->count; i++)
        if (is_part(finding, at, i))
            add_statement(finding, i, found);
    add_statement(finding, at, found);
}

static void add_statements(const struct finding *finding, struct value *found) {
    const struct listing_reader *reader = finding->reader;
    for (int strength = STATED_DIRECTLY; strength >= STATED_BY_PATH; strength--)
        for (size_t i = 0; i < reader->count; i++) {
            const struct statement *statement = &reader->statements[i];
            bool overruled = finding->cards && text_is(text_of(statement->name), "gpus");
            if ((int)statement->strength == strength && finding->subjects[statement->block] == finding->subject &&
                !overruled && !is_denied(finding, statement) && !is_said(finding, i))
                add_with_wholes(finding, i, found);
        }
}

struct value listing_found(struct listing_reader *reader) {
    struct value found = value_list();
    struct finding finding = {.reader = reader};
    size_t count = listing_subjects(reader, finding.subjects);
    for (; finding.subject < count; finding.subject++) {
        finding.cards = listing_best_cards(reader, finding.subjects, finding.subject);
        add_statements(&finding, &found);
        add_cards(&finding, &found);
    }
    return found;
}
