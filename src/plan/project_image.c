/* A Dockerfile: what its base image holds, and what its commands install. */
#include "project.h"

#include "command_line.h"

/* The part of a tag that a cell of `images` points at: 1, last, or a word that it begins with. */
static struct text part_of(struct text tag, struct text which) {
    struct text part, first = {0}, last = {0}, marked = {0};
    while (text_next_part(&tag, '-', &part)) {
        first = first.size ? first : part;
        last = part;
        if (!marked.size && which.size < part.size && text_equal(text_until(part, which.size), which))
            marked = text_from(part, which.size);
    }
    return !which.size ? (struct text){0} : text_is(which, "1") ? first : text_is(which, "last") ? last : marked;
}

static struct node system_row(const struct knowledge *knowledge, struct text name) {
    struct node table = knowledge_table(knowledge, "systems");
    for (size_t at = 0; name.size && at < node_count(table); at++)
        if (text_equal(row_text(node_at(table, at), "system"), name) ||
            has_word(row_text(node_at(table, at), "names"), name))
            return node_at(table, at);
    return (struct node){0};
}

static struct text glibc_of(struct reading_project *reading, struct text image, struct text system) {
    struct node row = system_row(reading->knowledge, system);
    if (!node_present(row) && system.size)
        row = system_row(reading->knowledge, text_join(reading->arena, image, system));
    return row_text(row, "glibc");
}

/* With or without its registry: "nvcr.io/nvidia/cuda" is nvidia/cuda, "registry/my/python" is not python. */
static bool is_image(struct text image, struct text name) {
    if (text_equal(image, name))
        return true;
    bool behind = image.size > name.size && image.at[image.size - name.size - 1] == '/';
    return behind && text_find_byte(name, '/') != TEXT_NOWHERE &&
           text_equal(text_from(image, image.size - name.size), name);
}

/* "FROM nvcr.io/nvidia/cuda:12.1.1-devel-ubuntu22.04 AS build" */
static void read_base_image(struct reading_project *reading, struct text words) {
    struct text word = {0};
    while (text_next_word(&words, &word) && text_starts(word, "--"))
        ;
    size_t colon = text_find_last_byte(word, ':');
    if (colon == TEXT_NOWHERE)
        return;
    struct text image = text_until(word, colon), tag = text_from(word, colon + 1);
    tag = text_until(tag, text_find_byte(tag, '@'));
    struct node table = knowledge_table(reading->knowledge, "images");
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        struct text name = row_text(row, "image"), python = part_of(tag, row_text(row, "python"));
        if (!is_image(image, name))
            continue;
        struct version version;
        project_take(reading, &reading->wish->torch, part_of(tag, row_text(row, "torch")));
        project_take(reading, &reading->wish->cuda, coverage_minor(part_of(tag, row_text(row, "cuda"))));
        if (version_parse(python, &version) && version.count >= 2)
            project_take(reading, &reading->wish->python, coverage_minor(python));
        project_take(reading, &reading->wish->libc, glibc_of(reading, name, part_of(tag, row_text(row, "system"))));
    }
}

static void read_command(struct reading_project *reading, struct text line) {
    struct command_line command;
    if (!command_read(reading->arena, line, &command))
        return;
    for (size_t at = 0; at < command.required_count; at++)
        project_take_requirement(reading, command.required[at].name, command.required[at].spec);
    for (size_t at = 0; at < command.index_count; at++)
        project_take_index(reading, command.indexes[at]);
    for (size_t at = 0; at < command.extra_count; at++)
        project_take_index(reading, command.extra[at]);
}

void project_read_dockerfile(struct reading_project *reading, struct text text) {
    struct text line, joined = text_replace(reading->arena, text, TEXT("\\\n"), TEXT(" "));
    while (text_next_line(&joined, &line)) {
        line = text_trim(line);
        if (text_equal_folded(text_until(line, 5), TEXT("from ")))
            read_base_image(reading, text_from(line, 5));
        else if (text_equal_folded(text_until(line, 4), TEXT("run ")))
            read_command(reading, text_from(line, 4));
    }
}
