/* The words that a screen is known by. They come from knowledge. */
#include "own_screen.h"

#include <string.h>

static const struct {
    const char *group, *id;
} wanted[] = {{"state", "ok"},
              {"state", "warning"},
              {"state", "broken"},
              {"state", "unknown"},
              {"state", "not_reached"},
              {"link", "graphics_card"},
              {"link", "kernel_driver"},
              {"link", "device_access"},
              {"link", "driver_library"},
              {"link", "session"},
              {"link", "interpreter"},
              {"link", "framework"},
              {"link", "cuda_libraries"},
              {"link", "gpu_run"},
              {"link", "training_job"},
              {"certainty", "certain"},
              {"certainty", "likely"},
              {"certainty", "possible"},
              {"severity", "warning"},
              {"severity", "note"},
              {"label", "weight"},
              {"label", "explains"},
              {"label", "seen"},
              {"why", "said"},
              {"headline", "driver"}};
_Static_assert(sizeof wanted / sizeof *wanted == SCREEN_WORDS, "own_screen.h counts them");

void screen_say_words(struct screen *screen) {
    struct reading *reading = screen->reading;
    for (size_t at = 0; at < SCREEN_WORDS; at++)
        for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
            struct text id = text_format(reading->arena, "%s.%s", wanted[at].group, wanted[at].id);
            screen->words[at][language] =
                say(reading->arena, reading->knowledge, (enum language)language, id.at, NULL, 0);
        }
}

struct text screen_word(const struct screen *screen, const char *group, const char *id, enum language language) {
    for (size_t at = 0; at < SCREEN_WORDS; at++)
        if (strcmp(wanted[at].group, group) == 0 && strcmp(wanted[at].id, id) == 0)
            return screen->words[at][language];
    return (struct text){0};
}

bool screen_is_word(const struct screen *screen, struct text text, const char *group, const char *id) {
    return text_equal(text, screen_word(screen, group, id, LANGUAGE_ENGLISH)) ||
           text_equal(text, screen_word(screen, group, id, LANGUAGE_CHINESE));
}

bool screen_takes_word(const struct screen *screen, struct text text, const char *group, const char *id,
                       struct text *rest) {
    for (int language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        struct text said = screen_word(screen, group, id, (enum language)language), behind = text_from(text, said.size);
        if (said.size && text_equal(text_until(text, said.size), said) && (!behind.size || text_starts(behind, "  "))) {
            *rest = text_trim(behind);
            return true;
        }
    }
    return false;
}

struct text screen_last_part(struct text *text) {
    struct text mark = TEXT(" · "), rest = *text;
    size_t found = TEXT_NOWHERE, at;
    for (size_t from = 0; (at = text_find(text_from(rest, from), mark)) != TEXT_NOWHERE; from += at + 1)
        found = from + at;
    struct text last = found == TEXT_NOWHERE ? rest : text_from(rest, found + mark.size);
    *text = found == TEXT_NOWHERE ? (struct text){0} : text_until(rest, found);
    return text_trim(last);
}
