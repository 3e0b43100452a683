#include "product.h"

enum { MOST_WORDS = 16 };

struct words {
    struct text items[MOST_WORDS];
    size_t count;
    bool cut; /* the last one may go on: "GeForce RTX 208..." */
};

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static bool is_one_of(struct text word, const char *const *words) {
    for (; *words; words++)
        if (text_equal_folded(word, text_of(*words)))
            return true;
    return false;
}

/* Words that makers and programs add or leave out as they like. */
static bool is_filler(struct text word) {
    static const char *const fillers[] = {"NVIDIA",     "GPU",     "with",        "Design",
                                          "Generation", "Edition", "Corporation", NULL};
    return is_one_of(word, fillers);
}

static void add_word(struct words *words, struct text word) {
    if (word.size && words->count < MOST_WORDS && !is_filler(word))
        words->items[words->count++] = word;
}

/* "RTX3090" is "RTX 3090", "3070Ti" "3070 Ti"; "A100" stays whole. */
static void add_run(struct words *words, struct text run) {
    static const char *const series[] = {"GTX", "RTX", "GT", NULL};
    size_t letters = 0, digits = 0;
    while (letters < run.size && is_letter(run.at[letters]))
        letters++;
    if (letters && letters < run.size && is_one_of(text_until(run, letters), series)) {
        add_word(words, text_until(run, letters));
        run = text_from(run, letters);
    }
    while (digits < run.size && is_digit(run.at[digits]))
        digits++;
    size_t end = digits >= 3 && digits < run.size ? digits : run.size;
    add_word(words, text_until(run, end));
    add_word(words, text_from(run, end));
}

static struct words split(struct text name) {
    struct words words = {.cut = text_ends(name, "...")};
    for (size_t at = 0; at < name.size;) {
        size_t end = at;
        while (end < name.size && (is_digit(name.at[end]) || is_letter(name.at[end])))
            end++;
        add_run(&words, text_until(text_from(name, at), end - at));
        at = end + 1;
    }
    return words;
}

static bool has_digit(struct text word) {
    for (size_t i = 0; i < word.size; i++)
        if (is_digit(word.at[i]))
            return true;
    return false;
}

/* Memory and sockets also hold digits: "80GB", "HBM3", "SXM4". */
static bool is_model(struct text word) {
    static const char *const others[] = {"SXM", "SXM2", "SXM3", "SXM4", "SXM5", "HBM2", "HBM2e", "HBM3", "HBM3e", NULL};
    bool memory = word.size > 2 && text_equal_folded(text_from(word, word.size - 2), TEXT("GB"));
    return has_digit(word) && !memory && !is_one_of(word, others);
}

static size_t model_of(const struct words *words) {
    size_t at = 0;
    while (at < words->count && !is_model(words->items[at]))
        at++;
    return at;
}

static bool holds(const struct words *words, struct text word, bool beginning) {
    for (size_t i = 0; i < words->count; i++)
        if (text_equal_folded(beginning ? text_until(words->items[i], word.size) : words->items[i], word))
            return true;
    return false;
}

/* How like the two are; negative when they name different models. */
static int likeness(const struct words *name, const struct words *row) {
    size_t model = model_of(name);
    bool cut_model = name->cut && model + 1 == name->count;
    if (model < name->count && !holds(row, name->items[model], cut_model))
        return -1;
    int score = 100;
    for (size_t i = 0; i < name->count; i++)
        score += holds(row, name->items[i], name->cut && i + 1 == name->count) ? 2 : -1;
    for (size_t i = 0; i < row->count; i++)
        score -= !holds(name, row->items[i], false);
    /* Names without a number must agree word for word. */
    return model < name->count || score == 100 + 2 * (int)name->count ? score : -1;
}

static bool is_of_another_make(struct text name) {
    static const char *const makes[] = {"AMD", "Radeon", "Intel", "Apple", "Arc", "Ascend", "Adreno", "Mali", NULL};
    struct words words = split(name);
    for (size_t i = 0; i < words.count; i++)
        if (is_one_of(words.items[i], makes))
            return true;
    return false;
}

bool product_capability(const struct knowledge *knowledge, struct text name, struct text *capability) {
    struct node rows = knowledge_table(knowledge, "gpus");
    struct words words = split(name);
    int best = 0;
    bool agree = false;
    if (!words.count || is_of_another_make(name))
        return false;
    for (size_t i = 0; i < node_count(rows); i++) {
        struct node row = node_at(rows, i);
        struct text stated = row_text(row, "capability"), names = row_text(row, "name"), each;
        while (stated.size && text_next_part(&names, '/', &each)) { /* one id for several products */
            struct words other = split(each);
            int score = likeness(&words, &other);
            if (score <= 0 || score < best)
                continue;
            agree = score > best || (agree && text_equal(stated, *capability));
            best = score;
            *capability = stated;
        }
    }
    return agree;
}

struct text product_vendor(const struct knowledge *knowledge, struct text name) {
    static const char *const amd[] = {"AMD", "Radeon", NULL}, *const intel[] = {"Intel", "Arc", NULL};
    static const char *const nvidia[] = {"NVIDIA", "GeForce", "Quadro", "Tesla", "TITAN", "GRID", NULL};
    struct text capability, word, rest = name;
    while (text_next_word(&rest, &word)) {
        if (is_one_of(word, nvidia))
            return TEXT("10de");
        if (is_one_of(word, amd))
            return TEXT("1002");
        if (is_one_of(word, intel))
            return TEXT("8086");
    }
    return product_capability(knowledge, name, &capability) ? TEXT("10de") : TEXT("");
}
