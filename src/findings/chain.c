#include "findings/judge.h"

static const char *const link_ids[CHAIN_COUNT] = {
    "graphics_card", "kernel_driver", "device_access",  "driver_library", "session",
    "interpreter",   "framework",     "cuda_libraries", "gpu_run",        "training_job",
};

const char *chain_link_id(enum chain_link link) {
    return link_ids[link];
}

enum chain_link chain_link_named(struct text id) {
    unsigned link = 0;
    while (link < CHAIN_COUNT && !text_is(id, link_ids[link]))
        link++;
    return (enum chain_link)link;
}

const char *link_state_id(enum link_state state) {
    static const char *const ids[] = {"ok", "warning", "broken", "unknown", "not_reached"};
    return ids[state];
}

const char *severity_id(enum severity severity) {
    static const char *const ids[] = {"note", "warning", "error"};
    return ids[severity];
}

const char *certainty_id(enum certainty certainty) {
    static const char *const ids[] = {"possible", "likely", "certain"};
    return ids[certainty];
}

const char *status_id(enum status status) {
    static const char *const ids[] = {"ok", "broken", "unknown"};
    return ids[status];
}

const char *outcome_id(enum outcome outcome) {
    static const char *const ids[] = {"refused", "root", "explained"};
    return ids[outcome];
}

const char *none_id(enum none none) {
    static const char *const ids[] = {NULL, NULL, "sound", "unrecognised", "too_little"};
    return ids[none];
}
