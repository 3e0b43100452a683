/* plumb knowledge gpu NAME: which card it is, and what follows from its capability. */
#include "knowledge_gpu.h"

#include "knowledge/architecture.h"

enum { MOST_ROWS = 10 };

/* "sm_80, sm_86, sm_89": what machine code runs. */
static struct text code_for(struct run *run, struct text capability) {
    struct node rows = knowledge_table(run->knowledge, "architectures");
    struct buffer out = buffer_new(run->arena);
    for (size_t at = 0; at < node_count(rows); at++) {
        struct text code = text_format(
            run->arena, "sm_" TEXT_FORMAT,
            TEXT_ARGUMENTS(text_replace(run->arena, row_text(node_at(rows, at), "capability"), TEXT("."), TEXT(""))));
        if (coverage_of(code, capability) == COVERAGE_NATIVE)
            buffer_format(&out, "%s" TEXT_FORMAT, out.size ? ", " : "", TEXT_ARGUMENTS(code));
    }
    return buffer_text(&out);
}

static struct text yes_or_no(struct run *run, struct node row, const char *column) {
    struct text id =
        text_format(run->arena, "lookup." TEXT_FORMAT,
                    TEXT_ARGUMENTS(row_text(row, column).size ? row_text(row, column) : TEXT("not_known")));
    return run_say(run, id.at, NULL, 0);
}

/* "11.8 or newer", "8.0 to 12.9" */
static struct text range(struct run *run, struct text first, struct text last) {
    struct slot slots[] = {{"first", first}, {"last", last}};
    if (!first.size && !last.size)
        return run_say(run, "lookup.not_known", NULL, 0);
    return run_say(run,
                   !last.size   ? "lookup.range_open"
                   : first.size ? "lookup.range"
                                : "lookup.range_until",
                   slots, 2);
}

/* What all of these cards have in that column; empty when they differ or one has nothing. */
static struct text common(const struct products *products, const char *column) {
    struct text cell = products->count ? row_text(products->rows[0], column) : TEXT("");
    for (size_t at = 1; at < products->count; at++)
        if (!text_equal(row_text(products->rows[at], column), cell))
            return TEXT("");
    return cell;
}

static struct text architecture_name(const struct run *run, struct text capability) {
    size_t from = 0;
    return row_text(table_find(run->knowledge, "architectures", "capability", capability, &from), "name");
}

/* "sm_89 (Ada)" */
static struct text code_name(const struct run *run, struct text capability) {
    return text_format(run->arena, "sm_" TEXT_FORMAT " (" TEXT_FORMAT ")",
                       TEXT_ARGUMENTS(text_replace(run->arena, capability, TEXT("."), TEXT(""))),
                       TEXT_ARGUMENTS(architecture_name(run, capability)));
}

/* The branches of the architecture, and where the lists have this very card. */
static void add_driver(struct page *page, struct node architecture, const struct products *products) {
    struct run *run = page->run;
    struct text known = range(run, row_text(architecture, "first_driver"), row_text(architecture, "last_driver"));
    struct text release = common(products, "first_release"), first = common(products, "first_driver");
    struct text before = common(products, "driver_before"), last = common(products, "last_driver");
    struct slot slots[] = {{"name", code_name(run, products->capability)},
                           {"range", known},
                           {"first", release.size ? release : first},
                           {"before", before},
                           {"last", last}};
    enum { SLOTS = sizeof slots / sizeof *slots };
    const char *listed = before.size ? "lookup.gpu.driver_listed_after" : "lookup.gpu.driver_listed";
    const char *gap = run->language == LANGUAGE_CHINESE ? "" : " ";
    struct buffer out = buffer_new(run->arena);
    buffer_add(&out, run_say(run, "lookup.gpu.driver_architecture", slots, SLOTS));
    if (first.size)
        buffer_format(&out, "%s" TEXT_FORMAT, gap, TEXT_ARGUMENTS(run_say(run, listed, slots, SLOTS)));
    if (last.size)
        buffer_format(&out, "%s" TEXT_FORMAT, gap,
                      TEXT_ARGUMENTS(run_say(run, "lookup.gpu.driver_last", slots, SLOTS)));
    if (row_text(architecture, "first_driver").size || first.size)
        page_line(page, "lookup.gpu.driver", buffer_text(&out));
}

static void add_module(struct page *page, struct node architecture, const struct products *products) {
    struct run *run = page->run;
    struct text own = common(products, "module"), module = own.size ? own : row_text(architecture, "module");
    if (!module.size)
        return;
    struct text id = text_format(run->arena, "lookup.module." TEXT_FORMAT, TEXT_ARGUMENTS(module));
    struct slot slots[] = {{"module", run_say(run, id.at, NULL, 0)}, {"name", code_name(run, products->capability)}};
    if (own.size)
        page_line(page, "lookup.gpu.module", slots[0].value);
    else
        page_say(page, "lookup.gpu.module", "lookup.gpu.module_architecture", slots, 2);
}

/* "yes, generation 4"; the card's own word where its architecture does not speak for it. */
static struct text tensor_cores(struct run *run, struct node architecture, const struct products *products) {
    struct text own = common(products, "tensor_cores"), generation = row_text(architecture, "tensor_generation");
    struct slot slots[] = {{"generation", generation}};
    if (own.size)
        return yes_or_no(run, products->rows[0], "tensor_cores");
    return generation.size ? run_say(run, "lookup.gpu.tensor_generation", slots, 1)
                           : yes_or_no(run, architecture, "tensor_cores");
}

/* A Jetson module: it has JetPack's torch, not the builds that others have. */
static bool is_module(const struct products *products) {
    return products->count && !row_text(products->rows[0], "device_id").size;
}

static void add_capability(struct page *page, const struct products *products) {
    struct run *run = page->run;
    struct text capability = products->capability;
    size_t from = 0;
    struct node row = table_find(run->knowledge, "architectures", "capability", capability, &from);
    struct value torch = value_map();
    if (!node_present(row))
        return;
    struct slot slots[] = {{"codes", code_for(run, capability)},
                           {"capability", text_replace(run->arena, capability, TEXT("."), TEXT(""))},
                           {"bf16", yes_or_no(run, row, "bf16")},
                           {"fp8", yes_or_no(run, row, "fp8")},
                           {"tensor_cores", tensor_cores(run, row, products)}};
    page_say(page, "lookup.gpu.code", "lookup.gpu.code_says", slots, 5);
    page_line(page, "lookup.gpu.toolkit", range(run, row_text(row, "first_cuda"), row_text(row, "last_cuda")));
    add_driver(page, row, products);
    add_module(page, row, products);
    page_say(page, "lookup.gpu.formats", "lookup.gpu.formats_say", slots, 5);
    if (!is_module(products)) {
        add_builds(page, &torch, capability, "linux", "lookup.gpu.torch_linux");
        add_builds(page, &torch, capability, "windows", "lookup.gpu.torch_windows");
    }
    page_set(page, "capability", value_text(capability));
    page_set(page, "architecture", node_to_value(run->arena, row));
    if (value_count(&torch))
        page_set(page, "torch", torch);
    page_cite(page, row_text(row, "source"));
}

/* Of the card, or what all variants it can be agree on. */
static struct text memory(struct run *run, struct node row) {
    struct products one = {.way = PRODUCT_BY_ID, .rows = &row, .count = 1};
    struct text own = memory_size(run->arena, row), agreed = TEXT("");
    size_t count = 0;
    struct node *variants = product_specifications(run->arena, run->knowledge, &one, TEXT(""), &count);
    for (size_t at = 0; at < count && !own.size; at++) {
        struct text size = memory_size(run->arena, variants[at]);
        if (!size.size || (at > 0 && !text_equal(size, agreed)))
            return TEXT("");
        agreed = size;
    }
    return own.size ? own : agreed;
}

/* "GeForce RTX 4090 · AD102 · sm_89 (Ada) · 24 GB" */
static struct text title(struct run *run, struct node row) {
    struct text size = memory(run, row), chip = row_text(row, "chip");
    return text_format(run->arena, TEXT_FORMAT "%s" TEXT_FORMAT " · " TEXT_FORMAT "%s" TEXT_FORMAT,
                       TEXT_ARGUMENTS(row_text(row, "name")), chip.size ? " · " : "", TEXT_ARGUMENTS(chip),
                       TEXT_ARGUMENTS(code_name(run, row_text(row, "capability"))), size.size ? " · " : "",
                       TEXT_ARGUMENTS(size));
}

static void add_one(struct page *page, struct node row) {
    struct run *run = page->run;
    struct text kind = row_text(row, "kind"),
                id = text_format(run->arena, "lookup.kind." TEXT_FORMAT, TEXT_ARGUMENTS(kind));
    struct slot slots[] = {{"id", row_text(row, "device_id")},
                           {"kind", kind.size ? run_say(run, id.at, NULL, 0) : kind}};
    page_title(page, title(run, row));
    if (slots[0].value.size)
        page_say(page, "lookup.gpu.id", kind.size ? "lookup.gpu.id_kind" : "lookup.gpu.id_alone", slots, 2);
}

static struct text listed(struct run *run, struct node row) {
    struct text id = row_text(row, "device_id");
    return text_format(run->arena, "%s" TEXT_FORMAT "  %-8.*s %-5.*s %-7.*s " TEXT_FORMAT, id.size ? "10de:" : "",
                       TEXT_ARGUMENTS(id), TEXT_ARGUMENTS(row_text(row, "chip")),
                       TEXT_ARGUMENTS(row_text(row, "capability")), TEXT_ARGUMENTS(memory(run, row)),
                       TEXT_ARGUMENTS(row_text(row, "name")));
}

static void add_several(struct page *page, const struct products *products, struct text asked) {
    struct run *run = page->run;
    struct slot slots[] = {
        {"count", text_format(run->arena, "%zu", products->count)},
        {"asked", asked},
        {"more", text_format(run->arena, "%zu",
                             products->count - (products->count < MOST_ROWS ? products->count : MOST_ROWS))}};
    page_title(page, run_say(run, products->count ? "lookup.gpu.several" : "lookup.gpu.no_card", slots, 3));
    for (size_t at = 0; at < products->count && (at < MOST_ROWS || run->options.verbose); at++)
        page_whole(page, at ? "" : "lookup.gpu.cards", listed(run, products->rows[at]));
    if (products->count > MOST_ROWS && !run->options.verbose)
        page_say(page, "", "lookup.gpu.more", slots, 3);
    if (!products->capability.size)
        page_say(page, "", "lookup.gpu.disagree", slots, 3);
}

int knowledge_gpu(struct run *run, const struct text *words, size_t count) {
    struct text name = text_join_all(run->arena, words, count, TEXT(" "));
    struct products products;
    struct value rows = value_list();
    static const char *const ways[] = {"name", "id", "chip", "capability"};
    if (!product_find(run->arena, run->knowledge, name, &products) &&
        !product_find_module(run->arena, run->knowledge, name, &products))
        return page_unknown(run, "gpu", name);
    struct page page = page_new(run, "gpu", name);
    page_set(&page, "matched_by", value_string(ways[products.way]));
    if (products.count == 1)
        add_one(&page, products.rows[0]);
    else
        add_several(&page, &products, name);
    add_specifications(&page, &products, name);
    for (size_t at = 0; at < products.count; at++) {
        value_append(run->arena, &rows, node_to_value(run->arena, products.rows[at]));
        page_cite(&page, at < MOST_ROWS ? row_text(products.rows[at], "source") : TEXT(""));
    }
    page_set(&page, "rows", rows);
    if (products.capability.size)
        add_capability(&page, &products);
    return page_end(&page);
}
