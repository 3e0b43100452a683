/* A log says the same thing again and again with other numbers. Lines of a shape that stated nothing several times are
 * passed over: to show each of them to every reader is most of the work that a log makes. */
#include "listing_reader.h"

#include "scan.h"

enum {
    LEAST_SIZE = 24, /* a short line may be the answer to the one before it */
    OFTEN = 8,
};

/* FNV-1a over the line, where a run of digits is one. */
static uint64_t shape_of(struct text line) {
    uint64_t hash = 14695981039346656037u;
    bool number = false;
    for (size_t i = 0; i < line.size; i++) {
        bool digit = scan_is_digit(line.at[i]);
        if (!digit || !number)
            hash = (hash ^ (digit ? '0' : (unsigned char)line.at[i])) * 1099511628211u;
        number = digit;
    }
    return hash;
}

struct listing_shape *listing_shape_of(struct listing_reader *reader, struct text line) {
    if (line.size < LEAST_SIZE)
        return NULL;
    uint64_t hash = shape_of(line);
    struct listing_shape *shape = &reader->shapes[hash % MOST_SHAPES];
    if (shape->hash != hash)
        *shape = (struct listing_shape){.hash = hash};
    return shape;
}

bool listing_is_repeat(const struct listing_shape *shape) {
    return shape && shape->idle >= OFTEN;
}

void listing_note_shape(struct listing_shape *shape, bool stated) {
    if (shape && !stated && shape->idle < OFTEN)
        shape->idle++;
    else if (shape && stated)
        shape->idle = 0;
}
