#include "text_symptoms.h"

enum {
    LONGEST_SHOWN = 2048, /* bytes of a line that are kept */
    OFTEN = 64,           /* lines that showed a symptom, after which the lines around it tell nothing new */
};

struct symptom_note {
    struct text id, text;
    struct value captures;
    int64_t line, count;
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

void symptom_line(struct symptom_log *log, struct arena *scratch, const struct paste_line *line) {
    struct symptom_hit *hits;
    size_t count = matcher_line(log->matcher, scratch, line->text, &hits);
    struct arena *arena = log->reading->arena;
    for (size_t i = 0; i < count; i++) {
        struct symptom_note *note = find(log, hits[i].id);
        if (note) {
            note->count++;
            continue;
        }
        log->notes = arena_grow(arena, log->notes, log->count, &log->capacity, sizeof *log->notes);
        log->notes[log->count++] = (struct symptom_note){
            .id = hits[i].id,
            .text = text_copy(arena, shown(line->text)),
            .captures = value_copy(arena, &hits[i].captures),
            .line = line->number,
            .count = 1,
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
        const struct symptom_note *note = &log->notes[i];
        struct text key =
            text_format(log->reading->arena, "%08lld:" TEXT_FORMAT, (long long)note->line, TEXT_ARGUMENTS(note->id));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_ID, value_text(note->id));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_LINE, value_integer(note->line));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_TEXT, value_text(note->text));
        learn(log, note, key, ATTRIBUTE_SYMPTOM_CAPTURES, note->captures);
        learn(log, note, key, ATTRIBUTE_SYMPTOM_COUNT, value_integer(note->count));
    }
}
