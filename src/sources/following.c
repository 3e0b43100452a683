#include "sources/following.h"

#include <string.h>

#include "sources/reading.h"

enum {
    ROOM = 256 * 1024,
    KEPT = 32 * 1024,   /* bytes of what was read that a new line is seen together with */
    MOST_FACTS = 16384, /* further ones are not learnt: a hostile stream may not fill the memory */
};

struct following {
    struct arena *arena;
    const struct knowledge *knowledge;
    following_learnt *learnt;
    void *context;
    char *window;
    size_t size;   /* bytes in the window */
    size_t read;   /* of them were read */
    int64_t lines; /* before the window */
    uint64_t *seen;
    size_t seen_count;
};

struct following *following_new(struct arena *arena, const struct knowledge *knowledge, following_learnt *learnt,
                                void *context) {
    struct following *following = arena_alloc(arena, sizeof *following);
    *following = (struct following){.arena = arena,
                                    .knowledge = knowledge,
                                    .learnt = learnt,
                                    .context = context,
                                    .window = arena_alloc(arena, ROOM),
                                    .seen = arena_array(arena, MOST_FACTS, sizeof(uint64_t))};
    return following;
}

/* FNV-1a: two facts that fall together by chance are one fact less. */
static uint64_t hash(uint64_t so_far, struct text text) {
    for (size_t at = 0; at < text.size; at++)
        so_far = (so_far ^ (unsigned char)text.at[at]) * 0x100000001B3u;
    return (so_far ^ 0xFF) * 0x100000001B3u;
}

/* What a fact is about. A message counts once, wherever it stands; else a key tells. */
static uint64_t identity(const struct fact *fact) {
    struct text key = fact->key;
    size_t colon = fact->kind == KIND_SYMPTOM ? text_find_byte(key, ':') : TEXT_NOWHERE;
    key = colon == TEXT_NOWHERE ? key : text_from(key, colon + 1);
    uint64_t kind = 0xCBF29CE484222325u ^ ((uint64_t)fact->kind << 32 | (uint64_t)fact->attribute);
    return hash(hash(kind, fact->subject), key);
}

static bool is_new(struct following *following, const struct fact *fact) {
    uint64_t mine = identity(fact);
    for (size_t at = 0; at < following->seen_count; at++)
        if (following->seen[at] == mine)
            return false;
    if (following->seen_count == MOST_FACTS)
        return false;
    following->seen[following->seen_count++] = mine;
    return true;
}

/* "00000007:torch.no_kernel_image" of the window is line 1007 of the text. */
static struct text key_in_text(struct following *following, struct arena *arena, const struct fact *fact) {
    int64_t line;
    if ((fact->kind != KIND_SYMPTOM && fact->kind != KIND_EXCEPTION) ||
        !text_to_integer(text_until(fact->key, 8), &line))
        return fact->key;
    line += following->lines;
    return text_format(arena, "%08lld" TEXT_FORMAT, (long long)line, TEXT_ARGUMENTS(text_from(fact->key, 8)));
}

static size_t hand_on(struct following *following, struct arena *scratch, struct fact_store *store) {
    const struct fact *facts;
    size_t count = fact_all(store, &facts), new_ones = 0;
    for (size_t at = 0; at < count; at++) {
        struct fact fact = facts[at];
        fact.key = key_in_text(following, scratch, &fact);
        if (fact.origin.line > 0)
            fact.origin.line += following->lines;
        if (fact.attribute == ATTRIBUTE_SYMPTOM_LINE)
            fact.value.integer += following->lines;
        if (!is_new(following, &fact))
            continue;
        following->learnt(following->context, &fact);
        new_ones++;
    }
    return new_ones;
}

static int64_t read_window(void *context, void *out, size_t size) {
    struct text *rest = context;
    struct text part = text_until(*rest, size);
    memcpy(out, part.at, part.size);
    *rest = text_from(*rest, part.size);
    return (int64_t)part.size;
}

/* Forgets lines from the front until no more than `most` bytes of what was read are left. */
static void forget(struct following *following, size_t most) {
    if (following->read <= most)
        return;
    size_t cut = following->read - most;
    struct text after = {following->window + cut, following->read - cut};
    size_t newline = text_find_byte(after, '\n');
    cut = newline == TEXT_NOWHERE ? following->read : cut + newline + 1;
    for (size_t at = 0; at < cut; at++)
        following->lines += following->window[at] == '\n';
    memmove(following->window, following->window + cut, following->size - cut);
    following->size -= cut;
    following->read -= cut;
}

/* Reads what is whole, together with what stands before it. */
static size_t look(struct following *following, size_t whole) {
    if (whole <= following->read)
        return 0;
    struct arena *scratch = arena_new();
    struct text rest = {following->window, whole};
    struct reading reading = {.arena = scratch,
                              .facts = fact_store_new(scratch),
                              .knowledge = following->knowledge,
                              .read = read_window,
                              .context = &rest};
    reading_run(&reading, NULL); /* memory does not fail */
    size_t new_ones = hand_on(following, scratch, reading.facts);
    arena_free(scratch);
    following->read = whole;
    forget(following, KEPT);
    return new_ones;
}

size_t following_take(struct following *following, struct text bytes) {
    size_t new_ones = 0;
    while (bytes.size) {
        struct text part = text_until(bytes, ROOM - following->size);
        memcpy(following->window + following->size, part.at, part.size);
        following->size += part.size;
        bytes = text_from(bytes, part.size);
        size_t newline = text_find_last_byte((struct text){following->window, following->size}, '\n');
        new_ones += look(following, newline == TEXT_NOWHERE ? 0 : newline + 1);
        if (following->size == ROOM) /* a line without end is read in pieces */
            new_ones += look(following, following->size);
    }
    return new_ones;
}

size_t following_end(struct following *following) {
    return look(following, following->size);
}
