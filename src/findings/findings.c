#include "findings/findings.h"

#include "contradictions.h"
#include "facts/exchange.h"
#include "fill.h"
#include "judge_common.h"
#include "none.h"
#include "processes.h"
#include "reported.h"
#include "slots.h"
#include "symptoms.h"

static struct judging begin(struct arena *arena, const struct findings_request *request) {
    return (struct judging){
        .arena = arena,
        .facts = request->facts,
        .knowledge = request->knowledge,
        .language = request->language,
        .subject = TEXT("machine"),
        .slots = value_map(),
        .verbs = request->verbs,
        .missing = request->missing.type == VALUE_LIST ? request->missing : value_list(),
        .notes = request->notes.type == VALUE_LIST ? request->notes : value_list(),
    };
}

/* Remedies fit the listing that the strongest evidence is about. */
static struct text listing_in_question(const struct judging *judging) {
    struct text subject = TEXT("listing:1");
    int most = 0;
    for (size_t at = 0; at < judging->evidence_count; at++) {
        const struct evidence *evidence = &judging->evidence[at];
        if (evidence->weight <= most || evidence->severity != SEVERITY_ERROR ||
            !text_starts(evidence->subject, "listing:"))
            continue;
        most = evidence->weight;
        subject = evidence->subject;
    }
    return subject;
}

/* "listing 2: torch 2.3.1+cpu is built without CUDA" */
static void name_listings(struct judging *judging, size_t count) {
    const struct slot counted[] = {{"count", text_format(judging->arena, "%zu", count)},
                                   {"number", text_from(judging->subject, text_of("listing:").size)}};
    judge_note(judging, "note.listings", counted, 2);
    for (size_t at = 0; at < judging->evidence_count; at++) {
        struct evidence *evidence = &judging->evidence[at];
        const struct slot slots[] = {{"number", text_from(evidence->subject, text_of("listing:").size)},
                                     {"seen", evidence->text}};
        if (text_starts(evidence->subject, "listing:"))
            evidence->text =
                say(judging->arena, judging->knowledge, judging->language, "evidence.in_listing", slots, 2);
    }
}

/* Judges look at one subject at a time; what a text's listings and its messages say adds up, since a text is about one
 * machine. */
static void judge_all(struct judging *judging) {
    struct text *subjects;
    size_t count = fact_subjects(judging->facts, judging->arena, &subjects);
    bool machine = false;
    size_t listings = 0;
    for (size_t at = 0; at < count; at++) {
        judging->subject = subjects[at];
        listings += text_starts(subjects[at], "listing:");
        machine = machine || text_is(subjects[at], "machine");
        for (size_t judge = 0; judge < judge_count; judge++)
            if (judges[judge]->of_text == text_is(subjects[at], "text"))
                judges[judge]->judge(judging);
        symptoms_judge(judging);
    }
    processes_note(judging);
    builds_note(judging);
    reported_settle(judging);
    judging->subject = machine ? TEXT("machine") : listing_in_question(judging);
    if (listings > 1)
        name_listings(judging, listings);
    slots_fill(judging);
}

static const struct text *texts_of(struct arena *arena, const struct value *list, size_t *count) {
    struct text *texts = arena_array(arena, value_count(list), sizeof *texts);
    *count = value_count(list);
    for (size_t at = 0; at < *count; at++)
        texts[at] = value_at(list, at)->text;
    return texts;
}

static struct text say_here(const struct judging *judging, const char *id, const struct slot *slots, size_t count) {
    return say(judging->arena, judging->knowledge, judging->language, id, slots, count);
}

/* A link that must be known before "nothing is broken" can be said. What has to run, the shell and the job do not
 * count. */
static bool matters(const struct model_link *link) {
    return !text_is(link->id, "gpu_run") && !text_is(link->id, "training_job") && !text_is(link->id, "session");
}

static enum status status_of(const struct report_model *model, bool is_text) {
    for (size_t at = 0; at < model->finding_count; at++)
        if (model->findings[at].severity == SEVERITY_ERROR)
            return STATUS_BROKEN;
    for (size_t at = 0; at < model->link_count && !is_text; at++)
        if (model->links[at].state == LINK_UNKNOWN && matters(&model->links[at]))
            return STATUS_UNKNOWN;
    return STATUS_OK;
}

/* "plumb 0.1.0 · 2 x RTX 4090 · driver 535.104.05 · Ubuntu 22.04.4 LTS" */
static struct text headline(const struct judging *judging, const struct findings_request *request) {
    struct buffer out = buffer_new(judging->arena);
    struct entity *cards, machine = judge_entity(judging, KIND_MACHINE);
    size_t count = common_nvidia_cards(judging, &cards);
    struct text driver = common_driver_version(judging, NULL),
                os = fact_text(judging->facts, &machine, ATTRIBUTE_MACHINE_OS);
    buffer_format(&out, "plumb " TEXT_FORMAT, TEXT_ARGUMENTS(request->version));
    if (count)
        buffer_format(&out, " · " TEXT_FORMAT, TEXT_ARGUMENTS(common_cards(judging, cards, count, false)));
    const struct slot slots[] = {{"driver", driver}};
    if (driver.size)
        buffer_format(&out, " · " TEXT_FORMAT, TEXT_ARGUMENTS(say_here(judging, "headline.driver", slots, 1)));
    if (os.size)
        buffer_format(&out, " · " TEXT_FORMAT, TEXT_ARGUMENTS(os));
    return buffer_text(&out);
}

static void fill_judged(struct report_model *model, const struct judging *judging) {
    struct entity environment;
    model->judged = value_map();
    if (!judge_environment(judging, &environment))
        return;
    struct text python = fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_PYTHON);
    struct text version = fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_VERSION);
    struct text reason = fact_text(judging->facts, &environment, ATTRIBUTE_ENVIRONMENT_REASON);
    value_set(judging->arena, &model->judged, "environment", value_text(environment.key));
    if (python.size)
        value_set(judging->arena, &model->judged, "python", value_text(python));
    if (version.size)
        value_set(judging->arena, &model->judged, "python_version", value_text(version));
    if (!reason.size)
        return; /* a listing does not say why */
    value_set(judging->arena, &model->judged, "reason", value_text(reason));
    struct text why =
        say_here(judging, text_format(judging->arena, "judged." TEXT_FORMAT, TEXT_ARGUMENTS(reason)).at, NULL, 0);
    const struct slot slots[] = {
        {"python", python.size ? python : environment.key}, {"version", version}, {"why", why}};
    model->judged_line = say_here(judging, version.size ? "judged.line" : "judged.line_unversioned", slots, 3);
}

static size_t count_errors(const struct report_model *model) {
    size_t errors = 0;
    for (size_t at = 0; at < model->finding_count; at++)
        errors += model->findings[at].severity == SEVERITY_ERROR;
    return errors;
}

static const char *closing_of_machine(const struct report_model *model, size_t errors) {
    if (errors)
        return errors > 1                 ? "closing.broken_more"
               : model->finding_count > 1 ? "closing.broken_notes"
                                          : "closing.broken";
    if (model->finding_count)
        return "closing.warnings";
    return model->status == STATUS_UNKNOWN ? "closing.unknown" : "closing.ok";
}

static const char *closing_of_text(const struct report_model *model, const struct judging *judging, size_t errors) {
    if (errors)
        return text_is(judging->subject, "machine") ? "closing.here_broken" : "closing.text_broken";
    if (model->finding_count)
        return "closing.text_warnings";
    return none_closing(judging, model->none);
}

static struct text closing(const struct report_model *model, const struct judging *judging,
                           const struct findings_request *request) {
    size_t errors = count_errors(model);
    const struct slot slots[] = {
        {"errors", text_format(judging->arena, "%zu", errors)},
        {"next", text_format(judging->arena, "%zu", errors ? errors - 1 : 0)},
        {"notes", text_format(judging->arena, "%zu", model->finding_count - errors)},
        {"command", fill_proof(judging, request->shell)},
    };
    const char *id = request->is_text ? closing_of_text(model, judging, errors) : closing_of_machine(model, errors);
    struct text said = say_here(judging, id, slots, 4);
    const struct slot details[] = {{"said", said}, {"command", request->more}};
    bool has_details = model->finding_count || model->status == STATUS_UNKNOWN;
    return request->more.size && has_details ? say_here(judging, "closing.details", details, 2) : said;
}

struct report_model findings_make(struct arena *arena, const struct findings_request *request) {
    struct judging judging = begin(arena, request);
    struct root *roots;
    struct report_model model = {.version = request->version,
                                 .knowledge =
                                     node_text(node_get(node_get(knowledge_root(request->knowledge), "about"), "date")),
                                 .verb = request->verb,
                                 .subject = request->subject_name,
                                 .replayed = request->replayed};
    judge_all(&judging);
    if (request->is_text)
        note_contradictions(&judging);
    size_t count = weigh_roots(arena, request->knowledge, judging.evidence, judging.evidence_count, &roots);
    fill_findings(&model, &judging, roots, count, request->shell);
    fill_links(&model, &judging, request->is_text);
    if (request->with_why)
        fill_why(&model, &judging);
    fill_labels(&model, &judging);
    fill_judged(&model, &judging);
    model.status = status_of(&model, request->is_text);
    if (request->is_text)
        fill_none(&model, &judging, request->shell);
    fill_ask(&model);
    fill_comment(&model, &judging);
    model.headline = headline(&judging, request);
    model.missing = texts_of(arena, &judging.missing, &model.missing_count);
    model.notes = texts_of(arena, &judging.notes, &model.note_count);
    model.closing = closing(&model, &judging, request);
    model.listing = value_map();
    model.processes = processes_map(&judging);
    model.facts = request->with_facts ? facts_to_value(request->facts, arena) : value_map();
    return model;
}
