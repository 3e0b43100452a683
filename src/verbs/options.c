#include "command_table.h"
#include "run.h"

#include <string.h>

/* One option: where its value goes, and which verbs take it. */
struct option_row {
    const char *name;
    unsigned takes; /* 0: every verb */
    enum { OPTION_FLAG, OPTION_JSON, OPTION_TEXT, OPTION_FORMAT, OPTION_SECONDS, OPTION_STRING, OPTION_LIST } type;
    size_t offset;
};

#define AT(member) offsetof(struct options, member)

static const struct option_row rows[] = {
    {"--format", TAKES_FORMAT, OPTION_FORMAT, AT(format)},
    {"--json", TAKES_FORMAT, OPTION_JSON, AT(format)},
    {"--lang", 0, OPTION_STRING, AT(language)},
    {"--color", 0, OPTION_STRING, AT(color)},
    {"--help", 0, OPTION_FLAG, AT(help)},
    {"--version", 0, OPTION_FLAG, AT(version)},
    {"--quiet", TAKES_FORMAT, OPTION_FLAG, AT(quiet)},
    {"--verbose", TAKES_FORMAT, OPTION_FLAG, AT(verbose)},
    {"--strict", TAKES_STRICT, OPTION_FLAG, AT(strict)},
    {"--why", TAKES_WHY, OPTION_FLAG, AT(why)},
    {"--sysroot", TAKES_MACHINE, OPTION_TEXT, AT(sysroot)},
    {"--replay", TAKES_MACHINE, OPTION_TEXT, AT(replay)},
    {"--budget", TAKES_MACHINE, OPTION_SECONDS, AT(budget_ms)},
    {"--wake", TAKES_MACHINE, OPTION_FLAG, AT(wake)},
    {"--python", TAKES_PYTHON | TAKES_PYTHON_OPTION, OPTION_TEXT, AT(python)},
    {"--env", TAKES_PYTHON, OPTION_TEXT, AT(environment)},
    {"--output", TAKES_OUTPUT, OPTION_TEXT, AT(output)},
    {"--no-redaction", TAKES_OUTPUT, OPTION_FLAG, AT(no_redaction)},
    {"--schema", TAKES_SCHEMA, OPTION_FLAG, AT(schema)},
    {"--reference", TAKES_SCHEMA, OPTION_FLAG, AT(reference)},
    {"--gpu", TAKES_PLAN, OPTION_LIST, AT(plan.gpus)},
    {"--with", TAKES_PLAN, OPTION_LIST, AT(plan.with)},
    {"--driver", TAKES_PLAN, OPTION_TEXT, AT(plan.driver)},
    {"--os", TAKES_PLAN, OPTION_TEXT, AT(plan.os)},
    {"--arch", TAKES_PLAN, OPTION_TEXT, AT(plan.architecture)},
    {"--torch", TAKES_PLAN, OPTION_TEXT, AT(plan.torch)},
    {"--cuda", TAKES_PLAN, OPTION_TEXT, AT(plan.cuda)},
    {"--manager", TAKES_PLAN, OPTION_TEXT, AT(plan.manager)},
    {"--print", TAKES_PLAN, OPTION_TEXT, AT(plan.print)},
    {"--as-of", TAKES_PLAN, OPTION_TEXT, AT(plan.as_of)},
    {"--requirements", TAKES_PLAN, OPTION_TEXT, AT(plan.project)},
    {"--check", TAKES_PLAN, OPTION_TEXT, AT(plan.check)},
    {"--mirror", TAKES_PLAN, OPTION_TEXT, AT(plan.mirror)},
    {"--pip", TAKES_PLAN, OPTION_TEXT, AT(plan.pip)},
    {"--glibc", TAKES_PLAN, OPTION_TEXT, AT(plan.libc)},
    {"--build", TAKES_PLAN, OPTION_FLAG, AT(plan.build)},
    {"--wishes", TAKES_PLAN, OPTION_TEXT, AT(plan.wishes)},
    {"--json-lines", TAKES_TEXT, OPTION_FLAG, AT(explain.json_lines)},
    {"--follow", TAKES_TEXT, OPTION_FLAG, AT(explain.follow)},
    {"--comment", TAKES_TEXT, OPTION_FLAG, AT(explain.comment)},
    {"--here", TAKES_TEXT, OPTION_FLAG, AT(explain.here)},
    {"--triage", TAKES_TEXT, OPTION_TEXT, AT(explain.triage)},
    {"--min-certainty", TAKES_TEXT, OPTION_TEXT, AT(explain.least_certainty)},
    {"--part", TAKES_INTERNAL, OPTION_TEXT, AT(part)},
    {"--skip", TAKES_INTERNAL, OPTION_TEXT, AT(skip)},
    {"--answers", TAKES_INTERNAL, OPTION_FLAG, AT(answers)},
};

static const struct {
    const char *alias, *name;
} aliases[] = {{"-h", "--help"}, {"-q", "--quiet"}, {"-v", "--verbose"}, {"-o", "--output"}, {"-r", "--requirements"}};

static const struct option_row *row_named(struct text name) {
    for (size_t at = 0; at < sizeof aliases / sizeof *aliases; at++)
        if (text_is(name, aliases[at].alias))
            name = text_of(aliases[at].name);
    for (size_t at = 0; at < sizeof rows / sizeof *rows; at++)
        if (text_is(name, rows[at].name))
            return &rows[at];
    return NULL;
}

static bool has_value(const struct option_row *row) {
    return row->type != OPTION_FLAG && row->type != OPTION_JSON;
}

bool options_row(size_t at, struct option_read *row) {
    if (at >= sizeof rows / sizeof *rows)
        return false;
    *row = (struct option_read){.name = rows[at].name,
                                .takes = rows[at].takes,
                                .has_value = has_value(&rows[at]),
                                .repeats = rows[at].type == OPTION_LIST};
    for (size_t alias = 0; alias < sizeof aliases / sizeof *aliases; alias++)
        if (!strcmp(aliases[alias].name, row->name))
            row->alias = aliases[alias].alias;
    return true;
}

static bool set_format(struct options *options, struct text value, struct error *error) {
    static const char *const names[] = {"text", "json", "markdown"};
    for (int at = 0; at < 3; at++)
        if (text_is(value, names[at])) {
            options->format = (enum format)at;
            return true;
        }
    return error_set(error, "--format " TEXT_FORMAT ": it is text, json or markdown", TEXT_ARGUMENTS(value));
}

/* "3", "0.5" */
static bool set_seconds(int64_t *target, struct text value, struct error *error) {
    size_t dot = text_find_byte(value, '.');
    int64_t whole = 0, tenths = 0;
    struct text fraction = dot == TEXT_NOWHERE ? (struct text){0} : text_from(value, dot + 1);
    bool good =
        text_to_integer(dot == TEXT_NOWHERE ? value : text_until(value, dot), &whole) && whole >= 0 && whole <= 3600;
    if (good && fraction.size)
        good = fraction.size == 1 && text_to_integer(fraction, &tenths) && tenths >= 0;
    if (!good || whole * 10 + tenths == 0)
        return error_set(error, "--budget " TEXT_FORMAT ": seconds, such as 3 or 0.5", TEXT_ARGUMENTS(value));
    *target = whole * 1000 + tenths * 100;
    return true;
}

static void add_to_list(struct arena *arena, struct list_option *list, struct text value) {
    list->items = arena_grow(arena, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = value;
}

static bool set_value(struct arena *arena, struct options *options, const struct option_row *row, struct text value,
                      struct error *error) {
    char *place = (char *)options + row->offset;
    switch (row->type) {
    case OPTION_FORMAT:
        return set_format(options, value, error);
    case OPTION_JSON:
        *(enum format *)(void *)place = FORMAT_JSON;
        return true;
    case OPTION_SECONDS:
        return set_seconds((int64_t *)(void *)place, value, error);
    case OPTION_STRING:
        *(const char **)(void *)place = value.at;
        return true;
    case OPTION_TEXT:
        *(struct text *)(void *)place = value;
        return true;
    case OPTION_LIST:
        add_to_list(arena, (struct list_option *)(void *)place, value);
        return true;
    case OPTION_FLAG:
        *(bool *)(void *)place = true;
        return true;
    }
    return false;
}

static const struct verb *verb_named(struct text name) {
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (text_is(name, verb->name))
            return verb;
    return NULL;
}

/* The command line while it is read. */
struct reading {
    struct arena *arena;
    struct options *options;
    const struct verb *verb;
    struct text *words;
    size_t word_count;
    const struct option_row **given; /* the options before the verb, which it may not take */
    size_t given_count;
};

static bool read_option(struct reading *reading, struct text word, char **arguments, int count, int *at,
                        struct error *error) {
    size_t equal = text_find_byte(word, '=');
    struct text name = equal == TEXT_NOWHERE ? word : text_until(word, equal), value = {0};
    const struct option_row *row = row_named(name);
    if (!row)
        return error_set(error, "unknown option " TEXT_FORMAT "; see plumb --help", TEXT_ARGUMENTS(name));
    if (has_value(row)) {
        if (equal == TEXT_NOWHERE && *at + 1 >= count)
            return error_set(error, TEXT_FORMAT " needs a value; see plumb --help", TEXT_ARGUMENTS(name));
        value = equal != TEXT_NOWHERE ? text_from(word, equal + 1) : text_of(arguments[++*at]);
    } else if (equal != TEXT_NOWHERE) {
        return error_set(error, TEXT_FORMAT " takes no value", TEXT_ARGUMENTS(name));
    }
    if (row->takes && reading->verb && !(reading->verb->takes & row->takes))
        return error_set(error, "plumb %s does not take %s; see plumb %s --help", reading->verb->name, row->name,
                         reading->verb->name);
    reading->given[reading->given_count++] = row;
    return set_value(reading->arena, reading->options, row, value, error);
}

static bool read_word(struct reading *reading, struct text word, struct error *error) {
    if (!reading->verb && !reading->word_count) {
        reading->verb = verb_named(word);
        if (!reading->verb)
            return error_set(error, "there is no verb \"" TEXT_FORMAT "\"; see plumb --help", TEXT_ARGUMENTS(word));
        return true;
    }
    reading->words[reading->word_count++] = word;
    return true;
}

/* What nothing below would refuse: it would take an unknown word for the usual one. */
static bool check_words(const struct options *options, struct error *error) {
    struct text color = text_of(options->color), arch = options->plan.architecture;
    if (!text_is(color, "auto") && !text_is(color, "always") && !text_is(color, "never"))
        return error_set(error, "--color " TEXT_FORMAT ": it is auto, always or never", TEXT_ARGUMENTS(color));
    if (arch.size && !text_is(arch, "x86_64") && !text_is(arch, "amd64") && !text_is(arch, "aarch64") &&
        !text_is(arch, "arm64"))
        return error_set(error, "--arch " TEXT_FORMAT ": it is x86_64 or aarch64", TEXT_ARGUMENTS(arch));
    return true;
}

static bool check(struct reading *reading, struct error *error) {
    const struct verb *verb = reading->verb;
    for (size_t at = 0; at < reading->given_count; at++)
        if (reading->given[at]->takes && !(reading->given[at]->takes & verb->takes))
            return error_set(error, "plumb %s does not take %s; see plumb %s --help", verb->name,
                             reading->given[at]->name, verb->name);
    if (reading->word_count && !(verb->takes & TAKES_WORDS))
        return error_set(error, "plumb %s takes no \"" TEXT_FORMAT "\"; see plumb %s --help", verb->name,
                         TEXT_ARGUMENTS(reading->words[0]), verb->name);
    if (reading->options->sysroot.size && reading->options->replay.size)
        return error_set(error, "--sysroot and --replay exclude each other");
    return check_words(reading->options, error);
}

bool options_read(struct arena *arena, int count, char **arguments, struct options *options, const struct verb **verb,
                  struct error *error) {
    struct options read = {.color = "auto"};
    struct reading reading = {.arena = arena,
                              .options = &read,
                              .words = arena_array(arena, (size_t)count + 1, sizeof(struct text)),
                              .given = arena_array(arena, (size_t)count + 1, sizeof(struct option_row *))};
    bool only_words = false;
    for (int at = 1; at < count; at++) {
        struct text word = text_of(arguments[at]);
        if (!only_words && text_is(word, "--")) {
            only_words = true;
        } else if (!only_words && word.size > 1 && word.at[0] == '-') {
            if (!read_option(&reading, word, arguments, count, &at, error))
                return false;
        } else if (!read_word(&reading, word, error)) {
            return false;
        }
    }
    if (read.help && reading.verb)
        reading.words[0] = text_of(reading.verb->name);
    if (read.help)
        reading.word_count = reading.verb ? 1 : 0;
    reading.verb = verb_named(read.help      ? TEXT("help")
                              : read.version ? TEXT("version")
                                             : text_of(reading.verb ? reading.verb->name : "doctor"));
    if (!read.help && !read.version && !check(&reading, error))
        return false;
    read.words = reading.words;
    read.word_count = reading.word_count;
    *options = read;
    *verb = reading.verb;
    return true;
}
