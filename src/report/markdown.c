#include "base/scrub.h"
#include "report/report.h"

/* For an issue: short, and everything that was read from a machine is inert. */
struct page {
    struct buffer *out;
    struct arena *arena;
    const struct report_model *model;
};

static struct text running(const struct page *page, struct text foreign) {
    return scrub_markdown(page->arena, text_trim(foreign), SCRUB_ONE_LINE);
}

static struct text code(const struct page *page, struct text foreign) {
    return scrub_markdown_code(page->arena, text_trim(foreign), SCRUB_ONE_LINE);
}

/* All of them scrubbed, or own. */
static void add(struct page *page, const struct text *parts, size_t count) {
    for (size_t at = 0; at < count; at++)
        buffer_add(page->out, parts[at]);
}

#define ADD(page, ...)                                                                                                 \
    add(page, (const struct text[]){__VA_ARGS__}, sizeof((const struct text[]){__VA_ARGS__}) / sizeof(struct text))

/* Own sentences may be folded over lines. */
static void add_paragraph(struct page *page, struct text text) {
    if (text.size)
        ADD(page, running(page, text_replace(page->arena, text, TEXT("\n"), TEXT(" "))), TEXT("\n\n"));
}

static void add_chain(struct page *page) {
    const struct report_model *model = page->model;
    bool any = false;
    for (size_t at = 0; at < model->link_count; at++) {
        const struct model_link *link = &model->links[at];
        if (!link->shown)
            continue;
        if (!any)
            buffer_add_string(page->out, "| | | |\n|---|---|---|\n");
        any = true;
        ADD(page, TEXT("| "), running(page, model->labels.states[link->state]), TEXT(" | "));
        ADD(page, running(page, link->label), TEXT(" | "), running(page, link->text), TEXT(" |\n"));
    }
    if (any)
        buffer_add_byte(page->out, '\n');
}

static void add_title(struct page *page, const struct model_finding *finding) {
    const struct model_labels *labels = &page->model->labels;
    ADD(page, TEXT("### "), running(page, finding->title), TEXT("\n\n"));
    ADD(page, running(page, labels->severities[finding->severity]), TEXT(" · "));
    ADD(page, running(page, labels->certainties[finding->certainty]), TEXT(" · `"), code(page, finding->cause),
        TEXT("`\n\n"));
}

static void add_evidence_line(struct page *page, const struct model_evidence *evidence) {
    if (evidence->line > 0)
        ADD(page,
            code(page, text_replace(page->arena, page->model->labels.line, TEXT("{n}"),
                                    text_format(page->arena, "%lld", (long long)evidence->line))),
            evidence->about.size ? TEXT(", ") : TEXT(""), code(page, evidence->about), TEXT(": "));
    ADD(page, code(page, evidence->text));
    if (evidence->place.size && text_find(evidence->text, evidence->place) == TEXT_NOWHERE)
        ADD(page, TEXT(" ("), code(page, evidence->place), TEXT(")"));
    ADD(page, TEXT("\n"));
}

static void add_evidence(struct page *page, const struct model_finding *finding) {
    if (!finding->evidence_count)
        return;
    ADD(page, running(page, page->model->labels.seen), TEXT("\n\n```text\n"));
    for (size_t at = 0; at < finding->evidence_count; at++)
        add_evidence_line(page, &finding->evidence[at]);
    ADD(page, TEXT("```\n\n"));
}

/* A command that scrubbing would change must not be pasted: only its note is shown. */
static void add_command(struct page *page, struct text label, struct text command, struct text note) {
    bool shown = command.size && text_equal(code(page, command), command);
    if (!shown && !note.size)
        return;
    ADD(page, running(page, label), TEXT("\n\n"));
    if (shown)
        ADD(page, TEXT("```\n"), command, TEXT("\n```\n\n"));
    add_paragraph(page, note);
}

static void add_remedies(struct page *page, const struct model_finding *finding) {
    const struct model_labels *labels = &page->model->labels;
    bool any_root = false;
    for (size_t at = 0; at < finding->remedy_count; at++)
        any_root = any_root || finding->remedies[at].root;
    for (size_t at = 0; at < finding->remedy_count; at++) {
        const struct model_remedy *remedy = &finding->remedies[at];
        add_command(page, any_root && !remedy->root ? labels->no_root : labels->mend, remedy->command, remedy->note);
    }
}

static void add_finding(struct page *page, const struct model_finding *finding) {
    const struct model_labels *labels = &page->model->labels;
    add_title(page, finding);
    add_paragraph(page, finding->say);
    add_evidence(page, finding);
    add_remedies(page, finding);
    add_command(page, labels->prove, finding->prove, (struct text){0});
    add_command(page, labels->ask, finding->ask_command, finding->ask_say);
    for (size_t at = 0; at < finding->rival_count; at++)
        ADD(page, running(page, labels->rivals), TEXT(" "), running(page, finding->rival_titles[at]), TEXT(" · `"),
            code(page, finding->rivals[at]), TEXT("`\n\n"));
}

static void add_remarks(struct page *page) {
    const struct report_model *model = page->model;
    for (size_t at = 0; at < model->missing_count; at++)
        ADD(page, TEXT("- "), running(page, model->labels.missing), TEXT(": "), running(page, model->missing[at]),
            TEXT("\n"));
    for (size_t at = 0; at < model->note_count; at++)
        ADD(page, TEXT("- "), running(page, model->notes[at]), TEXT("\n"));
    if (model->missing_count || model->note_count)
        ADD(page, TEXT("\n"));
}

static void add_why(struct page *page) {
    const struct model_why *why = &page->model->why;
    if (!why->asked)
        return;
    add_paragraph(page, why->said);
    for (size_t at = 0; at < why->count; at++) {
        const struct model_sum *sum = &why->sums[at];
        ADD(page, TEXT("- `"), code(page, sum->cause), TEXT("` "), text_format(page->arena, "%+d", sum->sum),
            TEXT(" · "), running(page, sum->said), TEXT("\n"));
        for (size_t one = 0; one < sum->record_count; one++) {
            const struct model_record *record = &sum->records[one];
            ADD(page, TEXT("    - "), text_format(page->arena, "%+d ", record->evidence.weight),
                running(page, record->evidence.text), TEXT(" "), running(page, record->note), TEXT("\n"));
        }
    }
    ADD(page, TEXT("\n"));
}

/* Not translated: for the maintainer who reads it. */
static void add_origin(struct page *page) {
    const struct report_model *model = page->model;
    ADD(page, TEXT("plumb "), running(page, model->version), TEXT(" · knowledge "), running(page, model->knowledge));
    ADD(page, TEXT(" · "), running(page, model->verb));
    if (model->subject.size)
        ADD(page, TEXT(" `"), code(page, model->subject), TEXT("`"));
    ADD(page, TEXT("\n"));
}

void report_markdown(struct buffer *out, struct arena *arena, const struct report_model *model) {
    struct page page = {out, arena, model};
    if (model->headline.size)
        ADD(&page, TEXT("**"), running(&page, model->headline), TEXT("**\n\n"));
    add_paragraph(&page, model->judged_line);
    add_chain(&page);
    for (size_t at = 0; at < model->finding_count; at++)
        add_finding(&page, &model->findings[at]);
    add_why(&page);
    add_remarks(&page);
    add_paragraph(&page, model->closing);
    add_origin(&page);
}
