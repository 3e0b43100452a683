/* The processes that nvidia-smi lists below its cards: "card_process:<card>/<process id>" with the program's name and
 * the memory that it holds. */
#include "listing_reader.h"

#include "scan.h"

enum { MOST_WORDS = 12, MOST_CARD = 4096 };

static bool is_kind(struct text word) {
    return text_is(word, "C") || text_is(word, "C+G") || text_is(word, "M+C");
}

/* "10931MiB" */
static bool read_memory(struct text word, int64_t *memory) {
    return text_ends(word, "MiB") && text_to_integer(text_until(word, word.size - 3), memory) && *memory >= 0;
}

static size_t split_words(struct text line, struct text *words) {
    size_t count = 0;
    while (count < MOST_WORDS && text_next_word(&line, &words[count]))
        count++;
    return count;
}

/* "|    0   N/A  N/A     17812      C   python                          10931MiB |", before release 450 without the two
 * columns of MIG instances. A process that only draws ("G") is no client: every desktop has some. */
bool listing_read_process(struct listing_reader *reader, struct text line) {
    struct text words[MOST_WORDS];
    line = text_trim(line);
    if (!scan_literal(&line, "|"))
        return false;
    if (text_ends(line, "|"))
        line.size--;
    size_t count = split_words(line, words), kind = count > 3 && is_kind(words[2]) ? 2 : 4;
    int64_t card, process, memory;
    if (count < kind + 2 || !is_kind(words[kind]) || !text_to_integer(words[0], &card) || card < 0 ||
        card > MOST_CARD || !text_to_integer(words[kind - 1], &process) || process <= 0)
        return false;
    struct text name = text_format(reader->scratch, "card_process:%lld/%lld", (long long)card, (long long)process);
    struct value client = value_map();
    value_set(reader->scratch, &client, "card", value_integer(card));
    value_set(reader->scratch, &client, "name", value_text(words[kind + 1]));
    if (read_memory(words[count - 1], &memory))
        value_set(reader->scratch, &client, "memory", value_integer(memory));
    listing_state(reader, name.at, client, STATED_DIRECTLY);
    return true;
}
