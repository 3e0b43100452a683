/* Judges: pure functions of facts and knowledge that record evidence for causes and state how each link of the chain
 * looks.
 *
 * A judge opens no file and runs nothing; the time is a fact. It may conclude outright only from facts that nobody
 * contradicts. "Could not look" makes a link unknown and is never evidence. Texts come from knowledge, in the reader's
 * language. Everything belongs to the judging's arena. */
#pragma once

#include "facts/store.h"
#include "findings/model.h"
#include "knowledge/say.h"

enum chain_link {
    CHAIN_GRAPHICS_CARD,
    CHAIN_KERNEL_DRIVER,
    CHAIN_DEVICE_ACCESS,
    CHAIN_DRIVER_LIBRARY,
    CHAIN_SESSION,
    CHAIN_INTERPRETER,
    CHAIN_FRAMEWORK,
    CHAIN_CUDA_LIBRARIES,
    CHAIN_GPU_RUN,
    CHAIN_TRAINING_JOB,
    CHAIN_COUNT
};

const char *chain_link_id(enum chain_link link);
enum chain_link chain_link_named(struct text id); /* CHAIN_COUNT for an unknown one */

/* Whose message it is, where a text tells which process failed first. */
enum process_order { ORDER_UNKNOWN, ORDER_FIRST, ORDER_LATER };

/* One record of evidence: from a judge or from a symptom alike. */
struct evidence {
    struct text cause;
    int weight;        /* whole decibans; negative speaks against */
    struct text group; /* within a group only the strongest counts */
    struct text subject;
    enum severity severity;
    struct text text; /* what was seen, in the reader's language */
    struct origin origin;
    /* Of a printed message. */
    struct text process; /* "rank 3"; empty when nobody says */
    int64_t count;       /* lines that show it */
    enum process_order order;
    struct text under; /* of a report that was pasted: the cause that it explains this one by; empty for none */
};

struct chain_state {
    enum link_state state;
    struct text text;
    bool set;
};

struct judging {
    struct arena *arena;
    struct fact_store *facts;
    const struct knowledge *knowledge;
    enum language language;
    struct text subject;
    struct text cause; /* whose remedies are being filled in; empty while judges run */
    struct evidence *evidence;
    size_t evidence_count, evidence_capacity;
    struct chain_state chain[CHAIN_COUNT];
    struct value slots;   /* a map: what remedies may fill in */
    struct value verbs;   /* a list: the verbs of this plumb; a remedy that needs another is left out */
    struct value missing; /* a list of texts: what could not be looked at */
    struct value notes;   /* a list of texts */
};

struct judge {
    const char *name;
    void (*judge)(struct judging *judging);
    bool of_text; /* it looks at the messages of a text, the others at a machine or a listing */
};

/* Facts that nobody contradicts conclude; the same from disagreeing observations is only likely. */
enum {
    WEIGHT_CONCLUDES = 40,
    WEIGHT_STRONG = 25,
    WEIGHT_DISPUTED = 12,
    WEIGHT_LIKELY = 14,
    WEIGHT_POSSIBLE = 6,
    WEIGHT_ANYBODYS = 9, /* any program prints it, and the text may be about anything: just not likely */
    WEIGHT_MOST = 60
};

/* `fact` (may be NULL) gives the origin; the text is say(text_id, slots). The group is `text_id`. From a fact that
 * another observation contradicts nothing is concluded: the weight is then WEIGHT_DISPUTED at most. */
void judge_evidence(struct judging *judging, const char *cause, int weight, enum severity severity,
                    const struct fact *fact, const char *text_id, const struct slot *slots, size_t slot_count);
/* States a link. A worse state wins over a better one; within the same state the first text stays. */
void judge_link(struct judging *judging, enum chain_link link, enum link_state state, const char *text_id,
                const struct slot *slots, size_t slot_count);
void judge_slot(struct judging *judging, const char *name, struct text value); /* ignored when empty; the first stays */
/* The same for the remedies of one cause, before the general one: {package} of one finding is not that of another. */
void judge_slot_for(struct judging *judging, const char *cause, const char *name, struct text value);
void judge_note(struct judging *judging, const char *text_id, const struct slot *slots, size_t slot_count);
/* WEIGHT_CONCLUDES, or WEIGHT_DISPUTED when observations of the attribute disagree (by value, or on whether there is
 * one). For the facts beside the one that judge_evidence() is given. */
int judge_weight(const struct judging *judging, const struct entity *entity, enum attribute attribute);

bool judge_contradicts(const struct fact *best, const struct fact *other);

struct entity judge_entity(const struct judging *judging, enum entity_kind kind); /* the only one of its kind */
size_t judge_entities(const struct judging *judging, enum entity_kind kind, struct entity **entities);
/* The environment that is judged; false when there is none. */
bool judge_environment(const struct judging *judging, struct entity *environment);
struct entity judge_package(const struct judging *judging, const struct entity *environment, const char *name);
bool judge_has_system(const struct judging *judging, const char *system); /* machine.system is this */

/* The list in judges.c, in the order of the chain. */
extern const struct judge *const judges[];
extern const size_t judge_count;
