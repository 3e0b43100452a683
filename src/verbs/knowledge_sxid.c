/* plumb knowledge sxid NUMBER: what an event of an NVSwitch means. */
#include "knowledge_page.h"

/* "lookup.sxid.KIND.WORD", with another word where the cell is empty. */
static void add_word(struct page *page, const char *label, const char *kind, struct text word, const char *otherwise) {
    struct text id = text_format(page->run->arena, "lookup.sxid.%s." TEXT_FORMAT, kind,
                                 TEXT_ARGUMENTS(word.size ? word : text_of(otherwise)));
    page_say(page, label, id.at, NULL, 0);
}

int knowledge_sxid(struct run *run, const struct text *words, size_t count) {
    struct text asked = count ? words[count - 1] : TEXT("");
    struct node row = page_row(run, "sxids", "sxid", asked);
    struct page page = page_new(run, "sxid", asked);
    if (!asked.size || !node_present(row))
        return page_unknown(run, "sxid", asked);
    page_title(&page, text_format(run->arena, "SXid " TEXT_FORMAT " · " TEXT_FORMAT, TEXT_ARGUMENTS(asked),
                                  TEXT_ARGUMENTS(row_text(row, "title"))));
    add_word(&page, "lookup.xid.severity", "severity", row_text(row, "severity"), "unknown");
    add_word(&page, "lookup.xid.action", "action", row_text(row, "action"), "none");
    page_set(&page, "row", node_to_value(run->arena, row));
    page_cite(&page, row_text(row, "source"));
    return page_end(&page);
}
