#include "remedy.h"

#include "base/utf8.h"
#include "base/version.h"

static bool is_letter_or_digit(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

static bool all_in(struct text text, const char *allowed) {
    for (size_t at = 0; at < text.size; at++)
        if (!is_letter_or_digit(text.at[at]) && text_find_byte(text_of(allowed), text.at[at]) == TEXT_NOWHERE)
            return false;
    return text.size > 0;
}

static bool is_version(struct text value) {
    struct version version;
    return value.size <= 64 && all_in(value, ".+-_") && version_parse(value, &version);
}

/* Not -1: for kill that is every process. */
static bool is_integer(struct text value) {
    for (size_t at = 0; at < value.size; at++)
        if (value.at[at] < '0' || value.at[at] > '9')
            return false;
    return value.size > 0 && value.size <= 18;
}

/* No option and no "..". */
static bool is_name(struct text value) {
    return value.size <= 128 && all_in(value, "._+-") && value.at[0] != '-' && value.at[0] != '.';
}

/* name, name==version, name[extra]==version: what pip takes, without addresses and options */
static bool is_package(struct text value) {
    return value.size <= 128 && all_in(value, "._+-=[],<>!~") && is_letter_or_digit(value.at[0]);
}

/* 0, 0,1, GPU-<uuid>, 0000:01:00.0, /dev/nvidia0 */
static bool is_device(struct text value) {
    if (value.size > 256 || !all_in(value, ":.,_/-") || value.at[0] == '-')
        return false;
    return text_find_byte(value, '/') == TEXT_NOWHERE || (text_starts(value, "/dev/") && !text_contains(value, ".."));
}

/* A folder of another computer, where a pasted text could have put a program. */
static bool is_remote(struct text value) {
    return value.size >= 2 && (value.at[0] == '/' || value.at[0] == '\\') &&
           (value.at[1] == '/' || value.at[1] == '\\');
}

static bool is_path(const struct judging *judging, struct text value) {
    if (!value.size || value.size > 4096 || value.at[0] == '-' || !utf8_valid(value))
        return false;
    if (is_remote(value) && !text_is(judging->subject, "machine"))
        return false;
    for (size_t at = 0; at < value.size; at++)
        if ((unsigned char)value.at[at] < 0x20 || value.at[at] == 0x7f)
            return false;
    return true;
}

static bool fits(const struct judging *judging, struct text value, struct text type) {
    if (text_is(type, "version"))
        return is_version(value);
    if (text_is(type, "integer"))
        return is_integer(value);
    if (text_is(type, "package"))
        return is_package(value);
    if (text_is(type, "name"))
        return is_name(value);
    if (text_is(type, "device"))
        return is_device(value);
    return text_is(type, "path") && is_path(judging, value);
}

/* What the cause's own judge said goes before what is known in general. */
static const struct value *slot_value(const struct judging *judging, struct text name) {
    const struct text parts[] = {judging->cause, TEXT("/"), name};
    const struct value *own = value_get_named(&judging->slots, text_join_all(judging->arena, parts, 3, TEXT("")));
    return own ? own : value_get_named(&judging->slots, name);
}

static size_t word_size(struct text text) {
    size_t size = 0;
    while (size < text.size && ((text.at[size] >= 'a' && text.at[size] <= 'z') ||
                                (text.at[size] >= '0' && text.at[size] <= '9') || text.at[size] == '_'))
        size++;
    return size;
}

/* "{name:type}" at the start of `text`; other braces are text, as the compiler of knowledge has it. `*size` is the
 * slot's in `text`. */
static bool slot_at(struct text text, struct text *name, struct text *type, size_t *size) {
    *name = text_until(text_from(text, 1), word_size(text_from(text, 1)));
    *size = 1 + name->size;
    if (!name->size || *size >= text.size || text.at[*size] != ':')
        return false;
    struct text rest = text_from(text, *size + 1);
    *type = text_until(rest, word_size(rest));
    *size += 2 + type->size;
    return type->size && *size <= text.size && text.at[*size - 1] == '}';
}

static bool fill_slot(const struct judging *judging, struct text name, struct text type, struct buffer *out) {
    const struct value *value = slot_value(judging, name);
    if (!value || value->type != VALUE_TEXT || !fits(judging, value->text, type))
        return false;
    buffer_add(out, value->text);
    return true;
}

/* "torch=={torch:version}" -> "torch==2.3.1" */
static bool fill_argument(const struct judging *judging, struct text template, struct text *argument) {
    struct buffer out = buffer_new(judging->arena);
    while (template.size) {
        struct text name, type;
        size_t size = 1;
        if (template.at[0] != '{' || !slot_at(template, &name, &type, &size)) {
            buffer_add_byte(&out, template.at[0]);
            size = 1;
        } else if (!fill_slot(judging, name, type, &out)) {
            return false;
        }
        template = text_from(template, size);
    }
    *argument = buffer_text(&out);
    return true;
}

/* Knowledge may be newer than the program: a command that this plumb does not have is not suggested. */
static bool has_verb(const struct judging *judging, const struct text *arguments, size_t count) {
    if (count < 2 || !text_is(arguments[0], "plumb"))
        return true;
    for (size_t at = 0; at < value_count(&judging->verbs); at++)
        if (text_equal(value_at(&judging->verbs, at)->text, arguments[1]))
            return true;
    return false;
}

bool remedy_command(const struct judging *judging, struct node run, enum shell shell, struct model_remedy *remedy) {
    size_t count = node_count(run);
    struct text *arguments = arena_array(judging->arena, count, sizeof *arguments), command;
    for (size_t at = 0; at < count; at++)
        if (!fill_argument(judging, node_text(node_at(run, at)), &arguments[at]))
            return false;
    if (!has_verb(judging, arguments, count) || !quote_command(judging->arena, shell, arguments, count, &command, NULL))
        return false;
    remedy->arguments = arguments;
    remedy->argument_count = count;
    remedy->command = command;
    return true;
}

/* What is stated, else what the paths in a text's tracebacks look like. */
static struct text system_of(const struct judging *judging, const struct entity *machine) {
    struct text system = fact_text(judging->facts, machine, ATTRIBUTE_MACHINE_SYSTEM);
    struct entity *exceptions;
    size_t count =
        system.size ? 0 : fact_entities(judging->facts, judging->arena, TEXT("text"), KIND_EXCEPTION, &exceptions);
    for (size_t at = 0; at < count && !system.size; at++) {
        struct text frame = fact_text(judging->facts, &exceptions[at], ATTRIBUTE_EXCEPTION_FRAME);
        if (frame.size > 2 && frame.at[1] == ':' && (frame.at[2] == '\\' || frame.at[2] == '/'))
            system = TEXT("windows");
        else if (text_starts(frame, "/"))
            system = TEXT("linux");
    }
    return system;
}

/* Does a remedy for this system apply? Where the system is not known it is taken for Linux, as its commands are quoted.
 */
static bool fits_system(const struct judging *judging, struct text wanted) {
    struct entity machine = judge_entity(judging, KIND_MACHINE);
    struct text system = system_of(judging, &machine);
    if (!wanted.size || text_is(wanted, "any"))
        return true;
    bool wsl = fact_known(judging->facts, &machine, ATTRIBUTE_MACHINE_WSL);
    return text_equal(wanted, system) || (text_is(wanted, "wsl") && wsl) || (!system.size && text_is(wanted, "linux"));
}

static bool fits_owner(const struct judging *judging, struct text wanted) {
    const struct value *owner = value_get(&judging->slots, "owner");
    return !wanted.size || (owner && text_equal(owner->text, wanted));
}

/* Slots that the command does not hold, but without which it would be beside the point. */
static bool has_needs(const struct judging *judging, struct node needs) {
    for (size_t at = 0; at < node_count(needs); at++)
        if (!value_get_named(&judging->slots, node_text(node_at(needs, at))))
            return false;
    return true;
}

size_t remedy_list(const struct judging *judging, struct node cause, enum shell shell, struct model_remedy **remedies) {
    struct node templates = node_get(cause, "remedies");
    size_t count = 0;
    *remedies = arena_array(judging->arena, node_count(templates), sizeof **remedies);
    for (size_t at = 0; at < node_count(templates); at++) {
        struct node template = node_at(templates, at), run = node_get(template, "run");
        if (!fits_system(judging, node_text(node_get(template, "system"))) ||
            !fits_owner(judging, node_text(node_get(template, "owner"))) ||
            !has_needs(judging, node_get(template, "needs")))
            continue;
        struct model_remedy remedy = {
            .root = text_is(node_text(node_get(template, "root")), "yes"),
            .note = say_node(judging->arena, node_get(template, "note"), judging->language, NULL, 0),
        };
        if (node_present(run) && !remedy_command(judging, run, shell, &remedy))
            continue;
        (*remedies)[count++] = remedy;
    }
    return count;
}
