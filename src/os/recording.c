/* A machine that hands on what another one answers. */
#include "internal.h"

struct recording {
    struct machine machine;
    struct arena *arena;
    struct machine *inner;
    struct table seen;
    recorded_function *recorded;
    void *context;
};

static struct answer recording_ask(struct machine *machine, struct arena *arena, const struct question *question) {
    return machine_ask(((struct recording *)machine)->inner, arena, question);
}

static struct answer recording_digest(struct machine *machine, struct arena *arena, const struct question *question,
                                      digest_function *make) {
    struct text format = text_copy(arena, question->name);
    return machine_digest(((struct recording *)machine)->inner, arena, format.at, make, question->arguments[0]);
}

static void recording_answered(struct machine *machine, const struct question *question, const struct answer *answer) {
    struct recording *recording = (struct recording *)machine;
    struct text key = question_key(recording->arena, &machine->traits, question);
    if (key_table_add(&recording->seen, key, recording))
        recording->recorded(recording->context, question, answer);
}

struct machine *machine_recording(struct arena *arena, struct machine *inner, recorded_function *recorded,
                                  void *context) {
    struct recording *recording = arena_alloc(arena, sizeof *recording);
    *recording = (struct recording){
        .machine = {.traits = inner->traits,
                    .ask = recording_ask,
                    .digest = recording_digest,
                    .answered = recording_answered},
        .arena = arena,
        .inner = inner,
        .seen = {.arena = arena},
        .recorded = recorded,
        .context = context,
    };
    return &recording->machine;
}
