#include "word_list.h"

#include <stdlib.h>

enum { KINDS = 37 }; /* of bytes of a word: letters, digits, the underscore */

struct word {
    struct text text;
    uint32_t symptom;
};

struct word_list {
    struct word *words;       /* by what they begin with */
    size_t begins[KINDS + 1]; /* the first word of each kind, and behind the last one */
};

/* 0 to 36, or KINDS for what stands in no word. */
static unsigned kind_of(char byte) {
    unsigned char folded = (unsigned char)byte | 0x20;
    if (folded >= 'a' && folded <= 'z')
        return folded - 'a';
    if (byte >= '0' && byte <= '9')
        return 26 + (unsigned)(byte - '0');
    return byte == '_' ? 36 : KINDS;
}

static bool is_same(const char *bytes, struct text word) {
    for (size_t i = 0; i < word.size; i++)
        if (kind_of(bytes[i]) != kind_of(word.at[i]))
            return false;
    return true;
}

/* The next run of letters, digits and underscores; false when there is none. */
static bool next_run(struct text line, size_t *at, size_t *end) {
    size_t begin = *end;
    while (begin < line.size && kind_of(line.at[begin]) == KINDS)
        begin++;
    size_t behind = begin;
    while (behind < line.size && kind_of(line.at[behind]) != KINDS)
        behind++;
    *at = begin;
    *end = behind;
    return begin < line.size;
}

static int compare_words(const void *left, const void *right) {
    const struct word *a = left, *b = right;
    unsigned kind = kind_of(a->text.at[0]), other = kind_of(b->text.at[0]);
    return kind != other ? (kind > other) - (kind < other) : (a->symptom > b->symptom) - (a->symptom < b->symptom);
}

static size_t add_words(struct word *words, size_t count, struct node symptom, uint32_t index) {
    struct node list = node_get(symptom, "word");
    for (size_t i = 0; i < node_count(list); i++) {
        struct text text = node_text(node_at(list, i));
        if (text.size == 0 || kind_of(text.at[0]) == KINDS)
            continue; /* the compiler refuses it */
        if (words)
            words[count] = (struct word){text, index};
        count++;
    }
    return count;
}

struct word_list *word_list_new(struct arena *arena, struct node symptoms) {
    struct word_list *list = arena_alloc(arena, sizeof *list);
    size_t count = 0, added = 0;
    for (uint32_t i = 0; i < node_count(symptoms); i++)
        count = add_words(NULL, count, node_at(symptoms, i), i);
    list->words = arena_array(arena, count, sizeof *list->words);
    for (uint32_t i = 0; i < node_count(symptoms); i++)
        added = add_words(list->words, added, node_at(symptoms, i), i);
    if (count > 0)
        qsort(list->words, count, sizeof *list->words, compare_words);
    for (size_t i = 0; i < count; i++)
        list->begins[kind_of(list->words[i].text.at[0]) + 1]++;
    for (size_t kind = 1; kind <= KINDS; kind++)
        list->begins[kind] += list->begins[kind - 1];
    return list;
}

bool word_list_next(const struct word_list *list, struct text line, struct word_place *place) {
    for (;;) {
        if (place->end > place->at) {
            const char *run = line.at + place->at;
            size_t size = place->end - place->at, behind = list->begins[kind_of(*run) + 1];
            while (place->next < behind) {
                const struct word *word = &list->words[place->next++];
                if (word->text.size == size && is_same(run, word->text)) {
                    place->symptom = word->symptom;
                    return true;
                }
            }
        }
        if (!next_run(line, &place->at, &place->end))
            return false;
        place->next = list->begins[kind_of(line.at[place->at])];
    }
}

bool word_stands_in(struct text line, struct text word) {
    for (size_t at = 0, end = 0; next_run(line, &at, &end);)
        if (end - at == word.size && is_same(line.at + at, word))
            return true;
    return false;
}

bool word_has_byte(char byte) {
    return kind_of(byte) != KINDS;
}

bool word_stands_at(struct text line, size_t at, struct text word) {
    return at <= line.size && line.size - at >= word.size && (at == 0 || !word_has_byte(line.at[at - 1])) &&
           is_same(line.at + at, word) && (line.size - at == word.size || !word_has_byte(line.at[at + word.size]));
}
