/* plumb knowledge gpu NAME: memory, power, links and peak rates, of the table `gpu_specs`. */
#include "knowledge_gpu.h"

enum { MOST_VARIANTS = 4 };

struct text memory_size(struct arena *arena, struct node row) {
    int64_t mib;
    if (!text_to_integer(row_text(row, "memory_mib"), &mib))
        return TEXT("");
    return mib % 1024 ? text_format(arena, "%lld MiB", (long long)mib)
                      : text_format(arena, "%lld GB", (long long)(mib / 1024));
}

static bool is_derived(struct node row, const char *column) {
    struct text columns = row_text(row, "derived"), word;
    while (text_next_word(&columns, &word))
        if (text_is(word, column))
            return true;
    return false;
}

static void add_part(struct buffer *out, const char *separator, struct text part) {
    if (part.size)
        buffer_format(out, "%s" TEXT_FORMAT, out->size ? separator : "", TEXT_ARGUMENTS(part));
}

/* "1008 GB/s", "~1008 GB/s" */
static struct text with_unit(struct run *run, struct node row, const char *column, const char *unit) {
    struct text cell = row_text(row, column);
    return cell.size ? text_format(run->arena, "%s" TEXT_FORMAT " %s", is_derived(row, column) ? "~" : "",
                                   TEXT_ARGUMENTS(cell), unit)
                     : cell;
}

/* "24 GB GDDR6X, 1008 GB/s" */
static struct text memory_of(struct run *run, struct node row) {
    struct buffer out = buffer_new(run->arena);
    add_part(&out, "", memory_size(run->arena, row));
    add_part(&out, " ", row_text(row, "memory_kind"));
    add_part(&out, ", ", with_unit(run, row, "bandwidth", "GB/s"));
    return buffer_text(&out);
}

static struct text nvlink_of(struct run *run, struct node row) {
    struct text generation = row_text(row, "nvlink"), links = row_text(row, "nvlink_links");
    struct slot slots[] = {{"generation", generation}, {"links", links}};
    struct buffer out = buffer_new(run->arena);
    if (!generation.size || text_is(generation, "none"))
        return generation.size ? run_say(run, "lookup.gpu.nvlink_none", NULL, 0) : generation;
    add_part(&out, "", run_say(run, "lookup.gpu.nvlink_generation", slots, 2));
    add_part(&out, ", ", links.size ? run_say(run, "lookup.gpu.nvlink_links", slots, 2) : links);
    add_part(&out, ", ", with_unit(run, row, "nvlink_bandwidth", "GB/s"));
    return buffer_text(&out);
}

/* "fp64 1.29 · fp32 82.6"; neighbours of one rate share it: "fp16, bf16 165.2". */
static struct text rates_of(struct run *run, struct node row, const char *const *columns) {
    struct buffer out = buffer_new(run->arena);
    for (; *columns; columns++) {
        struct text rate = row_text(row, *columns);
        bool shared = columns[1] && text_equal(rate, row_text(row, columns[1])) &&
                      is_derived(row, *columns) == is_derived(row, columns[1]);
        if (!rate.size)
            continue;
        buffer_format(&out, "%s", *columns);
        if (shared)
            buffer_format(&out, ", ");
        else
            buffer_format(&out, " %s" TEXT_FORMAT " · ", is_derived(row, *columns) ? "~" : "", TEXT_ARGUMENTS(rate));
    }
    struct text text = buffer_text(&out), separator = TEXT(" · ");
    return text_ends(text, separator.at) ? text_until(text, text.size - separator.size) : text;
}

static struct text peaks_of(struct run *run, struct node row) {
    static const char *const plain[] = {"fp64", "fp32", NULL};
    static const char *const tensor[] = {"tf32", "fp16", "bf16", "int8", "fp8", "fp4", NULL};
    struct text cores = rates_of(run, row, tensor);
    struct slot slots[] = {{"rates", cores}};
    struct buffer out = buffer_new(run->arena);
    add_part(&out, "", rates_of(run, row, plain));
    add_part(&out, "; ", cores.size ? run_say(run, "lookup.gpu.peak_tensor", slots, 1) : cores);
    return buffer_text(&out);
}

static void add_line(struct page *page, const char *label, struct text text) {
    if (text.size)
        page_line(page, label, text);
}

/* "24 GB GDDR6X, ~1008 GB/s, 450 W" */
static struct text board_of(struct run *run, struct node row) {
    struct buffer out = buffer_new(run->arena);
    add_part(&out, "", memory_of(run, row));
    add_part(&out, ", ", with_unit(run, row, "power", "W"));
    return buffer_text(&out);
}

static struct text with_note(struct run *run, struct text rates, bool derived) {
    struct slot slots[] = {{"rates", rates}};
    return derived && rates.size ? run_say(run, "lookup.gpu.derived", slots, 1) : rates;
}

static void add_single(struct page *page, struct node row) {
    struct run *run = page->run;
    add_line(page, "lookup.gpu.board", board_of(run, row));
    add_line(page, "lookup.gpu.nvlink", nvlink_of(run, row));
    add_line(page, "lookup.gpu.peak", with_note(run, peaks_of(run, row), row_text(row, "derived").size > 0));
}

/* "GeForce RTX 3060 12GB: 12 GB GDDR6, 360 GB/s, 170 W" and, where variants differ, the two rates that matter most. */
static void add_variant(struct page *page, struct node row, bool with_peaks, const char *label) {
    static const char *const most[] = {"fp32", "bf16", NULL}, *const older[] = {"fp32", "fp16", NULL};
    struct run *run = page->run;
    struct slot slots[] = {{"name", row_text(row, "name")},
                           {"board", board_of(run, row)},
                           {"rates", rates_of(run, row, row_text(row, "bf16").size ? most : older)}};
    page_say(page, label, with_peaks && slots[2].value.size ? "lookup.gpu.variant_rates" : "lookup.gpu.variant", slots,
             3);
}

static void add_variants(struct page *page, const struct node *rows, size_t count, bool derived) {
    struct run *run = page->run;
    struct slot slots[] = {{"more", text_format(run->arena, "%zu", count - MOST_VARIANTS)}};
    bool same = true;
    for (size_t at = 1; at < count; at++)
        same = same && text_equal(peaks_of(run, rows[0]), peaks_of(run, rows[at]));
    for (size_t at = 0; at < count && at < MOST_VARIANTS; at++)
        add_variant(page, rows[at], !same, at ? "" : "lookup.gpu.variants");
    if (count > MOST_VARIANTS)
        page_say(page, "", "lookup.gpu.more_variants", slots, 1);
    if (same)
        add_line(page, "lookup.gpu.peak", with_note(run, peaks_of(run, rows[0]), derived));
    else if (derived)
        page_say(page, "", "lookup.gpu.derived_note", NULL, 0);
}

void add_specifications(struct page *page, const struct products *products, struct text asked) {
    struct run *run = page->run;
    struct value list = value_list();
    size_t count = 0;
    if (products->way != PRODUCT_BY_NAME && products->way != PRODUCT_BY_ID)
        return;
    struct node *rows = product_specifications(run->arena, run->knowledge, products, asked, &count);
    bool derived = false;
    for (size_t at = 0; at < count; at++) {
        derived = derived || row_text(rows[at], "derived").size;
        value_append(run->arena, &list, node_to_value(run->arena, rows[at]));
        page_cite(page, at < MOST_VARIANTS ? row_text(rows[at], "source") : TEXT(""));
    }
    if (count == 1)
        add_single(page, rows[0]);
    else if (count)
        add_variants(page, rows, count, derived);
    page_set(page, "specs", list);
}
