/* Questions about files. Nothing is created, changed or kept from others: every file is opened shared. */
#include "live.h"

static HANDLE open_file(const wchar_t *path, DWORD access) {
    return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

/* Windows counts 100 ns since 1601. */
static int64_t unix_seconds(FILETIME time) {
    int64_t ticks = (int64_t)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
    return ticks / 10000000 - INT64_C(11644473600);
}

static int64_t wide_size(DWORD high, DWORD low) {
    return (int64_t)((uint64_t)high << 32 | low);
}

/* A file that can be read, or what else to answer. */
static bool open_regular(struct arena *arena, struct text path, HANDLE *file, BY_HANDLE_FILE_INFORMATION *about,
                         struct answer *answer) {
    const wchar_t *wide = wide_path(arena, path);
    if (wide == NULL) {
        *answer = answer_absent();
        return false;
    }
    HANDLE opened = open_file(wide, GENERIC_READ);
    if (opened == INVALID_HANDLE_VALUE) {
        *answer = system_error_answer(arena, GetLastError());
        return false;
    }
    const char *reason = NULL;
    if (GetFileType(opened) != FILE_TYPE_DISK || !GetFileInformationByHandle(opened, about))
        reason = "not_regular";
    else if (about->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        reason = "EISDIR";
    if (reason != NULL) {
        CloseHandle(opened);
        *answer = answer_unreadable(reason);
        return false;
    }
    *file = opened;
    return true;
}

/* --- reading at a place --- */

struct reading {
    HANDLE file;
    struct arena *arena;
    DWORD failed;
};

static int64_t read_at(void *context, uint64_t offset, void *out, size_t size) {
    struct reading *reading = context;
    size_t done = 0;
    while (done < size) {
        uint64_t at = offset + done;
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        DWORD got = 0, wanted = size - done > 1 << 24 ? 1 << 24 : (DWORD)(size - done);
        if (!ReadFile(reading->file, (char *)out + done, wanted, &got, &place)) {
            DWORD code = GetLastError();
            if (code == ERROR_HANDLE_EOF)
                break;
            reading->failed = code;
            return -1;
        }
        if (got == 0)
            break;
        done += got;
    }
    return (int64_t)done;
}

static const char *reading_failed(void *context) {
    const struct reading *reading = context;
    return reading->failed == 0 ? NULL : system_error_name(reading->arena, reading->failed).at;
}

struct answer file_digest(struct arena *arena, struct text path, digest_function *make) {
    struct reading reading = {.arena = arena};
    BY_HANDLE_FILE_INFORMATION about;
    struct answer answer;
    if (!open_regular(arena, path, &reading.file, &about, &answer))
        return answer;
    struct bytes bytes = {
        .context = &reading, .read = read_at, .size = (uint64_t)wide_size(about.nFileSizeHigh, about.nFileSizeLow)};
    answer = digest_answer(arena, &bytes, make, unix_seconds(about.ftLastWriteTime), reading_failed);
    CloseHandle(reading.file);
    return answer;
}

static struct answer text_answer(struct arena *arena, struct text path) {
    char content[TEXT_LIMIT + 1]; /* one more shows that there is more */
    struct reading reading = {.arena = arena};
    BY_HANDLE_FILE_INFORMATION about;
    struct answer answer;
    if (!open_regular(arena, path, &reading.file, &about, &answer))
        return answer;
    int64_t size = read_at(&reading, 0, content, sizeof content);
    CloseHandle(reading.file);
    if (size < 0)
        return system_error_answer(arena, reading.failed);
    struct text text = text_until((struct text){content, (size_t)size}, TEXT_LIMIT);
    struct value map = value_map();
    value_set(arena, &map, "text", value_text(text_copy(arena, text)));
    value_set(arena, &map, "complete", value_boolean(size <= TEXT_LIMIT));
    return answer_known(map);
}

/* --- folders --- */

static struct answer list_answer(struct arena *arena, struct text path) {
    const wchar_t *wide = wide_path(arena, text_join(arena, path, TEXT("\\*")));
    WIN32_FIND_DATAW found;
    if (wide == NULL)
        return answer_absent();
    HANDLE search = FindFirstFileExW(wide, FindExInfoBasic, &found, FindExSearchNameMatch, NULL, 0);
    if (search == INVALID_HANDLE_VALUE)
        return system_error_answer(arena, GetLastError());
    struct text *names = NULL;
    size_t count = 0, capacity = 0;
    bool more = true, complete = true;
    for (; more; more = FindNextFileW(search, &found)) {
        if (wcscmp(found.cFileName, L".") == 0 || wcscmp(found.cFileName, L"..") == 0)
            continue;
        if (count == LIST_LIMIT) {
            complete = false;
            break;
        }
        if (count == capacity)
            names = arena_grow(arena, names, count, &capacity, sizeof *names);
        names[count++] = text_of_wide_string(arena, found.cFileName);
    }
    DWORD code = more ? ERROR_NO_MORE_FILES : GetLastError();
    FindClose(search);
    if (code != ERROR_NO_MORE_FILES)
        return system_error_answer(arena, code);
    return answer_known(list_value(arena, names, count, complete));
}

/* --- what kind of file it is --- */

static struct answer stat_value(struct arena *arena, DWORD attributes, int64_t size, FILETIME written) {
    struct value map = value_map();
    bool directory = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    value_set(arena, &map, "type", value_string(directory ? "directory" : "file"));
    value_set(arena, &map, "size", value_integer(size));
    value_set(arena, &map, "mtime", value_integer(unix_seconds(written)));
    return answer_known(map);
}

static struct answer stat_answer(struct arena *arena, struct text path) {
    const wchar_t *wide = wide_path(arena, path);
    if (wide == NULL)
        return answer_absent();
    HANDLE file = open_file(wide, FILE_READ_ATTRIBUTES);
    if (file != INVALID_HANDLE_VALUE) {
        BY_HANDLE_FILE_INFORMATION about;
        bool known = GetFileInformationByHandle(file, &about);
        DWORD code = GetLastError();
        CloseHandle(file);
        if (!known)
            return system_error_answer(arena, code);
        return stat_value(arena, about.dwFileAttributes, wide_size(about.nFileSizeHigh, about.nFileSizeLow),
                          about.ftLastWriteTime);
    }
    DWORD code = GetLastError();
    WIN32_FILE_ATTRIBUTE_DATA about;
    /* The stubs by which the Microsoft Store offers a python.exe cannot be opened, but they are there. */
    if (code == ERROR_CANT_ACCESS_FILE && GetFileAttributesExW(wide, GetFileExInfoStandard, &about))
        return stat_value(arena, about.dwFileAttributes, wide_size(about.nFileSizeHigh, about.nFileSizeLow),
                          about.ftLastWriteTime);
    return system_error_answer(arena, code);
}

/* Targets are not read (yet): links are rare here, and the system follows them by itself. */
static struct answer link_answer(struct arena *arena, struct text path) {
    const wchar_t *wide = wide_path(arena, path);
    DWORD attributes = wide == NULL ? 0 : GetFileAttributesW(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return system_error_answer(arena, GetLastError());
    return attributes & FILE_ATTRIBUTE_REPARSE_POINT ? answer_not_asked() : answer_absent();
}

struct answer file_answer(struct arena *arena, const struct question *question) {
    switch (question->kind) {
    case QUESTION_TEXT:
        return text_answer(arena, question->name);
    case QUESTION_LIST:
        return list_answer(arena, question->name);
    case QUESTION_STAT:
        return stat_answer(arena, question->name);
    case QUESTION_LINK:
        return link_answer(arena, question->name);
    default:
        return answer_not_asked(); /* nothing on Windows stands for a device as a node in /dev does */
    }
}
