/* What a person asked Python for, and its answers:
 *
 *     >>> torch.__version__                 $ python -c "import torch; print(torch.__version__,
 * torch.cuda.is_available())" '1.9.0+cu111'                         2.12.0+cpu False */
#include "listing_reader.h"

#include "scan.h"

enum { PATIENCE = 6 }; /* lines of warnings before an answer */

enum answer_type {
    ANSWERS_TORCH,
    ANSWERS_CUDA,
    ANSWERS_VERSION,
    ANSWERS_BOOLEAN,
    ANSWERS_NUMBER,
    ANSWERS_CARD,
    ANSWERS_LIST
};

static const struct expression {
    const char *source;
    const char *name; /* of what is stated */
    enum answer_type type;
} expressions[] = {
    {"torch.__version__", "torch", ANSWERS_TORCH},
    {"torch.version.__version__", "torch", ANSWERS_TORCH},
    {"torch.version.cuda", "torch_cuda", ANSWERS_CUDA},
    {"torch.version.hip", "torch_hip", ANSWERS_CUDA},
    {"torch.cuda.is_available()", "is_available", ANSWERS_BOOLEAN},
    {"torch.backends.cudnn.version()", "cudnn", ANSWERS_NUMBER},
    {"torch.cuda.device_count()", NULL, ANSWERS_NUMBER},
    {"torch.cuda.get_device_name(", NULL, ANSWERS_CARD},
    {"torch.cuda.get_device_properties(", NULL, ANSWERS_CARD},
    {"torch.cuda.get_arch_list()", "architectures", ANSWERS_LIST},
    {"torchvision.__version__", "torchvision", ANSWERS_VERSION},
    {"torchaudio.__version__", "torchaudio", ANSWERS_VERSION},
    {"numpy.__version__", "numpy", ANSWERS_VERSION},
    {"np.__version__", "numpy", ANSWERS_VERSION},
};
enum { EXPRESSIONS = sizeof expressions / sizeof *expressions };

static bool is_code(struct text line) {
    return text_starts(line, ">>>") || paste_asks_python(line);
}

static size_t expression_at(struct text rest) {
    for (size_t i = 0; i < EXPRESSIONS; i++)
        if (text_starts(rest, expressions[i].source))
            return i;
    return EXPRESSIONS;
}

/* Notes the expressions of a line of code, in their order. */
static bool read_question(struct listing_reader *reader, struct text line) {
    size_t first = expression_at(line);
    bool alone = first < EXPRESSIONS && line.size <= text_of(expressions[first].source).size + 4;
    if (!is_code(line) && !alone)
        return false;
    /* A program's lines ask one after the other; at a prompt each one is answered. */
    bool goes_on = reader->line - reader->asked_line <= 3 && reader->expected_line == reader->asked_line;
    if (text_starts(line, ">>>") || text_starts(line, "In [") || !goes_on)
        reader->expected_count = 0;
    for (size_t at = 0; at < line.size && reader->expected_count < MOST_EXPECTED; at++) {
        size_t found = at && scan_is_name(line.at[at - 1]) ? EXPRESSIONS : expression_at(text_from(line, at));
        if (found < EXPRESSIONS)
            reader->expected[reader->expected_count++] = (unsigned char)found;
    }
    reader->expected_line = reader->asked_line = reader->line;
    return true;
}

static void state_list(struct listing_reader *reader, const char *name, struct text items) {
    struct value list = value_list();
    struct text item;
    while (text_next_part(&items, ',', &item)) {
        item = text_trim(item);
        while (scan_one_of(&item, "'\""))
            ;
        item = text_until(item, item.size - (text_ends(item, "'") || text_ends(item, "\"")));
        if (text_starts(item, "sm_") || text_starts(item, "compute_"))
            value_append(reader->scratch, &list, value_text(item));
    }
    if (value_count(&list))
        listing_state(reader, name, list, STATED_DIRECTLY);
}

static bool take_card(struct listing_reader *reader, struct text *rest) {
    struct text name = *rest;
    size_t properties = text_find(name, TEXT("name='"));
    if (properties != TEXT_NOWHERE)
        name = text_from(name, properties + 6);
    name = text_until(name, text_find_byte(name, '\''));
    if (!name.size || !listing_add_card(reader, CARDS_IN_FIELD, -1, name))
        return false;
    *rest = text_from(*rest, rest->size);
    return true;
}

static bool take_list(struct listing_reader *reader, struct text *rest, const char *name) {
    size_t end = text_find_byte(*rest, ']');
    struct text items = text_until(*rest, end);
    if (end == TEXT_NOWHERE || !scan_literal(&items, "["))
        return false;
    state_list(reader, name, items);
    *rest = text_from(*rest, end + 1);
    return true;
}

static bool take_boolean(struct listing_reader *reader, struct text *rest, const char *name) {
    static const char *const yes[] = {"True", NULL}, *const no[] = {"False", NULL};
    bool truth = scan_word_of(rest, yes);
    if (!truth && !scan_word_of(rest, no))
        return false;
    listing_state(reader, name, value_boolean(truth), STATED_DIRECTLY);
    return true;
}

/* Takes an answer of the expected type off `rest`. */
static bool take_answer(struct listing_reader *reader, const struct expression *expression, struct text *rest) {
    static const char *const none[] = {"None", NULL};
    struct text version, from = *rest;
    int64_t number;
    switch (expression->type) {
    case ANSWERS_CARD:
        return take_card(reader, rest);
    case ANSWERS_LIST:
        return take_list(reader, rest, expression->name);
    case ANSWERS_BOOLEAN:
        return take_boolean(reader, rest, expression->name);
    case ANSWERS_NUMBER:
        if (!scan_integer(&from, &number))
            return false;
        if (expression->name)
            listing_state_text(reader, expression->name, text_until(*rest, rest->size - from.size), STATED_DIRECTLY);
        *rest = from;
        return true;
    case ANSWERS_CUDA:
        if (scan_word_of(rest, none)) {
            listing_state_none(reader, expression->name, STATED_DIRECTLY);
            return true;
        }
        break;
    case ANSWERS_TORCH:
    case ANSWERS_VERSION:
        break;
    }
    if (!scan_dotted(rest, &version))
        return false;
    if (expression->type == ANSWERS_TORCH)
        listing_state_torch(reader, version, STATED_DIRECTLY);
    else
        listing_state_text(reader, expression->name, version, STATED_DIRECTLY);
    return true;
}

static bool is_noise(struct text line) {
    return text_contains(line, "Warning") || text_contains(line, "return ") || text_starts(line, "/") ||
           text_starts(line, "warnings.warn");
}

/* Answers stand in the order of the questions, one or several in a line, with words between. */
static bool read_answers(struct listing_reader *reader, struct text line) {
    size_t taken = 0;
    for (struct text rest = line; rest.size && taken < reader->expected_count;) {
        if (take_answer(reader, &expressions[reader->expected[taken]], &rest)) {
            taken++;
            continue;
        }
        /* Behind the word or mark that stands here. */
        size_t size = 1;
        while (size < rest.size && scan_is_name(rest.at[0]) && scan_is_name(rest.at[size]))
            size++;
        rest = text_from(rest, size);
    }
    for (size_t i = taken; i < reader->expected_count; i++)
        reader->expected[i - taken] = reader->expected[i];
    reader->expected_count -= taken;
    reader->expected_line = taken ? reader->line : reader->expected_line;
    return taken > 0;
}

/* "torch.cuda.is_available() False": a program printed the question before its answer. */
static bool read_echo(struct listing_reader *reader, struct text line) {
    size_t found = expression_at(line);
    if (found == EXPRESSIONS || expressions[found].type == ANSWERS_CARD)
        return false;
    struct text rest = text_from(line, text_of(expressions[found].source).size);
    if (!text_starts(rest, " "))
        return false;
    rest = text_trim(rest);
    return take_answer(reader, &expressions[found], &rest);
}

bool listing_read_session(struct listing_reader *reader, struct text line) {
    line = text_trim(line);
    if (text_starts(line, "Out["))
        line =
            text_trim(text_from(line, text_find_byte(line, ':') == TEXT_NOWHERE ? 0 : text_find_byte(line, ':') + 1));
    if (read_echo(reader, line) || read_question(reader, line))
        return true;
    if (!reader->expected_count)
        return false;
    bool over = reader->line - reader->expected_line > PATIENCE || text_starts(line, "Traceback") ||
                text_starts(line, ">>>") || text_starts(line, "$ ") || text_starts(line, "PyTorch version:");
    if (over)
        reader->expected_count = 0;
    return !over && !is_noise(line) && read_answers(reader, line);
}
