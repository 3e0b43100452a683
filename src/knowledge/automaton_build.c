#include "automaton.h"

#include <stdlib.h>
#include <string.h>

/* States down to this depth have dense rows: nearly all of a log never gets deeper. */
#define DENSE_DEPTH 3

struct state {
    uint32_t first_child, next_sibling; /* 0: none, the root is nobody's child */
    uint32_t fall;                      /* the longest proper suffix that is a state */
    uint32_t position;
    uint32_t first_output; /* index + 1 in the literals; 0: none */
    uint8_t class, depth;  /* the depth stops at DENSE_DEPTH + 1 */
    bool accepts, dense;
};

struct builder {
    struct arena *arena;
    const struct automaton_literal *literals;
    uint32_t *next_output; /* of each literal: the next that ends in the same state, index + 1 */
    uint32_t *order;       /* states breadth first */
    struct state *states;
    uint8_t *classes;
    uint32_t count; /* of states */
    uint32_t literal_count, class_count;
};

static unsigned char folded(char byte) {
    return (unsigned char)(byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte);
}

/* Class 0 is for bytes in no literal; the others are numbered by byte. With letters folded there are at most 231. */
static void number_classes(struct builder *builder) {
    bool used[256] = {false};
    for (size_t i = 0; i < builder->literal_count; i++)
        for (size_t k = 0; k < builder->literals[i].bytes.size; k++)
            used[folded(builder->literals[i].bytes.at[k])] = true;
    builder->class_count = 1;
    for (size_t byte = 0; byte < 256; byte++)
        if (used[byte])
            builder->classes[byte] = (uint8_t)builder->class_count++;
    for (size_t byte = 'A'; byte <= 'Z'; byte++)
        builder->classes[byte] = builder->classes[folded((char)byte)];
}

static uint32_t child_of(const struct builder *builder, uint32_t state, uint8_t class) {
    uint32_t child = builder->states[state].first_child;
    while (child != 0 && builder->states[child].class != class)
        child = builder->states[child].next_sibling;
    return child;
}

static void insert(struct builder *builder, uint32_t literal) {
    struct text bytes = builder->literals[literal].bytes;
    uint32_t at = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        uint8_t class = builder->classes[(unsigned char)bytes.at[i]];
        uint32_t child = child_of(builder, at, class);
        if (child == 0) {
            child = builder->count++;
            uint8_t depth = builder->states[at].depth;
            builder->states[child] =
                (struct state){.class = class, .depth = (uint8_t)(depth > DENSE_DEPTH ? depth : depth + 1)};
            builder->states[child].next_sibling = builder->states[at].first_child;
            builder->states[at].first_child = child;
        }
        at = child;
    }
    builder->next_output[literal] = builder->states[at].first_output;
    builder->states[at].first_output = literal + 1;
    builder->states[at].accepts = true;
}

static uint32_t step(const struct builder *builder, uint32_t state, uint8_t class) {
    for (;;) {
        uint32_t child = child_of(builder, state, class);
        if (child != 0 || state == 0)
            return child;
        state = builder->states[state].fall;
    }
}

/* Breadth first, so that the state to fall back to is done before the one that falls. */
static void order_states(struct builder *builder) {
    uint32_t filled = 1;
    for (uint32_t done = 0; done < filled; done++) {
        uint32_t at = builder->order[done];
        struct state *state = &builder->states[at];
        state->dense = state->depth <= DENSE_DEPTH;
        for (uint32_t child = state->first_child; child != 0; child = builder->states[child].next_sibling) {
            struct state *below = &builder->states[child];
            below->fall = at == 0 ? 0 : step(builder, state->fall, below->class);
            below->accepts |= builder->states[below->fall].accepts;
            state->dense |= below->next_sibling != 0;
            builder->order[filled++] = child;
        }
    }
}

/* Dense states first, both kinds breadth first: what is fallen back to has the smaller position. */
static bool number_positions(struct builder *builder, struct automaton *automaton, struct error *error) {
    uint64_t dense = 0, sparse = 0;
    for (uint32_t i = 0; i < builder->count; i++)
        dense += builder->states[i].dense;
    dense *= builder->class_count;
    if (dense + builder->count >= AUTOMATON_ACCEPTS)
        return error_set(error, "too many literals for one automaton, shorten them");
    automaton->dense_size = (uint32_t)dense;
    dense = 0;
    for (uint32_t i = 0; i < builder->count; i++) {
        struct state *state = &builder->states[builder->order[i]];
        if (state->dense) {
            state->position = (uint32_t)dense;
            dense += builder->class_count;
        } else {
            state->position = automaton->dense_size + (uint32_t)sparse++;
        }
    }
    automaton->sparse_count = (uint32_t)sparse;
    automaton->class_count = builder->class_count;
    automaton->classes = builder->classes;
    return true;
}

static uint32_t entry_of(const struct builder *builder, uint32_t state) {
    return builder->states[state].position | (builder->states[state].accepts ? AUTOMATON_ACCEPTS : 0);
}

static void write_transitions(const struct builder *builder, struct automaton *automaton) {
    uint32_t *dense = arena_array(builder->arena, automaton->dense_size, sizeof *dense);
    struct automaton_sparse *sparse = arena_array(builder->arena, automaton->sparse_count, sizeof *sparse);
    for (uint32_t i = 0; i < builder->count; i++) {
        const struct state *state = &builder->states[i];
        if (state->dense) {
            for (uint32_t class = 0; class < builder->class_count; class ++)
                dense[state->position + class] = entry_of(builder, step(builder, i, (uint8_t) class));
            continue;
        }
        uint32_t child = state->first_child;
        sparse[state->position - automaton->dense_size] = (struct automaton_sparse){
            .class = child != 0 ? builder->states[child].class : AUTOMATON_NO_CLASS,
            .next = child != 0 ? entry_of(builder, child) : 0,
            .fall = builder->states[state->fall].position,
        };
    }
    automaton->dense = dense;
    automaton->sparse = sparse;
}

static int compare_accepts(const void *left, const void *right) {
    uint32_t a = ((const struct automaton_accept *)left)->position,
             b = ((const struct automaton_accept *)right)->position;
    return (a > b) - (a < b);
}

static int compare_numbers(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Appends the outputs of a state and of all that it falls back to, ascending and each once. */
static uint32_t write_outputs(const struct builder *builder, uint32_t at, struct buffer *outputs) {
    size_t start = outputs->size;
    for (uint32_t state = at; state != 0; state = builder->states[state].fall)
        for (uint32_t i = builder->states[state].first_output; i != 0; i = builder->next_output[i - 1])
            buffer_add(outputs, (struct text){(const char *)&builder->literals[i - 1].output, sizeof(uint32_t)});
    size_t count = (outputs->size - start) / sizeof(uint32_t), kept = 0;
    uint32_t *sorted = arena_array(builder->arena, count, sizeof *sorted);
    memcpy(sorted, outputs->at + start, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_numbers);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || sorted[i] != sorted[kept - 1])
            sorted[kept++] = sorted[i];
    outputs->size = start;
    buffer_add(outputs, (struct text){(const char *)sorted, kept * sizeof *sorted});
    return (uint32_t)kept;
}

static void write_accepts(const struct builder *builder, struct automaton *automaton) {
    struct automaton_accept *accepts = arena_array(builder->arena, builder->count, sizeof *accepts);
    for (uint32_t i = 0; i < builder->count; i++)
        if (builder->states[i].accepts)
            accepts[automaton->accept_count++] =
                (struct automaton_accept){.position = builder->states[i].position, .first = i};
    qsort(accepts, automaton->accept_count, sizeof *accepts, compare_accepts);
    struct buffer outputs = buffer_new(builder->arena);
    for (uint32_t i = 0; i < automaton->accept_count; i++) {
        uint32_t state = accepts[i].first; /* lent for the sorting */
        accepts[i].first = (uint32_t)(outputs.size / sizeof(uint32_t));
        accepts[i].count = write_outputs(builder, state, &outputs);
    }
    automaton->accepts = accepts;
    automaton->output_count = (uint32_t)(outputs.size / sizeof(uint32_t));
    automaton->outputs = memcpy(arena_alloc(builder->arena, outputs.size), buffer_text(&outputs).at, outputs.size);
}

bool automaton_build(struct arena *arena, const struct automaton_literal *literals, size_t count,
                     struct automaton *automaton, struct error *error) {
    size_t bytes = 1;
    for (size_t i = 0; i < count; i++)
        bytes += literals[i].bytes.size;
    if (bytes > 1u << 24)
        return error_set(error, "the literals of all symptoms are %zu bytes together, more than 16 MiB", bytes);
    struct builder builder = {
        .arena = arena,
        .literals = literals,
        .next_output = arena_array(arena, count, sizeof(uint32_t)),
        .order = arena_array(arena, bytes, sizeof(uint32_t)),
        .states = arena_array(arena, bytes, sizeof(struct state)),
        .classes = arena_alloc(arena, 256),
        .count = 1,
        .literal_count = (uint32_t)count,
    };
    struct automaton built = {0};
    number_classes(&builder);
    for (uint32_t i = 0; i < builder.literal_count; i++)
        insert(&builder, i);
    order_states(&builder);
    if (!number_positions(&builder, &built, error))
        return false;
    write_transitions(&builder, &built);
    write_accepts(&builder, &built);
    *automaton = built;
    return true;
}
