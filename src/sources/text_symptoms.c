#include "text_symptoms.h"

enum {
    LONGEST_SHOWN = 2048, /* bytes of a line that are kept */
    STEADILY = 4,         /* rises, and no fall, of a level that each line tells */
    OFTEN = 64,           /* lines that showed a symptom, after which the lines around it tell nothing new */
};

struct symptom_note {
    struct text id, text;
    struct value captures;
    int64_t line, count;
    /* Of a captured "level": the last one, and how often it rose and fell from one line to the next. */
    struct text level;
    int64_t rises, falls;
};

static struct symptom_note *find(const struct symptom_log *log, struct text id) {
    for (size_t i = 0; i < log->count; i++)
        if (text_equal(log->notes[i].id, id))
            return &log->notes[i];
    return NULL;
}

/* The beginning of a line, cut between two characters. */
static struct text shown(struct text line) {
    struct text text = text_until(line, LONGEST_SHOWN);
    while (text.size < line.size && text.size && ((unsigned char)line.at[text.size] & 0xC0) == 0x80)
        text.size--;
    return text;
}

/* "8.41" as 8410; false for what is no such number. */
static bool thousandths(struct text number, int64_t *value) {
    size_t dot = text_find_byte(number, '.');
    struct text digits = dot == TEXT_NOWHERE ? (struct text){"", 0} : text_until(text_from(number, dot + 1), 3);
    int64_t whole, fraction = 0;
    if (!text_to_integer(text_until(number, dot), &whole) || whole < 0 || whole > 1000000000 ||
        (digits.size && !text_to_integer(digits, &fraction)))
        return false;
    for (size_t i = digits.size; i < 3; i++)
        fraction *= 10;
    *value = whole * 1000 + fraction;
    return true;
}

/* 1: rose, -1: fell, 0: the same, or no number */
static int change_of(struct text from, struct text to) {
    int64_t before, after;
    if (!thousandths(from, &before) || !thousandths(to, &after))
        return 0;
    return (after > before) - (after < before);
}

/* A first step or two that need more are nothing; by a third and more from line to line is something that is kept. */
static bool rose_steadily(const struct symptom_note *note) {
    int64_t first, last;
    return note->rises >= STEADILY && !note->falls && thousandths(value_get_text(&note->captures, "level"), &first) &&
           thousandths(note->level, &last) && last * 3 >= first * 4;
}

static void note_level(struct symptom_note *note, struct arena *arena, const struct value *captures) {
    struct text level = value_get_text(captures, "level");
    if (!level.size)
        return;
    int change = note->level.size ? change_of(note->level, level) : 0;
    note->rises += change > 0;
    note->falls += change < 0;
    note->level = text_copy(arena, level);
}

void symptom_line(struct symptom_log *log, struct arena *scratch, const struct paste_line *line) {
    struct symptom_hit *hits;
    size_t count = matcher_line(log->matcher, scratch, line->text, &hits);
    struct arena *arena = log->reading->arena;
    for (size_t i = 0; i < count; i++) {
        struct symptom_note *note = find(log, hits[i].id);
        if (note) {
            note->count++;
            note_level(note, arena, &hits[i].captures);
            continue;
        }
        log->notes = arena_grow(arena, log->notes, log->count, &log->capacity, sizeof *log->notes);
        log->notes[log->count++] = (struct symptom_note){
            .id = hits[i].id,
            .text = text_copy(arena, shown(line->text)),
            .captures = value_copy(arena, &hits[i].captures),
            .line = line->number,
            .count = 1,
            .level = text_copy(arena, value_get_text(&hits[i].captures, "level")),
        };
    }
}

bool symptom_count_known(struct symptom_log *log, const struct symptom_line *found) {
    for (size_t i = 0; i < found->count; i++) {
        const struct symptom_note *note = find(log, found->hits[i].id);
        if (!note || note->count < OFTEN)
            return false;
    }
    for (size_t i = 0; i < found->count; i++)
        find(log, found->hits[i].id)->count++;
    return true;
}

static void learn(const struct symptom_log *log, const struct symptom_note *note, struct text key,
                  enum attribute attribute, struct value value) {
    struct fact fact = {
        .subject = TEXT(READING_SUBJECT),
        .kind = KIND_SYMPTOM,
        .key = key,
        .attribute = attribute,
        .state = FACT_KNOWN,
        .value = value,
        .reason = TEXT(""),
        .origin = {.source = TEXT("text"), .place = log->reading->place, .line = note->line},
    };
    fact_add(log->reading->facts, &fact);
}

void symptom_learn(const struct symptom_log *log) {
    for (size_t i = 0; i < log->count; i++) {
        struct symptom_note *note = &log->notes[i];
        if (rose_steadily(note))
            value_set(log->reading->arena, &note->captures, "risen_to", value_text(note->level));
        struct text key =
            text_format(log->reading->arena, "%08lld:" TEXT_FORMAT, (long long)note->line, TEXT_ARGUMENTS(note->id));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_ID, value_text(note->id));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_LINE, value_integer(note->line));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_TEXT, value_text(note->text));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_CAPTURES, note->captures);
        learn(log, note, key, ATTRIBUTE_SYMPTOM_COUNT, value_integer(note->count));
    }
}
