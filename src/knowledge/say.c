#include "knowledge/say.h"

#include "slots.h"

static const struct slot *slot_named(const struct slot *slots, size_t count, struct text name) {
    for (size_t i = 0; i < count; i++)
        if (text_is(name, slots[i].name))
            return &slots[i];
    return NULL;
}

static struct text fill(struct arena *arena, struct text sentence, const struct slot *slots, size_t count) {
    struct buffer buffer = buffer_new(arena);
    struct slot_place place;
    size_t at = 0;
    for (; slot_next(sentence, at, &place); at = place.end) {
        const struct slot *slot = slot_named(slots, count, place.name);
        buffer_add(&buffer, text_until(text_from(sentence, at), place.start - at));
        buffer_add(&buffer, slot ? slot->value : text_until(text_from(sentence, place.start), place.end - place.start));
    }
    buffer_add(&buffer, text_from(sentence, at));
    return buffer_text(&buffer);
}

struct text say_node(struct arena *arena, struct node node, enum language language, const struct slot *slots,
                     size_t count) {
    return fill(arena, node_text(node_get(node, language == LANGUAGE_CHINESE ? "zh" : "en")), slots, count);
}

struct text say(struct arena *arena, const struct knowledge *knowledge, enum language language, const char *id,
                const struct slot *slots, size_t count) {
    struct node node = node_get(node_get(knowledge_root(knowledge), "texts"), id);
    return node_present(node) ? say_node(arena, node, language, slots, count) : text_copy(arena, text_of(id));
}

bool language_of(struct text name, enum language *language) {
    struct text code = text_until(name, 2), rest = text_from(name, 2);
    if (rest.size > 0 && text_find_byte(TEXT("_-.@"), rest.at[0]) == TEXT_NOWHERE)
        return false;
    if (text_equal_folded(code, TEXT("zh")))
        *language = LANGUAGE_CHINESE;
    else if (text_equal_folded(code, TEXT("en")))
        *language = LANGUAGE_ENGLISH;
    else
        return false;
    return true;
}
