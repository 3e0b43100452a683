/* Several listings in one text: "this works" and "this fails", two machines, before and after an update.
 *
 * A block begins where a program's listing begins that the block already holds: listings of different programs, one
 * after the other, are of one machine. A block that contradicts none that came before is the same machine once more -
 * the same table again and again - and joins it. */
#include "listing_reader.h"

#include "scan.h"

enum head { HEAD_COLLECT_ENV, HEAD_FRAMEWORK, HEAD_TABLE, HEAD_SMI, HEAD_NVCC, HEAD_PIP, HEAD_CONDA, NO_HEAD };

/* The line with which a program's listing begins. */
static enum head head_of(struct text line) {
    line = text_trim(line);
    struct text rest = line;
    if (text_starts(line, "PyTorch version:"))
        return HEAD_COLLECT_ENV;
    if (scan_literal(&rest, "- `") && text_contains(rest, "` version:"))
        return HEAD_FRAMEWORK;
    if (text_starts(line, "sys.platform"))
        return HEAD_TABLE;
    if (text_contains(line, "NVIDIA-SMI") && text_contains(line, " Version:"))
        return HEAD_SMI;
    if (text_starts(line, "Cuda compilation tools, release"))
        return HEAD_NVCC;
    if (scan_literal(&rest, "Package ") && text_is(text_trim(rest), "Version"))
        return HEAD_PIP;
    return text_starts(line, "# packages in environment at") ? HEAD_CONDA : NO_HEAD;
}

void listing_begin(struct listing_reader *reader, struct text line) {
    enum head head = head_of(line);
    unsigned mark = 1U << head;
    if (head == NO_HEAD)
        return;
    if ((reader->heads & mark) && reader->block + 1 < MOST_BLOCKS) {
        reader->block++;
        reader->heads = 0;
    }
    reader->heads |= mark;
}

/* "3.10" and "3.10.12", "2.0.1" and "2.0.1+cu118": one says less than the other. */
static bool is_beginning(struct text shorter, struct text longer) {
    return shorter.size <= longer.size && text_equal(shorter, text_until(longer, shorter.size));
}

static bool differ(const struct value *left, const struct value *right) {
    if (left->type != VALUE_TEXT || right->type != VALUE_TEXT)
        return !value_equal(left, right);
    return !is_beginning(left->text, right->text) && !is_beginning(right->text, left->text);
}

/* Systems are named in many ways, cards counted elsewhere. */
static bool is_told_alike(const struct statement *statement) {
    return !text_is(text_of(statement->name), "os") && !text_is(text_of(statement->name), "gpus") &&
           !text_is(text_of(statement->name), "architectures");
}

static bool statements_contradict(const struct listing_reader *reader, const size_t *subjects, size_t subject,
                                  size_t block) {
    for (size_t i = 0; i < reader->count; i++) {
        const struct statement *mine = &reader->statements[i];
        if (mine->block != block || !is_told_alike(mine))
            continue;
        for (size_t j = 0; j < i; j++) {
            const struct statement *other = &reader->statements[j];
            bool alike = other->block < block && subjects[other->block] == subject && other->by == mine->by &&
                         other->strength == mine->strength && text_is(text_of(other->name), mine->name);
            if (alike && differ(&other->value, &mine->value))
                return true;
        }
    }
    return false;
}

static const struct cards *table_of(const struct listing_reader *reader, size_t block) {
    for (size_t i = 0; i < reader->enumeration_count; i++)
        if (reader->enumerations[i].block == block && reader->enumerations[i].origin == CARDS_BY_SMI)
            return &reader->enumerations[i];
    return NULL;
}

static struct text without_dots(struct text name) {
    return text_ends(name, "...") ? text_trim(text_until(name, name.size - 3)) : name;
}

static bool tables_contradict(const struct listing_reader *reader, const size_t *subjects, size_t subject,
                              size_t block) {
    const struct cards *mine = table_of(reader, block);
    for (size_t other = 0; mine && other < block; other++) {
        const struct cards *theirs = subjects[other] == subject ? table_of(reader, other) : NULL;
        struct text left = without_dots(mine->items[0].name),
                    right = theirs ? without_dots(theirs->items[0].name) : TEXT("");
        if (theirs && !is_beginning(left, right) && !is_beginning(right, left))
            return true;
    }
    return false;
}

size_t listing_subjects(const struct listing_reader *reader, size_t *subjects) {
    size_t count = 1;
    subjects[0] = 0;
    for (size_t block = 1; block <= reader->block; block++) {
        size_t subject = count;
        while (subject > 0 && (statements_contradict(reader, subjects, subject - 1, block) ||
                               tables_contradict(reader, subjects, subject - 1, block)))
            subject--;
        subjects[block] = subject > 0 ? subject - 1 : count++;
    }
    return count;
}
