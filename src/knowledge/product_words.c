#include "product_words.h"

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool product_word_is(struct text word, const char *const *words) {
    for (; *words; words++)
        if (text_equal_folded(word, text_of(*words)))
            return true;
    return false;
}

/* Words that makers and programs add or leave out as they like. */
static bool is_filler(struct text word) {
    static const char *const fillers[] = {"NVIDIA",  "GPU",         "with", "Design", "Generation",
                                          "Edition", "Corporation", "card", NULL};
    return product_word_is(word, fillers);
}

/* People write a laptop's chip in many ways. */
static bool is_laptop(struct text word) {
    static const char *const laptops[] = {"Laptop", "Mobile", "Notebook", "M", NULL};
    return product_word_is(word, laptops);
}

/* How many GB "80GB" or "12G" says; 0 for what is no memory. */
static int64_t memory_of(struct text word) {
    size_t digits = 0;
    int64_t size = 0;
    while (digits < word.size && is_digit(word.at[digits]))
        digits++;
    struct text unit = text_from(word, digits);
    bool memory = digits <= 3 && (text_equal_folded(unit, TEXT("GB")) || text_equal_folded(unit, TEXT("G")));
    return memory && text_to_integer(text_until(word, digits), &size) ? size : 0;
}

/* Memory and socket: one card is sold with several, and who names none of them means all. */
static bool is_variant(struct text word) {
    static const char *const variants[] = {"SXM",   "SXM2", "SXM3", "SXM4",  "SXM5", "SXM6", "PCIe", "NVL",
                                           "HBM2e", "HBM2", "HBM3", "HBM3e", "DGXS", "FHHL", NULL};
    return memory_of(word) || product_word_is(word, variants);
}

static void add_word(struct product_words *words, struct text word) {
    if (word.size && words->count < PRODUCT_WORDS && !is_filler(word))
        words->items[words->count++] = word;
}

/* "RTX3090" is "RTX 3090", "3070Ti" "3070 Ti"; "A100" stays whole. */
static void add_run(struct product_words *words, struct text run) {
    static const char *const series[] = {"GTX", "RTX", "GT", NULL};
    size_t letters = 0, digits = 0;
    while (letters < run.size && is_letter(run.at[letters]))
        letters++;
    if (letters && letters < run.size && product_word_is(text_until(run, letters), series)) {
        add_word(words, text_until(run, letters));
        run = text_from(run, letters);
    }
    while (digits < run.size && is_digit(run.at[digits]))
        digits++;
    size_t end = digits >= 3 && digits < run.size && !memory_of(run) ? digits : run.size;
    add_word(words, text_until(run, end));
    add_word(words, text_from(run, end));
}

struct product_words product_words(struct text name) {
    struct product_words words = {.cut = text_ends(name, "...")};
    for (size_t at = 0; at < name.size;) {
        size_t end = at;
        while (end < name.size && (is_digit(name.at[end]) || is_letter(name.at[end])))
            end++;
        add_run(&words, text_until(text_from(name, at), end - at));
        at = end + 1;
    }
    if (text_contains(name, "笔记本") || text_contains(name, "移动"))
        add_word(&words, TEXT("Laptop"));
    return words;
}

static bool has_digit(struct text word) {
    for (size_t i = 0; i < word.size; i++)
        if (is_digit(word.at[i]))
            return true;
    return false;
}

/* The first word that holds a number and is neither memory nor socket. */
static size_t model_of(const struct product_words *words) {
    size_t at = 0;
    while (at < words->count && (!has_digit(words->items[at]) || is_variant(words->items[at])))
        at++;
    return at;
}

/* "12G" is "12GB", "mobile" is "Laptop". */
static bool same_word(struct text left, struct text right) {
    if (memory_of(left) && memory_of(left) == memory_of(right))
        return true;
    return text_equal_folded(left, right) || (is_laptop(left) && is_laptop(right));
}

static bool holds(const struct product_words *words, struct text word, bool beginning) {
    for (size_t i = 0; i < words->count; i++)
        if (beginning ? text_equal_folded(text_until(words->items[i], word.size), word)
                      : same_word(words->items[i], word))
            return true;
    return false;
}

int product_likeness(const struct product_words *name, const struct product_words *row) {
    size_t model = model_of(name);
    bool cut_model = name->cut && model + 1 == name->count;
    if (model < name->count && !holds(row, name->items[model], cut_model))
        return -1;
    int score = 100;
    for (size_t i = 0; i < name->count; i++)
        score += holds(row, name->items[i], name->cut && i + 1 == name->count) ? 2 : -1;
    for (size_t i = 0; i < row->count; i++)
        score -= !is_variant(row->items[i]) && !holds(name, row->items[i], false);
    /* Names without a number must agree word for word. */
    return model < name->count || score == 100 + 2 * (int)name->count ? score : -1;
}
