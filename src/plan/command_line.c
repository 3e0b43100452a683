#include "command_line.h"

/* Words as a shell splits them: quotes group, a backslash before a line end joins lines. Variables stay as they are. */
static bool next_shell_word(struct arena *arena, struct text *rest, struct text *word) {
    while (rest->size && (rest->at[0] == ' ' || rest->at[0] == '\t' || rest->at[0] == '\n' || rest->at[0] == '\r' ||
                          (rest->at[0] == '\\' && rest->size > 1 && rest->at[1] == '\n')))
        *rest = text_from(*rest, 1);
    if (!rest->size)
        return false;
    char *out = arena_alloc(arena, rest->size + 1), quote = 0;
    size_t size = 0, at = 0;
    for (; at < rest->size; at++) {
        char byte = rest->at[at];
        if (quote ? byte == quote : byte == '\'' || byte == '"')
            quote = quote ? 0 : byte;
        else if (!quote && (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'))
            break;
        else
            out[size++] = byte;
    }
    *rest = text_from(*rest, at);
    *word = (struct text){out, size};
    return true;
}

static void keep(struct text *list, size_t *count, struct text item) {
    if (*count < COMMAND_MOST && item.size)
        list[(*count)++] = item;
}

static void keep_requirement(struct arena *arena, struct command_line *command, struct text word) {
    size_t end = 0;
    while (end < word.size && text_find_byte(TEXT("=<>!~[;@ "), word.at[end]) == TEXT_NOWHERE)
        end++;
    struct required required = {
        .name = text_replace(arena, text_lower(arena, text_until(word, end)), TEXT("_"), TEXT("-"))};
    struct text spec = text_from(word, end);
    if (text_starts(spec, "[")) {
        size_t close = text_find_byte(spec, ']');
        spec = close == TEXT_NOWHERE ? (struct text){0} : text_from(spec, close + 1);
    }
    required.spec = text_until(spec, text_find_byte(spec, ';') == TEXT_NOWHERE ? spec.size : text_find_byte(spec, ';'));
    if (command->required_count < COMMAND_MOST && required.name.size)
        command->required[command->required_count++] = required;
}

/* Where the value of an option goes; NULL for options that take one and do not matter here, false for those that take
 * none. */
static bool takes_value(struct command_line *command, struct text name, struct text **list, size_t **count) {
    static const char *const others[] = {"-r",
                                         "--requirement",
                                         "-c",
                                         "--constraint",
                                         "-t",
                                         "--target",
                                         "-p",
                                         "--python",
                                         "--prefix",
                                         "-n",
                                         "--name",
                                         "--timeout",
                                         "--proxy",
                                         "--trusted-host",
                                         "--cache-dir",
                                         "--progress-bar",
                                         "--platform",
                                         "--python-version",
                                         "--exclude-newer",
                                         "--index-strategy"};
    *list = NULL;
    *count = NULL;
    if (text_is(name, "--index-url") || text_is(name, "-i") || text_is(name, "--default-index") ||
        text_is(name, "--pypi-url")) {
        *list = command->indexes;
        *count = &command->index_count;
    } else if (text_is(name, "--extra-index-url") || text_is(name, "--index")) {
        *list = command->extra;
        *count = &command->extra_count;
    } else if (text_is(name, "--find-links") || text_is(name, "-f")) {
        *list = command->pages;
        *count = &command->page_count;
    } else if (text_is(name, "--channel") || (command->tool == TOOL_CONDA && text_is(name, "-c"))) {
        *list = command->channels;
        *count = &command->channel_count;
    }
    if (*list || text_is(name, "--torch-backend"))
        return true;
    for (size_t at = 0; at < sizeof others / sizeof *others; at++)
        if (text_is(name, others[at]))
            return true;
    return false;
}

static void read_option(struct arena *arena, struct command_line *command, struct text word, struct text *rest) {
    size_t equal = text_find_byte(word, '='), *count;
    struct text name = equal == TEXT_NOWHERE ? word : text_until(word, equal),
                value = equal == TEXT_NOWHERE ? (struct text){0} : text_from(word, equal + 1), *list;
    if (!takes_value(command, name, &list, &count))
        return;
    if (equal == TEXT_NOWHERE && !next_shell_word(arena, rest, &value))
        return;
    if (list)
        keep(list, count, value);
    if (text_is(name, "--torch-backend"))
        command->backend = value;
}

static enum command_tool tool_named(struct text word) {
    size_t slash = text_find_last_byte(word, '/'), back = text_find_last_byte(word, '\\');
    struct text name = slash != TEXT_NOWHERE  ? text_from(word, slash + 1)
                       : back != TEXT_NOWHERE ? text_from(word, back + 1)
                                              : word;
    if (text_is(name, "uv"))
        return TOOL_UV;
    if (text_starts(name, "pip") &&
        (name.size == 3 || text_find_byte(TEXT("3.0123456789"), name.at[3]) != TEXT_NOWHERE))
        return TOOL_PIP;
    return text_is(name, "conda") || text_is(name, "mamba") || text_is(name, "micromamba") ? TOOL_CONDA : TOOL_NONE;
}

/* "!pip" and "%pip" of notebooks, a copied prompt. */
static struct text without_marks(struct text word) {
    while (word.size && (word.at[0] == '!' || word.at[0] == '%' || word.at[0] == '$' || word.at[0] == '>'))
        word = text_from(word, 1);
    return word;
}

bool command_read(struct arena *arena, struct text text, struct command_line *command) {
    struct text rest = text, word;
    bool installs = false;
    *command = (struct command_line){.tool = TOOL_NONE};
    while (!installs && next_shell_word(arena, &rest, &word)) {
        enum command_tool tool = tool_named(without_marks(word));
        /* "uv pip install" is uv's, "conda run python -m pip install" pip's. */
        if (tool != TOOL_NONE && command->tool != TOOL_UV)
            command->tool = tool;
        installs = command->tool != TOOL_NONE && (text_is(word, "install") || text_is(word, "create") ||
                                                  text_is(word, "add") || text_is(word, "download"));
    }
    while (installs && next_shell_word(arena, &rest, &word)) {
        if (text_is(word, "&&") || text_is(word, ";") || text_is(word, "||") || text_starts(word, "#"))
            break;
        if (word.at[0] == '-')
            read_option(arena, command, word, &rest);
        else
            keep_requirement(arena, command, word);
    }
    return installs && command->required_count > 0;
}

const struct required *command_requires(const struct command_line *command, const char *name) {
    for (size_t at = 0; at < command->required_count; at++)
        if (text_is(command->required[at].name, name))
            return &command->required[at];
    return NULL;
}
