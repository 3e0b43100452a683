/* The findings on a screen. */
#include "own_screen.h"

/* What a certainty stands for where the report does not give the sum, and what keeps findings in their order. */
enum { CERTAIN = 39, LIKELY = 19, POSSIBLE = 9, MOST_FINDINGS = 10, MOST_TAKEN = 64 };

void screen_close_finding(struct screen *screen) {
    if (!screen->open)
        return;
    if (!screen->reported.text.size)
        screen->reported.text = screen->title;
    reported_learn(screen->reading, &screen->reported);
    screen->reported.under = screen->reported.cause;
    for (size_t at = 0; at < screen->explained_count; at++) {
        screen->reported.cause = screen->explained[at];
        reported_learn(screen->reading, &screen->reported);
    }
    screen->open = false;
    screen->title = (struct text){0};
}

static int64_t weight_of(const struct screen *screen, struct text certainty) {
    int64_t later = (int64_t)(screen->findings < MOST_FINDINGS ? screen->findings : MOST_FINDINGS - 1);
    if (screen_is_word(screen, certainty, "certainty", "certain"))
        return CERTAIN - later;
    if (screen_is_word(screen, certainty, "certainty", "likely"))
        return LIKELY - later;
    return screen_is_word(screen, certainty, "certainty", "possible") ? POSSIBLE - later / 2 : 0;
}

/* The word at the end of a text; behind two blanks, or all of it. */
static struct text last_word(struct text text) {
    text = text_trim(text);
    for (size_t at = text.size; at > 1; at--)
        if (text.at[at - 1] == ' ' && text.at[at - 2] == ' ')
            return text_from(text, at);
    return text;
}

bool screen_take_tail(struct screen *screen, struct text line, int64_t number) {
    struct text rest = line, cause = screen_last_part(&rest);
    if (text_starts(cause, "`") && text_ends(cause, "`"))
        cause = text_until(text_from(cause, 1), cause.size - 2);
    if (!rest.size || !node_present(knowledge_cause(screen->reading->knowledge, cause)))
        return false;
    struct text before = rest, certainty = last_word(screen_last_part(&before));
    int64_t weight = weight_of(screen, certainty);
    if (!weight || screen->findings == MOST_TAKEN)
        return false;
    const char *severity = "error";
    struct text title = before.size ? before : text_until(rest, rest.size - certainty.size);
    if (screen_is_word(screen, last_word(before), "severity", "warning"))
        severity = "warning";
    else if (screen_is_word(screen, last_word(before), "severity", "note"))
        severity = "note";
    screen_close_finding(screen);
    if (text_trim(title).size > certainty.size)
        screen->title = text_copy(screen->reading->arena, text_trim(title));
    screen->reported = (struct reported){.cause = text_copy(screen->reading->arena, cause),
                                         .severity = text_of(severity),
                                         .source = TEXT("report"),
                                         .weight = weight,
                                         .line = number};
    screen->explained_count = 0;
    screen->findings++;
    screen->open = screen->in_finding = true;
    return true;
}

static void take_explained(struct screen *screen, struct text list) {
    struct text part;
    while (text_next_part(&list, ',', &part) &&
           screen->explained_count < sizeof screen->explained / sizeof *screen->explained)
        if (node_present(knowledge_cause(screen->reading->knowledge, text_trim(part))))
            screen->explained[screen->explained_count++] = text_copy(screen->reading->arena, text_trim(part));
}

void screen_take_detail(struct screen *screen, struct text line) {
    struct text text = text_trim(line), rest;
    int64_t weight;
    if (screen_takes_word(screen, text, "label", "weight", &rest) && text_to_integer(rest, &weight)) {
        /* A sum that is more than the certainty that the report gives was contested by another root. */
        if (screen->reported.weight > LIKELY || weight <= LIKELY)
            screen->reported.weight = weight;
    } else if (screen_takes_word(screen, text, "label", "explains", &rest))
        take_explained(screen, rest);
    else if (!screen->reported.text.size && screen_takes_word(screen, text, "label", "seen", &rest))
        screen->reported.text = text_copy(screen->reading->arena, rest);
}
