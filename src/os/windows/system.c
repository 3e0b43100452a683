/* Which Windows this is and who runs this program. */
#include "live.h"

/* GetVersion() and its kin say what the program's manifest allows; this says what is there. */
static bool system_version(OSVERSIONINFOW *version) {
    LONG(WINAPI * get_version)(OSVERSIONINFOW *) = NULL;
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    FARPROC function = ntdll == NULL ? NULL : GetProcAddress(ntdll, "RtlGetVersion");
    if (function == NULL)
        return false;
    memcpy(&get_version, &function, sizeof get_version);
    version->dwOSVersionInfoSize = sizeof *version;
    return get_version(version) == 0;
}

/* Of the machine; an emulated program is told its own by GetNativeSystemInfo(). */
static const char *architecture(void) {
    USHORT process, native;
    if (!IsWow64Process2(GetCurrentProcess(), &process, &native))
        return NULL;
    switch (native) {
    case IMAGE_FILE_MACHINE_AMD64:
        return "x86_64";
    case IMAGE_FILE_MACHINE_ARM64:
        return "aarch64";
    case IMAGE_FILE_MACHINE_I386:
        return "i386";
    default:
        return NULL;
    }
}

struct answer system_answer(struct arena *arena) {
    struct value map = value_map();
    value_set(arena, &map, "system", value_string("windows"));
    if (architecture() != NULL)
        value_set(arena, &map, "architecture", value_string(architecture()));
    OSVERSIONINFOW version = {0};
    if (system_version(&version)) {
        unsigned long major = version.dwMajorVersion, minor = version.dwMinorVersion;
        struct text release = text_format(arena, "%lu.%lu", major, minor);
        value_set(arena, &map, "release", value_text(release));
        value_set(arena, &map, "version",
                  value_text(text_format(arena, "%lu.%lu.%lu", major, minor, (unsigned long)version.dwBuildNumber)));
    }
    wchar_t host[MAX_COMPUTERNAME_LENGTH + 1];
    DWORD size = sizeof host / sizeof *host;
    if (GetComputerNameW(host, &size))
        value_set(arena, &map, "host", value_text(text_of_wide(arena, host, size)));
    DWORD room = GetCurrentDirectoryW(0, NULL);
    wchar_t *directory = arena_array(arena, (size_t)room + 1, sizeof *directory);
    size = GetCurrentDirectoryW(room, directory);
    if (size > 0 && size < room)
        value_set(arena, &map, "directory", value_text(text_of_wide(arena, directory, size)));
    return answer_known(map);
}

/* With the rights of an administrator in effect, not only on request. */
static bool is_administrator(void) {
    SID_IDENTIFIER_AUTHORITY authority = {SECURITY_NT_AUTHORITY};
    PSID administrators;
    BOOL member = FALSE;
    if (!AllocateAndInitializeSid(&authority, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0, 0, 0, 0,
                                  &administrators))
        return false;
    if (!CheckTokenMembership(NULL, administrators, &member))
        member = FALSE;
    FreeSid(administrators);
    return member;
}

struct answer user_answer(struct arena *arena) {
    struct value user = value_map();
    wchar_t name[257]; /* with its NUL: UNLEN is 256 */
    DWORD size = sizeof name / sizeof *name;
    struct text home;
    if (GetUserNameW(name, &size) && size > 0)
        value_set(arena, &user, "name", value_text(text_of_wide(arena, name, size - 1)));
    if (wide_variable(arena, TEXT("USERPROFILE"), &home))
        value_set(arena, &user, "home", value_text(home));
    value_set(arena, &user, "administrator", value_boolean(is_administrator()));
    return answer_known(user);
}
