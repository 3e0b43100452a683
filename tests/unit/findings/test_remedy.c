#include "remedy.h"

#include "slots.h"

#include "findings_test.h"

#define REMEDY_CAUSES                                                                                                  \
    CAUSE("x.types", "framework",                                                                                      \
          "    remedies:\n"                                                                                            \
          "      - run: [tool, '{value:version}']\n"                                                                   \
          "      - run: [tool, '{value:integer}']\n"                                                                   \
          "      - run: [tool, '{value:name}']\n"                                                                      \
          "      - run: [tool, '{value:package}']\n"                                                                   \
          "      - run: [tool, '{value:device}']\n"                                                                    \
          "      - run: [tool, '{value:path}']\n")                                                                     \
    CAUSE("x.one", "framework",                                                                                        \
          "    remedies:\n"                                                                                            \
          "      - run: ['{python:path}', -m, pip, install, 'torch=={torch:version}+{flavour:name}']\n"                \
          "        note: {en: Then restart., zh: 然后重启。}\n"                                                   \
          "      - run: [pip, install, '{package:package}']\n")                                                        \
    CAUSE("x.systems", "framework",                                                                                    \
          "    remedies:\n"                                                                                            \
          "      - run: [on-linux]\n        system: linux\n        root: yes\n"                                        \
          "      - run: [on-windows]\n        system: windows\n"                                                       \
          "      - run: [on-wsl]\n        system: wsl\n"                                                               \
          "      - run: [on-any]\n        system: any\n"                                                               \
          "      - note: {en: Plug it in., zh: 插上。}\n")                                                             \
    CAUSE("x.owners", "framework",                                                                                     \
          "    remedies:\n"                                                                                            \
          "      - run: [by-uv]\n        owner: uv\n"                                                                  \
          "      - run: [by-conda]\n        owner: conda\n"                                                            \
          "      - run: [by-any]\n")                                                                                   \
    CAUSE("x.odd", "framework",                                                                                        \
          "    remedies:\n"                                                                                            \
          "      - run: [docker, ps, '--format', '{{.Name}} {', '}{ x} {1 2}', 'a{torch:version}{torch:version}b']\n"  \
          "      - run: [plumb, verify]\n"                                                                             \
          "      - run: [plumb, unheard-of]\n"                                                                         \
          "      - run: [plumb]\n")

static const struct knowledge *remedies(struct arena *arena) {
    static const struct sketch sketch = {
        .taxonomy = "x:\n  types: No.\n  one: No.\n  systems: No.\n  owners: No.\n  odd: No.\n",
        .causes = REMEDY_CAUSES};
    return knowledge_of(arena, &sketch);
}

static struct judging empty(struct arena *arena) {
    return judging_of(arena, fact_store_new(arena), remedies(arena));
}

/* The commands of a cause's remedies, parted by " | "; a note alone stands in brackets. */
static struct text commands_in(struct judging *judging, const char *cause, enum shell shell) {
    struct model_remedy *list;
    struct buffer out = buffer_new(judging->arena);
    struct node entry = knowledge_cause(judging->knowledge, text_of(cause));
    judging->cause = text_of(cause);
    for (size_t i = 0, count = remedy_list(judging, entry, shell, &list); i < count; i++) {
        buffer_add_string(&out, i ? " | " : "");
        buffer_format(&out, list[i].argument_count ? TEXT_FORMAT : "[" TEXT_FORMAT "]",
                      TEXT_ARGUMENTS(list[i].argument_count ? list[i].command : list[i].note));
    }
    return buffer_text(&out);
}

static struct text commands(struct judging *judging, const char *cause) {
    return commands_in(judging, cause, SHELL_POSIX);
}

enum { VERSION = 1, INTEGER = 2, NAME = 4, PACKAGE = 8, DEVICE = 16, PATH = 32 };

/* Which of the six types, in the order of the remedies, takes this value. */
static int types_of(struct arena *arena, const char *subject, struct text value, enum shell shell) {
    struct judging judging = empty(arena);
    struct node templates = node_get(knowledge_cause(judging.knowledge, TEXT("x.types")), "remedies");
    int types = 0;
    judging.subject = text_of(subject);
    judge_slot(&judging, "value", value);
    for (size_t i = 0; i < node_count(templates); i++) {
        struct model_remedy remedy;
        if (!remedy_command(&judging, node_get(node_at(templates, i), "run"), shell, &remedy))
            continue;
        types |= 1 << i;
        assert_int_equal(remedy.argument_count, 2);
        assert_spans(remedy.arguments[1], value, __FILE__, __LINE__); /* whole and unchanged */
    }
    return types;
}

struct typed {
    const char *value;
    int types;
};

static void values_have_to_fit_their_type(void **state) {
    static const struct typed cases[] = {
        {"2.3.1", VERSION | NAME | PACKAGE | DEVICE | PATH},
        {"535.104.05", VERSION | NAME | PACKAGE | DEVICE | PATH},
        {"2.3.1+cu121", VERSION | NAME | PACKAGE | PATH},
        {"1.13.0a0+git12ab", VERSION | NAME | PACKAGE | PATH},
        {"8", VERSION | INTEGER | NAME | PACKAGE | DEVICE | PATH},
        {"007", VERSION | INTEGER | NAME | PACKAGE | DEVICE | PATH},
        {"cu121", NAME | PACKAGE | DEVICE | PATH},
        {"nvidia-cudnn-cu12==8.9.2.26", PACKAGE | PATH},
        {"torch[extra]>=2,<3", PACKAGE | PATH},
        {"0,1", PACKAGE | DEVICE | PATH},
        {"0000:01:00.0", DEVICE | PATH},
        {"GPU-5a3c2f1e-0000-1111-2222-333344445555", NAME | PACKAGE | DEVICE | PATH},
        {"/dev/nvidia0", DEVICE | PATH},
        {"/home/ann/my project/python", PATH},
        {"/opt/张伟/python", PATH},
        {"C:\\Users\\ann\\python.exe", PATH},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int got = types_of(*state, "machine", text_of(cases[i].value), SHELL_POSIX);
        if (got != cases[i].types)
            fail_msg("'%s' fits %d, not %d", cases[i].value, got, cases[i].types);
    }
}

/* A hostile log must not choose what a user pastes. A path may hold anything that can be shown, and is quoted. */
static void hostile_values_remove_the_remedy(void **state) {
    static const struct typed cases[] = {
        {"--index-url=evil", 0},
        {"-rf", 0},
        {"-1", 0}, /* kill -1 is everybody */
        {"+1", NAME | PATH},
        {"0x10", NAME | PACKAGE | DEVICE | PATH},
        {"9999999999999999999", VERSION | NAME | PACKAGE | DEVICE | PATH},
        {"$(rm -rf ~)", PATH},
        {"`id`", PATH},
        {"a;b", PATH},
        {"a&b|c", PATH},
        {"a'b\"c", PATH},
        {"2.3.1;x", PATH},
        {"2.3.1 --index-url=evil", PATH},
        {"evil @ https://evil.example/x.whl", PATH},
        {"https://evil.example/x.whl", PATH},
        {"../../etc/passwd", PATH},
        {".", PATH | DEVICE},
        {"..", PATH | DEVICE},
        {"[evil]", PATH},
        {"==1.0", PATH},
        {"/dev/../etc/shadow", PATH},
        {"/etc/shadow", PATH},
        {"a\nb", 0},
        {"a\rb", 0},
        {"a\tb", 0},
        {"a\x1B[31mb", 0},
        {"a\x7F", 0},
        {"a\xFF", 0},
        {"a\xE2\x80\xAE"
         "b",
         0}, /* right-to-left override */
        {"a\xE2\x81\xA6"
         "b",
         0}, /* isolate */
        {"a\xE2\x80\x8B"
         "b",
         0}, /* zero width space */
        {"a\xC2\x85"
         "b",
         0}, /* C1: next line */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        int got = types_of(*state, "machine", text_of(cases[i].value), SHELL_POSIX);
        if (got != cases[i].types)
            fail_msg("'%s' fits %d, not %d", cases[i].value, got, cases[i].types);
    }
    assert_int_equal(types_of(*state, "machine", (struct text){"a\0b", 3}, SHELL_POSIX), 0);
    /* Too long for what it says it is. */
    char *many = arena_alloc(*state, 5000);
    memset(many, '1', 5000);
    assert_int_equal(types_of(*state, "machine", (struct text){many, 5000}, SHELL_POSIX), 0);
    assert_int_equal(types_of(*state, "machine", (struct text){many, 65}, SHELL_POSIX), NAME | PACKAGE | DEVICE | PATH);
}

static void every_shell_quotes_or_refuses(void **state) {
    assert_int_equal(types_of(*state, "machine", TEXT("C:\\a b"), SHELL_CMD), PATH);
    assert_int_equal(types_of(*state, "machine", TEXT("%PATH%"), SHELL_CMD), 0);
    assert_int_equal(types_of(*state, "machine", TEXT("%PATH%"), SHELL_POWERSHELL), PATH);
    assert_int_equal(types_of(*state, "machine", TEXT("a\"b"), SHELL_POWERSHELL), 0);
    struct judging judging = empty(*state);
    judge_slot(&judging, "python", TEXT("/home/ann/$(rm)/python"));
    judge_slot(&judging, "torch", TEXT("2.3.1"));
    judge_slot(&judging, "flavour", TEXT("cu121"));
    assert_text(commands(&judging, "x.one"), "'/home/ann/$(rm)/python' -m pip install torch==2.3.1+cu121");
    assert_text(commands_in(&judging, "x.one", SHELL_POWERSHELL),
                "& '/home/ann/$(rm)/python' -m pip install torch==2.3.1+cu121");
}

/* The program that a pasted text names may lie in a folder that anybody shares. */
static void a_text_does_not_choose_another_computers_files(void **state) {
    static const char *const paths[] = {"\\\\evil\\share\\python.exe", "//evil/share/python", "\\/evil/x"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        assert_int_equal(types_of(*state, "machine", text_of(paths[i]), SHELL_POSIX), PATH);
        assert_int_equal(types_of(*state, "listing:1", text_of(paths[i]), SHELL_POSIX), 0);
    }
}

static void what_is_missing_removes_the_remedy(void **state) {
    struct judging judging = empty(*state);
    assert_text(commands(&judging, "x.one"), "");
    judge_slot(&judging, "python", TEXT("/usr/bin/python3"));
    judge_slot(&judging, "torch", TEXT("2.3.1"));
    judge_slot(&judging, "flavour", TEXT("")); /* ignored */
    assert_text(commands(&judging, "x.one"), "");
    value_set(*state, &judging.slots, "flavour", value_integer(7)); /* a number is no text */
    assert_text(commands(&judging, "x.one"), "");
}

static void a_slot_of_the_cause_goes_first(void **state) {
    struct judging judging = empty(*state);
    judge_slot_for(&judging, "x.other", "package", TEXT("others"));
    assert_text(commands(&judging, "x.one"), "");
    judge_slot(&judging, "package", TEXT("general"));
    assert_text(commands(&judging, "x.one"), "pip install general");
    judge_slot_for(&judging, "x.one", "package", TEXT("own"));
    judge_slot_for(&judging, "x.one", "package", TEXT("later")); /* the first stays */
    assert_text(commands(&judging, "x.one"), "pip install own");
}

static struct text on(struct arena *arena, const char *system, int wsl) {
    const struct given given[] = {SAYS(MACHINE_SYSTEM, "", system), COUNTS(MACHINE_WSL, "", wsl)};
    size_t from = system ? 0 : 1, count = (system ? 1u : 0u) + (wsl ? 1u : 0u);
    struct judging judging = judging_of(arena, only(arena, "machine", given + from, count), remedies(arena));
    return commands(&judging, "x.systems");
}

static void remedies_are_for_the_system(void **state) {
    assert_text(on(*state, "linux", 0), "on-linux | on-any | [Plug it in.]");
    assert_text(on(*state, "windows", 0), "on-windows | on-any | [Plug it in.]");
    assert_text(on(*state, "linux", 2), "on-linux | on-wsl | on-any | [Plug it in.]");
    assert_text(on(*state, NULL, 0), "on-linux | on-any | [Plug it in.]"); /* as commands are quoted then */
    struct judging judging = empty(*state);
    struct model_remedy *list;
    judging.language = LANGUAGE_CHINESE;
    assert_int_equal(remedy_list(&judging, knowledge_cause(judging.knowledge, TEXT("x.systems")), SHELL_POSIX, &list),
                     3);
    assert_true(list[0].root);
    assert_false(list[1].root);
    assert_text(list[2].note, "插上。");
}

static void remedies_are_for_whoever_installed_it(void **state) {
    struct judging judging = empty(*state);
    assert_text(commands(&judging, "x.owners"), "by-any"); /* nobody knows who */
    judge_slot(&judging, "owner", TEXT("conda"));
    assert_text(commands(&judging, "x.owners"), "by-conda | by-any");
}

/* Braces that are no slot are text, and a verb that this plumb does not have is not suggested. */
static void arguments_are_taken_as_they_stand(void **state) {
    struct judging judging = empty(*state);
    judge_slot(&judging, "torch", TEXT("2.3.1"));
    value_append(*state, &judging.verbs, value_string("doctor"));
    value_append(*state, &judging.verbs, value_string("verify"));
    assert_text(commands(&judging, "x.odd"),
                "docker ps --format '{{.Name}} {' '}{ x} {1 2}' a2.3.12.3.1b | plumb verify | plumb");
}

/* Who fills which slot: the healthy machine with a CPU build, as slots_fill() sees it. */
static struct text slot(struct judging *judging, const char *name) {
    return value_get_text(&judging->slots, name);
}

static void slots_come_from_the_subject(void **state) {
    struct judging judging = judging_of(*state, changed(*state, NULL, 0), machine_knowledge(*state));
    slots_fill(&judging);
    assert_text(slot(&judging, "python"), VENV "/bin/python");
    assert_text(slot(&judging, "prefix"), VENV);
    assert_text(slot(&judging, "interpreter"), "3.10.12");
    assert_text(slot(&judging, "python_minor"), "3.10");
    assert_text(slot(&judging, "driver"), "535.104.05");
    assert_text(slot(&judging, "torch"), "2.3.1");
    assert_text(slot(&judging, "torch_flavour"), "cu121");
    assert_text(slot(&judging, "torch_cuda"), "12.1");
    assert_text(slot(&judging, "owner"), "pip");
    assert_text(slot(&judging, "gpu_address"), "0000:01:00.0");
    assert_text(slot(&judging, "fitting_torch"), "2.3.1");
    assert_text(slot(&judging, "fitting_flavour"), "cu121");
    assert_text(slot(&judging, "fitting_torchvision"), "0.18.1");
}

/* Whoever pastes has the environment active; a path of the text is another machine's. */
static void a_text_gives_no_paths(void **state) {
    struct fact_store *store = fact_store_new(*state);
    for (size_t i = 0; i < COUNT(healthy); i++)
        give(*state, store, "listing:1", &healthy[i]);
    struct judging judging = judging_of(*state, store, machine_knowledge(*state));
    judging.subject = TEXT("listing:1");
    slots_fill(&judging);
    assert_text(slot(&judging, "python"), "python");
    assert_text(slot(&judging, "prefix"), "");
    assert_text(slot(&judging, "environment"), "");
    assert_text(slot(&judging, "torch"), "2.3.1");
}

static struct text fitting(struct arena *arena, const struct given *changes, size_t count) {
    struct judging judging = judging_of(arena, changed(arena, changes, count), machine_knowledge(arena));
    slots_fill(&judging);
    return text_format(arena, TEXT_FORMAT "+" TEXT_FORMAT, TEXT_ARGUMENTS(slot(&judging, "fitting_torch")),
                       TEXT_ARGUMENTS(slot(&judging, "fitting_flavour")));
}

#define FITTING(...) fitting(*state, (const struct given[]){__VA_ARGS__}, COUNT(((const struct given[]){__VA_ARGS__})))

static void the_fitting_build_is_the_nearest(void **state) {
    /* The driver is too old for CUDA 12: the same release with CUDA 11. */
    assert_text(FITTING(SAYS(MODULE_VERSION, "nvidia", "470.82.01")), "2.3.1+cu118");
    /* The card is newer than the release: the next one that has code for it, not the newest. */
    assert_text(FITTING(SAYS(GPU_CAPABILITY, "0000:01:00.0", "12.0")), "2.7.0+cu128");
    /* Python is too new for the nearest. */
    assert_text(FITTING(SAYS(ENVIRONMENT_VERSION, VENV, "3.13.1")), "2.7.0+cu128");
    assert_text(FITTING(SAYS(ENVIRONMENT_VERSION, VENV, "3.14.0")), "2.10.0+cu128");
    /* Nothing as new as what is there runs on this machine: the nearest that is older. */
    assert_text(
        FITTING(SAYS(PACKAGE_VERSION, VENV "|torch", "2.10.0+cu128"), SAYS(MODULE_VERSION, "nvidia", "470.82.01")),
        "2.3.1+cu118");
    assert_text(
        FITTING(SAYS(PACKAGE_VERSION, VENV "|torch", "2.10.0+cu128"), SAYS(GPU_CAPABILITY, "0000:01:00.0", "7.0")),
        "2.3.1+cu121");
    /* No torch is there: the newest that fits. */
    assert_text(FITTING(STATE(PACKAGE_VERSION, VENV "|torch", ABSENT), STATE(PACKAGE_CUDA, VENV "|torch", ABSENT)),
                "2.10.0+cu128");
    /* PTX alone is not offered: it would need a newer driver than the least one. */
    assert_text(FITTING(SAYS(GPU_CAPABILITY, "0000:01:00.0", "13.0")), "+");
    /* Every card counts. */
    assert_text(FITTING(SAYS(GPU_VENDOR, "0000:02:00.0", "10de"), SAYS(GPU_CAPABILITY, "0000:02:00.0", "12.0")),
                "2.7.0+cu128");
    /* What is not known binds nothing. */
    assert_text(FITTING(STATE(GPU_CAPABILITY, "0000:01:00.0", UNREADABLE), STATE(MODULE_VERSION, "nvidia", TIMED_OUT)),
                "2.3.1+cu121");
    assert_text(FITTING(SAYS(MACHINE_SYSTEM, "", "windows")), "2.3.1+cu121");
    assert_text(FITTING(SAYS(MACHINE_ARCHITECTURE, "", "aarch64")), "+");
}

static void the_companion_is_one_version(void **state) {
    const struct given newer[] = {SAYS(PACKAGE_VERSION, VENV "|torch", "2.7.0+cu128")};
    struct judging judging = judging_of(*state, changed(*state, newer, 1), machine_knowledge(*state));
    slots_fill(&judging);
    assert_text(slot(&judging, "fitting_torchvision"), "0.22.1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(values_have_to_fit_their_type),
        TEST(hostile_values_remove_the_remedy),
        TEST(every_shell_quotes_or_refuses),
        TEST(a_text_does_not_choose_another_computers_files),
        TEST(what_is_missing_removes_the_remedy),
        TEST(a_slot_of_the_cause_goes_first),
        TEST(remedies_are_for_the_system),
        TEST(remedies_are_for_whoever_installed_it),
        TEST(arguments_are_taken_as_they_stand),
        TEST(slots_come_from_the_subject),
        TEST(a_text_gives_no_paths),
        TEST(the_fitting_build_is_the_nearest),
        TEST(the_companion_is_one_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
