/* What the tests of listings share: a text, and what it states as one JSON map. */
#pragma once

#include "formats/listing.h"
#include "formats_test.h"

/* The best statement of each name; "gpus" holds all cards. */
static inline struct value stated(struct arena *arena, struct text paste) {
    struct paste_reader reader = {.rest = exactly(arena, paste)};
    struct paste_line line;
    struct listing_reader *listing = listing_new(arena);
    while (paste_next(arena, &reader, &line))
        listing_line(listing, arena, &line);
    struct value found = listing_found(listing), map = value_map(), cards = value_list();
    for (size_t i = 0; i < value_count(&found); i++) {
        struct text name = value_get_text(value_at(&found, i), "name");
        const struct value *value = value_get(value_at(&found, i), "value");
        if (text_is(name, "gpus") && value->type == VALUE_TEXT)
            value_append(arena, &cards, *value);
        else if (!value_get_named(&map, name))
            value_add(arena, &map, name, *value);
    }
    if (value_count(&cards))
        value_set(arena, &map, "gpus", cards);
    return map;
}

#define STATES(paste, expected) assert_json(*state, stated(*state, TEXT(paste)), expected)
