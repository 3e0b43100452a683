#include "sources/reading.h"

#include <string.h>

#include "formats/buildlog.h"
#include "formats/columns.h"
#include "formats/listing.h"
#include "formats/traceback.h"
#include "text_exceptions.h"
#include "text_listing.h"
#include "text_symptoms.h"

enum {
    BLOCK = 1024 * 1024,
    WHOLE = 3 * BLOCK,         /* up to here every line is looked at */
    LONGEST_LINE = 64 * BLOCK, /* a text has line ends; /dev/zero and a film have not */
    LONGEST_JOINED = 2048,
    SAMPLE = 64 * 1024, /* bytes of each block that tell binary data from text */
    AROUND = 4096,      /* bytes before and behind a message: the traceback and what a program said before it ended */
};

struct text_reader {
    struct reading *reading;
    struct listing_reader *listing;
    struct traceback_reader *traceback;
    struct buildlog_reader *builds;
    struct columns_reader columns;
    struct symptom_log symptoms;
    struct process_log processes;
    enum paste_encoding encoding;
    struct paste_wrapping wrapping;
    struct paste_reader lines; /* where the next block goes on */
    struct paste_line ahead;   /* the line behind the one that is looked at, where `is_ahead` */
    bool is_ahead;
    size_t unended; /* bytes since the last line end */
};

/* A row's values mean what their columns' names say. */
static void look_at_row(struct text_reader *reader, struct arena *scratch, const struct paste_line *line, int process) {
    struct paste_line row = *line;
    row.text = columns_row(&reader->columns, scratch, line);
    if (row.text.size)
        symptom_joined(&reader->symptoms, scratch, &row, row.number, process);
}

static void look_at_line(struct text_reader *reader, struct arena *scratch, struct paste_line *line) {
    int process = process_line(&reader->processes, line);
    listing_line(reader->listing, scratch, line);
    buildlog_line(reader->builds, line);
    bool raised = traceback_line(reader->traceback, line);
    if (traceback_was_around(reader->traceback))
        return;
    enum symptom_error error = symptom_line(&reader->symptoms, scratch, line, process);
    if (raised || error != NO_ERROR)
        process_failed(&reader->processes, process, line, error == PEERS_ERROR);
    look_at_row(reader, scratch, line, process);
}

/* Where lines may be broken the next one is looked at before this one is done with. */
static bool take_line(struct text_reader *reader, struct arena *scratch, struct paste_line *line) {
    if (!reader->is_ahead)
        return paste_next(scratch, &reader->lines, line);
    *line = reader->ahead;
    reader->is_ahead = false;
    return true;
}

/* A line that a console broke is put together again, in place of its parts. `spaced` is what it was if a mail program
 * broke it, where that may be and it was broken. */
static bool next_whole_line(struct text_reader *reader, struct arena *scratch, struct paste_line *line,
                            struct paste_line *spaced) {
    if (!take_line(reader, scratch, line))
        return false;
    struct paste_line last = *spaced = *line;
    while (reader->wrapping.edge && line->text.size < LONGEST_JOINED) {
        reader->is_ahead = paste_next(scratch, &reader->lines, &reader->ahead);
        if (!reader->is_ahead || !paste_goes_on(&reader->wrapping, &last, &reader->ahead))
            break;
        line->text = text_join(scratch, line->text, reader->ahead.text);
        const struct text parts[] = {spaced->text, reader->ahead.text};
        spaced->text = text_join_all(scratch, parts, 2, TEXT(" "));
        take_line(reader, scratch, &last);
    }
    return true;
}

/* What a mail program broke is looked at once more, with the blank at which it did. `joined` is what the line may go on
 * with, and becomes what the next one may. */
static void look_at_joined(struct text_reader *reader, struct arena *scratch, struct paste_line *joined,
                           const struct paste_line *last, const struct paste_line *line) {
    if (!last->text.size || !paste_may_go_on(&reader->wrapping, last, line) || joined->text.size > LONGEST_JOINED) {
        *joined = *line;
        return;
    }
    const struct text parts[] = {joined->text, line->text};
    joined->text = text_join_all(scratch, parts, 2, TEXT(" "));
    symptom_joined(&reader->symptoms, scratch, joined, line->number, NO_PROCESS);
}

/* "False" says nothing by itself: a question to Python is looked at with its answer. */
static void look_at_answer(struct text_reader *reader, struct arena *scratch, const struct paste_line *last,
                           const struct paste_line *line) {
    if (!paste_is_answered(last, line))
        return;
    struct paste_line both = *last;
    const struct text parts[] = {last->text, line->text};
    both.text = text_join_all(scratch, parts, 2, TEXT(" "));
    symptom_joined(&reader->symptoms, scratch, &both, line->number, NO_PROCESS);
}

static void look_at(struct text_reader *reader, struct arena *scratch, struct text part) {
    struct paste_line line, spaced, last = {0}, joined = {0};
    reader->lines.rest = part;
    while (next_whole_line(reader, scratch, &line, &spaced)) {
        look_at_line(reader, scratch, &line);
        bool harmless = reader->symptoms.harmless == line.number;
        if (reader->wrapping.mail && spaced.text.size > line.text.size && !harmless)
            symptom_joined(&reader->symptoms, scratch, &spaced, line.number, NO_PROCESS);
        if (reader->wrapping.mail)
            look_at_joined(reader, scratch, &joined, &last, &line);
        look_at_answer(reader, scratch, &last, &line);
        last = line;
    }
}

static void pass_over(struct text_reader *reader, struct text part) {
    for (size_t end; (end = text_find_byte(part, '\n')) != TEXT_NOWHERE; part = text_from(part, end + 1))
        reader->lines.number++;
}

/* From `at` back to the beginning of a line that is at least AROUND bytes before, but not before `least`. */
static size_t window_begin(struct text block, size_t at, size_t least) {
    size_t begin = at - least > AROUND ? at - AROUND : least;
    while (begin > least && block.at[begin - 1] != '\n')
        begin--;
    return begin;
}

static size_t window_end(struct text block, size_t at) {
    struct text rest = text_from(block, at + AROUND);
    size_t newline = text_find_byte(rest, '\n');
    return newline == TEXT_NOWHERE ? block.size : block.size - rest.size + newline + 1;
}

/* Around each line that shows something. A message that comes again and again has been looked at often enough: it is
 * only counted, so that a log of nothing else is not slower than any other. */
static void look_near_messages(struct text_reader *reader, struct arena *scratch, struct text block) {
    struct symptom_line found;
    size_t done = 0;
    while (done < block.size && matcher_next(reader->symptoms.matcher, scratch, block, done, &found)) {
        size_t end = found.at + found.line.size;
        if (symptom_count_known(&reader->symptoms, &found)) {
            pass_over(reader, text_until(text_from(block, done), end - done));
            done = end;
            continue;
        }
        size_t begin = window_begin(block, found.at, done);
        end = window_end(block, end);
        pass_over(reader, text_until(text_from(block, done), begin - done));
        look_at(reader, scratch, text_until(text_from(block, begin), end - begin));
        done = end;
    }
    pass_over(reader, text_from(block, done));
}

static void take_block(struct text_reader *reader, struct text bytes) {
    struct reading *reading = reader->reading;
    struct arena *scratch = arena_new();
    struct text block = paste_decode_as(scratch, bytes, reader->encoding);
    if (reading->bytes == 0)
        reader->wrapping = paste_wrapping_of(block);
    if (reading->bytes < WHOLE) {
        look_at(reader, scratch, block);
    } else {
        reading->whole = false;
        look_near_messages(reader, scratch, block);
    }
    arena_free(scratch);
    reading->bytes += bytes.size;
}

/* Where a full block may be cut: behind a line, else behind a state of a progress bar, else anywhere, even within a
 * line; UTF-16 between two units. */
static size_t cut(const struct text_reader *reader, struct text block, bool *within) {
    size_t even = ~(size_t)(reader->encoding == PASTE_UTF16_LITTLE || reader->encoding == PASTE_UTF16_BIG);
    size_t end = text_find_last_byte(block, '\n');
    *within = end == TEXT_NOWHERE;
    if (*within)
        end = text_find_last_byte(block, '\r');
    if (end == TEXT_NOWHERE)
        return block.size & even;
    /* The little-endian newline goes on for a byte. */
    size_t size = end + 1 + (reader->encoding == PASTE_UTF16_LITTLE);
    return size <= block.size ? size & even : block.size & even;
}

/* More bytes behind the `size` that are there, until the block is full or the text ends. */
static bool fill(struct reading *reading, char *block, size_t *size, bool *ended, struct error *error) {
    while (*size < BLOCK && !*ended) {
        int64_t count = reading->read(reading->context, block + *size, BLOCK - *size);
        if (count < 0 || (uint64_t)count > BLOCK - *size)
            return error_set(error, "reading failed");
        *ended = count == 0;
        *size += (size_t)count;
    }
    return true;
}

/* Control characters that no program prints. Files of logs may hold runs of NUL, where they were cut while written. */
static bool is_binary(struct text block) {
    size_t controls = 0, nulls = 0;
    for (size_t i = 0; i < block.size; i++) {
        unsigned char byte = (unsigned char)block.at[i];
        nulls += byte == 0;
        controls += byte < 7 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);
    }
    controls -= nulls;
    return controls > 32 && controls > (block.size - nulls) / 32;
}

/* Is what was read so far a text? What is none may go on for ever. */
static bool check_block(struct text_reader *reader, struct text block, struct error *error) {
    bool wide = reader->encoding == PASTE_UTF16_LITTLE || reader->encoding == PASTE_UTF16_BIG;
    size_t newline = text_find_last_byte(block, '\n');
    reader->unended = newline == TEXT_NOWHERE ? reader->unended + block.size : block.size - newline - 1;
    if (reader->unended > LONGEST_LINE)
        return error_set(error, "not a text: %d MiB without a line end", LONGEST_LINE / BLOCK);
    if (!wide && is_binary(text_until(block, SAMPLE)))
        return error_set(error, "not a text: it holds binary data");
    return true;
}

static bool read_blocks(struct text_reader *reader, char *block, struct error *error) {
    size_t size = 0;
    bool ended = false, within = false, good = true;
    while (good && !ended) {
        good = fill(reader->reading, block, &size, &ended, error);
        if (reader->reading->bytes == 0)
            reader->encoding = paste_detect((struct text){block, size});
        bool next_within = false;
        size_t taken = ended || !good ? size : cut(reader, (struct text){block, size}, &next_within);
        reader->lines.divided = within && reader->lines.number > 0;
        if (good && !check_block(reader, (struct text){block, taken}, error))
            return false;
        if (taken)
            take_block(reader, (struct text){block, taken});
        size -= taken;
        memmove(block, block + taken, size);
        within = next_within;
    }
    return good;
}

/* A traceback whose last line was not pasted tells by its last statement what was raised. */
static void look_at_cut_off(struct text_reader *reader, struct arena *scratch) {
    struct paste_line lines[TRACEBACK_STREAMS];
    size_t count = traceback_cut_off(reader->traceback, scratch, lines);
    for (size_t i = 0; i < count; i++)
        symptom_joined(&reader->symptoms, scratch, &lines[i], lines[i].number, NO_PROCESS);
}

bool reading_run(struct reading *reading, struct error *error) {
    struct arena *arena = reading->arena;
    struct text_reader reader = {
        .reading = reading,
        .listing = listing_new(arena),
        .traceback = traceback_new(arena),
        .builds = buildlog_new(arena),
        .symptoms = {.reading = reading, .matcher = matcher_new(arena, reading->knowledge)},
        .processes = {.reading = reading, .elastic = elastic_new(arena), .first = NO_PROCESS},
    };
    reading->bytes = 0;
    reading->whole = true;
    bool good = read_blocks(&reader, arena_alloc(arena, BLOCK), error);
    reading->lines = reader.lines.number;
    look_at_cut_off(&reader, arena);

    struct value stated = listing_found(reader.listing), exceptions = traceback_found(reader.traceback),
                 builds = buildlog_found(reader.builds);
    listing_learn(reading, &stated);
    exceptions_learn(reading, &exceptions);
    builds_learn(reading, &builds);
    process_decide(&reader.processes);
    process_learn(&reader.processes);
    symptom_learn(&reader.symptoms, &reader.processes);
    matcher_free(reader.symptoms.matcher);
    return good;
}
