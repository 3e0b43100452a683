#include "automaton.h"

static bool position_valid(const struct automaton *automaton, uint32_t position) {
    if (position < automaton->dense_size)
        return position % automaton->class_count == 0;
    return position - automaton->dense_size < automaton->sparse_count;
}

static bool dense_valid(const struct automaton *automaton) {
    uint32_t classes = automaton->class_count;
    if (classes == 0 || classes > 256 || automaton->dense_size < classes || automaton->dense_size % classes != 0)
        return false;
    if (automaton->dense_size >= AUTOMATON_ACCEPTS ||
        automaton->sparse_count >= AUTOMATON_ACCEPTS - automaton->dense_size)
        return false;
    for (size_t i = 0; i < 256; i++)
        if (automaton->classes[i] >= classes)
            return false;
    for (size_t i = 0; i < automaton->dense_size; i++)
        if (!position_valid(automaton, automaton->dense[i] & ~AUTOMATON_ACCEPTS))
            return false;
    return true;
}

static bool sparse_valid(const struct automaton *automaton) {
    for (uint32_t i = 0; i < automaton->sparse_count; i++) {
        const struct automaton_sparse *state = &automaton->sparse[i];
        if (state->fall >= automaton->dense_size + i || !position_valid(automaton, state->fall) ||
            !position_valid(automaton, state->next & ~AUTOMATON_ACCEPTS))
            return false;
    }
    return true;
}

static bool outputs_valid(const struct automaton *automaton, uint32_t output_limit) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < automaton->accept_count; i++) {
        const struct automaton_accept *accept = &automaton->accepts[i];
        if (i > 0 && accept->position <= accept[-1].position)
            return false;
        if (accept->first != used || accept->count > automaton->output_count - used)
            return false;
        used += accept->count;
    }
    for (uint32_t i = 0; i < automaton->output_count; i++)
        if (automaton->outputs[i] >= output_limit)
            return false;
    return used == automaton->output_count;
}

bool automaton_check(const struct automaton *automaton, uint32_t output_limit, struct error *error) {
    if (!dense_valid(automaton) || !sparse_valid(automaton) || !outputs_valid(automaton, output_limit))
        return error_set(error, "the table of literals is damaged");
    return true;
}

const uint32_t *automaton_outputs(const struct automaton *automaton, uint32_t position, size_t *count) {
    position &= ~AUTOMATON_ACCEPTS;
    uint32_t low = 0, high = automaton->accept_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (automaton->accepts[middle].position < position)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    if (low == automaton->accept_count || automaton->accepts[low].position != position)
        return NULL;
    *count = automaton->accepts[low].count;
    return automaton->outputs + automaton->accepts[low].first;
}

#define HALF ((size_t)4096)

/* Two halves at once: each step waits for the one before, so that two walks take hardly longer than one. False when a
 * literal ends in the bytes; otherwise `*position` is moved over them. */
static bool pass_over(const struct automaton *automaton, const char *bytes, uint32_t *position) {
    uint32_t left = *position, right = 0;
    for (size_t i = 0; i < HALF; i++) {
        left = automaton_step(automaton, left, bytes[i]);
        right = automaton_step(automaton, right, bytes[HALF + i]);
        if ((left | right) & AUTOMATON_ACCEPTS)
            return false;
    }
    /* The right walk did not know what came before. Walk on from the left until both have forgotten it. */
    uint32_t fresh = 0;
    for (size_t i = HALF; left != fresh; i++) {
        if (i == 2 * HALF) {
            right = left;
            break;
        }
        left = automaton_step(automaton, left, bytes[i]);
        fresh = automaton_step(automaton, fresh, bytes[i]);
        if (left & AUTOMATON_ACCEPTS)
            return false;
    }
    *position = right;
    return true;
}

size_t automaton_seek(const struct automaton *automaton, struct text block, size_t from) {
    struct automaton local = *automaton; /* so that the compiler knows that nothing changes it */
    uint32_t position = 0;
    while (from < block.size && block.size - from >= 2 * HALF && pass_over(&local, block.at + from, &position))
        from += 2 * HALF;
    for (size_t i = from; i < block.size; i++) {
        position = automaton_step(&local, position, block.at[i]);
        if (position & AUTOMATON_ACCEPTS)
            return i + 1;
    }
    return TEXT_NOWHERE;
}
