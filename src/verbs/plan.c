/* plumb plan: the stack that fits this card, driver, system, Python and wish - and why the others do not. */
#include "plan/plan.h"

#include "base/json.h"
#include "base/scrub.h"
#include "base/utf8.h"
#include "collect.h"
#include "dropins.h"
#include "os/stream.h"
#include "plan_wishes.h"
#include "project_wish.h"
#include "report/wrap.h"

static int status_of(const struct plan *plan) {
    return node_present(plan->elsewhere) ? EXIT_NOT_JUDGED : plan->has_stack ? EXIT_NOTHING_BROKEN : EXIT_BROKEN;
}

static enum shell shell_for(struct text system) {
    return text_is(system, "windows") ? SHELL_POWERSHELL : SHELL_POSIX;
}

static bool collect_words(const struct list_option *list, struct text *words, size_t most, size_t *count,
                          const char *name, struct error *error) {
    if (list->count > most)
        return error_set(error, "%s may be given %zu times at most", name, most);
    for (size_t at = 0; at < list->count; at++)
        words[(*count)++] = list->items[at];
    return true;
}

static bool wish_from_options(struct run *run, struct plan_wish *wish, struct error *error) {
    const struct plan_options *options = &run->options.plan;
    *wish = (struct plan_wish){.driver = options->driver,
                               .system = options->os,
                               .python = run->options.python,
                               .torch = options->torch,
                               .cuda = options->cuda,
                               .manager = options->manager,
                               .as_of = options->as_of,
                               .mirror = options->mirror,
                               .libc = options->libc,
                               .pip = options->pip,
                               .architecture = options->architecture,
                               .build = options->build};
    return collect_words(&options->gpus, wish->gpus, PLAN_MOST_CARDS, &wish->gpu_count, "--gpu", error) &&
           collect_words(&options->with, wish->with, PLAN_MOST_WITH, &wish->with_count, "--with", error);
}

static void add_lines(struct run *run, struct buffer *out, const struct plan_line *lines, size_t count) {
    struct report_style style = run_style(run);
    size_t widest = 0;
    for (size_t at = 0; at < count; at++) {
        size_t columns = utf8_columns(run_say(run, lines[at].label, NULL, 0));
        widest = columns > widest ? columns : widest;
    }
    for (size_t at = 0; at < count; at++) {
        bool repeated = at && text_is(text_of(lines[at].label), lines[at - 1].label);
        struct text label = repeated ? (struct text){0} : run_say(run, lines[at].label, NULL, 0);
        struct text shown = scrub_terminal(run->arena, lines[at].text, SCRUB_ONE_LINE);
        buffer_add_repeated(out, ' ', 2);
        buffer_add(out, label);
        struct flow flow = {out, 2 + widest + 2, style.columns, 2 + utf8_columns(label)};
        if (lines[at].whole)
            flow_whole(&flow, shown);
        else
            flow_prose(&flow, shown);
        flow_end(&flow);
    }
}

static int print_text(struct run *run, const struct plan *plan) {
    struct buffer out = buffer_new(run->arena);
    const struct plan_line *lines;
    size_t count = plan_lines(plan, &lines);
    if (run->options.quiet) {
        buffer_add(&out, count ? scrub_terminal(run->arena, lines[0].text, SCRUB_ONE_LINE)
                               : run_say(run, "plan.unsatisfiable", NULL, 0));
        buffer_add_byte(&out, '\n');
    } else {
        buffer_format(&out, TEXT_FORMAT "\n\n",
                      TEXT_ARGUMENTS(scrub_terminal(run->arena, plan_headline(plan), SCRUB_ONE_LINE)));
        add_lines(run, &out, lines, count);
    }
    return run_print(run, buffer_text(&out), status_of(plan));
}

static int print_json(struct run *run, const struct plan *plan) {
    struct value value = plan_to_value(plan);
    struct text date = node_text(node_get(node_get(knowledge_root(run->knowledge), "about"), "date"));
    value_set(run->arena, &value, "plumb", value_string(PLUMB_VERSION));
    value_set(run->arena, &value, "knowledge", value_text(date));
    int status = run_print_json(run, &value);
    return status == EXIT_NOTHING_BROKEN ? status_of(plan) : status;
}

/* Facts of this machine, or of a capture, fill what the wish leaves open. --os describes another machine: then nothing
 * is taken from here. */
static bool fill_from_machine(struct run *run, struct plan_wish *wish, struct error *error) {
    struct collected collected;
    if (wish->system.size && !run->options.replay.size && !run->options.sysroot.size) {
        dropins_fetch(run); /* what the site knows holds for other machines, too */
        return true;
    }
    run->options.python = (struct text){0}; /* here it is a version that is wished, not an interpreter to look at */
    if (!collect_machine(run, &collected, error))
        return false;
    plan_wish_from_facts(run->arena, run->knowledge, collected.facts, wish);
    return true;
}

static struct plan_request request_for(struct run *run, const struct plan_wish *wish) {
    return (struct plan_request){.arena = run->arena,
                                 .knowledge = run->knowledge,
                                 .language = run->language,
                                 .shell = shell_for(wish->system),
                                 .wish = *wish};
}

static int print_value(struct run *run, const struct plan *plan) {
    struct text out;
    struct error error;
    if (node_present(plan->elsewhere) && plan_print(plan, run->options.plan.print, &out, &error))
        return run_print(run, out, EXIT_NOT_JUDGED);
    if (!plan->has_stack) { /* a script reads standard output: nothing goes there */
        const struct plan_line *lines;
        size_t count = plan_lines(plan, &lines);
        return run_fail(
            run, status_of(plan), TEXT_FORMAT,
            TEXT_ARGUMENTS(count ? scrub_terminal(run->arena, lines[0].text, SCRUB_ONE_LINE) : (struct text){0}));
    }
    if (!plan_print(plan, run->options.plan.print, &out, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    return run_print(run, out, EXIT_NOTHING_BROKEN);
}

static struct value check_value(struct run *run, const struct plan_check *check, const struct plan *better) {
    struct value map = value_map(), list = value_list();
    value_set(run->arena, &map, "schema", value_string("plumb.check/1"));
    value_set(run->arena, &map, "status", value_string(check->broken ? "broken" : "ok"));
    value_set(run->arena, &map, "torch", check->torch.size ? value_text(check->torch) : value_null());
    value_set(run->arena, &map, "flavour", check->flavour.size ? value_text(check->flavour) : value_null());
    for (size_t at = 0; at < check->count; at++) {
        struct value one = value_map();
        value_set(run->arena, &one, "id", value_string(check->faults[at].id + sizeof "plan.check." - 1));
        value_set(run->arena, &one, "severity", value_string(check->faults[at].is_error ? "error" : "note"));
        value_set(run->arena, &one, "text", value_text(check->faults[at].text));
        value_append(run->arena, &list, one);
    }
    value_set(run->arena, &map, "faults", list);
    value_set(run->arena, &map, "instead", better ? plan_to_value(better) : value_null());
    return map;
}

/* The same torch by a command that works; where there is none, the plan without that wish. */
static const struct plan *better_plan(struct run *run, const struct plan_request *request,
                                      const struct plan_check *check) {
    struct plan *same = arena_alloc(run->arena, sizeof *same);
    struct plan_request again = *request;
    struct error error;
    again.wish.torch = check->torch.size ? check->torch : check->wanted;
    if (!run->options.plan.manager.size)
        again.wish.manager = check->manager;
    if (again.wish.torch.size && plan_make(&again, same, &error) && same->has_stack)
        return same;
    again.wish.torch = request->wish.torch;
    return plan_make(&again, same, &error) && same->has_stack ? same : NULL;
}

static void add_instead(struct plan_line *lines, size_t *count, const struct plan *better) {
    struct plan_command commands[PLAN_MOST_COMMANDS];
    for (size_t at = 0, most = plan_commands(better, commands); at < most; at++)
        lines[(*count)++] = (struct plan_line){"plan.label.instead", commands[at].shown, true};
}

static int print_check(struct run *run, const struct plan_check *check, const struct plan *better) {
    struct buffer out = buffer_new(run->arena);
    struct plan_line *lines = arena_array(run->arena, check->count + PLAN_MOST_COMMANDS + 1, sizeof *lines);
    size_t count = 0;
    struct slot slots[] = {{"torch", check->torch}, {"flavour", check->flavour}};
    if (check->torch.size)
        lines[count++] = (struct plan_line){
            "plan.label.check",
            run_say(run, check->broken || check->count ? "plan.check.would" : "plan.check.good", slots, 2), false};
    for (size_t at = 0; at < check->count; at++)
        lines[count++] = (struct plan_line){check->faults[at].is_error ? "severity.error" : "severity.note",
                                            check->faults[at].text, false};
    if (check->broken && better)
        add_instead(lines, &count, better);
    add_lines(run, &out, lines, count);
    return run_print(run, buffer_text(&out), check->broken ? EXIT_BROKEN : EXIT_NOTHING_BROKEN);
}

static int check_command(struct run *run, struct plan *plan, const struct plan_request *request) {
    struct plan_check check;
    struct error error;
    if (!plan_check(plan, run->options.plan.check, &check, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    const struct plan *better = check.broken ? better_plan(run, request, &check) : NULL;
    if (run->options.format != FORMAT_JSON)
        return print_check(run, &check, better);
    struct value value = check_value(run, &check, better);
    int status = run_print_json(run, &value);
    return status == EXIT_NOTHING_BROKEN && check.broken ? EXIT_BROKEN : status;
}

int verb_plan(struct run *run) {
    struct plan *plan = arena_alloc(run->arena, sizeof *plan);
    struct plan_wish wish;
    struct error error;
    if (run->options.plan.wishes.size)
        return plan_answer_lines(run);
    if (!wish_from_options(run, &wish, &error) || !project_wish(run, &wish, &error) ||
        !fill_from_machine(run, &wish, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    struct plan_request request = request_for(run, &wish);
    if (!plan_make(&request, plan, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    if (run->options.plan.check.size)
        return check_command(run, plan, &request);
    if (run->options.plan.print.size)
        return print_value(run, plan);
    return run->options.format == FORMAT_JSON ? print_json(run, plan) : print_text(run, plan);
}
