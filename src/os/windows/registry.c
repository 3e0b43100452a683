/* A key of the registry with its values and the names of the keys below it, in the 64-bit view. */
#include <stdlib.h>

#include "live.h"

enum { ENTRIES_LIMIT = 65536, VALUE_LIMIT = 64 * 1024, NAME_LIMIT = 16384 /* of a value's name, by the system */ };

static const struct {
    const char *name, *short_name;
    HKEY key;
} roots[] = {
    {"HKEY_LOCAL_MACHINE", "HKLM", HKEY_LOCAL_MACHINE},
    {"HKEY_CURRENT_USER", "HKCU", HKEY_CURRENT_USER},
    {"HKEY_CLASSES_ROOT", "HKCR", HKEY_CLASSES_ROOT},
    {"HKEY_USERS", "HKU", HKEY_USERS},
};

static LSTATUS open_key(struct arena *arena, struct text path, HKEY *key) {
    struct text rest = path, root;
    if (text_find_byte(path, '\0') == TEXT_NOWHERE && text_next_part(&rest, '\\', &root))
        for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
            if (text_equal_folded(root, text_of(roots[i].name)) ||
                text_equal_folded(root, text_of(roots[i].short_name)))
                return RegOpenKeyExW(roots[i].key, wide_of(arena, rest), 0, KEY_READ | KEY_WOW64_64KEY, key);
    return ERROR_FILE_NOT_FOUND;
}

static int by_bytes(const void *left, const void *right) {
    return text_compare(*(const struct text *)left, *(const struct text *)right);
}

static LSTATUS add_keys(struct arena *arena, HKEY key, struct value *answer) {
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    LSTATUS status = ERROR_SUCCESS;
    for (DWORD i = 0; i < ENTRIES_LIMIT; i++) {
        wchar_t name[256];
        DWORD size = sizeof name / sizeof *name;
        status = RegEnumKeyExW(key, i, name, &size, NULL, NULL, NULL, NULL);
        if (status != ERROR_SUCCESS)
            break;
        if (count == capacity)
            names = arena_grow(arena, names, count, &capacity, sizeof *names);
        names[count++] = text_of_wide(arena, name, size);
    }
    if (count > 0)
        qsort(names, count, sizeof *names, by_bytes);
    struct value keys = value_list();
    for (size_t i = 0; i < count; i++)
        value_append(arena, &keys, value_text(names[i]));
    value_set(arena, answer, "keys", keys);
    return status == ERROR_NO_MORE_ITEMS ? ERROR_SUCCESS : status;
}

/* Texts end with a NUL, or do not; a list of texts ends with an empty one. */
static struct value text_value(struct arena *arena, const wchar_t *wide, size_t size) {
    return value_text(text_of_wide(arena, wide, wcsnlen(wide, size)));
}

static struct value texts_value(struct arena *arena, const wchar_t *wide, size_t size) {
    struct value list = value_list();
    while (size > 0 && *wide != L'\0') {
        size_t length = wcsnlen(wide, size);
        value_append(arena, &list, value_text(text_of_wide(arena, wide, length)));
        length += length < size;
        wide += length;
        size -= length;
    }
    return list;
}

static struct value data_value(struct arena *arena, DWORD type, const void *data, DWORD size) {
    uint64_t number = 0;
    switch (type) {
    case REG_SZ:
    case REG_EXPAND_SZ:
        return text_value(arena, data, size / sizeof(wchar_t));
    case REG_MULTI_SZ:
        return texts_value(arena, data, size / sizeof(wchar_t));
    case REG_DWORD:
    case REG_QWORD:
        memcpy(&number, data, size < sizeof number ? size : sizeof number);
        return value_integer((int64_t)number);
    default:
        return value_null(); /* nothing that plumb reads is stored as bytes */
    }
}

static LSTATUS add_values(struct arena *arena, HKEY key, struct value *answer) {
    struct value values = value_map();
    wchar_t *name = arena_array(arena, NAME_LIMIT, sizeof *name);
    void *data = arena_alloc(arena, VALUE_LIMIT);
    LSTATUS status = ERROR_SUCCESS;
    for (DWORD i = 0; i < ENTRIES_LIMIT; i++) {
        DWORD name_size = NAME_LIMIT, size = VALUE_LIMIT, type;
        status = RegEnumValueW(key, i, name, &name_size, NULL, &type, data, &size);
        if (status == ERROR_MORE_DATA)
            continue; /* larger than anything that is asked for */
        if (status != ERROR_SUCCESS)
            break;
        value_set_named(arena, &values, text_of_wide(arena, name, name_size), data_value(arena, type, data, size));
    }
    value_set(arena, answer, "values", values);
    return status == ERROR_NO_MORE_ITEMS || status == ERROR_MORE_DATA ? ERROR_SUCCESS : status;
}

struct answer registry_answer(struct arena *arena, struct text path) {
    HKEY key;
    LSTATUS status = open_key(arena, path, &key);
    if (status != ERROR_SUCCESS)
        return system_error_answer(arena, (DWORD)status);
    struct value answer = value_map();
    status = add_keys(arena, key, &answer);
    if (status == ERROR_SUCCESS)
        status = add_values(arena, key, &answer);
    RegCloseKey(key);
    return status == ERROR_SUCCESS ? answer_known(answer) : system_error_answer(arena, (DWORD)status);
}
