#include "slots.h"

static struct text word_at(struct text text, size_t from) {
    size_t end = from;
    while (end < text.size && ((text.at[end] >= 'a' && text.at[end] <= 'z') ||
                               (text.at[end] >= '0' && text.at[end] <= '9') || text.at[end] == '_'))
        end++;
    return text_until(text_from(text, from), end - from);
}

static bool slot_at(struct text text, size_t start, struct slot_place *place) {
    struct slot_place found = {.start = start, .name = word_at(text, start + 1)};
    size_t end = start + 1 + found.name.size;
    if (found.name.size > 0 && end < text.size && text.at[end] == ':') {
        found.type = word_at(text, end + 1);
        if (found.type.size == 0)
            return false;
        end += 1 + found.type.size;
    }
    if (found.name.size == 0 || end >= text.size || text.at[end] != '}')
        return false;
    found.end = end + 1;
    *place = found;
    return true;
}

bool slot_next(struct text text, size_t from, struct slot_place *place) {
    for (size_t i = from; i < text.size; i++)
        if (text.at[i] == '{' && slot_at(text, i, place))
            return true;
    return false;
}
