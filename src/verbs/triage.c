#include "triage.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/scrub.h"
#include "base/utf8.h"

enum { FILES_SHOWN = 3 };

/* The files of one cause, or of one kind of none. */
struct heap {
    struct text cause, title;
    size_t order; /* ties: the taxonomy's */
    size_t by_certainty[3];
    const struct triage_row **rows;
    size_t count;
};

struct heaps {
    struct heap *all;
    size_t count;
    struct heap none[3], unread; /* sound, unrecognised, too little */
};

static void add_row(struct arena *arena, struct heap *heap, const struct triage *triage, const struct triage_row *row) {
    if (!heap->rows)
        heap->rows = arena_array(arena, triage->count, sizeof(struct triage_row *));
    heap->rows[heap->count++] = row;
    heap->by_certainty[row->certainty]++;
}

static struct heap *heap_of(struct run *run, struct heaps *heaps, const struct triage_row *row) {
    static const size_t places[] = {[NONE_SOUND] = 0, [NONE_UNRECOGNISED] = 1, [NONE_TOO_LITTLE] = 2};
    if (row->error.size)
        return &heaps->unread;
    if (!row->cause.size)
        return &heaps->none[places[row->none]];
    for (size_t at = 0; at < heaps->count; at++)
        if (text_equal(heaps->all[at].cause, row->cause))
            return &heaps->all[at];
    struct heap *heap = &heaps->all[heaps->count++];
    *heap = (struct heap){
        .cause = row->cause, .title = row->title, .order = knowledge_cause_order(run->knowledge, row->cause)};
    return heap;
}

static int by_count(const void *left, const void *right) {
    const struct heap *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static struct heaps sort(struct run *run, const struct triage *triage) {
    struct heaps heaps = {.all = arena_array(run->arena, triage->count, sizeof(struct heap))};
    for (size_t at = 0; at < triage->count; at++)
        add_row(run->arena, heap_of(run, &heaps, &triage->rows[at]), triage, &triage->rows[at]);
    if (heaps.count)
        qsort(heaps.all, heaps.count, sizeof *heaps.all, by_count);
    return heaps;
}

/* --- JSON --- */

static struct value files_of(struct run *run, const struct heap *heap) {
    struct value list = value_list();
    for (size_t at = 0; at < heap->count; at++)
        value_append(run->arena, &list, value_text(heap->rows[at]->file));
    return list;
}

static struct value cause_value(struct run *run, const struct heap *heap) {
    struct value map = value_map();
    value_set(run->arena, &map, "cause", value_text(heap->cause));
    value_set(run->arena, &map, "title", value_text(heap->title));
    value_set(run->arena, &map, "count", value_integer((int64_t)heap->count));
    for (int certainty = CERTAINTY_CERTAIN; certainty >= CERTAINTY_POSSIBLE; certainty--)
        value_set(run->arena, &map, certainty_id((enum certainty)certainty),
                  value_integer((int64_t)heap->by_certainty[certainty]));
    value_set(run->arena, &map, "files", files_of(run, heap));
    return map;
}

static int print_json(struct run *run, const struct triage *triage, const struct heaps *heaps) {
    struct value map = value_map(), causes = value_list(), none = value_map(), unread = value_list();
    struct text date = node_text(node_get(node_get(knowledge_root(run->knowledge), "about"), "date"));
    for (size_t at = 0; at < heaps->count; at++)
        value_append(run->arena, &causes, cause_value(run, &heaps->all[at]));
    for (size_t at = 0; at < 3; at++)
        value_set(run->arena, &none, none_id((enum none)(NONE_SOUND + at)), files_of(run, &heaps->none[at]));
    for (size_t at = 0; at < heaps->unread.count; at++) {
        struct value one = value_map();
        value_set(run->arena, &one, "file", value_text(heaps->unread.rows[at]->file));
        value_set(run->arena, &one, "error", value_text(heaps->unread.rows[at]->error));
        value_append(run->arena, &unread, one);
    }
    value_set(run->arena, &map, "schema", value_string("plumb.triage/1"));
    value_set(run->arena, &map, "plumb", value_text(PLUMB_VERSION_TEXT));
    value_set(run->arena, &map, "knowledge", value_text(date));
    value_set(run->arena, &map, "verb", value_string("explain"));
    value_set(run->arena, &map, "subject", value_text(triage->folder));
    value_set(run->arena, &map, "files", value_integer((int64_t)triage->count));
    value_set(run->arena, &map, "cut", value_boolean(triage->cut));
    value_set(run->arena, &map, "causes", causes);
    value_set(run->arena, &map, "none", none);
    value_set(run->arena, &map, "unread", unread);
    return run_print_json(run, &map);
}

/* --- text and Markdown --- */

static struct text scrubbed(struct run *run, struct text text) {
    return run->options.format == FORMAT_MARKDOWN ? scrub_markdown(run->arena, text, SCRUB_ONE_LINE)
                                                  : scrub_terminal(run->arena, text, SCRUB_ONE_LINE);
}

/* "a.txt, b.txt, c.txt, +9 more" */
static struct text first_files(struct run *run, const struct heap *heap) {
    size_t most = run->options.verbose || heap->count <= FILES_SHOWN ? heap->count : FILES_SHOWN;
    struct buffer out = buffer_new(run->arena);
    const struct slot slots[] = {{"n", text_format(run->arena, "%zu", heap->count - most)}};
    for (size_t at = 0; at < most; at++)
        buffer_format(&out, "%s" TEXT_FORMAT, at ? ", " : "", TEXT_ARGUMENTS(scrubbed(run, heap->rows[at]->file)));
    if (most < heap->count)
        buffer_format(&out, ", " TEXT_FORMAT, TEXT_ARGUMENTS(run_say(run, "label.more", slots, 1)));
    return buffer_text(&out);
}

static struct text split_of(struct run *run, const struct heap *heap) {
    if (!heap->cause.size)
        return TEXT("-");
    return text_format(run->arena, "%zu/%zu/%zu", heap->by_certainty[CERTAINTY_CERTAIN],
                       heap->by_certainty[CERTAINTY_LIKELY], heap->by_certainty[CERTAINTY_POSSIBLE]);
}

static void add_heap(struct run *run, struct buffer *out, const struct heap *heap, const char *id) {
    struct text title = id ? run_say(run, id, NULL, 0) : heap->title, split = split_of(run, heap);
    if (!heap->count)
        return;
    if (run->options.format == FORMAT_MARKDOWN) {
        buffer_format(out, "| %zu | " TEXT_FORMAT " | " TEXT_FORMAT " | %s" TEXT_FORMAT "%s | " TEXT_FORMAT " |\n",
                      heap->count, TEXT_ARGUMENTS(split), TEXT_ARGUMENTS(scrubbed(run, title)),
                      heap->cause.size ? "`" : "", TEXT_ARGUMENTS(heap->cause), heap->cause.size ? "`" : "",
                      TEXT_ARGUMENTS(first_files(run, heap)));
        return;
    }
    buffer_format(out, "%5zu  %-9.*s  " TEXT_FORMAT "%s" TEXT_FORMAT "\n", heap->count, (int)split.size, split.at,
                  TEXT_ARGUMENTS(title), heap->cause.size ? " · " : "", TEXT_ARGUMENTS(heap->cause));
    buffer_format(out, "%18s" TEXT_FORMAT "\n", "", TEXT_ARGUMENTS(first_files(run, heap)));
}

static int print_table(struct run *run, const struct triage *triage, const struct heaps *heaps) {
    struct buffer out = buffer_new(run->arena);
    const struct slot slots[] = {{"files", text_format(run->arena, "%zu", triage->count)},
                                 {"folder", scrubbed(run, triage->folder)}};
    buffer_format(&out, TEXT_FORMAT "\n\n", TEXT_ARGUMENTS(run_say(run, "triage.said", slots, 2)));
    if (run->options.format == FORMAT_MARKDOWN)
        buffer_add_string(&out, "| | | | | |\n|---:|---|---|---|---|\n");
    for (size_t at = 0; at < heaps->count; at++)
        add_heap(run, &out, &heaps->all[at], NULL);
    add_heap(run, &out, &heaps->none[0], "triage.sound");
    add_heap(run, &out, &heaps->none[2], "triage.too_little");
    add_heap(run, &out, &heaps->unread, "triage.unread");
    add_heap(run, &out, &heaps->none[1], "triage.unrecognised"); /* last: what a maintainer has to read */
    if (triage->cut)
        buffer_format(&out, "\n" TEXT_FORMAT "\n", TEXT_ARGUMENTS(run_say(run, "triage.cut", NULL, 0)));
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

int triage_print(struct run *run, const struct triage *triage) {
    struct heaps heaps = sort(run, triage);
    return run->options.format == FORMAT_JSON ? print_json(run, triage, &heaps) : print_table(run, triage, &heaps);
}
