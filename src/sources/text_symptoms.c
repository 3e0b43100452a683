#include "text_symptoms.h"

#include "text_meters.h"

enum {
    LONGEST_SHOWN = 2048, /* bytes of a line that are kept */
    OFTEN = 64,           /* lines that showed a symptom, after which the lines around it tell nothing new */
    MOST_SEEN = 64,       /* processes whose lines are kept, of each symptom */
};

/* The first line in which one process shows a symptom. */
struct symptom_seen {
    struct text text;
    struct value captures;
    int64_t line;
    int process;
};

struct symptom_note {
    struct text id;
    struct symptom_seen *seen; /* in the order of the text; none when what was seen turned out to be harmless */
    size_t seen_count, seen_capacity;
    int64_t count, last_line;
    bool error, owned; /* owned: each of its lines is some process's */
    struct meter meter;
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

static bool is_noise(const struct symptom_hit *hits, size_t count) {
    return count > 0 && text_is(node_text(node_get(hits[0].symptom, "severity")), "noise");
}

static bool is_error(const struct symptom_hit *hit) {
    return text_is(node_text(node_get(hit->symptom, "severity")), "error");
}

/* Does it say that another process went away, or did not answer, rather than what went wrong? */
static bool is_about_peers(const struct symptom_log *log, const struct symptom_hit *hit) {
    struct node speaks = node_get(hit->symptom, "speaks");
    struct text strongest = TEXT("");
    int64_t most = 0;
    for (size_t i = 0; i < node_count(speaks); i++) {
        int64_t weight = node_integer(node_at(speaks, i), 0);
        if (weight <= most)
            continue;
        most = weight;
        strongest = node_name_at(speaks, i);
    }
    struct node causes = node_get(knowledge_root(log->reading->knowledge), "causes");
    return text_is(node_text(node_get(node_get_text(causes, strongest), "of_peers")), "yes");
}

static struct symptom_note *note_of(struct symptom_log *log, const struct symptom_hit *hit) {
    struct symptom_note *note = find(log, hit->id);
    if (note)
        return note;
    log->notes = arena_grow(log->reading->arena, log->notes, log->count, &log->capacity, sizeof *log->notes);
    note = &log->notes[log->count++];
    *note = (struct symptom_note){.id = hit->id, .error = is_error(hit), .owned = true};
    return note;
}

static struct symptom_note *see(struct symptom_log *log, const struct symptom_hit *hit, const struct paste_line *line,
                                int process) {
    struct arena *arena = log->reading->arena;
    struct symptom_note *note = note_of(log, hit);
    note->count++;
    note->last_line = line->number;
    note->owned = note->owned && process != NO_PROCESS;
    for (size_t i = 0; i < note->seen_count; i++)
        if (note->seen[i].process == process)
            return note;
    if (note->seen_count >= MOST_SEEN)
        return note;
    note->seen = arena_grow(arena, note->seen, note->seen_count, &note->seen_capacity, sizeof *note->seen);
    note->seen[note->seen_count++] = (struct symptom_seen){
        .text = text_copy(arena, shown(line->text)),
        .captures = value_copy(arena, &hit->captures),
        .line = line->number,
        .process = process,
    };
    return note;
}

enum symptom_error symptom_line(struct symptom_log *log, struct arena *scratch, const struct paste_line *line,
                                int process) {
    struct symptom_hit *hits;
    size_t count = matcher_line(log->matcher, scratch, line->text, &hits);
    enum symptom_error error = NO_ERROR;
    log->harmless = is_noise(hits, count) ? line->number : log->harmless;
    for (size_t i = 0; i < count; i++) {
        struct symptom_note *note = see(log, &hits[i], line, process);
        meter_note(&note->meter, log->reading->arena, &hits[i].captures, line->number);
        if (is_error(&hits[i]) && error != OWN_ERROR)
            error = is_about_peers(log, &hits[i]) ? PEERS_ERROR : OWN_ERROR;
    }
    return error;
}

/* What was first seen in lines `first` to `last` was part of a harmless message. */
static void take_back(struct symptom_log *log, int64_t first, int64_t last) {
    for (size_t i = 0; i < log->count; i++) {
        struct symptom_note *note = &log->notes[i];
        size_t kept = 0;
        for (size_t at = 0; at < note->seen_count; at++)
            if (note->seen[at].line < first || note->seen[at].line > last)
                note->seen[kept++] = note->seen[at];
        note->count -= note->last_line >= first && note->last_line <= last;
        note->seen_count = kept;
    }
}

void symptom_joined(struct symptom_log *log, struct arena *scratch, const struct paste_line *line, int64_t last,
                    int process) {
    struct symptom_hit *hits;
    size_t count = matcher_line(log->matcher, scratch, line->text, &hits);
    if (is_noise(hits, count) && log->harmless < line->number)
        take_back(log, line->number, last);
    for (size_t i = 0; i < count; i++) {
        const struct symptom_note *note = find(log, hits[i].id);
        if (!note || note->last_line < line->number)
            see(log, &hits[i], line, process);
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

static void learn(const struct symptom_log *log, const struct symptom_seen *seen, struct text key,
                  enum attribute attribute, struct value value) {
    struct fact fact = {
        .subject = TEXT(READING_SUBJECT),
        .kind = KIND_SYMPTOM,
        .key = key,
        .attribute = attribute,
        .state = FACT_KNOWN,
        .value = value,
        .reason = TEXT(""),
        .origin = {.source = TEXT("text"), .place = log->reading->place, .line = seen->line},
    };
    fact_add(log->reading->facts, &fact);
}

static const struct symptom_seen *kept(const struct symptom_note *note, int first) {
    for (size_t i = 0; i < note->seen_count && first != NO_PROCESS; i++)
        if (note->seen[i].process == first)
            return &note->seen[i];
    return &note->seen[0];
}

/* Only processes print it that failed behind the first one. */
static bool is_later(const struct symptom_note *note, const struct process_log *processes) {
    return processes->first != NO_PROCESS && note->error && note->owned &&
           kept(note, processes->first)->process != processes->first;
}

void symptom_learn(const struct symptom_log *log, const struct process_log *processes) {
    for (size_t i = 0; i < log->count; i++) {
        const struct symptom_note *note = &log->notes[i];
        if (!note->seen_count)
            continue; /* taken back */
        const struct symptom_seen *seen = kept(note, processes->first);
        struct value captures = seen->captures;
        meter_tell(&note->meter, log->reading->arena, &captures);
        struct text key =
            text_format(log->reading->arena, "%08lld:" TEXT_FORMAT, (long long)seen->line, TEXT_ARGUMENTS(note->id));
        learn(log, seen, key, ATTRIBUTE_SYMPTOM_ID, value_text(note->id));
        learn(log, seen, key, ATTRIBUTE_SYMPTOM_LINE, value_integer(seen->line));
        learn(log, seen, key, ATTRIBUTE_SYMPTOM_TEXT, value_text(seen->text));
        learn(log, seen, key, ATTRIBUTE_SYMPTOM_CAPTURES, captures);
        learn(log, seen, key, ATTRIBUTE_SYMPTOM_COUNT, value_integer(note->count));
        if (seen->process != NO_PROCESS)
            learn(log, seen, key, ATTRIBUTE_SYMPTOM_PROCESS, value_text(process_key(processes, seen->process)));
        if (is_later(note, processes))
            learn(log, seen, key, ATTRIBUTE_SYMPTOM_LATER, value_boolean(true));
    }
}
