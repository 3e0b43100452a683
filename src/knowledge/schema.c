#include "schema.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const links[] = {
    "graphics_card", "kernel_driver",  "device_access", "driver_library", "session", "interpreter",
    "framework",     "cuda_libraries", "gpu_run",       "training_job",   NULL};
static const char *const systems[] = {"linux", "windows", "wsl", "any", NULL};
static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const owners[] = {"dpkg", "rpm", "pip", "conda", "uv", NULL};
static const char *const severities[] = {"error", "warning", "noise", "myth", NULL};
static const char *const verdicts[] = {"wrong", "half", "right", NULL};

static const struct field remedy_record[] = {
    {"run", type_command, OPTIONAL, NULL},
    {"system", type_choice, OPTIONAL, systems},
    {"root", type_choice, OPTIONAL, yes_no},
    {"owner", type_choice, OPTIONAL, owners},
    {"note", type_sentence, OPTIONAL, NULL},
    {"needs", type_texts, OPTIONAL, NULL},
    {0},
};

static const struct field ask_record[] = {
    {"run", type_command, REQUIRED, NULL},
    {"say", type_sentence, REQUIRED, NULL},
    {0},
};

static const struct field cause_record[] = {
    {"link", type_choice, REQUIRED, links},
    {"title", type_title, REQUIRED, NULL},
    {"say", type_sentence, REQUIRED, NULL},
    {"explains", type_causes, OPTIONAL, NULL},
    {"narrower_than", type_causes, OPTIONAL, NULL},
    {"remedies", type_records, OPTIONAL, remedy_record},
    {"prove", type_command, OPTIONAL, NULL},
    {"ask", type_record, OPTIONAL, ask_record},
    {"of_peers", type_choice, OPTIONAL, yes_no},
    {"sources", type_sources, REQUIRED, NULL},
    {0},
};

static const struct field symptom_record[] = {
    {"literal", type_texts, REQUIRED, NULL},
    {"word", type_texts, OPTIONAL, NULL},
    {"pattern", type_text, OPTIONAL, NULL},
    {"speaks", type_weights, OPTIONAL, NULL},
    {"beside", type_beside, OPTIONAL, NULL},
    {"severity", type_choice, REQUIRED, severities},
    {"group", type_text, OPTIONAL, NULL},
    {"sample", type_texts, REQUIRED, NULL},
    {"not", type_texts, OPTIONAL, NULL},
    {"sources", type_sources, REQUIRED, NULL},
    {0},
};

/* Keys from `literal` on are a symptom's: what `explain` notices the claim by. */
static const struct field myth_record[] = {
    {"claim", type_sentence, REQUIRED, NULL},  {"verdict", type_choice, REQUIRED, verdicts},
    {"truth", type_sentence, REQUIRED, NULL},  {"why", type_sentence, OPTIONAL, NULL},
    {"sources", type_sources, REQUIRED, NULL}, {"literal", type_texts, OPTIONAL, NULL},
    {"pattern", type_text, OPTIONAL, NULL},    {"sample", type_texts, OPTIONAL, NULL},
    {"not", type_texts, OPTIONAL, NULL},       {0},
};

static const struct field text_record[] = {
    {"en", type_text, REQUIRED, NULL},
    {"zh", type_text, REQUIRED, NULL},
    {0},
};

static const struct field source_record[] = {
    {"title", type_text, REQUIRED, NULL},
    {"url", type_url, REQUIRED, NULL},
    {"read", type_date, REQUIRED, NULL},
    {0},
};

static const struct field *const records[ENTRY_KINDS] = {
    [ENTRY_CAUSE] = cause_record,   [ENTRY_SYMPTOM] = symptom_record, [ENTRY_TEXT] = text_record,
    [ENTRY_SOURCE] = source_record, [ENTRY_MYTH] = myth_record,
};

void field_fault(const struct check *check, const struct field *field, unsigned line, const char *format, ...) {
    char message[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (field)
        fault_in(check->compilation, check->entry, line, "'%s' %s", field->name, message);
    else
        fault_in(check->compilation, check->entry, line, "%s", message);
}

static const struct field *field_named(const struct field *record, struct text name) {
    for (; record->name; record++)
        if (text_is(name, record->name))
            return record;
    return NULL;
}

static struct text known_keys(struct arena *arena, const struct field *record) {
    struct buffer buffer = buffer_new(arena);
    for (size_t i = 0; record[i].name; i++)
        buffer_format(&buffer, "%s%s", i > 0 ? ", " : "", record[i].name);
    return buffer_text(&buffer);
}

void check_record(const struct check *check, const struct field *record, const struct field *field,
                  const struct value *value) {
    struct text known = known_keys(check->compilation->arena, record);
    if (value->type != VALUE_MAP) {
        field_fault(check, field, value->line, "has to be a map of: " TEXT_FORMAT, TEXT_ARGUMENTS(known));
        return;
    }
    for (size_t i = 0; i < value->map.count; i++) {
        const struct value_member *member = &value->map.members[i];
        const struct field *found = field_named(record, member->name);
        if (found)
            found->type(check, found, &member->value);
        else
            field_fault(check, field, member->value.line,
                        "has an unknown key '" TEXT_FORMAT "'; known are " TEXT_FORMAT, TEXT_ARGUMENTS(member->name),
                        TEXT_ARGUMENTS(known));
    }
    for (size_t i = 0; record[i].name; i++)
        if (record[i].need == REQUIRED && !value_get(value, record[i].name))
            field_fault(check, field, value->line, "lacks '%s'; add it", record[i].name);
}

static void check_remedies(const struct check *check, const struct value *remedies) {
    for (size_t i = 0; i < value_count(remedies); i++) {
        const struct value *remedy = value_at(remedies, i);
        if (remedy && remedy->type == VALUE_MAP && !value_get(remedy, "run") && !value_get(remedy, "note"))
            field_fault(check, NULL, remedy->line, "a remedy says neither 'run' nor 'note'; give one");
    }
}

void check_schema(struct compilation *compilation, enum entry_kind kind, const struct entry *entry) {
    struct check check = {compilation, entry};
    check_record(&check, records[kind], NULL, entry->value);
    if (entry->value->type != VALUE_MAP)
        return;
    if (kind == ENTRY_TEXT)
        type_slotted_sentence(&check, NULL, entry->value);
    if (kind == ENTRY_CAUSE)
        check_remedies(&check, value_get(entry->value, "remedies"));
}
