#include "knowledge/compile.h"

#include <stdlib.h>

#include "compilation.h"
#include "image_write.h"

/* What a folder holds; ENTRY_TAXONOMY stands for the one file at the top, ENTRY_KINDS for the tables. */
static const struct place {
    const char *folder;
    const char *extension;
    enum entry_kind kind;
} places[] = {
    {"causes/", ".yaml", ENTRY_CAUSE},   {"symptoms/", ".yaml", ENTRY_SYMPTOM}, {"texts/", ".yaml", ENTRY_TEXT},
    {"sources/", ".yaml", ENTRY_SOURCE}, {"myths/", ".yaml", ENTRY_MYTH},       {"taxonomy", ".yaml", ENTRY_TAXONOMY},
    {"tables/", ".tsv", ENTRY_KINDS},
};

static const struct place *place_of(struct text path) {
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct place *place = &places[i];
        struct text name = text_from(path, text_of(place->folder).size);
        bool at_top = place->kind == ENTRY_TAXONOMY;
        if (text_starts(path, place->folder) && text_ends(name, place->extension) &&
            text_find_byte(name, '/') == TEXT_NOWHERE && (name.size == text_of(place->extension).size) == at_top)
            return place;
    }
    return NULL;
}

static int compare_paths(const void *left, const void *right) {
    const struct knowledge_file *const *a = left, *const *b = right;
    return text_compare((*a)->path, (*b)->path);
}

/* By path, so that the order in which a folder was listed shows nowhere. */
static const struct knowledge_file **sorted_files(struct arena *arena, const struct knowledge_file *files,
                                                  size_t count) {
    const struct knowledge_file **sorted = arena_array(arena, count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &files[i];
    qsort(sorted, count, sizeof *sorted, compare_paths);
    return sorted;
}

static void read_file(struct compilation *compilation, const struct knowledge_file *file) {
    const struct place *place = place_of(file->path);
    if (!place)
        fault_add(compilation, file->path, 0,
                  "belongs to nothing here; knowledge is taxonomy.yaml, NAME.yaml in causes, symptoms, texts, myths "
                  "and sources, NAME.tsv in tables");
    else if (place->kind == ENTRY_TAXONOMY)
        read_taxonomy(compilation, file->path, file->content);
    else if (place->kind != ENTRY_KINDS)
        read_entries(compilation, place->kind, file->path, file->content);
}

static void read_tables(struct compilation *compilation, const struct knowledge_file **sorted, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct place *place = place_of(sorted[i]->path);
        if (place && place->kind == ENTRY_KINDS)
            read_table(compilation, sorted[i]->path, sorted[i]->content);
    }
}

/* `base`: NULL for a whole. Ids given twice are found before what lies below is added. */
static void read_all(struct compilation *compilation, const struct knowledge *base, const struct knowledge_file *files,
                     size_t count) {
    const struct knowledge_file **sorted = sorted_files(compilation->arena, files, count);
    for (size_t i = 0; i < count; i++)
        read_file(compilation, sorted[i]);
    if (base && compilation->entries[ENTRY_TAXONOMY].count > 0)
        fault_add(compilation, TEXT("taxonomy.yaml"), 0,
                  "a drop-in has none: its causes come behind those there are; remove it");
    entries_finish(compilation, ENTRY_MYTH);
    add_myth_symptoms(compilation);
    for (enum entry_kind kind = 0; kind < ENTRY_KINDS; kind++)
        entries_finish(compilation, kind);
    if (base)
        merge_entries(compilation, base);
    read_tables(compilation, sorted, count);
    if (base)
        merge_tables(compilation, base);
    if (!base && compilation->entries[ENTRY_TAXONOMY].count == 0)
        fault_add(compilation, TEXT("taxonomy.yaml"), 0, "is missing or empty; it names the causes that there are");
}

static void check_all(struct compilation *compilation) {
    for (enum entry_kind kind = 0; kind < ENTRY_TAXONOMY; kind++)
        for (size_t i = 0; i < compilation->entries[kind].count; i++)
            if (!compilation->entries[kind].items[i].known)
                check_schema(compilation, kind, &compilation->entries[kind].items[i]);
    check_causes(compilation);
    check_symptoms(compilation);
}

static bool build_automaton(struct compilation *compilation, struct automaton *automaton, struct error *error) {
    const struct entries *symptoms = &compilation->entries[ENTRY_SYMPTOM];
    struct automaton_literal *literals = NULL;
    size_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < symptoms->count; i++) {
        const struct value *list = value_get(symptoms->items[i].value, "literal");
        for (size_t k = 0; k < value_count(list); k++) {
            literals = arena_grow(compilation->arena, literals, count, &capacity, sizeof *literals);
            literals[count++] = (struct automaton_literal){value_at(list, k)->text, i};
        }
    }
    return automaton_build(compilation->arena, literals, count, automaton, error);
}

static void build_image(struct compilation *compilation, struct text *image) {
    struct automaton automaton;
    struct error error = {{0}};
    struct value root = build_tree(compilation);
    if (build_automaton(compilation, &automaton, &error) &&
        image_write(compilation->arena, &root, &automaton, image, &error))
        check_samples(compilation, *image);
    else
        fault_add(compilation, TEXT("image"), 0, "%s", error.message);
}

static int compare_faults(const void *left, const void *right) {
    const struct fault *a = left, *b = right;
    int order = text_compare(a->path, b->path);
    order = order != 0 ? order : (a->line > b->line) - (a->line < b->line);
    return order != 0 ? order : text_compare(a->message, b->message);
}

static struct knowledge_faults fault_lines(struct compilation *compilation) {
    struct knowledge_faults lines = {arena_array(compilation->arena, compilation->fault_count, sizeof(struct text)),
                                     compilation->fault_count};
    if (compilation->fault_count > 0)
        qsort(compilation->faults, compilation->fault_count, sizeof *compilation->faults, compare_faults);
    for (size_t i = 0; i < lines.count; i++) {
        const struct fault *fault = &compilation->faults[i];
        struct text line = fault->line > 0 ? text_format(compilation->arena, ":%u", fault->line) : TEXT("");
        lines.lines[i] = text_format(compilation->arena, TEXT_FORMAT TEXT_FORMAT ": " TEXT_FORMAT,
                                     TEXT_ARGUMENTS(fault->path), TEXT_ARGUMENTS(line), TEXT_ARGUMENTS(fault->message));
    }
    return lines;
}

static bool compile(struct compilation *compilation, const struct knowledge *base, const struct knowledge_file *files,
                    size_t count, struct text *image, struct knowledge_faults *faults) {
    struct text built = {0};
    compilation->tables = compilation->keys = value_map();
    read_all(compilation, base, files, count);
    check_all(compilation);
    if (compilation->fault_count == 0)
        build_image(compilation, &built);
    *faults = fault_lines(compilation);
    if (faults->count > 0)
        return false;
    *image = built;
    return true;
}

bool knowledge_compile(struct arena *arena, const struct knowledge_file *files, size_t count, struct text *image,
                       struct knowledge_faults *faults) {
    struct compilation compilation = {.arena = arena};
    return compile(&compilation, NULL, files, count, image, faults);
}

bool knowledge_merge(struct arena *arena, const struct knowledge *base, struct text folder,
                     const struct knowledge_file *files, size_t count, struct text *image,
                     struct knowledge_faults *faults) {
    struct compilation compilation = {.arena = arena, .from = folder};
    return compile(&compilation, base, files, count, image, faults);
}
