#include "check.h"

struct text check_version(struct text spec) {
    while (spec.size && text_find_byte(TEXT("=<>~! "), spec.at[0]) != TEXT_NOWHERE)
        spec = text_from(spec, 1);
    if (text_ends(spec, ".*"))
        spec = text_until(spec, spec.size - 2);
    return spec;
}

/* "==2.3.1+cu121" without its local part. */
struct text check_public(struct text spec) {
    size_t plus = text_find_byte(spec, '+');
    return plus == TEXT_NOWHERE ? spec : text_until(spec, plus);
}

/* "cu121" of ".../whl/cu121" and of mirrors that keep the last part; empty for other addresses. */
struct text check_flavour_of_url(struct text url) {
    while (text_ends(url, "/"))
        url = text_until(url, url.size - 1);
    size_t slash = text_find_last_byte(url, '/');
    struct text last = slash == TEXT_NOWHERE ? (struct text){0} : text_from(url, slash + 1);
    if (text_is(last, "torch_stable.html"))
        return check_flavour_of_url(text_until(url, slash));
    bool flavour = text_is(last, "cpu") || (text_starts(last, "cu") && last.size >= 4 && last.size <= 6) ||
                   text_starts(last, "rocm") || text_is(last, "xpu");
    return flavour ? last : (struct text){0};
}

static bool is_pytorch_url(struct text url) {
    return text_contains(url, "download.pytorch.org") || text_contains(url, "pytorch-wheels") ||
           check_flavour_of_url(url).size > 0;
}

void check_read_indexes(struct judging_command *judging) {
    const struct command_line *command = &judging->command;
    judging->pypi = true;
    for (size_t at = 0; at < command->index_count; at++)
        if (is_pytorch_url(command->indexes[at])) {
            judging->pypi = false;
            judging->elsewhere = true;
            judging->index_flavour = check_flavour_of_url(command->indexes[at]);
        }
    for (size_t at = 0; at < command->extra_count; at++)
        if (is_pytorch_url(command->extra[at])) {
            judging->elsewhere = true;
            judging->index_flavour = check_flavour_of_url(command->extra[at]);
        }
    for (size_t at = 0; at < command->page_count; at++)
        if (is_pytorch_url(command->pages[at])) {
            judging->elsewhere = true;
            judging->index_flavour = check_flavour_of_url(command->pages[at]);
        }
    judging->backend = command->backend;
    if (judging->backend.size && !text_is(judging->backend, "auto")) {
        judging->index_flavour = judging->backend;
        judging->elsewhere = true;
        judging->pypi = false;
    }
}

static bool row_is(const struct judging_command *judging, struct node row, struct text platform) {
    return text_equal(row_text(row, "platform"), platform) &&
           (!judging->spec.size || spec_fits(judging->spec, row_text(row, "torch")));
}

static bool may_come(const struct judging_command *judging, struct node row) {
    struct text flavour = row_text(row, "flavour");
    bool from_pypi = judging->pypi && text_is(row_text(row, "default"), "yes");
    if (judging->flavour.size)
        return text_equal(flavour, judging->flavour);
    if (from_pypi)
        return true;
    return judging->elsewhere && judging->index_flavour.size && text_equal(flavour, judging->index_flavour);
}

/* Of several, pip takes the newest that has a wheel for the Python, and of one release the one with a local part. */
static bool has_wheel(const struct judging_command *judging, struct node row) {
    struct text python = judging->plan->wish.python;
    python = coverage_minor(text_ends(python, "t") ? text_until(python, python.size - 1) : python);
    return !version_is_less(python, row_text(row, "python_min")) &&
           !version_is_less(row_text(row, "python_max"), python);
}

struct node check_build(const struct judging_command *judging, bool with_wheel) {
    struct node table = knowledge_table(judging->plan->knowledge, "torch"), best = {0};
    for (size_t at = 0; at < node_count(table); at++) {
        struct node row = node_at(table, at);
        if (!row_is(judging, row, judging->plan->platform) || !may_come(judging, row) ||
            (with_wheel && !has_wheel(judging, row)))
            continue;
        bool newer = !node_present(best) || version_is_less(row_text(best, "torch"), row_text(row, "torch"));
        bool local = node_present(best) && text_equal(row_text(best, "torch"), row_text(row, "torch")) &&
                     text_equal(row_text(row, "flavour"), judging->index_flavour);
        if (newer || local)
            best = row;
    }
    return best;
}

struct text check_flavours_there(const struct judging_command *judging) {
    struct node table = knowledge_table(judging->plan->knowledge, "torch");
    struct text words[32];
    size_t count = 0;
    for (size_t at = 0; at < node_count(table) && count < 32; at++)
        if (row_is(judging, node_at(table, at), judging->plan->platform)) {
            struct text flavour = row_text(node_at(table, at), "flavour");
            bool repeated = false;
            for (size_t before = 0; before < count; before++)
                repeated = repeated || text_equal(words[before], flavour);
            if (!repeated)
                words[count++] = flavour;
        }
    return text_join_all(judging->plan->arena, words, count, TEXT(" "));
}

bool check_newer_than_known(const struct judging_command *judging) {
    struct node table = knowledge_table(judging->plan->knowledge, "torch");
    struct text newest = {0}, wanted = check_version(judging->spec);
    for (size_t at = 0; at < node_count(table); at++)
        if (!newest.size || version_is_less(newest, row_text(node_at(table, at), "torch")))
            newest = row_text(node_at(table, at), "torch");
    return wanted.size && version_is_less(newest, wanted);
}
