/* Where a build of torch has code for a card and the cuDNN that it pins has none any more. */
#include "knowledge_page.h"

#include "knowledge/coverage.h"

/* 37 of "sm_37"; 0 of anything else. */
static int64_t machine_code(struct text word) {
    int64_t number = 0;
    return text_starts(word, "sm_") && text_to_integer(text_from(word, 3), &number) ? number : 0;
}

static struct text oldest_code(struct text words) {
    struct text word, oldest = TEXT("");
    while (text_next_word(&words, &word))
        if (machine_code(word) && (!oldest.size || machine_code(word) < machine_code(oldest)))
            oldest = word;
    return oldest;
}

void page_cudnn_gaps(struct page *page, struct text torch) {
    struct run *run = page->run;
    struct value gaps = value_list();
    size_t from = 0;
    for (struct node row; node_present(row = table_find(run->knowledge, "torch", "torch", torch, &from));) {
        struct text cudnn = row_text(row, "cudnn"), oldest = oldest_code(row_text(row, "architectures"));
        struct node library = coverage_library(run->knowledge, "cudnn", cudnn, row_text(row, "cuda"));
        struct text least = row_text(library, "sm_min");
        if (!oldest.size || !least.size || machine_code(oldest) >= machine_code(least))
            continue;
        struct slot slots[] = {
            {"flavour", row_text(row, "flavour")}, {"cudnn", cudnn}, {"oldest", oldest}, {"least", least}};
        struct text said = run_say(run, "lookup.cudnn.gap", slots, 4);
        page_line(page, "lookup.cudnn.but", said);
        page_cite(page, row_text(library, "source"));
        value_append(run->arena, &gaps, value_text(row_text(row, "flavour")));
    }
    if (value_count(&gaps))
        page_set(page, "cudnn_lacks_oldest", gaps);
}
