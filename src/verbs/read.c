/* The hidden verb `read`: a child that takes a text apart and hands its facts to the parent. A text that crashes it
 * costs nothing else. */
#include "run.h"

#include <string.h>

#include "base/json.h"
#include "dropins.h"
#include "facts/exchange.h"
#include "formats/paste.h"
#include "gather.h"
#include "os/capture.h"
#include "os/stream.h"
#include "sources/following.h"
#include "sources/own_report.h"
#include "sources/reading.h"

enum { BEGINNING = 1 << 20 }; /* bytes that tell what it is */

struct text_input {
    struct input *input;
    struct error error;
    int64_t words, lines, bytes;
    bool in_word;
    char last;
    struct text kept; /* bytes that are still to be handed out */
    bool whole;       /* there are no others */
};

/* Whether there are words enough is told by the beginning. */
static void count(struct text_input *text, struct text bytes) {
    struct text beginning = text->bytes < BEGINNING ? bytes : TEXT("");
    for (size_t at = 0; at < beginning.size; at++) {
        bool blank = bytes.at[at] == ' ' || bytes.at[at] == '\n' || bytes.at[at] == '\t' || bytes.at[at] == '\r';
        text->words += !blank && !text->in_word;
        text->in_word = !blank;
    }
    text->bytes += (int64_t)bytes.size;
    text->last = bytes.at[bytes.size - 1];
    for (size_t end; (end = text_find_byte(bytes, '\n')) != TEXT_NOWHERE; bytes = text_from(bytes, end + 1))
        text->lines++;
}

/* What was read to see what it is comes first. */
static int64_t read_input(void *context, void *out, size_t size) {
    struct text_input *text = context;
    if (text->kept.size) {
        struct text part = text_until(text->kept, size);
        memcpy(out, part.at, part.size);
        text->kept = text_from(text->kept, part.size);
        return (int64_t)part.size;
    }
    if (text->whole)
        return 0;
    int64_t got = input_read(text->input, out, size, &text->error);
    if (got > 0)
        count(text, (struct text){out, (size_t)got});
    return got;
}

/* How much there was to read: too little is an answer of its own. */
static void learn_size(const struct text_input *text, following_learnt *learnt, void *context) {
    const struct {
        enum attribute attribute;
        int64_t number;
    } sizes[] = {{ATTRIBUTE_TEXT_LINES, text->lines + (text->bytes && text->last != '\n')},
                 {ATTRIBUTE_TEXT_WORDS, text->words},
                 {ATTRIBUTE_TEXT_BYTES, text->bytes}};
    for (size_t at = 0; at < sizeof sizes / sizeof *sizes; at++) {
        struct fact fact = {.subject = TEXT(READING_SUBJECT),
                            .kind = KIND_TEXT,
                            .attribute = sizes[at].attribute,
                            .state = FACT_KNOWN,
                            .value = value_integer(sizes[at].number),
                            .origin = {.source = TEXT("text")}};
        learnt(context, &fact);
    }
}

static void add_to_store(void *context, const struct fact *fact) {
    fact_add(context, fact);
}

/* Behind the facts nothing changes any more: what the site knows was used to recognise them, and the parent needs it to
 * judge them. */
static void add_dropins(struct run *run, struct buffer *out, const struct value *dropins) {
    struct value line = value_map();
    if (dropins->type != VALUE_MAP)
        return;
    value_set(run->arena, &line, "knowledge", *dropins);
    json_write(out, &line, JSON_ONE_LINE);
    buffer_add_byte(out, '\n');
}

static int print_facts(struct run *run, struct fact_store *store, const struct value *dropins) {
    struct buffer out = buffer_new(run->arena);
    add_dropins(run, &out, dropins);
    const struct fact *facts;
    size_t count = fact_all(store, &facts);
    for (size_t at = 0; at < count; at++) {
        struct value line = fact_to_value(run->arena, &facts[at]);
        json_write(&out, &line, JSON_ONE_LINE);
        buffer_add_byte(&out, '\n');
    }
    buffer_add_string(&out, "{\"end\": true}\n");
    return run_print(run, buffer_text(&out), EXIT_NOTHING_BROKEN);
}

/* --- what plumb itself wrote --- */

enum { MOST_OF_A_REPORT = 16 << 20, MOST_OF_A_CAPTURE = 256 << 20 };

/* Reads on until there are `most` bytes, or all. False when reading failed. */
static bool keep(struct run *run, struct text_input *text, struct buffer *kept, size_t most) {
    enum { PIECE = 65536 };
    char *piece = arena_alloc(run->arena, PIECE);
    int64_t got = 1;
    while (kept->size < most && (got = read_input(text, piece, PIECE)) > 0)
        buffer_add(kept, (struct text){piece, (size_t)got});
    text->whole = got == 0;
    return got >= 0;
}

static bool is_capture(struct text beginning) {
    return text_starts(beginning, CAPTURE_FIRST_LINE) &&
           (beginning.size == strlen(CAPTURE_FIRST_LINE) || beginning.at[strlen(CAPTURE_FIRST_LINE)] == '\n' ||
            beginning.at[strlen(CAPTURE_FIRST_LINE)] == '\r');
}

static int replay(struct run *run, struct text path, struct text capture) {
    run_print(run, TEXT("{\"replayed\": true}\n"), EXIT_NOTHING_BROKEN);
    return gather_replayed(run, capture, path);
}

/* Takes plumb's own reports out of a text. True when the text was something else entirely: a capture, with `*status`.
 */
static bool take_own(struct run *run, struct text path, struct text_input *text, struct reading *reading, bool *machine,
                     int *status) {
    struct buffer kept = buffer_new(run->arena);
    if (!keep(run, text, &kept, BEGINNING))
        return false;
    struct text decoded = paste_decode(run->arena, buffer_text(&kept));
    bool capture = is_capture(decoded), report = !capture && own_report_likely(decoded);
    if (capture || report)
        keep(run, text, &kept, capture ? MOST_OF_A_CAPTURE : MOST_OF_A_REPORT);
    if ((capture || report) && text->whole)
        decoded = paste_decode(run->arena, buffer_text(&kept));
    if (capture && text->whole) {
        *status = replay(run, path, decoded);
        return true;
    }
    text->kept = report && text->whole ? own_report_learn(reading, decoded, machine) : buffer_text(&kept);
    return false;
}

/* --- a stream --- */

struct stream_reader {
    struct run *run;
    bool silent; /* the parent went away */
};

static void say_line(struct stream_reader *reader, const struct value *line, struct arena *scratch) {
    struct buffer out = buffer_new(scratch);
    json_write(&out, line, JSON_ONE_LINE);
    buffer_add_byte(&out, '\n');
    reader->silent = reader->silent || !stream_write(STREAM_OUTPUT, buffer_text(&out), NULL);
}

static void on_new_fact(void *context, const struct fact *fact) {
    struct stream_reader *reader = context;
    struct arena *scratch = arena_new();
    struct value line = fact_to_value(scratch, fact);
    say_line(reader, &line, scratch);
    arena_free(scratch);
}

static void say_caught_up(struct stream_reader *reader, const char *word) {
    struct arena *scratch = arena_new();
    struct value line = value_map();
    value_set(scratch, &line, word, value_boolean(true));
    say_line(reader, &line, scratch);
    arena_free(scratch);
}

/* Facts go up as soon as their line is there, for ever in the same memory. */
static int follow(struct run *run, struct text_input *text, const struct value *dropins) {
    enum { PIECE = 65536 };
    struct stream_reader reader = {.run = run};
    struct following *following = following_new(run->arena, run->knowledge, on_new_fact, &reader);
    struct buffer out = buffer_new(run->arena);
    char *piece = arena_alloc(run->arena, PIECE);
    int64_t got;
    add_dropins(run, &out, dropins);
    stream_write(STREAM_OUTPUT, buffer_text(&out), NULL);
    while (!reader.silent && (got = read_input(text, piece, PIECE)) > 0)
        if (following_take(following, (struct text){piece, (size_t)got}))
            say_caught_up(&reader, "caught_up");
    if (following_end(following))
        say_caught_up(&reader, "caught_up");
    learn_size(text, on_new_fact, &reader);
    say_caught_up(&reader, "end");
    return EXIT_NOTHING_BROKEN;
}

int verb_read(struct run *run) {
    struct text_input text = {0};
    struct error error;
    struct text path = run->options.word_count ? run->options.words[0] : TEXT("-");
    if (!input_open(run->arena, path, &text.input, &error))
        return run_fail(run, EXIT_USAGE, "%s", error.message);
    struct machine *machine = machine_live(run->arena);
    struct value dropins = value_null();
    if (machine)
        dropins_read(run, machine, &dropins);
    if (run->options.explain.follow)
        return follow(run, &text, &dropins);
    struct reading reading = {.arena = run->arena,
                              .facts = fact_store_new(run->arena),
                              .knowledge = run->knowledge,
                              .read = read_input,
                              .context = &text};
    bool own_machine = false;
    int status;
    if (take_own(run, path, &text, &reading, &own_machine, &status))
        return status;
    if (own_machine)
        run_print(run, TEXT("{\"replayed\": true}\n"), EXIT_NOTHING_BROKEN);
    if (!reading_run(&reading, &error) || text.error.message[0])
        return text.error.message[0]
                   ? run_fail(run, EXIT_USAGE, "%s", text.error.message)
                   : run_fail(run, EXIT_USAGE, TEXT_FORMAT ": %s", TEXT_ARGUMENTS(path), error.message);
    input_close(text.input);
    if (!own_machine) /* a saved machine is no text */
        learn_size(&text, add_to_store, reading.facts);
    return print_facts(run, reading.facts, &dropins);
}
