#include "base/quote.h"

#include "base/scrub.h"
#include "base/utf8.h"

/* What a shell takes for itself however it is quoted, or what reaches the program changed. */
struct dialect {
    const char *name;
    const char *bare; /* beside letters and digits: needs no quotes within a word */
    const char *impossible;
};

static const struct dialect dialects[] = {
    [SHELL_POSIX] = {"sh", "_@%+=:,./-", ""},
    /* Windows PowerShell hands '"' to programs unescaped. */
    [SHELL_POWERSHELL] = {"PowerShell", "_+=:./\\-", "\""},
    [SHELL_CMD] = {"cmd", "_+:./\\-", "%!\""},
};

static bool is_letter(char byte) {
    char folded = (char)(byte | 0x20);
    return folded >= 'a' && folded <= 'z';
}

static bool is_digit(char byte) {
    return byte >= '0' && byte <= '9';
}

static bool holds(const char *set, char byte) {
    return text_find_byte(text_of(set), byte) != TEXT_NOWHERE;
}

/* NULL, or why the shell cannot be handed this argument. */
static const char *obstacle(enum shell shell, struct text argument) {
    for (struct text rest = argument; rest.size;) {
        char byte = rest.at[0];
        int32_t code_point = utf8_next(&rest);
        if (code_point < 0)
            return "is not UTF-8";
        if (scrub_is_unsafe((uint32_t)code_point))
            return "holds a character that cannot be shown";
        if (holds(dialects[shell].impossible, byte))
            return "holds a character that this shell changes even in quotes";
        /* PowerShell also ends a text with a typographic single quote. */
        if (shell == SHELL_POWERSHELL && code_point >= 0x2018 && code_point <= 0x201B)
            return "holds a typographic quote";
    }
    if (shell == SHELL_POWERSHELL && argument.size == 0)
        return "is empty, and would be dropped";
    if (shell == SHELL_POWERSHELL && text_ends(argument, "\\") && text_contains(argument, " "))
        return "ends with a backslash that would escape a quote";
    return NULL;
}

static bool needs_quotes(enum shell shell, struct text argument, bool is_program) {
    for (size_t i = 0; i < argument.size; i++)
        if (!is_letter(argument.at[i]) && !is_digit(argument.at[i]) && !holds(dialects[shell].bare, argument.at[i]))
            return true;
    if (argument.size == 0)
        return true;
    char first = argument.at[0];
    switch (shell) {
    case SHELL_POSIX:
        /* A program with '=' would be an assignment; zsh looks up what follows a leading '='. */
        return first == '=' || (is_program && text_contains(argument, "="));
    case SHELL_POWERSHELL:
        /* A program that begins like a number or an operator is an expression; "-a.b" would be parted at the dot. */
        if (is_program)
            return !is_letter(first) && !holds("./\\_", first);
        return first == '-' && (text_contains(argument, ".") || text_contains(argument, ":"));
    case SHELL_CMD:
        /* cmd takes what follows a '/' in the program's name for an option. */
        return is_program && text_contains(argument, "/");
    }
    return true;
}

static void add_quoted(struct buffer *buffer, enum shell shell, struct text argument) {
    struct arena *arena = buffer->arena;
    if (shell == SHELL_CMD) {
        buffer_add_byte(buffer, '"');
        buffer_add(buffer, argument);
        /* Programs read a backslash before the closing quote as its escape. */
        for (size_t i = argument.size; i-- > 0 && argument.at[i] == '\\';)
            buffer_add_byte(buffer, '\\');
        buffer_add_byte(buffer, '"');
        return;
    }
    /* Double quotes that hold nothing for PowerShell to expand serve cmd as well, whichever of the two is open. */
    if (shell == SHELL_POWERSHELL && text_find_byte(argument, '$') == TEXT_NOWHERE &&
        text_find_byte(argument, '`') == TEXT_NOWHERE) {
        buffer_add_byte(buffer, '"');
        buffer_add(buffer, argument);
        buffer_add_byte(buffer, '"');
        return;
    }
    struct text inner_quote = shell == SHELL_POSIX ? TEXT("'\\''") : TEXT("''");
    buffer_add_byte(buffer, '\'');
    buffer_add(buffer, text_replace(arena, argument, TEXT("'"), inner_quote));
    buffer_add_byte(buffer, '\'');
}

bool quote_command(struct arena *arena, enum shell shell, const struct text *arguments, size_t count,
                   struct text *command, struct error *error) {
    struct buffer buffer = buffer_new(arena);
    for (size_t i = 0; i < count; i++) {
        const char *why = obstacle(shell, arguments[i]);
        if (why)
            return error_set(error, "not a command for %s: word %zu %s", dialects[shell].name, i + 1, why);
        bool quoted = needs_quotes(shell, arguments[i], i == 0);
        if (i)
            buffer_add_byte(&buffer, ' ');
        if (quoted && i == 0 && shell == SHELL_POWERSHELL)
            buffer_add_string(&buffer, "& ");
        if (quoted)
            add_quoted(&buffer, shell, arguments[i]);
        else
            buffer_add(&buffer, arguments[i]);
    }
    *command = buffer_text(&buffer);
    return true;
}
