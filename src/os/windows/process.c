/* This process, on Windows. */
#include "wide.h"

#include <fcntl.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>

#include "os/process.h"

/* Started without a console, a program has no standard streams; files would take their numbers. */
static void fill_standard_streams(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (_get_osfhandle(descriptor) < 0) {
            int null = _open("NUL", _O_RDWR);
            if (null >= 0 && null != descriptor) {
                _dup2(null, descriptor);
                _close(null);
            }
        }
        _setmode(descriptor, _O_BINARY);
    }
}

/* The console belongs to the user's shell, which would go on with plumb's code page. */
static UINT code_page_before;

static void restore_console(void) {
    SetConsoleOutputCP(code_page_before);
}

static void prepare_console(void) {
    static const DWORD streams[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    for (size_t i = 0; i < 2; i++) {
        HANDLE handle = GetStdHandle(streams[i]);
        DWORD mode;
        if (GetConsoleMode(handle, &mode))
            SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING); /* colours are escape sequences */
    }
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && code_page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_console);
}

void process_start(struct arena *arena, int *count, char ***arguments) {
    fill_standard_streams();
    prepare_console();
    int wide_count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    if (wide == NULL)
        return;
    char **narrow = arena_array(arena, (size_t)wide_count + 1, sizeof *narrow);
    for (int i = 0; i < wide_count; i++)
        narrow[i] = (char *)text_of_wide_string(arena, wide[i]).at;
    LocalFree(wide);
    *count = wide_count;
    *arguments = narrow;
}

/* "zh-CN\0en-US\0\0" becomes "zh_CN:en_US". */
struct text platform_language(struct arena *arena) {
    ULONG count, size = 0;
    if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, NULL, &size) || size == 0)
        return (struct text){0};
    wchar_t *names = arena_array(arena, (size_t)size + 1, sizeof *names);
    if (!GetUserPreferredUILanguages(MUI_LANGUAGE_NAME, &count, names, &size))
        return (struct text){0};
    struct text languages = {0};
    for (const wchar_t *name = names; *name != L'\0'; name += wcslen(name) + 1) {
        struct text next = text_replace(arena, text_of_wide_string(arena, name), TEXT("-"), TEXT("_"));
        languages = languages.size == 0 ? next : text_join_all(arena, (struct text[]){languages, next}, 2, TEXT(":"));
    }
    return languages;
}

/* No driver's library of Windows makes device nodes, and libuv's job ends children with their parent. */
bool process_restrain(void) {
    return true;
}

int process_set_output_aside(void) {
    int old = _dup(1);
    int null = old < 0 ? -1 : _open("NUL", _O_WRONLY | _O_BINARY);
    if (null < 0 || _dup2(null, 1) != 0) {
        if (old >= 0)
            _close(old);
        return -1;
    }
    _close(null);
    _setmode(old, _O_BINARY);
    /* For libraries that bring a C library of their own. */
    SetStdHandle(STD_OUTPUT_HANDLE, (HANDLE)_get_osfhandle(1));
    return old;
}
