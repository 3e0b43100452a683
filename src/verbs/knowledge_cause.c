/* plumb knowledge cause [ID]: the causes there are, and one of them in full. */
#include "knowledge_page.h"

#include "base/quote.h"

static struct text names(struct run *run, struct node list) {
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < node_count(list); at++)
        buffer_format(&out, "%s" TEXT_FORMAT, at ? " " : "", TEXT_ARGUMENTS(node_text(node_at(list, at))));
    return buffer_text(&out);
}

/* "{deb_driver:package}" -> "<deb_driver>": what a reader fills in. */
static struct text with_places(struct run *run, struct text argument) {
    struct buffer out = buffer_new(run->arena);
    while (argument.size) {
        size_t open = text_find_byte(argument, '{'), colon = text_find_byte(argument, ':');
        size_t close = text_find_byte(argument, '}');
        if (open == TEXT_NOWHERE || colon == TEXT_NOWHERE || close == TEXT_NOWHERE || colon < open || close < colon)
            break;
        buffer_add(&out, text_until(argument, open));
        buffer_format(&out, "<" TEXT_FORMAT ">",
                      TEXT_ARGUMENTS(text_until(text_from(argument, open + 1), colon - open - 1)));
        argument = text_from(argument, close + 1);
    }
    buffer_add(&out, argument);
    return buffer_text(&out);
}

static struct text quoted(struct run *run, struct node words) {
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < node_count(words); at++) {
        struct text word = node_text(node_at(words, at)), shown = with_places(run, word), one;
        bool has_place = !text_equal(word, shown);
        /* A place to fill in stands open; everything else is quoted as doctor would. */
        if (!has_place && quote_command(run->arena, SHELL_POSIX, &word, 1, &one, NULL))
            shown = one;
        buffer_format(&out, "%s" TEXT_FORMAT, at ? " " : "", TEXT_ARGUMENTS(shown));
    }
    return buffer_text(&out);
}

static struct text command(struct run *run, struct node remedy) {
    struct text note = say_node(run->arena, node_get(remedy, "note"), run->language, NULL, 0),
                words = quoted(run, node_get(remedy, "run"));
    struct text system = node_text(node_get(remedy, "system"));
    struct buffer out = buffer_new(run->arena);
    buffer_add(&out, words);
    if (note.size)
        buffer_format(&out, "%s" TEXT_FORMAT, words.size ? "  # " : "", TEXT_ARGUMENTS(note));
    if (system.size)
        buffer_format(&out, " [" TEXT_FORMAT "]", TEXT_ARGUMENTS(system));
    return buffer_text(&out);
}

static int show(struct run *run, struct text id) {
    struct node cause = knowledge_cause(run->knowledge, id), remedies = node_get(cause, "remedies");
    struct text link = text_format(run->arena, "link." TEXT_FORMAT, TEXT_ARGUMENTS(node_text(node_get(cause, "link"))));
    if (!node_present(cause))
        return page_unknown(run, "cause", id);
    if (run->options.format == FORMAT_JSON) {
        struct value value = node_to_value(run->arena, cause);
        value_set(run->arena, &value, "id", value_text(id));
        return run_print_json(run, &value);
    }
    struct page page = page_new(run, "cause", id);
    page_title(&page,
               text_format(run->arena, TEXT_FORMAT " · " TEXT_FORMAT, TEXT_ARGUMENTS(id),
                           TEXT_ARGUMENTS(say_node(run->arena, node_get(cause, "title"), run->language, NULL, 0))));
    page_line(&page, "lookup.cause.says", say_node(run->arena, node_get(cause, "say"), run->language, NULL, 0));
    page_say(&page, "lookup.cause.link", link.at, NULL, 0);
    if (node_count(node_get(cause, "explains")))
        page_line(&page, "lookup.cause.explains", names(run, node_get(cause, "explains")));
    if (node_count(node_get(cause, "narrower_than")))
        page_line(&page, "lookup.cause.narrower", names(run, node_get(cause, "narrower_than")));
    for (size_t at = 0; at < node_count(remedies); at++) {
        struct node remedy = node_at(remedies, at);
        page_whole(&page,
                   text_is(node_text(node_get(remedy, "root")), "yes") ? "lookup.cause.mend_root" : "lookup.cause.mend",
                   command(run, remedy));
    }
    page_cite_list(&page, node_get(cause, "sources"));
    return page_end(&page);
}

/* In the taxonomy's order, so that neighbours in the chain stand together. */
static int list(struct run *run) {
    struct node causes = node_get(knowledge_root(run->knowledge), "causes");
    struct buffer out = buffer_new(run->arena);
    for (size_t order = 0; order < node_count(causes); order++)
        for (size_t at = 0; at < node_count(causes); at++)
            if (knowledge_cause_order(run->knowledge, node_name_at(causes, at)) == order)
                buffer_format(&out, "%-38.*s " TEXT_FORMAT "\n", TEXT_ARGUMENTS(node_name_at(causes, at)),
                              TEXT_ARGUMENTS(say_node(run->arena, node_get(node_at(causes, at), "title"), run->language,
                                                      NULL, 0)));
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

int knowledge_cause_page(struct run *run, const struct text *words, size_t count) {
    return count ? show(run, words[0]) : list(run);
}
