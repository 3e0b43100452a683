#include "none.h"

#include "fill.h"
#include "judge_common.h"

enum { FEW_WORDS = 20, FEW_BYTES = 240 };

/* What a text may state, as bits. */
enum lack {
    LACKS_TORCH = 1,
    LACKS_BUILD = 2,
    LACKS_CARD = 4,
    LACKS_DRIVER = 8,
    LACKS_PYTHON = 16,
    LACKS_SYSTEM = 32,
    LACKS_TRACEBACK = 64,
    LACKS_ALL = 127
};

/* In the order in which they are asked for. */
static const struct {
    enum lack lack;
    const char *id;
} lacks[] = {
    {LACKS_TRACEBACK, "traceback"}, {LACKS_TORCH, "torch"},   {LACKS_BUILD, "torch_build"}, {LACKS_CARD, "card"},
    {LACKS_DRIVER, "driver"},       {LACKS_PYTHON, "python"}, {LACKS_SYSTEM, "system"},
};

/* What tells the causes of a link apart. */
static const unsigned decides[CHAIN_COUNT] = {
    [CHAIN_GRAPHICS_CARD] = LACKS_CARD | LACKS_DRIVER | LACKS_SYSTEM,
    [CHAIN_KERNEL_DRIVER] = LACKS_CARD | LACKS_DRIVER | LACKS_SYSTEM,
    [CHAIN_DEVICE_ACCESS] = LACKS_DRIVER | LACKS_SYSTEM,
    [CHAIN_DRIVER_LIBRARY] = LACKS_DRIVER | LACKS_SYSTEM,
    [CHAIN_SESSION] = LACKS_PYTHON | LACKS_TORCH,
    [CHAIN_INTERPRETER] = LACKS_PYTHON | LACKS_SYSTEM,
    [CHAIN_FRAMEWORK] = LACKS_TORCH | LACKS_BUILD | LACKS_CARD | LACKS_DRIVER,
    [CHAIN_CUDA_LIBRARIES] = LACKS_TORCH | LACKS_BUILD | LACKS_PYTHON,
    [CHAIN_GPU_RUN] = LACKS_TORCH | LACKS_CARD | LACKS_DRIVER,
    [CHAIN_TRAINING_JOB] = LACKS_TRACEBACK | LACKS_TORCH | LACKS_CARD,
};

static struct text say_here(const struct judging *judging, const char *id, const struct slot *slots, size_t count) {
    return say(judging->arena, judging->knowledge, judging->language, id, slots, count);
}

static unsigned if_none(bool there, enum lack lack) {
    return there ? 0 : (unsigned)lack;
}

static unsigned torch_lacks(const struct judging *judging) {
    struct entity environment, torch;
    if (!common_torch(judging, &environment, &torch))
        return LACKS_TORCH | LACKS_PYTHON;
    bool version = fact_text(judging->facts, &torch, ATTRIBUTE_PACKAGE_VERSION).size > 0;
    return if_none(version, LACKS_TORCH) |
           if_none(!version || common_torch_flavour(judging, &torch).size, LACKS_BUILD) |
           if_none(fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_VERSION).size, LACKS_PYTHON);
}

/* What the text does not state. */
static unsigned lacks_of(const struct judging *judging) {
    struct entity *cards, *exceptions, machine = judge_entity(judging, KIND_MACHINE);
    size_t card_count = judge_entities(judging, KIND_GPU, &cards),
           raised = fact_entities(judging->facts, judging->arena, TEXT("text"), KIND_EXCEPTION, &exceptions);
    return torch_lacks(judging) | if_none(card_count, LACKS_CARD) | if_none(raised, LACKS_TRACEBACK) |
           if_none(common_driver_version(judging, NULL).size, LACKS_DRIVER) |
           if_none(fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_SYSTEM).size, LACKS_SYSTEM);
}

static struct entity torch_of(const struct judging *judging) {
    struct entity environment, torch = {0};
    if (!common_torch(judging, &environment, &torch))
        return judge_entity(judging, KIND_PACKAGE);
    return torch;
}

static bool says_unavailable(const struct judging *judging) {
    struct entity torch = torch_of(judging);
    return fact_is_false(judging->facts, &torch, ATTRIBUTE_PACKAGE_AVAILABLE);
}

/* An environment is stated when it says that CUDA works there, or names two of its three ends: card, driver, torch. */
static bool states_environment(const struct judging *judging, unsigned lacking) {
    struct entity torch = torch_of(judging);
    bool card = !(lacking & LACKS_CARD), driver = !(lacking & LACKS_DRIVER), framework = !(lacking & LACKS_TORCH);
    return fact_is_true(judging->facts, &torch, ATTRIBUTE_PACKAGE_AVAILABLE) || (card + driver + framework >= 2);
}

static bool is_little(const struct judging *judging) {
    struct entity text = {TEXT("text"), KIND_TEXT, TEXT("")};
    int64_t words = fact_integer(judging->facts, &text, ATTRIBUTE_TEXT_WORDS, 0),
            bytes = fact_integer(judging->facts, &text, ATTRIBUTE_TEXT_BYTES, 0);
    return words <= FEW_WORDS && bytes <= FEW_BYTES;
}

static enum none none_of(const struct report_model *model, const struct judging *judging, unsigned lacking) {
    if (model->finding_count)
        return NONE_THERE_IS_ONE;
    if (says_unavailable(judging))
        return NONE_TOO_LITTLE;
    if (states_environment(judging, lacking))
        return NONE_SOUND;
    return is_little(judging) ? NONE_TOO_LITTLE : NONE_UNRECOGNISED;
}

/* The text was judged together with its machine. */
static bool is_here(const struct judging *judging) {
    return text_is(judging->subject, "machine");
}

const char *none_closing(const struct judging *judging, enum none none) {
    if (is_here(judging))
        return "closing.here_sound";
    if (none == NONE_SOUND)
        return "closing.text_sound";
    if (none == NONE_UNRECOGNISED)
        return "closing.text_nothing";
    return says_unavailable(judging) ? "closing.text_unavailable" : "closing.text_too_little";
}

/* What is lacking and would tell the root from what fits as well; of a text without findings whatever is lacking. */
static unsigned wanted(const struct report_model *model, const struct judging *judging) {
    if (!model->finding_count)
        return model->none == NONE_SOUND || is_here(judging) ? 0 : LACKS_ALL;
    const struct model_finding *root = &model->findings[0];
    unsigned wanted = root->certainty == CERTAINTY_CERTAIN ? 0 : decides[chain_link_named(root->link)];
    for (size_t at = 0; at < root->rival_count; at++) {
        struct text link = node_text(node_get(knowledge_cause(judging->knowledge, root->rivals[at]), "link"));
        wanted |= decides[chain_link_named(link)];
    }
    return wanted;
}

static void fill_lacks(struct report_model *model, struct judging *judging, unsigned lacking) {
    struct arena *arena = judging->arena;
    size_t most = sizeof lacks / sizeof *lacks;
    struct text *ids = arena_array(arena, most, sizeof *ids), *names = arena_array(arena, most, sizeof *names);
    lacking &= wanted(model, judging);
    for (size_t at = 0; at < most; at++) {
        if (!(lacking & lacks[at].lack))
            continue;
        ids[model->lack_count] = text_of(lacks[at].id);
        names[model->lack_count++] = say_here(judging, text_format(arena, "lacks.%s", lacks[at].id).at, NULL, 0);
    }
    const struct slot slots[] = {
        {"what", text_join_all(arena, names, model->lack_count, say_here(judging, "lacks.and", NULL, 0))}};
    model->lacks = ids;
    if (model->lack_count)
        value_append(arena, &judging->missing, value_text(say_here(judging, "missing.not_stated", slots, 1)));
}

/* Where nothing was found: what shows most for least. Who only says "False" is sent to the machine. */
static void fill_next(struct report_model *model, const struct judging *judging, enum shell shell) {
    static const struct text look[] = {{"plumb", 5}, {"doctor", 6}},
                             list[] = {{"python", 6}, {"-m", 2}, {"torch.utils.collect_env", 23}};
    bool machine = model->none == NONE_SOUND || says_unavailable(judging);
    if (model->finding_count)
        return;
    if (is_here(judging)) {
        model->ask_command = fill_proof(judging, shell);
        model->ask_say = say_here(judging, "ask.proof", NULL, 0);
        return;
    }
    quote_command(judging->arena, shell, machine ? look : list, machine ? 2 : 3, &model->ask_command, NULL);
    model->ask_say = say_here(judging, machine ? "ask.doctor" : "ask.collect_env", NULL, 0);
}

void fill_none(struct report_model *model, struct judging *judging, enum shell shell) {
    unsigned lacking = lacks_of(judging);
    model->none = none_of(model, judging, lacking);
    model->labels.missing = say_here(judging, "label.lacks", NULL, 0);
    fill_lacks(model, judging, lacking);
    fill_next(model, judging, shell);
}

void fill_ask(struct report_model *model) {
    if (model->ask_command.size || !model->finding_count)
        return;
    model->ask_command = model->findings[0].ask_command;
    model->ask_say = model->findings[0].ask_say;
}

/* "Thanks for the report. The likely cause:", and who says so. */
void fill_comment(struct report_model *model, const struct judging *judging) {
    static const char *const openings[] = {"comment.possible", "comment.likely", "comment.certain"};
    if (!model->finding_count)
        return;
    const struct slot slots[] = {{"version", model->version}};
    model->comment = (struct model_comment){
        .opening = say_here(judging, openings[model->findings[0].certainty], NULL, 0),
        .mend = say_here(judging, "comment.mend", NULL, 0),
        .no_root = say_here(judging, "comment.no_root", NULL, 0),
        .prove = say_here(judging, "comment.prove", NULL, 0),
        .ask = say_here(judging, "comment.ask", NULL, 0),
        .signature = say_here(judging, "comment.signature", slots, 1),
    };
}
