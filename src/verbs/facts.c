/* plumb facts: everything that was learnt, by key; with --schema and --reference what there can be. */
#include "base/json.h"
#include "base/scrub.h"
#include "collect.h"
#include "facts/exchange.h"

/* What can be known of one fact in a line: "0000:01:00.0  name  RTX 4090". */
static struct text shown(struct run *run, const struct fact *fact) {
    if (fact->state != FACT_KNOWN)
        return text_format(run->arena,
                           "(%s"
                           "%s" TEXT_FORMAT ")",
                           fact_state_name(fact->state), fact->reason.size ? ": " : "", TEXT_ARGUMENTS(fact->reason));
    if (fact->value.type == VALUE_TEXT)
        return scrub_terminal(run->arena, fact->value.text, SCRUB_ONE_LINE);
    struct buffer out = buffer_new(run->arena);
    json_write(&out, &fact->value, JSON_ONE_LINE);
    return buffer_text(&out);
}

static int print_text(struct run *run, struct fact_store *store) {
    struct buffer out = buffer_new(run->arena);
    const struct fact *facts;
    size_t count = fact_all(store, &facts);
    for (size_t at = 0; at < count; at++) {
        const struct fact *fact = &facts[at], *before = at ? &facts[at - 1] : NULL;
        bool same = before && before->kind == fact->kind && text_equal(before->key, fact->key) &&
                    text_equal(before->subject, fact->subject);
        struct text key = scrub_terminal(run->arena, fact->key, SCRUB_ONE_LINE);
        if (!same)
            buffer_format(&out, "%s%s%s" TEXT_FORMAT "\n", at ? "\n" : "", kind_row(fact->kind)->name,
                          key.size ? " " : "", TEXT_ARGUMENTS(key));
        buffer_format(&out, "  %-22s ", attribute_row(fact->attribute)->name);
        buffer_add(&out, shown(run, fact));
        buffer_add_byte(&out, '\n');
    }
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

int verb_facts(struct run *run) {
    struct collected collected;
    struct error error;
    if (run->options.reference)
        return run_print(run, facts_reference(run->arena), EXIT_NOTHING_BROKEN);
    if (run->options.schema) {
        struct value schema = facts_schema(run->arena);
        return run_print_json(run, &schema);
    }
    if (!collect_machine(run, &collected, &error))
        return run_fail(run, collected.refused ? EXIT_USAGE : EXIT_INTERNAL, "%s", error.message);
    if (run->options.format != FORMAT_JSON)
        return print_text(run, collected.facts);
    struct value facts = facts_to_value(collected.facts, run->arena);
    return run_print_json(run, &facts);
}
