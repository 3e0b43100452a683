#include "text_exceptions.h"

/* "3.8" of "/usr/lib/python3.8/threading.py", "3.10" of "C:\Python310\Lib\runpy.py" */
static struct text python_of_path(struct arena *arena, struct text path) {
    struct text lower = text_lower(arena, path);
    for (size_t at; (at = text_find(lower, TEXT("python3"))) != TEXT_NOWHERE;) {
        lower = text_from(lower, at + 7);
        bool dotted = text_starts(lower, ".");
        struct text minor = text_from(lower, dotted);
        size_t digits = 0;
        while (digits < minor.size && minor.at[digits] >= '0' && minor.at[digits] <= '9')
            digits++;
        if (digits >= 1 && digits <= 2)
            return text_join(arena, TEXT("3."), text_until(minor, digits));
    }
    return (struct text){"", 0};
}

static void learn_exception(const struct reading *reading, const struct value *entry, bool first) {
    int64_t line = value_get_integer(entry, "line", 0);
    struct text script = value_get_text(entry, "script"), file = value_get_text(entry, "file"),
                python = python_of_path(reading->arena, file);
    const struct {
        enum attribute attribute;
        struct value value;
        bool stated;
    } attributes[] = {
        {ATTRIBUTE_EXCEPTION_TYPE, value_text(value_get_text(entry, "type")), true},
        {ATTRIBUTE_EXCEPTION_MESSAGE, value_text(value_get_text(entry, "message")), true},
        {ATTRIBUTE_EXCEPTION_SCRIPT, value_text(script), script.size > 0},
        {ATTRIBUTE_EXCEPTION_FRAME, value_text(file), file.size > 0},
        {ATTRIBUTE_EXCEPTION_PYTHON, value_text(python), python.size > 0},
        {ATTRIBUTE_EXCEPTION_FIRST, value_boolean(first), true},
    };
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        struct fact fact = {
            .subject = TEXT(READING_SUBJECT),
            .kind = KIND_EXCEPTION,
            .key = text_format(reading->arena, "%08lld", (long long)line),
            .attribute = attributes[i].attribute,
            .state = FACT_KNOWN,
            .value = attributes[i].value,
            .reason = TEXT(""),
            .origin = {.source = TEXT("text"), .place = reading->place, .line = line},
        };
        if (attributes[i].stated)
            fact_add(reading->facts, &fact);
    }
}

void exceptions_learn(const struct reading *reading, const struct value *found) {
    int64_t chain = 0;
    for (size_t i = 0; i < value_count(found); i++) {
        const struct value *entry = value_at(found, i);
        int64_t its_chain = value_get_integer(entry, "chain", 0);
        learn_exception(reading, entry, its_chain != chain);
        chain = its_chain;
    }
}

void builds_learn(const struct reading *reading, const struct value *found) {
    for (size_t i = 0; i < value_count(found); i++) {
        const struct value *build = value_at(found, i);
        int64_t line = value_get_integer(build, "line", 0);
        const struct {
            enum attribute attribute;
            struct value value;
        } attributes[] = {
            {ATTRIBUTE_BUILD_ERROR, value_text(value_get_text(build, "error"))},
            {ATTRIBUTE_BUILD_ERRORS, value_integer(value_get_integer(build, "errors", 0))},
            {ATTRIBUTE_BUILD_STOPPED, value_integer(value_get_integer(build, "stopped", 0))},
        };
        for (size_t at = 0; at < sizeof attributes / sizeof *attributes; at++) {
            struct fact fact = {
                .subject = TEXT(READING_SUBJECT),
                .kind = KIND_BUILD,
                .key = text_format(reading->arena, "%08lld", (long long)line),
                .attribute = attributes[at].attribute,
                .state = FACT_KNOWN,
                .value = attributes[at].value,
                .reason = TEXT(""),
                .origin = {.source = TEXT("text"), .place = reading->place, .line = line},
            };
            fact_add(reading->facts, &fact);
        }
    }
}
