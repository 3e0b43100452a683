#include "formats/traceback.h"

#include <string.h>

#include "traceback_line.h"

#define RAISE "raise "

enum {
    LONGEST_LINE = 4096,
    MOST_ENTRIES = 512,
    LONGEST_FILE = 1024,
    LONGEST_STATEMENT = 512,
    PATIENCE = 200, /* lines without a frame, after which a traceback was cut off */
};

struct entry {
    int64_t line;
    struct text type, message;
    struct text script, file; /* of the outermost and the innermost frame; empty without one */
    int64_t frame_line;
    int64_t chain, rank;
    bool cause;
};

enum state { OUTSIDE, IN_FRAMES, BEHIND_TYPE }; /* BEHIND_TYPE: the message begins in the next line */

struct stream {
    int64_t rank;
    enum state state;
    size_t indentation; /* of the traceback's head */
    int64_t last_line;  /* with anything of a traceback in it */
    char script[LONGEST_FILE], file[LONGEST_FILE];
    size_t script_size, file_size;
    int64_t frame_line;
    size_t last_entry; /* index, meaningful with `any` */
    bool any;
    bool chained;     /* the next exception belongs to the last one's chain */
    bool nested;      /* and was raised before it: "Original Traceback" */
    bool source;      /* of the last frame is being shown, numbered */
    bool below_frame; /* the last line was a frame's */
    /* "raise ValueError(...", the innermost frame's statement, until the exception itself is seen. */
    char raising[LONGEST_STATEMENT];
    size_t raising_size;
    int64_t raising_line;
};

struct traceback_reader {
    struct arena *arena;
    struct entry *entries;
    size_t count, capacity;
    int64_t chains;
    struct stream streams[TRACEBACK_STREAMS];
    size_t stream_count;
    bool around; /* was the last line one of the source, and not the executed one? */
};

struct traceback_reader *traceback_new(struct arena *arena) {
    struct traceback_reader *reader = arena_alloc(arena, sizeof *reader);
    *reader = (struct traceback_reader){.arena = arena};
    return reader;
}

static struct stream *stream_of(struct traceback_reader *reader, const struct paste_line *line) {
    /* A process that gives no rank is told by its number, below all ranks. */
    int64_t rank = line->rank >= 0 || line->pid < 0 ? line->rank : -2 - line->pid;
    for (size_t i = 0; i < reader->stream_count; i++)
        if (reader->streams[i].rank == rank)
            return &reader->streams[i];
    if (reader->stream_count == TRACEBACK_STREAMS)
        return &reader->streams[0];
    reader->streams[reader->stream_count] = (struct stream){.rank = rank};
    return &reader->streams[reader->stream_count++];
}

static void begin(struct stream *stream, size_t indentation, int64_t line) {
    stream->state = IN_FRAMES;
    stream->indentation = indentation;
    stream->last_line = line;
    stream->script_size = stream->file_size = stream->raising_size = 0;
    stream->frame_line = 0;
}

/* Entries behind the place move up, and so do the streams' notes of them. */
static void insert(struct traceback_reader *reader, size_t at, const struct entry *entry) {
    reader->entries = arena_grow(reader->arena, reader->entries, reader->count, &reader->capacity, sizeof *entry);
    for (size_t i = reader->count++; i > at; i--)
        reader->entries[i] = reader->entries[i - 1];
    reader->entries[at] = *entry;
    for (size_t i = 0; i < reader->stream_count; i++)
        reader->streams[i].last_entry += reader->streams[i].any && reader->streams[i].last_entry >= at;
}

/* Several processes that fail alike print the same line right behind each other. */
static bool is_repeated(const struct traceback_reader *reader, const struct stream *stream, struct text type,
                        struct text message) {
    const struct entry *last = stream->any ? &reader->entries[stream->last_entry] : NULL;
    return last && !stream->file_size && !stream->chained && text_equal(last->type, type) &&
           text_equal(last->message, message);
}

static void raise(struct traceback_reader *reader, struct stream *stream, const struct paste_line *line,
                  const struct exception_line *exception) {
    stream->raising_size = 0;
    if (reader->count >= MOST_ENTRIES || is_repeated(reader, stream, exception->type, exception->message)) {
        stream->state = OUTSIDE;
        return;
    }
    bool linked = stream->chained && stream->any;
    struct entry entry = {
        .line = line->number,
        .type = text_copy(reader->arena, exception->type),
        .message = text_copy(reader->arena, exception->message),
        .script = text_copy(reader->arena, (struct text){stream->script, stream->script_size}),
        .file = text_copy(reader->arena, (struct text){stream->file, stream->file_size}),
        .frame_line = stream->frame_line,
        .chain = linked ? reader->entries[stream->last_entry].chain : ++reader->chains,
        .rank = line->rank,
    };
    size_t at = linked && stream->nested ? stream->last_entry : reader->count;
    insert(reader, at, &entry);
    if (!(linked && stream->nested))
        stream->last_entry = at;
    stream->any = true;
    stream->chained = stream->nested = false;
    stream->state = exception->message.size || !exception->colon ? OUTSIDE : BEHIND_TYPE;
    /* "BackendCompilerFailed: backend='inductor' raised:", and below it what was raised. */
    if (text_ends(exception->message, " raised:"))
        stream->chained = stream->nested = true;
    stream->last_line = line->number;
    stream->script_size = stream->file_size = 0;
}

/* "RuntimeError:" and its message in the line below. */
static void add_message(struct traceback_reader *reader, struct stream *stream, struct text line) {
    reader->entries[stream->last_entry].message = text_copy(reader->arena, text_trim(line));
    stream->state = OUTSIDE;
}

static void read_frame(struct stream *stream, const struct frame_line *frame, int64_t line) {
    if (stream->state != IN_FRAMES) /* the head was cut off */
        begin(stream, frame->indentation > 2 ? frame->indentation - 2 : 0, line);
    stream->last_line = line;
    stream->below_frame = true;
    stream->raising_size = 0;
    if (text_starts(frame->file, "<frozen "))
        return;
    stream->file_size = frame->file.size < LONGEST_FILE ? frame->file.size : LONGEST_FILE;
    memcpy(stream->file, frame->file.at, stream->file_size);
    if (!stream->script_size) {
        stream->script_size = stream->file_size;
        memcpy(stream->script, stream->file, stream->script_size);
    }
    stream->frame_line = frame->line;
}

/* What a frame executed, where it is shown below the frame's head. */
static void read_statement(struct stream *stream, struct text text, int64_t line) {
    struct text statement = text_trim(text);
    if (stream->below_frame && text_starts(statement, RAISE)) {
        statement = text_until(text_from(statement, strlen(RAISE)), LONGEST_STATEMENT);
        memcpy(stream->raising, statement.at, statement.size);
        stream->raising_size = statement.size;
        stream->raising_line = line;
    }
    stream->below_frame = false;
}

/* Source that is shown around the executed line goes on to the first line without a number. */
static bool is_around(struct stream *stream, struct text line) {
    bool executed;
    if (stream->source && traceback_source(line, &executed))
        return !executed;
    stream->source = traceback_shows_source(line);
    return false;
}

bool traceback_was_around(const struct traceback_reader *reader) {
    return reader->around;
}

bool traceback_line(struct traceback_reader *reader, const struct paste_line *line) {
    struct text text = traceback_plain(text_until(line->text, LONGEST_LINE));
    struct stream *stream = stream_of(reader, line);
    struct exception_line exception;
    struct frame_line frame;
    size_t indentation;
    bool original;
    reader->around = false;
    if (!text_trim(text).size)
        return false;
    reader->around = is_around(stream, text);
    if (reader->around)
        return false;
    if (stream->state != OUTSIDE && line->number - stream->last_line > PATIENCE)
        stream->state = OUTSIDE;

    enum link link = traceback_link(text);
    if (link != LINK_NONE) {
        stream->chained = stream->any;
        if (stream->any && link == LINK_CAUSE)
            reader->entries[stream->last_entry].cause = true;
        stream->state = OUTSIDE;
        return false;
    }
    struct text whole = text;
    if (traceback_head(&text, &indentation, &original)) {
        /* "RuntimeError: Traceback (most recent call last):": a worker's exception in the message of another one. */
        struct text outer = text_until(whole, text_find(whole, TEXT("Traceback (")));
        if (traceback_exception(outer, stream->state == IN_FRAMES ? stream->indentation : SIZE_MAX, &exception)) {
            raise(reader, stream, line, &exception);
            original = true;
        }
        if (original && stream->any)
            stream->chained = stream->nested = true;
        begin(stream, indentation, line->number);
    }
    if (traceback_frame(text, &frame)) {
        read_frame(stream, &frame, line->number);
        return false;
    }
    read_statement(stream, text, line->number);
    bool outside = stream->state != IN_FRAMES;
    bool raised = traceback_exception(text, outside ? SIZE_MAX : stream->indentation, &exception);
    if (raised)
        raise(reader, stream, line, &exception);
    else if (stream->state == BEHIND_TYPE)
        add_message(reader, stream, text);
    return raised;
}

size_t traceback_cut_off(const struct traceback_reader *reader, struct arena *arena, struct paste_line *lines) {
    size_t count = 0;
    for (size_t i = 0; i < reader->stream_count; i++) {
        const struct stream *stream = &reader->streams[i];
        if (!stream->raising_size)
            continue;
        struct text statement = text_copy(arena, (struct text){stream->raising, stream->raising_size});
        lines[count++] = (struct paste_line){.number = stream->raising_line, .text = statement};
    }
    return count;
}

struct value traceback_found(struct traceback_reader *reader) {
    struct value found = value_list();
    for (size_t i = 0; i < reader->count; i++) {
        const struct entry *entry = &reader->entries[i];
        struct value map = value_map();
        value_set(reader->arena, &map, "line", value_integer(entry->line));
        value_set(reader->arena, &map, "type", value_text(entry->type));
        value_set(reader->arena, &map, "message", value_text(entry->message));
        if (entry->file.size) {
            value_set(reader->arena, &map, "script", value_text(entry->script));
            value_set(reader->arena, &map, "file", value_text(entry->file));
            value_set(reader->arena, &map, "frame_line", value_integer(entry->frame_line));
        }
        value_set(reader->arena, &map, "cause", value_boolean(entry->cause));
        value_set(reader->arena, &map, "chain", value_integer(entry->chain));
        value_set(reader->arena, &map, "rank", value_integer(entry->rank));
        value_append(reader->arena, &found, map);
    }
    return found;
}
