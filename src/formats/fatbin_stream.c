/* Device code in a file that comes by once. */
#include "formats/fatbin.h"

#include <string.h>

#include "fatbin_tally.h"

enum {
    MOST_CONTAINERS = 1 << 17,
    KEPT_HEAD = 4096,
    /* Of the table of sections and what lies around it: the names are mostly some hundred bytes before it, but what
     * rewrites libraries (BOLT, patchelf) begins the table at the next 2 MiB. */
    KEPT_BEFORE = 4 << 20,
    MOST_TABLE = 4096 * 64,
    KEPT_BEHIND = 1 << 16,
    KEPT_TABLE = KEPT_BEFORE + MOST_TABLE + KEPT_BEHIND,
    RETRIED = FATBIN_HEAD + FATBIN_ENTRY - 8,
};

/* SEEKING: for the magic, word by word. HEAD: of a container. ENTRY: the head of one. SKIPPING: what nobody reads. */
enum state { SEEKING, HEAD, ENTRY, SKIPPING, STOPPED };

struct fatbin_stream {
    struct arena *arena;
    struct fatbin_tally *tally;
    struct fatbin_container *containers;
    size_t count, capacity;
    uint64_t size, position;

    enum state state;
    unsigned char held[FATBIN_ENTRY]; /* what was begun in an earlier piece */
    size_t held_size;
    unsigned char head[FATBIN_HEAD];
    struct fatbin_container container;
    uint64_t entries, left; /* left to skip */

    unsigned char kept_head[KEPT_HEAD], *kept_table;
    size_t kept_head_size;
    struct range table; /* what kept_table holds, or will */
};

struct fatbin_stream *fatbin_stream_new(struct arena *arena) {
    struct fatbin_stream *stream = arena_alloc(arena, sizeof *stream);
    stream->arena = arena;
    stream->tally = arena_alloc(arena, sizeof *stream->tally);
    return stream;
}

void fatbin_stream_begin(struct fatbin_stream *stream, uint64_t size) {
    memset(stream->tally, 0, sizeof *stream->tally);
    stream->count = stream->held_size = stream->kept_head_size = 0;
    stream->size = size;
    stream->position = stream->entries = 0;
    stream->state = SEEKING;
    stream->table = (struct range){0, 0};
}

struct text fatbin_stream_head(const struct fatbin_stream *stream) {
    return (struct text){(const char *)stream->kept_head, stream->kept_head_size};
}

/* --- what is kept for the end --- */

static void expect_table(struct fatbin_stream *stream) {
    const unsigned char *head = stream->kept_head;
    if (memcmp(head, "\177ELF\2\1", 6) != 0)
        return;
    uint64_t at = fatbin_u64(head + 40);
    if (at > UINT64_MAX - KEPT_TABLE)
        return;
    if (!stream->kept_table)
        stream->kept_table = arena_alloc(stream->arena, KEPT_TABLE);
    stream->table.start = at < KEPT_BEFORE ? 0 : at - KEPT_BEFORE;
    stream->table.end = stream->table.start + KEPT_TABLE;
}

static void keep(struct fatbin_stream *stream, const unsigned char *bytes, size_t size) {
    if (stream->kept_head_size < KEPT_HEAD) {
        size_t before = stream->kept_head_size, room = KEPT_HEAD - before, more = size < room ? size : room;
        memcpy(stream->kept_head + before, bytes, more);
        stream->kept_head_size += more;
        if (before < FATBIN_ENTRY && stream->kept_head_size >= FATBIN_ENTRY)
            expect_table(stream);
    }
    uint64_t start = stream->position > stream->table.start ? stream->position : stream->table.start,
             end = stream->position + size < stream->table.end ? stream->position + size : stream->table.end;
    if (start < end)
        memcpy(stream->kept_table + (start - stream->table.start), bytes + (start - stream->position),
               (size_t)(end - start));
}

/* What was kept, as a file in which all else cannot be read. */
static int64_t read_kept(void *context, uint64_t offset, void *out, size_t size) {
    const struct fatbin_stream *stream = context;
    uint64_t end = stream->table.end < stream->position ? stream->table.end : stream->position;
    if (offset < stream->kept_head_size && size <= stream->kept_head_size - offset)
        memcpy(out, stream->kept_head + offset, size);
    else if (offset >= stream->table.start && offset < end && size <= end - offset)
        memcpy(out, stream->kept_table + (offset - stream->table.start), size);
    else
        return -1;
    return (int64_t)size;
}

/* --- one container after the other --- */

static void scan(struct fatbin_stream *stream, const unsigned char *bytes, size_t size);

/* The magic was something else. What was read of it is looked at again, from the next word on: at most 72 bytes, and
 * each time fewer. */
static void retry(struct fatbin_stream *stream) {
    unsigned char again[RETRIED];
    size_t size = FATBIN_HEAD - 8;
    memcpy(again, stream->head + 8, size);
    if (stream->state == ENTRY) {
        memcpy(again + size, stream->held, stream->held_size);
        size += stream->held_size;
    }
    uint64_t position = stream->position;
    stream->position -= size;
    stream->state = SEEKING;
    stream->held_size = 0;
    scan(stream, again, size);
    stream->position = position;
}

static void finish_container(struct fatbin_stream *stream) {
    stream->state = SEEKING;
    if (stream->count == MOST_CONTAINERS || stream->entries >= FATBIN_MOST_ENTRIES) {
        stream->tally->cut = true;
        stream->state = STOPPED;
        return;
    }
    if (stream->count == stream->capacity)
        stream->containers =
            arena_grow(stream->arena, stream->containers, stream->count, &stream->capacity, sizeof *stream->containers);
    stream->containers[stream->count++] = stream->container;
}

/* Behind an entry, or the container's head: the next one, or the rest that no entry fits into. */
static void go_on(struct fatbin_stream *stream) {
    uint64_t room = stream->container.end - stream->position;
    stream->held_size = 0;
    if (room >= FATBIN_ENTRY) {
        stream->state = ENTRY;
    } else if (room) {
        stream->state = SKIPPING;
        stream->left = room;
    } else {
        finish_container(stream);
    }
}

static void take_head(struct fatbin_stream *stream) {
    uint64_t body;
    memcpy(stream->head, stream->held, FATBIN_HEAD);
    if (!fatbin_read_head(stream->head, &body) || body > stream->size - stream->position) {
        retry(stream);
        return;
    }
    stream->container =
        (struct fatbin_container){.start = stream->position - FATBIN_HEAD, .end = stream->position + body};
    go_on(stream);
}

static void take_entry(struct fatbin_stream *stream) {
    uint64_t at = stream->position - FATBIN_ENTRY;
    bool first = at == stream->container.start + FATBIN_HEAD;
    struct fatbin_entry entry;
    if (!fatbin_read_entry(stream->held, stream->container.end - at, &entry)) {
        if (first) {
            retry(stream);
            return;
        }
        /* A container that does not add up is none, and what it covered was not looked at for others. */
        stream->tally->cut = true;
        stream->state = SEEKING;
        stream->held_size = 0;
        return;
    }
    fatbin_add_entry(stream->tally, &stream->container, &entry);
    stream->entries++;
    stream->left = at + entry.head + entry.payload - stream->position;
    stream->state = SKIPPING;
    if (!stream->left)
        go_on(stream);
}

/* --- the states --- */

static size_t skip(struct fatbin_stream *stream, size_t size) {
    size_t done = size < stream->left ? size : (size_t)stream->left;
    stream->position += done;
    stream->left -= done;
    if (!stream->left)
        go_on(stream);
    return done;
}

/* Takes bytes until `wanted` are held. */
static size_t hold(struct fatbin_stream *stream, const unsigned char *bytes, size_t size, size_t wanted) {
    size_t done = wanted - stream->held_size < size ? wanted - stream->held_size : size;
    memcpy(stream->held + stream->held_size, bytes, done);
    stream->held_size += done;
    stream->position += done;
    return done;
}

/* Words of 8 bytes begin at offsets that 8 divides. */
static size_t seek(struct fatbin_stream *stream, const unsigned char *bytes, size_t size) {
    size_t at = 0;
    if (stream->held_size || stream->position % 8 || size < 8) {
        if (!stream->held_size && stream->position % 8) {
            stream->position++;
            return 1;
        }
        at = hold(stream, bytes, size, 8);
        if (stream->held_size < 8)
            return at;
        if (fatbin_u32(stream->held) == FATBIN_MAGIC)
            stream->state = HEAD;
        else
            stream->held_size = 0;
        return at;
    }
    while (size - at >= 8 && (bytes[at] != (FATBIN_MAGIC & 0xFF) || fatbin_u32(bytes + at) != FATBIN_MAGIC))
        at += 8;
    stream->position += at;
    if (size - at >= 8)
        stream->state = HEAD;
    return at;
}

static void scan(struct fatbin_stream *stream, const unsigned char *bytes, size_t size) {
    for (size_t at = 0; at < size && stream->state != STOPPED;) {
        switch (stream->state) {
        case SEEKING:
            at += seek(stream, bytes + at, size - at);
            break;
        case HEAD:
            at += hold(stream, bytes + at, size - at, FATBIN_HEAD);
            if (stream->held_size == FATBIN_HEAD)
                take_head(stream);
            break;
        case ENTRY:
            at += hold(stream, bytes + at, size - at, FATBIN_ENTRY);
            if (stream->held_size == FATBIN_ENTRY)
                take_entry(stream);
            break;
        case SKIPPING:
            at += skip(stream, size - at);
            break;
        case STOPPED:
            break;
        }
    }
}

void fatbin_stream_add(struct fatbin_stream *stream, const void *bytes, size_t size) {
    uint64_t end = stream->position + size;
    keep(stream, bytes, size);
    scan(stream, bytes, size);
    stream->position = end;
}

/* --- what counts --- */

static bool inside(const struct fatbin_container *container, struct range range) {
    return container->start >= range.start && container->end <= range.end;
}

static bool begins_in(const struct fatbin_container *container, struct range range) {
    return container->start >= range.start && container->start < range.end;
}

struct value fatbin_stream_end(struct fatbin_stream *stream, struct arena *arena) {
    struct bytes kept = {.context = stream, .read = read_kept, .size = stream->position};
    struct fatbin_sections sections = fatbin_sections(&kept);
    bool enough = fatbin_sections_enough(&sections, stream->position);
    if (stream->state == ENTRY || stream->state == SKIPPING)
        stream->tally->cut = true; /* the file ended in what looked like a container */
    for (size_t i = 0; i < stream->count; i++)
        if (!begins_in(&stream->containers[i], sections.relocatable) &&
            (!enough || inside(&stream->containers[i], sections.linked)))
            fatbin_add_container(stream->tally, &stream->containers[i]);
    if (!sections.readable && stream->count)
        stream->tally->cut = true;
    return fatbin_tally_value(arena, stream->tally);
}
