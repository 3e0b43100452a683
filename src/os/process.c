/* This process, wherever it runs. */
#include "system.h"

#include "os/process.h"

#include "internal.h"

struct text process_variable(struct arena *arena, const char *name) {
    char none[1];
    size_t size = sizeof none;
    int status = uv_os_getenv(name, none, &size);
    if (status == 0)
        return TEXT("");
    if (status != UV_ENOBUFS)
        return (struct text){0};
    char *value = arena_alloc(arena, size); /* with its NUL */
    if (uv_os_getenv(name, value, &size) != 0)
        return (struct text){0};
    return (struct text){value, size};
}

void process_clear_variable(const char *name) {
    uv_os_unsetenv(name);
}

int64_t process_clock_ms(void) {
    return (int64_t)(uv_hrtime() / 1000000);
}

struct text process_language(struct arena *arena) {
    static const char *const by_rank[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    struct text locale = {0};
    for (size_t i = 0; i < sizeof by_rank / sizeof *by_rank && locale.size == 0; i++)
        locale = process_variable(arena, by_rank[i]);
    if (locale.size == 0)
        return platform_language(arena);
    /* As gettext has it: a list of preferences counts, except in the locale that means "no language". */
    struct text list = process_variable(arena, "LANGUAGE");
    if (list.size == 0 || text_is(locale, "C") || text_is(locale, "POSIX") || text_starts(locale, "C."))
        return locale;
    return text_join_all(arena, (struct text[]){list, locale}, 2, TEXT(":"));
}
