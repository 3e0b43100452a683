/* Lists of packages: pip list, pip freeze, pip show, pip install, conda list, and the ends of collect_env. */
#include "listing_reader.h"

#include <string.h>

#include "formats/distinfo.h"
#include "scan.h"

static bool take_name(struct text *rest, struct text *name) {
    size_t size = 0;
    while (size < rest->size && (scan_is_name(rest->at[size]) || rest->at[size] == '-' || rest->at[size] == '.'))
        size++;
    if (!size || size > LONGEST_PACKAGE_NAME || !(scan_is_name(rest->at[0])))
        return false;
    *name = text_until(*rest, size);
    *rest = text_from(*rest, size);
    return true;
}

static void state(struct listing_reader *reader, struct text name, struct text version, struct text build) {
    listing_state_package(reader, distinfo_normal_name(reader->scratch, name), version, build);
}

/* "[pip3] ", "[conda] ", quotes of a JSON list, bullets. */
static bool take_list_mark(struct text *line) {
    static const char *const marks[] = {"[pip3]", "[pip]", "[conda]"};
    *line = text_trim(*line);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (scan_literal(line, marks[i])) {
            scan_blanks(line);
            return true;
        }
    while (scan_one_of(line, "\"'-* "))
        ;
    return false;
}

/* "torch==2.3.1+cu121", " + torch==2.3.1" of what uv has installed */
static bool read_freeze(struct listing_reader *reader, struct text line) {
    struct text name, version;
    if (!scan_literal(&line, "+ "))
        scan_literal(&line, "~ ");
    if (!take_name(&line, &name) || !scan_literal(&line, "==") || !scan_version(&line, &version))
        return false;
    scan_one_of(&line, "\"'");
    if (line.size && !scan_one_of(&line, " ,;\t"))
        return false;
    state(reader, name, version, TEXT(""));
    return true;
}

/* "  - pytorch=1.12.1=py3.8_cuda11.3_cudnn8.3.2_0" of `conda env export`; without a build it is only a wish. */
static bool read_export(struct listing_reader *reader, struct text line) {
    struct text name, version, build;
    if (!scan_literal(&line, "- ") || !take_name(&line, &name) || !scan_literal(&line, "=") ||
        !scan_version(&line, &version) || !scan_literal(&line, "=") || !text_next_word(&line, &build))
        return false;
    state(reader, name, version, build);
    return true;
}

/* Names that stand for themselves in a list without its head: `pip list | grep torch`. */
static bool is_telling(struct text name) {
    static const char *const beginnings[] = {"torch", "pytorch", "nvidia-", "cuda-", "triton", "xformers"};
    static const char *const names[] = {"numpy", "cudnn", "cudatoolkit", "cpuonly"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (text_starts(name, beginnings[i]))
            return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(name, names[i]))
            return true;
    return false;
}

/* "torch    2.0.1+cu118", "pytorch  1.11.0  py3.8_cpu_0  pytorch"; a sentence has single blanks between its words. */
static bool read_row(struct listing_reader *reader, struct text line, bool any_name) {
    struct text name, version, build = TEXT("");
    if (!take_name(&line, &name) || (!any_name && !is_telling(name)))
        return false;
    size_t gap = scan_blanks(&line);
    if (!gap || !scan_version(&line, &version) || (line.size && !scan_blanks(&line)))
        return false;
    /* conda's build ends in a number; pip's third column is a path or a word. */
    if (text_next_word(&line, &build) && !scan_is_digit(build.at[build.size - 1]))
        build = TEXT("");
    if (!any_name && gap == 1 && line.size && !build.size)
        return false;
    state(reader, name, version, build);
    return true;
}

static bool is_rule(struct text line) {
    for (size_t i = 0; i < line.size; i++)
        if (line.at[i] != '-' && line.at[i] != ' ' && line.at[i] != '=')
            return false;
    return line.size >= 6;
}

static bool read_table(struct listing_reader *reader, struct text line) {
    struct text rest = line, word;
    scan_literal(&rest, "#");
    scan_blanks(&rest);
    bool head = (scan_folded(&rest, "Package ") || scan_folded(&rest, "Name ")) && text_next_word(&rest, &word) &&
                text_equal_folded(word, TEXT("Version"));
    if (head) {
        reader->table = text_contains(rest, "Build") ? CONDA_TABLE : PIP_TABLE;
        return true;
    }
    if (reader->table == NO_TABLE)
        return false;
    if (is_rule(line))
        return true;
    rest = line;
    if (take_name(&rest, &word) && scan_blanks(&rest)) { /* a row, whether it can be read or not */
        read_row(reader, line, true);
        return true;
    }
    reader->table = NO_TABLE;
    return false;
}

/* "Name: torch", then "Version: 2.4.0+cu121" */
static bool read_shown(struct listing_reader *reader, struct text line) {
    struct text name, version;
    if (scan_literal(&line, "Name: ") && take_name(&line, &name) && !line.size) {
        reader->shown_line = reader->line;
        reader->shown_size = name.size;
        memcpy(reader->shown_name, name.at, name.size);
        return true;
    }
    if (reader->line != reader->shown_line + 1 || !scan_literal(&line, "Version: ") || !scan_version(&line, &version))
        return false;
    state(reader, (struct text){reader->shown_name, reader->shown_size}, version, TEXT(""));
    return true;
}

/* "Successfully installed flash-attn-2.3.6 torch-2.1.0" */
static bool read_installed(struct listing_reader *reader, struct text line) {
    struct text word, version;
    if (!scan_literal(&line, "Successfully installed "))
        return false;
    while (text_next_word(&line, &word)) {
        for (size_t at = word.size; at-- > 1;) {
            struct text rest = text_from(word, at);
            if (word.at[at - 1] != '-' || !scan_version(&rest, &version) || rest.size)
                continue;
            state(reader, text_until(word, at - 1), version, TEXT(""));
            break;
        }
    }
    return true;
}

/* "Requirement already satisfied: torch>=1.8 in /usr/lib/... (from timm) (2.0.1)" */
static bool read_satisfied(struct listing_reader *reader, struct text line) {
    struct text name, version;
    if (!scan_literal(&line, "Requirement already satisfied: ") || !take_name(&line, &name))
        return false;
    size_t open = text_find_last_byte(line, '(');
    struct text rest = text_from(line, open == TEXT_NOWHERE ? line.size : open + 1);
    if (scan_version(&rest, &version) && text_is(text_trim(rest), ")"))
        state(reader, name, version, TEXT(""));
    return true;
}

/* "torchvision 0.15.2 requires torch==2.0.1, but you have torch 2.1.0 which is incompatible." */
static bool read_conflict(struct listing_reader *reader, struct text line) {
    size_t requires = text_find(line, TEXT(" requires ")), have = text_find(line, TEXT(", but you have "));
    struct text name, version, rest = text_from(line, have == TEXT_NOWHERE ? line.size : have + 15);
    if (requires == TEXT_NOWHERE || have == TEXT_NOWHERE)
        return false;
    if (take_name(&rest, &name) && scan_blanks(&rest) && scan_version(&rest, &version))
        state(reader, name, version, TEXT(""));
    rest = text_trim(line);
    if (take_name(&rest, &name) && scan_blanks(&rest) && scan_version(&rest, &version))
        state(reader, name, version, TEXT(""));
    return true;
}

bool listing_read_package(struct listing_reader *reader, struct text line) {
    struct text plain = line;
    if (take_list_mark(&plain))
        return read_freeze(reader, plain) || read_row(reader, plain, true);
    struct text trimmed = text_trim(line);
    return read_table(reader, trimmed) || read_shown(reader, trimmed) || read_freeze(reader, plain) ||
           read_export(reader, trimmed) || read_installed(reader, trimmed) || read_satisfied(reader, trimmed) ||
           read_conflict(reader, trimmed) || read_row(reader, trimmed, false);
}
