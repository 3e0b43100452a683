#include "base/scrub.h"
#include "base/utf8.h"
#include "report/report.h"
#include "report/wrap.h"

enum { SCREEN_COLUMNS = 80, EVIDENCE_COLUMNS = 160, MOST_EVIDENCE = 3 };

/* What goes first when there is no room for all. */
enum priority { MUST, SHOULD, MAY, COULD };

/* A paragraph or a fence of the answer. */
struct section {
    struct text text;
    enum priority priority;
};

struct comment {
    struct arena *arena;
    const struct report_model *model;
    struct section sections[16];
    size_t count;
};

static struct text running(const struct comment *comment, struct text foreign) {
    struct text one = text_replace(comment->arena, text_trim(foreign), TEXT("\n"), TEXT(" "));
    return scrub_markdown(comment->arena, one, SCRUB_ONE_LINE);
}

static struct text code(const struct comment *comment, struct text foreign) {
    return scrub_markdown_code(comment->arena, text_trim(foreign), SCRUB_ONE_LINE);
}

static void add(struct comment *comment, enum priority priority, struct text text) {
    if (text.size && comment->count < sizeof comment->sections / sizeof *comment->sections)
        comment->sections[comment->count++] = (struct section){text, priority};
}

static bool is_repeated(const struct model_finding *finding, size_t at) {
    for (size_t before = 0; before < at; before++)
        if (text_equal(finding->evidence[before].text, finding->evidence[at].text))
            return true;
    return false;
}

static void add_evidence(struct comment *comment, const struct model_finding *finding) {
    struct buffer out = buffer_new(comment->arena);
    for (size_t at = 0, shown = 0; at < finding->evidence_count && shown < MOST_EVIDENCE; at++) {
        const struct model_evidence *evidence = &finding->evidence[at];
        /* What speaks against it is for who asks --why; one line may be several records. */
        if (evidence->weight <= 0 || is_repeated(finding, at))
            continue;
        struct text line = code(comment, evidence->text);
        struct text number = text_replace(comment->arena, comment->model->labels.line, TEXT("{n}"),
                                          text_format(comment->arena, "%lld", (long long)evidence->line));
        if (evidence->line > 0)
            buffer_format(&out, TEXT_FORMAT ": ", TEXT_ARGUMENTS(code(comment, number)));
        buffer_add(&out, shortened(comment->arena, line, EVIDENCE_COLUMNS));
        buffer_add_byte(&out, '\n');
        shown++;
    }
    if (out.size)
        add(comment, SHOULD,
            text_format(comment->arena, "```text\n" TEXT_FORMAT "```", TEXT_ARGUMENTS(buffer_text(&out))));
}

/* A command that scrubbing would change must not be pasted: then only its note is said. */
static void add_command(struct comment *comment, enum priority priority, struct text label, struct text command,
                        struct text note) {
    bool shown = command.size && text_equal(code(comment, command), command);
    struct text said = running(comment, note), head = running(comment, label);
    if (shown)
        add(comment, priority,
            text_format(comment->arena, TEXT_FORMAT "\n```\n" TEXT_FORMAT "\n```", TEXT_ARGUMENTS(head),
                        TEXT_ARGUMENTS(command)));
    if (said.size && shown)
        add(comment, COULD, said);
    else if (said.size)
        add(comment, priority,
            text_format(comment->arena, TEXT_FORMAT " " TEXT_FORMAT, TEXT_ARGUMENTS(head), TEXT_ARGUMENTS(said)));
}

/* The first remedy, and the first that needs no administrator where the first one does. */
static void add_remedies(struct comment *comment, const struct model_finding *finding) {
    const struct model_comment *words = &comment->model->comment;
    if (!finding->remedy_count)
        return;
    const struct model_remedy *first = &finding->remedies[0];
    add_command(comment, MUST, words->mend, first->command, first->note);
    for (size_t at = 1; at < finding->remedy_count && first->root; at++)
        if (!finding->remedies[at].root) {
            add_command(comment, MAY, words->no_root, finding->remedies[at].command, finding->remedies[at].note);
            return;
        }
}

/* As a reader sees it: prose wraps, what stands in a fence does not. */
static size_t lines_of(struct text section) {
    size_t lines = 1; /* the empty one behind it */
    struct text line;
    bool fenced = false;
    while (text_next_line(&section, &line)) {
        bool fence = text_starts(line, "```");
        fenced = fence ? !fenced : fenced;
        lines += fenced || fence ? 1 : 1 + (utf8_columns(line) ? (utf8_columns(line) - 1) / SCREEN_COLUMNS : 0);
    }
    return lines;
}

/* Leaves out, from the last of the least important on, until the rest fits a screen. */
static void make_fit(struct comment *comment) {
    size_t lines = 0;
    for (size_t at = 0; at < comment->count; at++)
        lines += lines_of(comment->sections[at].text);
    for (int priority = COULD; priority > MUST; priority--)
        for (size_t at = comment->count; at-- > 0 && lines > COMMENT_LINES;)
            if (comment->sections[at].priority == (enum priority)priority && comment->sections[at].text.size) {
                lines -= lines_of(comment->sections[at].text);
                comment->sections[at].text.size = 0;
            }
}

void report_comment(struct buffer *out, struct arena *arena, const struct report_model *model) {
    struct comment comment = {.arena = arena, .model = model};
    if (!model->finding_count)
        return;
    const struct model_finding *root = &model->findings[0];
    add(&comment, MUST,
        text_format(arena, TEXT_FORMAT " **" TEXT_FORMAT "**",
                    TEXT_ARGUMENTS(running(&comment, model->comment.opening)),
                    TEXT_ARGUMENTS(running(&comment, root->title))));
    add(&comment, MAY, running(&comment, root->say));
    add_evidence(&comment, root);
    add_remedies(&comment, root);
    add_command(&comment, MAY, model->comment.prove, root->prove, (struct text){0});
    add_command(&comment, SHOULD, model->comment.ask, root->ask_command, root->ask_say);
    add(&comment, MUST,
        text_format(arena, TEXT_FORMAT " `" TEXT_FORMAT "`",
                    TEXT_ARGUMENTS(running(&comment, model->comment.signature)),
                    TEXT_ARGUMENTS(code(&comment, root->cause))));
    make_fit(&comment);
    bool any = false;
    for (size_t at = 0; at < comment.count; at++) {
        if (!comment.sections[at].text.size)
            continue;
        buffer_add_string(out, any ? "\n" : "");
        buffer_add(out, comment.sections[at].text);
        buffer_add_byte(out, '\n');
        any = true;
    }
}
