/* What the lines of a running program tell together: memory that only grows, a part of each step that is spent on
 * waiting for data, a card that is now idle and now busy, a model of which a part lies on the CPU, two runs of one seed
 * that differ. */
#include "findings/judge.h"

#include "judge_common.h"

enum {
    MOSTLY = 50,     /* percent of a step that is spent on waiting */
    FULL = 85,       /* percent of a card's memory, with which no other program can do much */
    NEARLY_ALL = 97, /* percent of the layers; an output layer beside the others costs little */
    OFTEN = 3,       /* turns from idle to busy or back */
};

struct captures {
    const struct fact *facts[256]; /* of the symptoms, those that captured anything */
    size_t count;
};

static void read_captures(const struct judging *judging, struct captures *captures) {
    struct entity *symptoms;
    size_t count = judge_entities(judging, KIND_SYMPTOM, &symptoms);
    for (size_t at = 0; at < count && captures->count < 256; at++) {
        const struct fact *fact = common_captures(judging, &symptoms[at]);
        if (fact)
            captures->facts[captures->count++] = fact;
    }
}

static const struct fact *that_has(const struct captures *captures, const char *name) {
    for (size_t at = 0; at < captures->count; at++)
        if (value_get(&captures->facts[at]->value, name))
            return captures->facts[at];
    return NULL;
}

static int64_t number_of(const struct fact *fact, const char *name) {
    return value_get_integer(&fact->value, name, 0);
}

/* A level that each line tells and that only ever rose; a fault once memory did run out. */
static void judge_growth(struct judging *judging, const struct captures *captures, const struct fact *fact) {
    const char *text = value_get(&fact->value, "left") ? "seen.free_memory_only_falls" : "seen.memory_only_grows";
    bool ran_out = that_has(captures, "ran_out") || that_has(captures, "tried");
    const struct slot slots[] = {{"from", value_get_text(&fact->value, "level")},
                                 {"to", value_get_text(&fact->value, "risen_to")}};
    judge_evidence(judging, "mem.leak", WEIGHT_LIKELY, ran_out ? SEVERITY_ERROR : SEVERITY_WARNING, fact, text, slots,
                   2);
    judge_evidence(judging, "mem.oom_capacity", -WEIGHT_LIKELY, SEVERITY_ERROR, fact, text, slots, 2);
}

static void judge_waiting(struct judging *judging, const struct fact *fact) {
    int64_t percent = number_of(fact, "waited_percent"), steps = number_of(fact, "steps");
    if (percent < MOSTLY || steps == 0)
        return;
    const struct slot slots[] = {{"percent", text_format(judging->arena, "%lld", (long long)percent)}};
    judge_evidence(judging, "data.starved", steps > 1 ? WEIGHT_LIKELY : WEIGHT_POSSIBLE, SEVERITY_WARNING, fact,
                   "seen.step_waits_for_data", slots, 1);
}

static void judge_turns(struct judging *judging, const struct fact *fact) {
    int64_t idle = number_of(fact, "idle"), busy = number_of(fact, "busy");
    if (number_of(fact, "turns") < OFTEN || idle < busy)
        return;
    const struct slot slots[] = {{"idle", text_format(judging->arena, "%lld", (long long)idle)},
                                 {"busy", text_format(judging->arena, "%lld", (long long)busy)}};
    judge_evidence(judging, "data.starved", WEIGHT_LIKELY - 2, SEVERITY_WARNING, fact, "seen.card_idles_between", slots,
                   2);
}

/* Who ran out of memory and says no figures of its own: what the card's table shows is then mostly held by others. */
static void judge_full_card(struct judging *judging, const struct captures *captures, const struct fact *fact) {
    const struct fact *ran_out = that_has(captures, "ran_out");
    if (number_of(fact, "fullest") < FULL || !ran_out || that_has(captures, "tried"))
        return;
    const struct slot slots[] = {{"percent", text_format(judging->arena, "%d", (int)number_of(fact, "fullest"))}};
    judge_evidence(judging, "mem.oom_other_process", WEIGHT_LIKELY, SEVERITY_ERROR, fact, "seen.card_is_full", slots,
                   1);
    judge_evidence(judging, "mem.oom_capacity", -WEIGHT_POSSIBLE, SEVERITY_ERROR, fact, "seen.card_is_full", slots, 1);
}

static void judge_layers(struct judging *judging, const struct fact *fact) {
    int64_t on_card, of;
    struct text first = value_get_text(&fact->value, "layers_on_card"), second = value_get_text(&fact->value, "layers");
    if (!text_to_integer(first, &on_card) || !text_to_integer(second, &of) || of <= 0 || on_card < 0 ||
        on_card > 10000 || of > 10000 || on_card * 100 >= of * NEARLY_ALL)
        return;
    const struct slot slots[] = {{"on_card", first}, {"layers", second}};
    judge_evidence(judging, "mem.cpu_offload_surprise", WEIGHT_LIKELY, SEVERITY_WARNING, fact, "seen.layers_on_cpu",
                   slots, 2);
}

static void judge_explosion(struct judging *judging, const struct fact *fact) {
    const struct slot slots[] = {{"from", value_get_text(&fact->value, "exploded_from")},
                                 {"to", value_get_text(&fact->value, "exploded_to")}};
    judge_evidence(judging, "num.nan_or_divergence", WEIGHT_LIKELY, SEVERITY_ERROR, fact, "seen.loss_explodes", slots,
                   2);
}

/* Runs that begin alike and part later are what is seen without deterministic settings; runs that never agree may be of
 * other settings, unless the text gives a seed. */
static void judge_runs(struct judging *judging, const struct captures *captures, const struct fact *fact) {
    int64_t agree = number_of(fact, "runs_agree"), differ = number_of(fact, "runs_differ");
    if (differ == 0 || that_has(captures, "seeds_that_differ"))
        return;
    const struct fact *seed = that_has(captures, "seeds");
    bool seeded = seed && number_of(seed, "seeds") > 1;
    const struct slot slots[] = {{"agree", text_format(judging->arena, "%lld", (long long)agree)},
                                 {"differ", text_format(judging->arena, "%lld", (long long)differ)}};
    int weight = seeded ? WEIGHT_LIKELY : agree > 0 ? WEIGHT_LIKELY - 4 : WEIGHT_POSSIBLE - 4;
    judge_evidence(judging, "num.nondeterminism", weight, SEVERITY_WARNING, fact, "seen.runs_differ", slots, 2);
}

static void judge_progress(struct judging *judging) {
    struct captures captures = {0};
    read_captures(judging, &captures);
    for (size_t at = 0; at < captures.count; at++) {
        const struct fact *fact = captures.facts[at];
        if (value_get(&fact->value, "risen_to"))
            judge_growth(judging, &captures, fact);
        if (value_get(&fact->value, "waited_percent"))
            judge_waiting(judging, fact);
        if (value_get(&fact->value, "turns"))
            judge_turns(judging, fact);
        if (value_get(&fact->value, "fullest"))
            judge_full_card(judging, &captures, fact);
        if (value_get(&fact->value, "layers"))
            judge_layers(judging, fact);
        if (value_get(&fact->value, "exploded_to"))
            judge_explosion(judging, fact);
        if (value_get(&fact->value, "runs_differ"))
            judge_runs(judging, &captures, fact);
    }
}

const struct judge judge_of_progress = {"progress", judge_progress, true};
