#include "facts/redaction.h"

#include "base/buffer.h"
#include "base/json.h"
#include "base/pattern.h"
#include "facts/tables.h"

/* A name to be replaced where it stands as a whole word of a path or a text. */
struct replacement {
    struct text from, to;
    size_t kept; /* bytes at the start that stay: the folder in which a home lies */
};

enum { NAMES = 7 }; /* user, two homes and their last components, host and its first part */

struct redaction {
    struct replacement names[NAMES]; /* the longest first: a host's full name goes before its parts */
    size_t count;
    struct text short_name; /* of a user; replaced only where nothing else stands, since it may be a part of anything */
};

/* Names that every system has and that name nobody, or that mean something to whoever reads the rest. */
static bool is_common(struct text name) {
    static const char *const words[] = {
        "root",   "user",   "users",   "home",   "host",  "localhost", "localdomain", "admin",   "administrator",
        "guest",  "public", "default", "system", "bin",   "boot",      "data",        "dev",     "etc",
        "lib",    "lib64",  "local",   "media",  "mnt",   "opt",       "proc",        "run",     "sbin",
        "share",  "srv",    "sys",     "tmp",    "usr",   "var",       "linux",       "windows", "ubuntu",
        "debian", "centos", "fedora",  "cuda",   "conda", "docker",    "gpu",         "jetson",  "jupyter",
        "nvidia", "python", "pytorch", "server", "torch", "desktop",   "laptop",
    };
    for (size_t at = 0; at < sizeof words / sizeof *words; at++)
        if (text_equal_folded(name, text_of(words[at])))
            return true;
    return false;
}

/* The words of captures and facts themselves: a user called "list" must not make a capture unreadable. */
static bool is_own_word(struct text name) {
    static const char *const words[] = {
        "absent",    "ask",       "asking",    "bytes",    "call",       "character", "child",     "complete",
        "digest",    "directory", "end",       "entries",  "fact",       "false",     "file",      "groups",
        "keys",      "known",     "line",      "link",     "not_asked",  "now",       "open",      "origin",
        "place",     "plumb",     "reason",    "registry", "source",     "stat",      "state",     "status",
        "subject",   "text",      "timed_out", "true",     "unit",       "value",     "values",    "variable",
        "variables", "knowledge", "attribute", "kind",     "unreadable", "output",    "fold_case", "separator",
        "mtime",     "size",      "list",      "key",      "others",     "path",      "option",    "active",
        "project",
    };
    for (size_t at = 0; at < sizeof words / sizeof *words; at++)
        if (text_is(name, words[at]))
            return true;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (text_is(name, kind_row((enum entity_kind)kind)->name))
            return true;
    for (unsigned attribute = 0; attribute < ATTRIBUTE_COUNT; attribute++)
        if (text_is(name, attribute_row((enum attribute)attribute)->name))
            return true;
    return false;
}

static bool names_nobody(struct text name) {
    return is_common(name) || is_own_word(name);
}

static void add_name(struct redaction *redaction, struct text from, size_t kept, struct text to) {
    size_t at = redaction->count;
    if (at == NAMES || from.size < 3 || names_nobody(from))
        return;
    for (; at > 0 && redaction->names[at - 1].from.size < from.size; at--)
        redaction->names[at] = redaction->names[at - 1];
    redaction->names[at] = (struct replacement){from, to, kept};
    redaction->count++;
}

static bool is_separator(char byte) {
    return byte == '/' || byte == '\\';
}

/* The home as a whole, whatever its last component: "/home/li" becomes "/home/user". And that component by itself. */
void redaction_add_home(struct redaction *redaction, struct text home) {
    while (home.size && is_separator(home.at[home.size - 1]))
        home.size--;
    size_t start = home.size;
    while (start && !is_separator(home.at[start - 1]))
        start--;
    struct text name = text_from(home, start);
    if (start > 1 && !names_nobody(name))
        add_name(redaction, home, start, TEXT("user"));
    add_name(redaction, name, 0, TEXT("user"));
}

struct redaction *redaction_new(struct arena *arena, struct text user, struct text home, struct text host) {
    struct redaction *redaction = arena_alloc(arena, sizeof *redaction);
    add_name(redaction, user, 0, TEXT("user"));
    redaction_add_home(redaction, home);
    add_name(redaction, host, 0, TEXT("host"));
    add_name(redaction, text_until(host, text_find_byte(host, '.')), 0, TEXT("host"));
    if (user.size < 3 && !names_nobody(user))
        redaction->short_name = user;
    return redaction;
}

static bool is_word(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte == '_' || byte == '-';
}

/* A letter of an alphabet in UTF-8, U+00C0 to U+07FF. What comes later, from quotation marks to Han, is written against
 * Latin words without a blank. */
static bool is_letter(char first, char second) {
    return (unsigned char)first >= 0xC3 && (unsigned char)first <= 0xDF && ((unsigned char)second & 0xC0) == 0x80;
}

static bool is_hexadecimal(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* "%2F": the end of an escape in an address is no letter. */
static bool ends_escape(struct text text) {
    return text.size >= 3 && text.at[text.size - 3] == '%' && is_hexadecimal(text.at[text.size - 2]) &&
           is_hexadecimal(text.at[text.size - 1]);
}

static bool ends_in_word(struct text text) {
    if (!text.size || ends_escape(text))
        return false;
    return is_word(text.at[text.size - 1]) ||
           (text.size > 1 && is_letter(text.at[text.size - 2], text.at[text.size - 1]));
}

static bool begins_with_word(struct text text) {
    return text.size && (is_word(text.at[0]) || (text.size > 1 && is_letter(text.at[0], text.at[1])));
}

static size_t find_folded(struct text text, struct text part) {
    for (size_t at = 0; at + part.size <= text.size; at++)
        if (text_equal_folded(text_until(text_from(text, at), part.size), part))
            return at;
    return TEXT_NOWHERE;
}

/* The name must not be part of a longer word: user "ann" leaves "channel" alone. Capitals do not count: Windows paths
 * and host names have either. */
static struct text replace_name(struct arena *arena, struct text text, const struct replacement *name) {
    if (find_folded(text, name->from) == TEXT_NOWHERE)
        return text;
    struct buffer out = buffer_new(arena);
    for (size_t at = 0; at < text.size;) {
        size_t found = find_folded(text_from(text, at), name->from);
        if (found == TEXT_NOWHERE) {
            buffer_add(&out, text_from(text, at));
            break;
        }
        struct text before = text_until(text, at + found), rest = text_from(text, at + found),
                    itself = text_until(rest, name->from.size);
        bool whole = !ends_in_word(before) && !begins_with_word(text_from(rest, name->from.size));
        buffer_add(&out, text_from(before, at));
        buffer_add(&out, text_until(itself, whole ? name->kept : itself.size));
        buffer_add(&out, whole ? name->to : TEXT(""));
        at += found + name->from.size;
    }
    return buffer_text(&out);
}

#define FOUR_NUMBERS "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}"

/* Tokens of well-known services, credentials in addresses, mail and network addresses. Where a pattern has a group,
 * only that is taken out. Four numbers with dots are as often the version of a library (10.3.5.147), so they count as
 * an address only where something says so. */
static const struct secret {
    const char *anchor; /* a text without it is not looked at */
    const char *pattern;
    const char *to;
} secrets[] = {
    {"://", "://([^/\\s]+)@", "<credentials>"},
    {"_", "\\b(?:hf|ghp|gho|ghs|ghu|ghr|github_pat)_[A-Za-z0-9_-]{16,}", "<token>"},
    {"-", "\\b(?:sk|glpat|pypi|nvapi|xox[abprs])-[A-Za-z0-9_-]{16,}", "<token>"},
    {"A", "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b", "<token>"},
    {"eyJ", "\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+", "<token>"},
    {"/t/", "/t/([A-Za-z]{2}-[0-9a-fA-F-]{32,})", "<token>"},
    {"@", "\\b[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*\\.[A-Za-z]{2,}\\b", "<mail>"},
    {"172.", "\\b172\\.(?:1[6-9]|2[0-9]|3[01])(?:\\.[0-9]{1,3}){2}\\b", "<address>"},
    {"192.168.", "\\b192\\.168(?:\\.[0-9]{1,3}){2}\\b", "<address>"},
    {".", "(?:://|@|\\b(?:inet|addr|address|host|ip|MASTER_ADDR)[=: ]{1,2})(" FOUR_NUMBERS ")\\b", "<address>"},
    {".", "(?:^|[\\s=,;'\"(\\[])(" FOUR_NUMBERS ")(?::[0-9]{2,5}\\b|:/)", "<address>"},
    {":", "\\b(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\\b", "<address>"},
};

static struct text replace_secret(struct arena *arena, struct text text, const struct secret *secret) {
    struct pattern *pattern;
    if (!text_contains(text, secret->anchor) || !pattern_compile(text_of(secret->pattern), &pattern, NULL))
        return text;
    struct buffer out = buffer_new(arena);
    struct text rest = text;
    struct pattern_match match;
    while (pattern_match(pattern, rest, &match)) {
        struct text taken = match.groups[1].at ? match.groups[1] : match.whole;
        size_t before = (size_t)(taken.at - rest.at);
        buffer_add(&out, text_until(rest, before));
        buffer_add_string(&out, secret->to);
        rest = text_from(rest, before + taken.size);
    }
    buffer_add(&out, rest);
    pattern_free(pattern);
    return buffer_text(&out);
}

struct text redact_text(const struct redaction *redaction, struct arena *arena, struct text text) {
    if (redaction->short_name.size && text_equal(text, redaction->short_name))
        return TEXT("user");
    for (size_t at = 0; at < redaction->count; at++)
        text = replace_name(arena, text, &redaction->names[at]);
    for (size_t at = 0; at < sizeof secrets / sizeof *secrets; at++)
        text = replace_secret(arena, text, &secrets[at]);
    return text;
}

struct value redact_value(const struct redaction *redaction, struct arena *arena, const struct value *value) {
    struct value result = *value;
    struct text bytes;
    if (value->type == VALUE_MAP && json_bytes(arena, value, &bytes)) {
        result = value_text(redact_text(redaction, arena, bytes)); /* a text that is not UTF-8, as JSON shows it */
    } else if (value->type == VALUE_TEXT) {
        result.text = redact_text(redaction, arena, value->text);
    } else if (value->type == VALUE_LIST) {
        result = value_list();
        for (size_t at = 0; at < value->list.count; at++)
            value_append(arena, &result, redact_value(redaction, arena, &value->list.items[at]));
    } else if (value->type == VALUE_MAP) {
        result = value_map();
        for (size_t at = 0; at < value->map.count; at++) {
            const struct value_member *member = &value->map.members[at];
            value_set_named(arena, &result, redact_text(redaction, arena, member->name),
                            redact_value(redaction, arena, &member->value));
        }
    }
    return result;
}
