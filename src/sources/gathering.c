#include "sources/gathering.h"

static void add(struct gathering *gathering, const struct fact *fact) {
    fact_add(gathering->facts, fact);
    if (gathering->learnt)
        gathering->learnt(gathering->context, fact);
}

static struct fact blank(const struct gathering *gathering, enum attribute attribute, struct text key,
                         struct text place) {
    return (struct fact){
        .subject = gathering->subject,
        .kind = attribute_row(attribute)->kind,
        .key = text_copy(gathering->arena, key),
        .attribute = attribute,
        .origin = {gathering->source, text_copy(gathering->arena, place), 0},
    };
}

void learn(struct gathering *gathering, enum attribute attribute, struct text key, struct value value,
           struct text place) {
    struct fact fact = blank(gathering, attribute, key, place);
    fact.state = FACT_KNOWN;
    fact.value = value_copy(gathering->arena, &value);
    add(gathering, &fact);
}

void learn_text(struct gathering *gathering, enum attribute attribute, struct text key, struct text text,
                struct text place) {
    learn(gathering, attribute, key, value_text(text), place);
}

void learn_integer(struct gathering *gathering, enum attribute attribute, struct text key, int64_t integer,
                   struct text place) {
    learn(gathering, attribute, key, value_integer(integer), place);
}

void learn_boolean(struct gathering *gathering, enum attribute attribute, struct text key, bool boolean,
                   struct text place) {
    learn(gathering, attribute, key, value_boolean(boolean), place);
}

void learn_state(struct gathering *gathering, enum attribute attribute, struct text key, enum answer_state state,
                 struct text reason, struct text place) {
    static const enum fact_state states[] = {
        [ANSWER_KNOWN] = FACT_KNOWN,         [ANSWER_ABSENT] = FACT_ABSENT,       [ANSWER_UNREADABLE] = FACT_UNREADABLE,
        [ANSWER_TIMED_OUT] = FACT_TIMED_OUT, [ANSWER_NOT_ASKED] = FACT_NOT_ASKED,
    };
    if (state == ANSWER_KNOWN)
        return; /* a known fact needs its value: learn() */
    struct fact fact = blank(gathering, attribute, key, place);
    fact.state = states[state];
    fact.reason = text_copy(gathering->arena, reason);
    add(gathering, &fact);
}

void gather_source(struct gathering *gathering, const struct source *source) {
    gathering->source = text_of(source->name);
    source->gather(gathering);
}

struct entity gathering_entity(const struct gathering *gathering, enum entity_kind kind, struct text key) {
    return (struct entity){gathering->subject, kind, key};
}

bool gathering_on(const struct gathering *gathering, enum system system) {
    return machine_traits(gathering->machine)->system == system;
}
