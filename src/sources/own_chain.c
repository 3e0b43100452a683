/* The links of the chain on a screen. */
#include "own_screen.h"

enum { MOST_LINKS = 64, LONGEST_LINK = 1024 };

static const char *const states[] = {"ok", "warning", "broken", "unknown", "not_reached"};
static const char *const links[] = {"graphics_card", "kernel_driver", "device_access", "driver_library",
                                    "session",       "interpreter",   "framework",     "cuda_libraries",
                                    "gpu_run",       "training_job"};

void screen_end_link(struct screen *screen) {
    if (screen->link.size)
        reported_link_learn(screen->reading, screen->link, screen->link_state, screen->link_text);
    screen->link = (struct text){0};
}

void screen_link_goes_on(struct screen *screen, struct text line) {
    const struct text parts[] = {screen->link_text, text_trim(line)};
    if (screen->link_text.size + line.size < LONGEST_LINK)
        screen->link_text = text_join_all(screen->reading->arena, parts, 2, TEXT(" "));
}

static bool take_link(struct screen *screen, struct text state, struct text rest, int64_t number) {
    struct text said;
    for (size_t at = 0; at < sizeof links / sizeof *links; at++) {
        if (!screen_takes_word(screen, rest, "link", links[at], &said))
            continue;
        if (++screen->link_count > MOST_LINKS)
            return true;
        said = text_copy(screen->reading->arena, said);
        screen_end_link(screen);
        screen->link = text_of(links[at]);
        screen->link_state = state;
        screen->link_text = said;
        reported_link_states(screen->reading, &screen->found, text_of(links[at]), said, number);
        return true;
    }
    return false;
}

bool screen_take_chain(struct screen *screen, struct text line, int64_t number) {
    struct text rest;
    if (!text_starts(line, " ") || text_starts(line, "  "))
        return false;
    for (size_t at = 0; at < sizeof states / sizeof *states; at++)
        if (screen_takes_word(screen, text_from(line, 1), "state", states[at], &rest) &&
            take_link(screen, text_of(states[at]), rest, number))
            return true;
    return false;
}

bool screen_take_row(struct screen *screen, struct text line, int64_t number) {
    struct text cells[5] = {{0}}, rest = line;
    if (!text_starts(line, "|"))
        return false;
    rest = text_replace(screen->scratch, line, TEXT("\\"), TEXT(""));
    for (size_t at = 0; at < 5 && text_next_part(&rest, '|', &cells[at]); at++)
        cells[at] = text_trim(cells[at]);
    if (!cells[2].size)
        return false;
    for (size_t state = 0; state < sizeof states / sizeof *states; state++) {
        const struct text parts[] = {cells[2], cells[3]};
        if (screen_is_word(screen, cells[1], "state", states[state]) &&
            take_link(screen, text_of(states[state]), text_join_all(screen->scratch, parts, 2, TEXT("  ")), number))
            return true;
    }
    return false;
}
