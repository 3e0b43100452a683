#include "word_list.h"

struct word {
    struct text text; /* folded */
    uint32_t symptom;
};

struct word_list {
    struct word *words;
    size_t count;
    bool begins[256]; /* some word, in either case */
};

static unsigned char folded(char byte) {
    return (unsigned char)(byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte);
}

static bool is_of_word(char byte) {
    return (byte >= '0' && byte <= '9') || (folded(byte) >= 'a' && folded(byte) <= 'z') || byte == '_';
}

bool word_stands_at(struct text line, size_t at, struct text folded_word) {
    if (line.size - at < folded_word.size || (at > 0 && is_of_word(line.at[at - 1])))
        return false;
    for (size_t i = 0; i < folded_word.size; i++)
        if (folded(line.at[at + i]) != (unsigned char)folded_word.at[i])
            return false;
    return line.size - at == folded_word.size || !is_of_word(line.at[at + folded_word.size]);
}

static void add_words(struct word_list *list, struct arena *arena, struct node words, uint32_t symptom) {
    for (size_t i = 0; i < node_count(words); i++) {
        struct text text = text_lower(arena, node_text(node_at(words, i)));
        if (text.size == 0)
            continue; /* the compiler refuses it */
        list->words[list->count++] = (struct word){text, symptom};
        list->begins[(unsigned char)text.at[0]] = true;
        if (text.at[0] >= 'a' && text.at[0] <= 'z')
            list->begins[(unsigned char)text.at[0] & ~0x20u] = true;
    }
}

struct word_list *word_list_new(struct arena *arena, struct node symptoms) {
    struct word_list *list = arena_alloc(arena, sizeof *list);
    size_t count = 0;
    for (size_t i = 0; i < node_count(symptoms); i++)
        count += node_count(node_get(node_at(symptoms, i), "word"));
    list->words = arena_array(arena, count, sizeof *list->words);
    for (uint32_t i = 0; i < node_count(symptoms); i++)
        add_words(list, arena, node_get(node_at(symptoms, i), "word"), i);
    return list;
}

bool word_list_next(const struct word_list *list, struct text line, struct word_place *place) {
    for (; place->at < line.size; place->at++, place->next_word = 0) {
        if (!list->begins[(unsigned char)line.at[place->at]])
            continue;
        for (size_t i = place->next_word; i < list->count; i++) {
            if (!word_stands_at(line, place->at, list->words[i].text))
                continue;
            place->symptom = list->words[i].symptom;
            place->next_word = i + 1;
            return true;
        }
    }
    return false;
}
