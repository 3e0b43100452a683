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
