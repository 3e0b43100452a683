/* plumb explain --here: the text was written on this machine, so what it does not state the machine may. The listing of
 * the text and the machine become one subject, the text's facts first; where they disagree nothing is concluded from
 * either, and a note says so. */
#include "explain.h"

#include "sources/reading.h"

/* The machine's names for what a listing counts or leaves unnamed. */
struct names {
    struct arena *arena;
    struct fact_store *machine;
    struct text environment; /* the judged one's key; empty without */
    struct entity *cards;    /* NVIDIA's, in their order */
    size_t card_count;
};

static struct names names_of(struct arena *arena, struct fact_store *machine) {
    struct names names = {.arena = arena, .machine = machine};
    struct entity *all;
    size_t count = fact_entities(machine, arena, TEXT("machine"), KIND_ENVIRONMENT, &all);
    for (size_t at = 0; at < count; at++)
        if (fact_is_true(machine, &all[at], ATTRIBUTE_ENVIRONMENT_JUDGED))
            names.environment = all[at].key;
    count = fact_entities(machine, arena, TEXT("machine"), KIND_GPU, &all);
    names.cards = arena_array(arena, count, sizeof *names.cards);
    for (size_t at = 0; at < count; at++)
        if (text_is(fact_text(machine, &all[at], ATTRIBUTE_GPU_VENDOR), "10de"))
            names.cards[names.card_count++] = all[at];
    return names;
}

/* "#1" is the second card, "listing|torch" the judged environment's torch. */
static struct text key_here(const struct names *names, const struct fact *fact) {
    int64_t number;
    struct text key = fact->key, environment = TEXT(READING_ENVIRONMENT);
    if (fact->kind == KIND_GPU && text_starts(key, "#") && text_to_integer(text_from(key, 1), &number) && number >= 0 &&
        (uint64_t)number < names->card_count)
        return names->cards[number].key;
    if ((fact->kind != KIND_ENVIRONMENT && fact->kind != KIND_PACKAGE) || !names->environment.size ||
        !text_starts(key, environment.at))
        return key;
    return text_join(names->arena, names->environment, text_from(key, environment.size));
}

/* A listing and the machine word these differently; they are no contradiction, and the machine knows better. */
static bool is_wording(enum attribute attribute) {
    return attribute == ATTRIBUTE_MACHINE_OS || attribute == ATTRIBUTE_MACHINE_KERNEL ||
           attribute == ATTRIBUTE_MACHINE_LIBC || attribute == ATTRIBUTE_GPU_NAME;
}

/* Another card is another name. */
static bool is_other_card(const struct names *names, const struct fact *fact, struct text capability) {
    struct entity entity = {fact->subject, fact->kind, fact->key};
    struct text here = fact_text(names->machine, &entity, ATTRIBUTE_GPU_CAPABILITY);
    return fact->attribute == ATTRIBUTE_GPU_NAME && capability.size && here.size && !text_equal(capability, here);
}

static bool is_left_out(const struct names *names, const struct fact *fact, struct text capability) {
    struct entity entity = {fact->subject, fact->kind, fact->key};
    if (is_other_card(names, fact, capability))
        return false;
    bool judged = fact->attribute == ATTRIBUTE_ENVIRONMENT_JUDGED && names->environment.size;
    return judged || (is_wording(fact->attribute) && fact_known(names->machine, &entity, fact->attribute));
}

void explain_add_machine(struct run *run, struct collected *text, const struct collected *machine) {
    struct names names = names_of(run->arena, machine->facts);
    struct fact_store *both = fact_store_new(run->arena);
    const struct fact *facts;
    size_t count = fact_all(text->facts, &facts);
    for (size_t at = 0; at < count; at++) {
        struct fact fact = facts[at];
        struct entity stated = {fact.subject, fact.kind, fact.key};
        struct text capability = fact_text(text->facts, &stated, ATTRIBUTE_GPU_CAPABILITY);
        if (text_is(fact.subject, READING_LISTING)) {
            fact.key = key_here(&names, &fact);
            fact.subject = TEXT("machine");
        }
        if (!is_left_out(&names, &fact, capability))
            fact_add(both, &fact);
    }
    count = fact_all(machine->facts, &facts);
    for (size_t at = 0; at < count; at++)
        fact_add(both, &facts[at]);
    text->facts = both;
    for (size_t at = 0; at < value_count(&machine->missing); at++)
        value_append(run->arena, &text->missing, *value_at(&machine->missing, at));
    value_append(run->arena, &text->notes, value_text(run_say(run, "note.here", NULL, 0)));
    if (machine->asleep)
        value_append(run->arena, &text->notes, value_text(run_say(run, "note.asleep", NULL, 0)));
}
