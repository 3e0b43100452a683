#include "knowledge/product.h"

#include "product_words.h"

/* Rows as they are found: those that are as good as the best so far. */
struct search {
    struct arena *arena; /* NULL: only whether the capabilities agree */
    struct products found;
    size_t capacity;
    int best;
    bool any, agree;
};

static void take(struct search *search, struct node row) {
    struct text capability = row_text(row, "capability");
    search->agree = !search->any || (search->agree && text_equal(capability, search->found.capability));
    search->any = true;
    search->found.capability = capability;
    if (!search->arena)
        return;
    search->found.rows =
        arena_grow(search->arena, search->found.rows, search->found.count, &search->capacity, sizeof row);
    search->found.rows[search->found.count++] = row;
}

static int likeness_of(const struct product_words *words, struct node row) {
    struct text names = row_text(row, "name"), each;
    int best = 0;
    while (text_next_part(&names, '/', &each)) { /* one id for several products */
        struct product_words other = product_words(each);
        int score = product_likeness(words, &other);
        best = score > best ? score : best;
    }
    return best;
}

static bool is_of_another_make(const struct product_words *words) {
    static const char *const makes[] = {"AMD", "Radeon", "Intel", "Apple", "Arc", "Ascend", "Adreno", "Mali", NULL};
    for (size_t i = 0; i < words->count; i++)
        if (product_word_is(words->items[i], makes))
            return true;
    return false;
}

static bool find_in_table(struct search *search, struct node rows, const struct product_words *words) {
    for (size_t i = 0; i < node_count(rows); i++) {
        struct node row = node_at(rows, i);
        int score = row_text(row, "capability").size ? likeness_of(words, row) : 0;
        if (score <= 0 || score < search->best)
            continue;
        if (score > search->best) {
            search->any = false;
            search->found.count = 0;
        }
        search->best = score;
        take(search, row);
    }
    return search->any;
}

static bool find_by_name(struct search *search, const struct knowledge *knowledge, const char *table,
                         struct text name) {
    struct product_words words = product_words(name);
    return words.count && !is_of_another_make(&words) &&
           find_in_table(search, knowledge_table(knowledge, table), &words);
}

static bool find_by_column(struct search *search, const struct knowledge *knowledge, const char *column,
                           struct text value) {
    struct node rows = knowledge_table(knowledge, "gpus");
    for (size_t i = 0; i < node_count(rows); i++)
        if (value.size && text_equal_folded(row_text(node_at(rows, i), column), value))
            take(search, node_at(rows, i));
    return search->any;
}

/* The device id behind a mark that says that one follows; empty when there is none. */
static struct text id_behind(struct text lower, const char *mark) {
    size_t at = text_find(lower, text_of(mark));
    struct text id = at == TEXT_NOWHERE ? TEXT("") : text_until(text_from(lower, at + text_of(mark).size), 4);
    uint64_t number;
    return id.size == 4 && text_to_hexadecimal(id, &number) ? id : TEXT("");
}

static struct text stated_id(struct text lower) {
    struct text id = id_behind(lower, "10de:");
    id = id.size ? id : id_behind(lower, "ven_10de&dev_");
    return id.size ? id : lower.size == 6 ? id_behind(lower, "0x") : TEXT("");
}

/* "sm_89", "compute_120a", "sm89", "8.9": the capability with its point, empty for anything else. */
static struct text stated_capability(struct arena *arena, struct text lower) {
    static const char *const prefixes[] = {"sm_", "compute_", "sm", "cc", "compute capability", ""};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (!text_starts(lower, prefixes[i]))
            continue;
        struct text rest = text_trim(text_from(lower, text_of(prefixes[i]).size));
        size_t point = text_find_byte(rest, '.');
        int64_t number;
        if (prefixes[i][0] && (text_ends(rest, "a") || text_ends(rest, "f")))
            rest = text_until(rest, rest.size - 1);
        struct text major = text_until(rest, point == TEXT_NOWHERE ? rest.size - (rest.size > 0) : point);
        struct text minor = text_from(rest, point == TEXT_NOWHERE ? major.size : point + 1);
        bool bare = !prefixes[i][0] && point == TEXT_NOWHERE;
        if (!bare && major.size && major.size <= 2 && minor.size == 1 && text_to_integer(major, &number) &&
            text_to_integer(minor, &number))
            return text_format(arena, TEXT_FORMAT "." TEXT_FORMAT, TEXT_ARGUMENTS(major), TEXT_ARGUMENTS(minor));
    }
    return TEXT("");
}

static bool find_by_capability(struct search *search, const struct knowledge *knowledge, struct text capability) {
    size_t from = 0;
    struct node known = table_find(knowledge, "architectures", "capability", capability, &from);
    bool any = find_by_column(search, knowledge, "capability", capability);
    if (!any && !node_present(known))
        return false;
    search->found.capability = capability;
    search->agree = true;
    return true;
}

static bool finish(struct search *search, bool found, struct products *products) {
    *products = search->found;
    if (!search->agree)
        products->capability = TEXT("");
    return found;
}

bool product_find(struct arena *arena, const struct knowledge *knowledge, struct text name, struct products *products) {
    struct search search = {.arena = arena};
    struct text lower = text_lower(arena, text_trim(name)), id = stated_id(lower);
    struct text capability = id.size ? TEXT("") : stated_capability(arena, lower);
    bool found;
    if (id.size) {
        search.found.way = PRODUCT_BY_ID;
        found = find_by_column(&search, knowledge, "device_id", id);
    } else if (capability.size) {
        search.found.way = PRODUCT_BY_CAPABILITY;
        found = find_by_capability(&search, knowledge, capability);
    } else if ((found = find_by_column(&search, knowledge, "chip", lower))) {
        search.found.way = PRODUCT_BY_CHIP;
    } else if (!(found = find_by_name(&search, knowledge, "gpus", name))) { /* "1080" is a card before it is an id */
        search.found.way = PRODUCT_BY_ID;
        found = find_by_column(&search, knowledge, "device_id", lower);
    }
    return finish(&search, found, products);
}

bool product_find_module(struct arena *arena, const struct knowledge *knowledge, struct text name,
                         struct products *products) {
    struct search search = {.arena = arena, .found.way = PRODUCT_BY_NAME};
    return finish(&search, find_by_name(&search, knowledge, "gpu_specs", name), products);
}

/* That row of `gpu_specs` can be this row of `gpus`. */
static bool is_specification_of(struct node specification, struct node row) {
    struct text id = row_text(row, "device_id"), ids = row_text(specification, "device_ids"), word;
    while (text_next_word(&ids, &word))
        if (text_equal(word, id))
            return true;
    return !id.size && text_equal(row_text(row, "name"), row_text(specification, "name"));
}

static bool is_specification_of_any(struct node specification, const struct products *products) {
    for (size_t at = 0; at < products->count; at++)
        if (is_specification_of(specification, products->rows[at]))
            return true;
    return false;
}

/* "GeForce RTX 3060 8GB (GA106)" without the chip, which nobody asks for. */
static int likeness_to_specification(const struct product_words *words, struct node specification) {
    struct text name = row_text(specification, "name");
    struct product_words other = product_words(text_until(name, text_find_byte(name, '(')));
    return product_likeness(words, &other);
}

struct node *product_specifications(struct arena *arena, const struct knowledge *knowledge,
                                    const struct products *products, struct text name, size_t *count) {
    struct node table = knowledge_table(knowledge, "gpu_specs"), *found = NULL;
    struct product_words words = product_words(name);
    size_t capacity = 0;
    int best = 0;
    *count = 0;
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        int score = products->way == PRODUCT_BY_NAME ? likeness_to_specification(&words, row) : 0;
        if (!is_specification_of_any(row, products) || score < best)
            continue;
        *count = score > best ? 0 : *count;
        best = score;
        found = arena_grow(arena, found, *count, &capacity, sizeof row);
        found[(*count)++] = row;
    }
    return found;
}

bool product_capability(const struct knowledge *knowledge, struct text name, struct text *capability) {
    struct search search = {0};
    bool found = find_by_name(&search, knowledge, "gpus", name) && search.agree;
    if (found)
        *capability = search.found.capability;
    return found;
}

struct text product_vendor(const struct knowledge *knowledge, struct text name) {
    static const char *const amd[] = {"AMD", "Radeon", NULL}, *const intel[] = {"Intel", "Arc", NULL};
    static const char *const nvidia[] = {"NVIDIA", "GeForce", "Quadro", "Tesla",   "TITAN",
                                         "GRID",   "Jetson",  "Tegra",  "(nvgpu)", NULL};
    struct text capability, word, rest = name;
    while (text_next_word(&rest, &word)) {
        if (product_word_is(word, nvidia))
            return TEXT("10de");
        if (product_word_is(word, amd))
            return TEXT("1002");
        if (product_word_is(word, intel))
            return TEXT("8086");
    }
    return product_capability(knowledge, name, &capability) ? TEXT("10de") : TEXT("");
}
