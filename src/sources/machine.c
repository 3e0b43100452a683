#include "sources/gathering.h"

#include "formats/settings.h"

static void learn_system(struct gathering *gathering) {
    struct answer system = ask_simple(gathering->machine, gathering->arena, QUESTION_SYSTEM);
    const char *name = gathering_on(gathering, SYSTEM_WINDOWS) ? "windows" : "linux";
    learn_text(gathering, ATTRIBUTE_MACHINE_SYSTEM, TEXT(""), text_of(name), TEXT("system"));
    if (system.state != ANSWER_KNOWN)
        return;
    struct text release = value_get_text(&system.value, "release"), version = value_get_text(&system.value, "version");
    learn_text(gathering, ATTRIBUTE_MACHINE_ARCHITECTURE, TEXT(""), value_get_text(&system.value, "architecture"),
               TEXT("system"));
    learn_text(gathering, ATTRIBUTE_MACHINE_KERNEL, TEXT(""), release, TEXT("system"));
    if (gathering_on(gathering, SYSTEM_WINDOWS))
        learn_text(gathering, ATTRIBUTE_MACHINE_OS, TEXT(""), version, TEXT("system"));
    if (text_contains(text_lower(gathering->arena, release), "microsoft"))
        learn_integer(gathering, ATTRIBUTE_MACHINE_WSL, TEXT(""), text_contains(release, "WSL2") ? 2 : 1,
                      TEXT("system"));
}

/* Source: freedesktop.org, os-release(5). */
static void learn_distribution(struct gathering *gathering) {
    static const char *const places[] = {"/etc/os-release", "/usr/lib/os-release"};
    for (size_t at = 0; at < 2; at++) {
        struct asked_text asked = ask_text(gathering->machine, gathering->arena, text_of(places[at]));
        if (asked.state == ANSWER_KNOWN) {
            struct value settings = settings_read(gathering->arena, asked.text);
            struct text name = value_get_text(&settings, "PRETTY_NAME");
            if (name.size)
                learn_text(gathering, ATTRIBUTE_MACHINE_OS, TEXT(""), name, text_of(places[at]));
            return;
        }
        learn_state(gathering, ATTRIBUTE_MACHINE_OS, TEXT(""), asked.state, asked.reason, text_of(places[at]));
    }
}

/* Container tools leave a mark; without one this is taken for a machine of its own. */
static void learn_container(struct gathering *gathering) {
    static const struct {
        const char *path, *name;
    } marks[] = {
        {"/.dockerenv", "docker"},
        {"/run/.containerenv", "podman"},
        {"/var/run/secrets/kubernetes.io", "kubernetes"},
        {"/.singularity.d", "apptainer"},
    };
    enum answer_state worst = ANSWER_ABSENT;
    for (size_t at = 0; at < sizeof marks / sizeof *marks; at++) {
        struct asked_stat stat = ask_stat(gathering->machine, gathering->arena, text_of(marks[at].path));
        if (stat.state == ANSWER_KNOWN) {
            learn_text(gathering, ATTRIBUTE_MACHINE_CONTAINER, TEXT(""), text_of(marks[at].name),
                       text_of(marks[at].path));
            return;
        }
        worst = stat.state > worst ? stat.state : worst;
    }
    learn_state(gathering, ATTRIBUTE_MACHINE_CONTAINER, TEXT(""), worst, (struct text){0}, text_of(marks[0].path));
}

/* Four bytes of attributes, then the value. Source: UEFI specification, SetVariable() and the kernel's efivarfs. */
static void learn_secure_boot(struct gathering *gathering) {
    struct text path = TEXT("/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c");
    struct asked_text asked = ask_text(gathering->machine, gathering->arena, path);
    if (asked.state == ANSWER_KNOWN && asked.text.size == 5)
        learn_boolean(gathering, ATTRIBUTE_MACHINE_SECURE_BOOT, TEXT(""), asked.text.at[4] == 1, path);
    else
        learn_state(gathering, ATTRIBUTE_MACHINE_SECURE_BOOT, TEXT(""), asked.state, asked.reason, path);
}

static void learn_user(struct gathering *gathering) {
    struct answer user = ask_simple(gathering->machine, gathering->arena, QUESTION_USER);
    if (user.state != ANSWER_KNOWN) {
        learn_state(gathering, ATTRIBUTE_MACHINE_USER, TEXT(""), user.state, user.reason, TEXT("user"));
        return;
    }
    bool administrator =
        value_get_integer(&user.value, "uid", -1) == 0 || value_get_boolean(&user.value, "administrator", false);
    struct text sudo_user = value_get_text(&user.value, "sudo_user");
    learn_text(gathering, ATTRIBUTE_MACHINE_USER, TEXT(""), value_get_text(&user.value, "name"), TEXT("user"));
    learn_boolean(gathering, ATTRIBUTE_MACHINE_ROOT, TEXT(""), administrator, TEXT("user"));
    if (sudo_user.size)
        learn_text(gathering, ATTRIBUTE_MACHINE_SUDO_USER, TEXT(""), sudo_user, TEXT("user"));
}

static void learn_now(struct gathering *gathering) {
    struct answer now = ask_simple(gathering->machine, gathering->arena, QUESTION_NOW);
    if (now.state == ANSWER_KNOWN)
        learn_integer(gathering, ATTRIBUTE_MACHINE_NOW, TEXT(""), value_get_integer(&now.value, "seconds", 0),
                      TEXT("now"));
}

static void gather(struct gathering *gathering) {
    learn_system(gathering);
    learn_user(gathering);
    learn_now(gathering);
    if (!gathering_on(gathering, SYSTEM_LINUX))
        return;
    learn_distribution(gathering);
    learn_container(gathering);
    learn_secure_boot(gathering);
}

extern const struct source source_machine;
const struct source source_machine = {"machine", "operating system, container, user", false, gather};
