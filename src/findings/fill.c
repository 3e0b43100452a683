#include "fill.h"

#include "processes.h"
#include "remedy.h"

enum { MOST_EVIDENCE = 8 };

/* A mere possibility never stands as an error: an error is a promise. */
static enum severity severity_of(const struct root *root) {
    enum severity worst = SEVERITY_NOTE;
    for (size_t at = 0; at < root->evidence_count; at++)
        if (root->evidence[at]->weight > 0 && root->evidence[at]->severity > worst)
            worst = root->evidence[at]->severity;
    return worst == SEVERITY_ERROR && certainty_of(root->sum, root->contested_by) == CERTAINTY_POSSIBLE
               ? SEVERITY_WARNING
               : worst;
}

/* "rank 3, 7 more times" */
static struct text about(const struct judging *judging, const struct evidence *from) {
    const struct slot slots[] = {{"count", text_format(judging->arena, "%lld", (long long)from->count - 1)}};
    struct text parts[2];
    size_t count = 0;
    if (from->process.size)
        parts[count++] = processes_name(judging, from->process);
    if (from->count > 1)
        parts[count++] = say(judging->arena, judging->knowledge, judging->language, "evidence.again", slots, 1);
    return text_join_all(judging->arena, parts, count, TEXT(", "));
}

static void fill_evidence(struct model_finding *finding, const struct judging *judging, const struct root *root) {
    struct model_evidence *evidence = arena_array(judging->arena, root->evidence_count, sizeof *evidence);
    for (size_t at = 0; at < root->evidence_count && at < MOST_EVIDENCE; at++) {
        const struct evidence *from = root->evidence[at];
        evidence[finding->evidence_count++] = (struct model_evidence){.text = from->text,
                                                                      .place = from->origin.place,
                                                                      .line = from->origin.line,
                                                                      .source = from->origin.source,
                                                                      .weight = from->weight,
                                                                      .process = from->process,
                                                                      .count = from->count,
                                                                      .about = about(judging, from)};
    }
    finding->evidence = evidence;
}

/* What a question costs who is asked: administrator rights most, then what there is to type. */
static size_t cost_of(const struct model_remedy *command) {
    bool rights = command->argument_count && text_is(command->arguments[0], "sudo");
    return command->argument_count + (rights ? 100 : 0);
}

/* The cheapest question among those of the cause and of what fits as well: its answer tells them apart. */
static void fill_question(struct model_finding *finding, const struct judging *judging, const struct root *root,
                          enum shell shell) {
    size_t least = 0;
    for (size_t at = 0; at <= root->rival_count && finding->certainty != CERTAINTY_CERTAIN; at++) {
        struct node cause = knowledge_cause(judging->knowledge, at ? root->rivals[at - 1] : root->cause),
                    ask = node_get(cause, "ask");
        struct model_remedy command = {0};
        if (!remedy_command(judging, node_get(ask, "run"), shell, &command) ||
            (finding->ask_command.size && cost_of(&command) >= least))
            continue;
        least = cost_of(&command);
        finding->ask_command = command.command;
        finding->ask_say = say_node(judging->arena, node_get(ask, "say"), judging->language, NULL, 0);
    }
}

static void fill_rivals(struct model_finding *finding, const struct judging *judging, const struct root *root) {
    struct text *titles = arena_array(judging->arena, root->rival_count, sizeof *titles);
    for (size_t at = 0; at < root->rival_count; at++)
        titles[at] = say_node(judging->arena, node_get(knowledge_cause(judging->knowledge, root->rivals[at]), "title"),
                              judging->language, NULL, 0);
    finding->rivals = root->rivals;
    finding->rival_count = root->rival_count;
    finding->rival_titles = titles;
}

struct text fill_proof(const struct judging *judging, enum shell shell) {
    const struct value *python = value_get(&judging->slots, "python");
    const struct text arguments[] = {
        python ? python->text : TEXT("python"), TEXT("-c"),
        say(judging->arena, judging->knowledge, judging->language, "command.prove", NULL, 0)};
    struct text command = {0};
    quote_command(judging->arena, shell, arguments, 3, &command, NULL);
    return command;
}

/* The command that shows it is mended: the cause's own, else a tensor on the GPU in the judged interpreter. A training
 * job is proven by running it again. */
static struct text proof(const struct judging *judging, struct node cause, enum shell shell) {
    struct model_remedy prove = {0};
    if (remedy_command(judging, node_get(cause, "prove"), shell, &prove))
        return prove.command;
    bool runs_job = text_is(node_text(node_get(cause, "link")), chain_link_id(CHAIN_TRAINING_JOB));
    return runs_job || !node_present(node_get(cause, "prove")) ? (struct text){0} : fill_proof(judging, shell);
}

/* Where knowledge has no remedy that fits, the planner still knows which build would. */
static size_t fall_back_on_plan(const struct judging *judging, struct model_finding *finding,
                                struct model_remedy **remedies) {
    static const struct text words[] = {{"plumb", 5}, {"plan", 4}};
    bool planned = text_is(finding->link, chain_link_id(CHAIN_FRAMEWORK)) ||
                   text_is(finding->link, chain_link_id(CHAIN_CUDA_LIBRARIES));
    if (!planned)
        return 0;
    *remedies = arena_alloc(judging->arena, sizeof **remedies);
    **remedies = (struct model_remedy){
        .arguments = words,
        .argument_count = 2,
        .command = TEXT("plumb plan"),
        .note = say(judging->arena, judging->knowledge, judging->language, "remedy.plan", NULL, 0)};
    return 1;
}

static struct model_finding fill_finding(const struct judging *all, const struct root *root, enum shell shell) {
    struct judging of_cause = *all, *judging = &of_cause;
    struct node cause = knowledge_cause(judging->knowledge, root->cause);
    struct model_remedy *remedies;
    judging->cause = root->cause;
    struct model_finding finding = {
        .cause = root->cause,
        .link = node_text(node_get(cause, "link")),
        .severity = severity_of(root),
        .certainty = certainty_of(root->sum, root->contested_by),
        .weight = root->sum,
        .title = say_node(judging->arena, node_get(cause, "title"), judging->language, NULL, 0),
        .say = say_node(judging->arena, node_get(cause, "say"), judging->language, NULL, 0),
        .explains = root->explains,
        .explains_count = root->explains_count,
    };
    fill_evidence(&finding, judging, root);
    finding.remedy_count = remedy_list(judging, cause, shell, &remedies);
    if (!finding.remedy_count)
        finding.remedy_count = fall_back_on_plan(judging, &finding, &remedies);
    finding.remedies = remedies;
    finding.prove = proof(judging, cause, shell);
    fill_question(&finding, judging, root, shell);
    fill_rivals(&finding, judging, root);
    return finding;
}

void fill_findings(struct report_model *model, const struct judging *judging, const struct root *roots, size_t count,
                   enum shell shell) {
    struct model_finding *findings = arena_array(judging->arena, count, sizeof *findings);
    for (size_t at = 0; at < count; at++)
        findings[at] = fill_finding(judging, &roots[at], shell);
    model->findings = findings;
    model->finding_count = count;
}

static struct text label_of(const struct judging *judging, enum chain_link link) {
    struct text id = text_format(judging->arena, "link.%s", chain_link_id(link));
    return say(judging->arena, judging->knowledge, judging->language, id.at, NULL, 0);
}

static const struct model_finding *finding_at(const struct report_model *model, enum chain_link link,
                                              enum severity severity) {
    for (size_t at = 0; at < model->finding_count; at++)
        if (text_is(model->findings[at].link, chain_link_id(link)) && model->findings[at].severity == severity)
            return &model->findings[at];
    return NULL;
}

/* Does this finding hold a link up: by standing before it, or by explaining a cause there? */
static bool holds_up(const struct judging *judging, const struct model_finding *finding, enum chain_link link) {
    if (finding->severity != SEVERITY_ERROR)
        return false;
    bool held = chain_link_named(finding->link) < link;
    for (size_t at = 0; !held && at < finding->explains_count; at++)
        held = text_is(node_text(node_get(knowledge_cause(judging->knowledge, finding->explains[at]), "link")),
                       chain_link_id(link));
    return held;
}

/* The link that this one waits for, or CHAIN_COUNT. */
static enum chain_link waits_for(const struct report_model *model, const struct judging *judging,
                                 enum chain_link link) {
    for (size_t at = 0; at < model->finding_count; at++)
        if (holds_up(judging, &model->findings[at], link))
            return chain_link_named(model->findings[at].link);
    return CHAIN_COUNT;
}

static void say_waits(const struct judging *judging, struct model_link *row, enum chain_link broken) {
    const struct slot slots[] = {{"link", label_of(judging, broken)}};
    row->state = LINK_NOT_REACHED;
    row->text = say(judging->arena, judging->knowledge, judging->language,
                    broken == CHAIN_FRAMEWORK ? "chain.waits_framework" : "chain.waits", slots, 1);
}

/* A link is broken where a finding is an error there, whether its judge said so or not. One whose judge did only waits
 * for the root, or, where nothing holds it up, is a warning: an error is a promise, and nothing was found that keeps
 * it. */
static void settle(const struct report_model *model, const struct judging *judging, struct model_link *row,
                   enum chain_link link) {
    const struct model_finding *error = finding_at(model, link, SEVERITY_ERROR),
                               *warning = finding_at(model, link, SEVERITY_WARNING);
    enum chain_link broken = waits_for(model, judging, link);
    bool open = link == CHAIN_GPU_RUN && (row->state == LINK_NOT_REACHED || row->state == LINK_UNKNOWN);
    if (error) {
        row->text = row->state == LINK_BROKEN ? row->text : error->title;
        row->state = LINK_BROKEN;
    } else if (warning && row->state != LINK_BROKEN) {
        row->text = row->state == LINK_WARNING ? row->text : warning->title;
        row->state = LINK_WARNING;
    } else if ((row->state == LINK_BROKEN || open) && broken != CHAIN_COUNT) {
        say_waits(judging, row, broken);
    } else if (row->state == LINK_BROKEN) {
        row->state = LINK_WARNING;
    }
}

void fill_links(struct report_model *model, struct judging *judging, bool is_text) {
    struct model_link *links = arena_array(judging->arena, CHAIN_COUNT, sizeof *links);
    for (unsigned at = 0; at < CHAIN_COUNT; at++) {
        const struct chain_state *state = &judging->chain[at];
        struct model_link *row = &links[model->link_count++];
        bool runs = at == CHAIN_GPU_RUN || at == CHAIN_TRAINING_JOB;
        row->id = text_of(chain_link_id((enum chain_link)at));
        row->label = label_of(judging, (enum chain_link)at);
        row->state = state->set ? state->state : runs ? LINK_NOT_REACHED : LINK_UNKNOWN;
        row->text = state->set ? state->text
                               : say(judging->arena, judging->knowledge, judging->language,
                                     runs ? "chain.not_run" : "chain.not_looked", NULL, 0);
        settle(model, judging, row, (enum chain_link)at);
        bool quiet_link = at == CHAIN_SESSION || at == CHAIN_TRAINING_JOB;
        row->shown =
            row->state == LINK_BROKEN || row->state == LINK_WARNING || (is_text ? row->state == LINK_OK : !quiet_link);
    }
    model->links = links;
}

void fill_labels(struct report_model *model, const struct judging *judging) {
    static const char *const states[] = {"state.ok", "state.warning", "state.broken", "state.unknown",
                                         "state.not_reached"};
    static const char *const certainties[] = {"certainty.possible", "certainty.likely", "certainty.certain"};
    static const char *const severities[] = {"severity.note", "severity.warning", "severity.error"};
    static const char *const statuses[] = {"status.ok", "status.broken", "status.unknown"};
    struct model_labels *labels = &model->labels;
    const struct {
        struct text *label;
        const char *id;
    } words[] = {
        {&labels->seen, "label.seen"},     {&labels->mend, "label.mend"},         {&labels->no_root, "label.no_root"},
        {&labels->prove, "label.prove"},   {&labels->ask, "label.ask"},           {&labels->line, "label.line"},
        {&labels->and_more, "label.more"}, {&labels->missing, "label.missing"},   {&labels->next, "label.next"},
        {&labels->judged, "label.judged"}, {&labels->explains, "label.explains"}, {&labels->weight, "label.weight"},
        {&labels->rivals, "label.rivals"},
    };
    for (size_t at = 0; at < 5; at++)
        labels->states[at] = say(judging->arena, judging->knowledge, judging->language, states[at], NULL, 0);
    for (size_t at = 0; at < 3; at++) {
        labels->certainties[at] = say(judging->arena, judging->knowledge, judging->language, certainties[at], NULL, 0);
        labels->severities[at] = say(judging->arena, judging->knowledge, judging->language, severities[at], NULL, 0);
        labels->statuses[at] = say(judging->arena, judging->knowledge, judging->language, statuses[at], NULL, 0);
    }
    for (size_t at = 0; at < sizeof words / sizeof *words; at++)
        *words[at].label = say(judging->arena, judging->knowledge, judging->language, words[at].id, NULL, 0);
}
