/* Texts, paths and errors of Windows. */
#include "wide.h"

#include <wchar.h>

wchar_t *wide_of(struct arena *arena, struct text text) {
    int size = (int)(text.size > INT_MAX / 4 ? INT_MAX / 4 : text.size);
    wchar_t *wide = arena_array(arena, (size_t)size + 1, sizeof *wide); /* no text is longer in UTF-16 */
    if (size > 0)
        MultiByteToWideChar(CP_UTF8, 0, text.at, size, wide, size);
    return wide;
}

struct text text_of_wide(struct arena *arena, const wchar_t *wide, size_t size) {
    if (size == 0 || size > INT_MAX / 4)
        return text_copy(arena, (struct text){0});
    char *bytes = arena_alloc(arena, size * 3 + 1);
    int written = WideCharToMultiByte(CP_UTF8, 0, wide, (int)size, bytes, (int)size * 3, NULL, NULL);
    return (struct text){bytes, written > 0 ? (size_t)written : 0};
}

struct text text_of_wide_string(struct arena *arena, const wchar_t *wide) {
    return text_of_wide(arena, wide, wcslen(wide));
}

static wchar_t *prefixed(struct arena *arena, const wchar_t *prefix, const wchar_t *rest) {
    size_t before = wcslen(prefix), behind = wcslen(rest);
    wchar_t *whole = arena_array(arena, before + behind + 1, sizeof *whole);
    wmemcpy(whole, prefix, before);
    wmemcpy(whole + before, rest, behind);
    return whole;
}

wchar_t *wide_path(struct arena *arena, struct text path) {
    if (path.size == 0 || text_find_byte(path, '\0') != TEXT_NOWHERE)
        return NULL;
    const wchar_t *wide = wide_of(arena, path);
    DWORD room = GetFullPathNameW(wide, 0, NULL, NULL);
    wchar_t *full = arena_array(arena, (size_t)room + 1, sizeof *full);
    DWORD size = GetFullPathNameW(wide, room, full, NULL);
    if (size == 0 || size >= room || wcsncmp(full, L"\\\\.\\", 4) == 0)
        return NULL;
    if (wcsncmp(full, L"\\\\?\\", 4) == 0)
        return full;
    if (wcsncmp(full, L"\\\\", 2) == 0)
        return prefixed(arena, L"\\\\?\\UNC\\", full + 2);
    return prefixed(arena, L"\\\\?\\", full);
}

/* --- errors --- */

static const struct {
    DWORD code;
    const char *name;
} names[] = {
    {ERROR_TOO_MANY_OPEN_FILES, "ERROR_TOO_MANY_OPEN_FILES"},
    {ERROR_ACCESS_DENIED, "ERROR_ACCESS_DENIED"},
    {ERROR_INVALID_DRIVE, "ERROR_INVALID_DRIVE"},
    {ERROR_NOT_READY, "ERROR_NOT_READY"},
    {ERROR_CRC, "ERROR_CRC"},
    {ERROR_GEN_FAILURE, "ERROR_GEN_FAILURE"},
    {ERROR_SHARING_VIOLATION, "ERROR_SHARING_VIOLATION"},
    {ERROR_LOCK_VIOLATION, "ERROR_LOCK_VIOLATION"},
    {ERROR_BAD_NETPATH, "ERROR_BAD_NETPATH"},
    {ERROR_NETWORK_ACCESS_DENIED, "ERROR_NETWORK_ACCESS_DENIED"},
    {ERROR_BAD_NET_NAME, "ERROR_BAD_NET_NAME"},
    {ERROR_SEM_TIMEOUT, "ERROR_SEM_TIMEOUT"},
    {ERROR_IO_DEVICE, "ERROR_IO_DEVICE"},
    {ERROR_LOGON_FAILURE, "ERROR_LOGON_FAILURE"},
    {ERROR_CANT_ACCESS_FILE, "ERROR_CANT_ACCESS_FILE"},
    {ERROR_CANT_RESOLVE_FILENAME, "ERROR_CANT_RESOLVE_FILENAME"},
};

struct text system_error_name(struct arena *arena, DWORD code) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].code == code)
            return text_of(names[i].name);
    return text_format(arena, "winerror %lu", (unsigned long)code);
}

struct answer system_error_answer(struct arena *arena, DWORD code) {
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_DIRECTORY: /* the path goes through a file */
        return answer_absent();
    default:
        return (struct answer){.state = ANSWER_UNREADABLE, .reason = system_error_name(arena, code)};
    }
}
