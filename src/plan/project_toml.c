/* pyproject.toml and pixi.toml, line by line: lists of requirements, and tables of names and versions. */
#include "project.h"

/* The text between the first pair of quotes; `rest` goes on behind it. */
static bool next_quoted(struct text *rest, struct text *quoted) {
    size_t begin = 0;
    while (begin < rest->size && rest->at[begin] != '"' && rest->at[begin] != '\'')
        begin++;
    if (begin == rest->size)
        return false;
    struct text inner = text_from(*rest, begin + 1);
    size_t end = text_find_byte(inner, rest->at[begin]);
    if (end == TEXT_NOWHERE)
        return false;
    *quoted = text_until(inner, end);
    *rest = text_from(inner, end + 1);
    return true;
}

/* Poetry's "^2.1" allows what begins with the first number that is not 0, "~2.1" what begins with 2.1. */
static struct text clause_without_caret(struct arena *arena, struct text spec) {
    spec = text_trim(spec);
    struct version version;
    bool caret = text_starts(spec, "^"), tilde = text_starts(spec, "~") && !text_starts(spec, "~=");
    if (text_is(spec, "*"))
        return (struct text){0};
    if ((!caret && !tilde) || !version_parse(text_from(spec, 1), &version))
        return spec;
    struct text number = text_from(spec, 1);
    if (caret && version.release[0] > 0)
        return text_format(arena, ">=" TEXT_FORMAT ",<%u", TEXT_ARGUMENTS(number), version.release[0] + 1);
    if (tilde && version.count == 1)
        return text_format(arena, ">=" TEXT_FORMAT ",<%u", TEXT_ARGUMENTS(number), version.release[0] + 1);
    return text_format(arena, ">=" TEXT_FORMAT ",<%u.%u", TEXT_ARGUMENTS(number), version.release[0],
                       version.release[1] + 1);
}

static struct text without_caret(struct arena *arena, struct text spec) {
    struct buffer out = buffer_new(arena);
    struct text clause;
    while (text_next_part(&spec, ',', &clause)) {
        clause = clause_without_caret(arena, clause);
        buffer_format(&out, "%s" TEXT_FORMAT, out.size && clause.size ? "," : "", TEXT_ARGUMENTS(clause));
    }
    return buffer_text(&out);
}

/* Of `{ version = "2.1", extras = [...] }` the version; of a text itself. */
static struct text version_in(struct text value) {
    struct text quoted = {0};
    if (text_starts(value, "{")) {
        size_t at = text_find(value, TEXT("version"));
        if (at == TEXT_NOWHERE)
            return quoted;
        value = text_from(value, at);
    }
    next_quoted(&value, &quoted);
    return quoted;
}

static void read_assignment(struct reading_project *reading, struct text name, struct text value) {
    static const char *const names[] = {"torch", "pytorch", "torchvision", "torchaudio", "torchtext", "python"};
    struct text version = version_in(value);
    if (text_is(name, "requires-python"))
        project_take(reading, &reading->wish->requires_python, spec_valid(version) ? version : (struct text){0});
    if (text_is(name, "url"))
        project_take_index(reading, version);
    for (size_t at = 0; at < sizeof names / sizeof *names; at++)
        if (text_is(name, names[at]) && (version.size || !text_starts(value, "{"))) {
            struct text spec = without_caret(reading->arena, version);
            bool bare = spec.size && spec.at[0] >= '0' && spec.at[0] <= '9';
            project_take_requirement(reading, name, bare ? text_join(reading->arena, TEXT("=="), spec) : spec);
        }
}

void project_read_toml(struct reading_project *reading, struct text line) {
    size_t equal = text_find_byte(line, '=');
    struct text name = text_trim(text_until(line, equal == TEXT_NOWHERE ? 0 : equal)),
                value = text_trim(text_from(line, equal == TEXT_NOWHERE ? 0 : equal + 1)), quoted;
    bool assigns = name.size && line.at[0] != '"' && line.at[0] != '\'';
    if (assigns && !text_starts(value, "[")) {
        read_assignment(reading, name, value);
        return;
    }
    struct text rest = assigns ? value : line;
    while (next_quoted(&rest, &quoted))
        project_read_requirement(reading, quoted);
}
