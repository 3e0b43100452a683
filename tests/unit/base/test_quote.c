#include "base/quote.h"

#include "base_test.h"

struct words {
    const char *word[4]; /* up to the first NULL */
};

static bool quoted(struct arena *arena, enum shell shell, struct words words, struct text *command) {
    struct text arguments[4];
    size_t count = 0;
    for (; count < 4 && words.word[count]; count++)
        arguments[count] = text_of(words.word[count]);
    struct error error;
    bool good = quote_command(arena, shell, arguments, count, command, &error);
    assert_true(good || text_starts(text_of(error.message), "not a command for "));
    return good;
}

static void as_the_shell_reads_it(void **state) {
    static const struct {
        enum shell shell;
        struct words words;
        const char *command;
    } cases[] = {
        {SHELL_POSIX, {{"pip", "install", "torch==2.3.1+cu121"}}, "pip install torch==2.3.1+cu121"},
        {SHELL_POSIX, {{"ls", "~/x", "", "a b"}}, "ls '~/x' '' 'a b'"},
        {SHELL_POSIX, {{"echo", "it's", "$(rm -rf /)", "`x`"}}, "echo 'it'\\''s' '$(rm -rf /)' '`x`'"},
        {SHELL_POSIX, {{"A=b", "A=b", "=ls"}}, "'A=b' A=b '=ls'"},
        {SHELL_POSIX, {{"cat", "驱动", "a\\b", "a!b"}}, "cat '驱动' 'a\\b' 'a!b'"},
        {SHELL_POSIX, {{"cat", "a;b", "a&b", "*"}}, "cat 'a;b' 'a&b' '*'"},
        {SHELL_POWERSHELL, {{"pip", "install", "torch==2.3.1"}}, "pip install torch==2.3.1"},
        {SHELL_POWERSHELL, {{"C:\\Program Files\\py.exe", "-m", "pip"}}, "& \"C:\\Program Files\\py.exe\" -m pip"},
        {SHELL_POWERSHELL, {{"echo", "it's", "$x", "a,b"}}, "echo \"it's\" '$x' \"a,b\""},
        {SHELL_POWERSHELL, {{"echo", "@x", "-a.b", "-n"}}, "echo \"@x\" \"-a.b\" -n"},
        {SHELL_POWERSHELL, {{"7z", "--%", "a;b", "`n"}}, "& \"7z\" \"--%\" \"a;b\" '`n'"},
        {SHELL_CMD, {{"pip", "install", "torch==2.3.1"}}, "pip install \"torch==2.3.1\""},
        {SHELL_CMD,
         {{"C:\\Program Files\\py.exe", "a&b", "a^b", ""}},
         "\"C:\\Program Files\\py.exe\" \"a&b\" \"a^b\" \"\""},
        {SHELL_CMD, {{"dir", "C:\\a b\\", "C:\\a\\", "it's"}}, "dir \"C:\\a b\\\\\" C:\\a\\ \"it's\""},
        {SHELL_CMD, {{"azAZ09", "a=b"}}, "azAZ09 \"a=b\""},
        {SHELL_CMD, {{"bin/x", "/s", "@a"}}, "\"bin/x\" /s \"@a\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text command;
        assert_true(quoted(*state, cases[i].shell, cases[i].words, &command));
        assert_string_equal(command.at, cases[i].command);
    }
}

static void what_a_shell_cannot_be_handed(void **state) {
    static const struct {
        enum shell shell;
        const char *word;
    } cases[] = {
        {SHELL_POSIX, "a\nb"},
        {SHELL_POSIX, "\x1B[0m"},
        {SHELL_POSIX, "a\u202Eb\u202C"},
        {SHELL_POSIX, "\xFF"},
        {SHELL_POWERSHELL, "a\rb"},
        {SHELL_POWERSHELL, "a\"b"},
        {SHELL_POWERSHELL, "a\u2018b"},
        {SHELL_POWERSHELL, "a\u201Bb"},
        {SHELL_POWERSHELL, ""},
        {SHELL_POWERSHELL, "a b\\"},
        {SHELL_CMD, "%PATH%"},
        {SHELL_CMD, "a\"b"},
        {SHELL_CMD, "a!b"},
        {SHELL_CMD, "a\nb"},
        {SHELL_CMD, "a\tb"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text command = TEXT("kept");
        assert_false(quoted(*state, cases[i].shell, (struct words){{"echo", cases[i].word}}, &command));
        assert_text(command, "kept");
    }
    struct text nul[] = {TEXT("echo"), TEXT("a\0b")}, command;
    struct error error;
    assert_false(quote_command(*state, SHELL_POSIX, nul, 2, &command, NULL));
    assert_false(quote_command(*state, SHELL_POSIX, nul, 2, &command, &error));
    assert_string_equal(error.message, "not a command for sh: word 2 holds a character that cannot be shown");
}

/* A reader of what sh makes of words, enough for what quote_command() may write. */
static struct text unquoted(struct arena *arena, struct text word) {
    struct text parts = text_replace(arena, word, TEXT("'\\''"), TEXT("\x01"));
    parts = text_replace(arena, parts, TEXT("'"), TEXT(""));
    return text_replace(arena, parts, TEXT("\x01"), TEXT("'"));
}

static void noise_comes_through_sh(void **state) {
    uint64_t seed = 29;
    for (int i = 0; i < 20000; i++) {
        struct text word = noise_text(*state, &seed, TEXT("ab'\"$`\\;&|<>(){}*?#!~ =-"), 8), command;
        assert_true(quote_command(*state, SHELL_POSIX, &word, 1, &command, NULL));
        assert_true(text_equal(unquoted(*state, command), word));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(as_the_shell_reads_it), TEST(what_a_shell_cannot_be_handed),
                                       TEST(noise_comes_through_sh)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
