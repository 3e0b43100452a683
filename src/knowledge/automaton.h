/* Looking for all literals at once: Aho-Corasick over bytes with ASCII letters folded.
 *
 * Bytes that the literals do not tell apart share a class. A state near the root or with several ways on has a dense
 * row, one entry a class; all others, nearly every state, have at most one way on and are kept as that way and the
 * state to fall back to. A state's position is the offset of its row in `dense`, or `dense_size` and its index in
 * `sparse`; falling back always goes to a smaller position, so it ends. */
#pragma once

#include "base/buffer.h"
#include "base/error.h"

#define AUTOMATON_ACCEPTS 0x80000000u /* set in the position of a state that ends literals */
#define AUTOMATON_NO_CLASS 0xffffffffu

struct automaton_sparse {
    uint32_t class; /* the one way on, or AUTOMATON_NO_CLASS */
    uint32_t next;  /* position, with AUTOMATON_ACCEPTS where it applies */
    uint32_t fall;  /* position */
};

struct automaton_accept {
    uint32_t position;
    uint32_t first; /* of its outputs */
    uint32_t count;
};

struct automaton {
    const uint8_t *classes; /* 256 */
    const uint32_t *dense;
    const struct automaton_sparse *sparse;
    const struct automaton_accept *accepts; /* by position, ascending */
    const uint32_t *outputs;
    uint32_t class_count, dense_size, sparse_count, accept_count, output_count;
};

struct automaton_literal {
    struct text bytes; /* not empty */
    uint32_t output;
};

/* Everything is owned by `arena`; false when the literals are too many. */
bool automaton_build(struct arena *arena, const struct automaton_literal *literals, size_t count,
                     struct automaton *automaton, struct error *error);

/* Is it safe to run, with every output below `output_limit`? */
bool automaton_check(const struct automaton *automaton, uint32_t output_limit, struct error *error);

/* From position 0 on; the caller takes AUTOMATON_ACCEPTS off before the next step. */
static inline uint32_t automaton_step(const struct automaton *automaton, uint32_t position, char byte) {
    uint32_t class = automaton->classes[(unsigned char)byte];
    while (position >= automaton->dense_size) {
        const struct automaton_sparse *state = &automaton->sparse[position - automaton->dense_size];
        if (state->class == class)
            return state->next;
        position = state->fall;
    }
    return automaton->dense[position + class];
}

/* The literals that end in this state; NULL and a count of 0 when there are none. */
const uint32_t *automaton_outputs(const struct automaton *automaton, uint32_t position, size_t *count);
