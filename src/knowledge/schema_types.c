#include "base/utf8.h"
#include "schema.h"
#include "slots.h"
#include "table.h"

#define TITLE_CHARACTERS 60
#define WEIGHT_LIMIT 60

static const char *const slot_types[] = {"version", "package", "path", "device", "integer", "name", NULL};

static bool is_among(struct text text, const char *const *choices) {
    for (; *choices; choices++)
        if (text_is(text, *choices))
            return true;
    return false;
}

static struct text choices_text(struct arena *arena, const char *const *choices) {
    struct buffer buffer = buffer_new(arena);
    for (size_t i = 0; choices[i]; i++)
        buffer_format(&buffer, "%s%s", i > 0 ? ", " : "", choices[i]);
    return buffer_text(&buffer);
}

static bool is_filled_text(const struct value *value) {
    return value && value->type == VALUE_TEXT && text_trim(value->text).size > 0;
}

void type_text(const struct check *check, const struct field *field, const struct value *value) {
    if (!is_filled_text(value))
        field_fault(check, field, value->line, "has to be a text");
}

void type_texts(const struct check *check, const struct field *field, const struct value *value) {
    if (value->type != VALUE_LIST || (value->list.count == 0 && field->need == REQUIRED))
        field_fault(check, field, value->line, "has to be a list of texts: [...]");
    for (size_t i = 0; value->type == VALUE_LIST && i < value->list.count; i++)
        type_text(check, field, &value->list.items[i]);
}

void type_choice(const struct check *check, const struct field *field, const struct value *value) {
    struct text known = choices_text(check->compilation->arena, field->detail);
    if (value->type != VALUE_TEXT || !is_among(value->text, field->detail))
        field_fault(check, field, value->line, "has to be one of: " TEXT_FORMAT, TEXT_ARGUMENTS(known));
}

void type_date(const struct check *check, const struct field *field, const struct value *value) {
    if (value->type != VALUE_TEXT || !date_valid(value->text))
        field_fault(check, field, value->line, "has to be a day, YYYY-MM-DD");
}

void type_url(const struct check *check, const struct field *field, const struct value *value) {
    bool known =
        value->type == VALUE_TEXT && (text_starts(value->text, "https://") || text_starts(value->text, "http://"));
    if (!known || text_find_byte(value->text, ' ') != TEXT_NOWHERE)
        field_fault(check, field, value->line, "has to be an address that begins with https://");
}

/* Every slot of `from` is in `to` as well. */
static void compare_slots(const struct check *check, const struct field *field, const struct value *from,
                          const struct value *to, const char *language) {
    struct slot_place place, other;
    for (size_t at = 0; slot_next(from->text, at, &place); at = place.end) {
        bool found = false;
        for (size_t i = 0; !found && slot_next(to->text, i, &other); i = other.end)
            found = text_equal(place.name, other.name) && text_equal(place.type, other.type);
        if (!found)
            field_fault(check, field, to->line,
                        "lacks the slot {" TEXT_FORMAT "} in %s; both languages hold the same slots",
                        TEXT_ARGUMENTS(place.name), language);
    }
}

void type_slotted_sentence(const struct check *check, const struct field *field, const struct value *value) {
    const struct value *english = value_get(value, "en"), *chinese = value_get(value, "zh");
    if (!is_filled_text(english) || !is_filled_text(chinese))
        return;
    compare_slots(check, field, english, chinese, "zh");
    compare_slots(check, field, chinese, english, "en");
}

void type_sentence(const struct check *check, const struct field *field, const struct value *value) {
    static const char *const languages[] = {"en", "zh", NULL};
    if (value->type != VALUE_MAP || value->map.count != 2 || !is_filled_text(value_get(value, "en")) ||
        !is_filled_text(value_get(value, "zh"))) {
        field_fault(check, field, value->line, "has to be {en: \"...\", zh: \"...\"}");
        return;
    }
    for (size_t i = 0; languages[i]; i++) {
        struct slot_place place;
        const struct value *text = value_get(value, languages[i]);
        if (slot_next(text->text, 0, &place))
            field_fault(check, field, text->line, "has a slot {" TEXT_FORMAT "} in %s; it takes none",
                        TEXT_ARGUMENTS(place.name), languages[i]);
    }
}

static size_t character_count(struct text text) {
    size_t count = 0;
    while (text.size > 0) {
        utf8_next(&text);
        count++;
    }
    return count;
}

void type_title(const struct check *check, const struct field *field, const struct value *value) {
    type_sentence(check, field, value);
    for (size_t i = 0; value->type == VALUE_MAP && i < value->map.count; i++) {
        struct text title =
            value->map.members[i].value.type == VALUE_TEXT ? value->map.members[i].value.text : TEXT("");
        size_t characters = character_count(title);
        if (characters >= TITLE_CHARACTERS)
            field_fault(check, field, value->line, "has %zu characters; keep it under %d", characters,
                        TITLE_CHARACTERS);
        if (text_ends(title, ".") || text_ends(title, "\xe3\x80\x82"))
            field_fault(check, field, value->line, "ends with a full stop; a title has none");
    }
}

static void check_argument(const struct check *check, const struct field *field, const struct value *argument) {
    struct slot_place place;
    if (argument->type != VALUE_TEXT || argument->text.size == 0) {
        field_fault(check, field, argument->line, "has an argument that is no text");
        return;
    }
    for (size_t at = 0; slot_next(argument->text, at, &place); at = place.end)
        if (!is_among(place.type, slot_types))
            field_fault(check, field, argument->line,
                        "has a slot {" TEXT_FORMAT "} without a type that exists; known are " TEXT_FORMAT,
                        TEXT_ARGUMENTS(place.name),
                        TEXT_ARGUMENTS(choices_text(check->compilation->arena, slot_types)));
}

void type_command(const struct check *check, const struct field *field, const struct value *value) {
    if (value->type != VALUE_LIST || value->list.count == 0)
        field_fault(check, field, value->line, "has to be a list of arguments: [program, argument, ...]");
    for (size_t i = 0; value->type == VALUE_LIST && i < value->list.count; i++)
        check_argument(check, field, &value->list.items[i]);
}

void type_record(const struct check *check, const struct field *field, const struct value *value) {
    check_record(check, field->detail, field, value);
}

void type_records(const struct check *check, const struct field *field, const struct value *value) {
    if (value->type != VALUE_LIST || value->list.count == 0)
        field_fault(check, field, value->line, "has to be a list of maps");
    for (size_t i = 0; value->type == VALUE_LIST && i < value->list.count; i++)
        check_record(check, field->detail, field, &value->list.items[i]);
}

static void check_ids(const struct check *check, const struct field *field, const struct value *value,
                      enum entry_kind kind) {
    type_texts(check, field, value);
    for (size_t i = 0; i < value_count(value) && value->type == VALUE_LIST; i++) {
        const struct value *id = &value->list.items[i];
        if (is_filled_text(id) && !entry_find(check->compilation, kind, id->text))
            field_fault(check, field, id->line,
                        "names the %s '" TEXT_FORMAT "', which does not exist; correct it or add it",
                        entry_kind_name(kind), TEXT_ARGUMENTS(id->text));
    }
}

void type_causes(const struct check *check, const struct field *field, const struct value *value) {
    check_ids(check, field, value, ENTRY_TAXONOMY);
}

void type_sources(const struct check *check, const struct field *field, const struct value *value) {
    check_ids(check, field, value, ENTRY_SOURCE);
}

void type_weights(const struct check *check, const struct field *field, const struct value *value) {
    if (value->type != VALUE_MAP) {
        field_fault(check, field, value->line, "has to be a map of causes and weights: {cause: 15}");
        return;
    }
    for (size_t i = 0; i < value->map.count; i++) {
        const struct value_member *member = &value->map.members[i];
        int64_t weight;
        if (!entry_find(check->compilation, ENTRY_TAXONOMY, member->name))
            field_fault(check, field, member->value.line,
                        "names the cause '" TEXT_FORMAT "', which does not exist; correct it or add it",
                        TEXT_ARGUMENTS(member->name));
        if (member->value.type != VALUE_TEXT || !text_to_integer(member->value.text, &weight) ||
            weight < -WEIGHT_LIMIT || weight > WEIGHT_LIMIT)
            field_fault(check, field, member->value.line,
                        "gives '" TEXT_FORMAT "' a weight that is no whole number from -%d to %d",
                        TEXT_ARGUMENTS(member->name), WEIGHT_LIMIT, WEIGHT_LIMIT);
    }
}

static bool is_group(const struct compilation *compilation, struct text name) {
    const struct entries *symptoms = &compilation->entries[ENTRY_SYMPTOM];
    for (size_t i = 0; i < symptoms->count; i++) {
        const struct value *group = value_get(symptoms->items[i].value, "group");
        if (group && group->type == VALUE_TEXT && text_equal(group->text, name))
            return true;
    }
    return false;
}

void type_beside(const struct check *check, const struct field *field, const struct value *value) {
    if (value->type != VALUE_MAP || value->map.count == 0) {
        field_fault(check, field, value->line, "has to be a map of symptoms and weights: {symptom: {cause: 15}}");
        return;
    }
    for (size_t i = 0; i < value->map.count; i++) {
        const struct value_member *member = &value->map.members[i];
        if (!entry_find(check->compilation, ENTRY_SYMPTOM, member->name) && !is_group(check->compilation, member->name))
            field_fault(check, field, member->value.line,
                        "names the symptom or group '" TEXT_FORMAT "', which does not exist; correct it or add it",
                        TEXT_ARGUMENTS(member->name));
        type_weights(check, field, &member->value);
    }
}
