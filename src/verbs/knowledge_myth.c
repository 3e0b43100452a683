/* plumb knowledge myth [ID]: claims that are often read, and what is true. */
#include "knowledge_page.h"

#include "base/utf8.h"

static struct text verdict(struct run *run, struct node myth) {
    return run_say(
        run,
        text_format(run->arena, "lookup.myth." TEXT_FORMAT, TEXT_ARGUMENTS(node_text(node_get(myth, "verdict")))).at,
        NULL, 0);
}

static int show(struct run *run, struct text id, struct node myth) {
    struct page page = page_new(run, "myth", id);
    struct text why = say_node(run->arena, node_get(myth, "why"), run->language, NULL, 0);
    page_title(&page, say_node(run->arena, node_get(myth, "claim"), run->language, NULL, 0));
    page_line(&page, "lookup.myth.verdict", verdict(run, myth));
    page_line(&page, "lookup.myth.truth", say_node(run->arena, node_get(myth, "truth"), run->language, NULL, 0));
    if (why.size)
        page_line(&page, "lookup.myth.why", why);
    page_set(&page, "id", value_text(id));
    page_set(&page, "myth", node_to_value(run->arena, myth));
    page_cite_list(&page, node_get(myth, "sources"));
    return page_end(&page);
}

static int list(struct run *run) {
    enum { VERDICT_COLUMNS = 7 };
    struct node myths = node_get(knowledge_root(run->knowledge), "myths");
    struct page page = page_new(run, "myth", TEXT(""));
    struct value ids = value_map();
    for (size_t at = 0; at < node_count(myths); at++) {
        struct node myth = node_at(myths, at);
        struct text word = verdict(run, myth),
                    claim = say_node(run->arena, node_get(myth, "claim"), run->language, NULL, 0);
        value_set_named(run->arena, &ids, node_name_at(myths, at), node_to_value(run->arena, myth));
        buffer_add(&page.out, word);
        buffer_add_repeated(&page.out, ' ',
                            VERDICT_COLUMNS > utf8_columns(word) ? VERDICT_COLUMNS - utf8_columns(word) : 1);
        buffer_format(&page.out, "%-30.*s " TEXT_FORMAT "\n", TEXT_ARGUMENTS(node_name_at(myths, at)),
                      TEXT_ARGUMENTS(claim));
    }
    page_set(&page, "myths", ids);
    return page_end(&page);
}

int knowledge_myth(struct run *run, const struct text *words, size_t count) {
    struct node myths = node_get(knowledge_root(run->knowledge), "myths");
    if (!count)
        return list(run);
    struct node myth = node_get_text(myths, words[0]);
    return node_present(myth) ? show(run, words[0], myth) : page_unknown(run, "myth", words[0]);
}
